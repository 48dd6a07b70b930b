/*
 * revolve simulate: how many processes know the answer, step by step, and then
 * the steps and messages that it took.
 */
#include "cli/command/command.h"

#include "base/mem.h"
#include "model/revolve/facts.h"
#include "number/number.h"
#include "number/random.h"

static enum revolve_app app_of(const struct revolve_args *args)
{
	return args->app == REVOLVE_FIXPOINT ? REVOLVE_FIXPOINT
					     : REVOLVE_MINIMUM;
}

/* Reads --values.  Errors: STATUS_USAGE unless there is one for each process,
 * below 2^63. */
static enum status given_values(struct revolve_run *run,
	const struct revolve_args *args, struct err *err)
{
	struct sweep_cursor cursor;
	enum status status = STATUS_OK;

	if (mpz_cmp_ui(args->values.count, run->processes) != 0)
		return err_usage(err, "--values: ", ERR_TEXT, ERR_OWN,
			number_integer_text(args->values.count), " values for ",
			ERR_OWN, number_u64_text(run->processes), " processes");
	sweep_cursor_init(&cursor, &args->values);
	for (uint32_t i = 0; i < run->processes && status == STATUS_OK; i++) {
		const __mpz_struct *value = mpq_numref(cursor.value);

		if (!number_read_u64(&run->value[i], value, 63))
			status = err_usage(err, "--values: ", ERR_TEXT, ERR_OWN,
				number_integer_text(value),
				" is not below 2^63");
		sweep_cursor_next(&cursor);
	}
	sweep_cursor_clear(&cursor);
	return status;
}

/* Draws values below n^2, so that the fixed point has parts of several
 * processes. */
static void seeded_values(struct revolve_run *run, uint64_t seed)
{
	uint64_t n = run->processes;

	for (uint32_t i = 0; i < run->processes; i++)
		run->value[i] = random_u64(seed, i) % (n * n);
}

static void print_steps(
	struct revolve_run *run, const struct revolve_args *args, FILE *out)
{
	static const char *const columns[] = {"step", "known", NULL};
	struct table table;

	revolve_rows_init(&table, args, columns, out);
	revolve_run_start(run);
	for (;;) {
		table_u64(&table, run->steps);
		table_u64(&table, run->known);
		table_end(&table);
		if (run->known == run->processes || ferror(out))
			break;
		revolve_run_step(run);
	}
	table_finish(&table);
}

enum total { STEPS, BOUND, MESSAGES, STATIC, STATIC_ALL, TOTALS };
static const char *const total_names[] = {
	"steps", "bound", "messages", "static", "static-all", NULL};

/* What the simulation took; static, static-all: the messages of one computation
 * in a static hierarchy, and of as many as there were steps. */
struct totals {
	mpz_t value[TOTALS];
	int has_bound;
};

static void totals_init(struct totals *totals, const struct revolve_run *run,
	const struct revolve *revolve)
{
	for (int i = 0; i < TOTALS; i++)
		mpz_init(totals->value[i]);
	number_set_u64(totals->value[STEPS], run->steps);
	totals->has_bound =
		revolve_run_bound(totals->value[BOUND], revolve, run->app);
	number_set_u64(totals->value[MESSAGES], run->messages);
	mpz_set_ui(
		totals->value[STATIC], 2 * (unsigned long)(run->processes - 1));
	mpz_mul(totals->value[STATIC_ALL], totals->value[STATIC],
		totals->value[STEPS]);
}

static void totals_clear(struct totals *totals)
{
	for (int i = 0; i < TOTALS; i++)
		mpz_clear(totals->value[i]);
}

static void print_totals(
	const struct totals *totals, const struct revolve_args *args, FILE *out)
{
	struct table table;

	revolve_rows_init(&table, args, total_names, out);
	for (int i = 0; i < TOTALS; i++)
		if (i != BOUND || totals->has_bound)
			table_integer(&table, totals->value[i]);
		else
			table_absent(&table);
	table_end(&table);
	table_finish(&table);
}

/* Prints the totals as comments, if the format has them. */
static void print_comments(
	const struct totals *totals, const struct revolve_args *args, FILE *out)
{
	if (!(args->output.format->uses & FORMAT_COMMENTS))
		return;
	for (int i = 0; i < TOTALS; i++) {
		char *text = number_integer_text(totals->value[i]);
		int is_known = i != BOUND || totals->has_bound;

		fprintf(out, "# %s %s\n", total_names[i],
			is_known ? text : "-");
		mem_free(text);
	}
}

static void run_to_end(struct revolve_run *run)
{
	revolve_run_start(run);
	while (run->known < run->processes)
		revolve_run_step(run);
}

static void print_run(struct revolve_run *run, const struct revolve_args *args,
	const struct revolve *revolve, FILE *out)
{
	struct totals totals;

	if (args->summary)
		run_to_end(run);
	else
		print_steps(run, args, out);
	totals_init(&totals, run, revolve);
	if (args->summary)
		print_totals(&totals, args, out);
	else
		print_comments(&totals, args, out);
	totals_clear(&totals);
}

enum status revolve_print_simulate(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err)
{
	struct revolve_run run;
	enum status status;

	status = revolve_run_init(&run, revolve, app_of(args), err);
	if (status == STATUS_OK && args->values.range)
		status = given_values(&run, args, err);
	else if (status == STATUS_OK)
		seeded_values(&run, args->seed < 0 ? 0 : (uint64_t)args->seed);
	if (status == STATUS_OK)
		print_run(&run, args, revolve, out);
	revolve_run_clear(&run);
	return status;
}
