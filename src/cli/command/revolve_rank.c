/*
 * revolve rank: what one process does.  At one time that is a line, "send 5",
 * "receive 3 7" or "idle"; for several times, or in a format other than text, a
 * table.
 */
#include "cli/command/command.h"

#include "base/mem.h"
#include "number/number.h"

static const char *const role_names[] = {"idle", "send", "receive"};

/* process = the label of R. */
static void read_process(mpz_t process, const struct revolve_args *args,
	const struct revolve *revolve)
{
	const __mpz_struct *given = mpq_numref(sweep_value(&args->process));

	if (args->numbering == REVOLVE_BY_POSITION)
		revolve->ops->label(process, revolve, given);
	else
		mpz_set(process, given);
}

/* Prints the peers of one role in a line; returns whether there are any. */
static int print_line(const struct revolve_args *args,
	const struct revolve *revolve, const mpz_t process,
	enum revolve_role role, struct out *out)
{
	struct revolve_rank rank;
	mpz_t peer;
	char *text;
	int any = 0;

	mpz_init(peer);
	revolve_rank_init(
		&rank, revolve, process, mpq_numref(sweep_value(&args->time)));
	while (revolve_rank_next(&rank)) {
		if (rank.role != role)
			continue;
		if (!any)
			out_text(out, role_names[role]);
		any = 1;
		revolve_show(peer, args, revolve, rank.peer);
		text = number_integer_text(peer);
		out_char(out, ' ');
		out_text(out, text);
		mem_free(text);
	}
	if (any)
		out_char(out, '\n');
	revolve_rank_clear(&rank);
	mpz_clear(peer);
	return any;
}

static void print_lines(const struct revolve_args *args,
	const struct revolve *revolve, const mpz_t process, FILE *file)
{
	struct out out;
	int any;

	out_init(&out, file);
	any = print_line(args, revolve, process, REVOLVE_SENDER, &out);
	any |= print_line(args, revolve, process, REVOLVE_RECEIVER, &out);
	if (!any)
		out_text(&out, "idle\n");
	out_finish(&out);
}

/* Prints a row for each peer; without one the process is idle. */
static void print_rows(struct table *table, const struct revolve_args *args,
	struct revolve_rank *rank, const mpz_t time)
{
	mpz_srcptr last = mpq_numref(sweep_greatest(&args->time)),
		   processes = rank->revolve->processes;
	int any = 0;
	mpz_t peer;

	mpz_init(peer);
	while (revolve_rank_next(rank)) {
		any = 1;
		revolve_show(peer, args, rank->revolve, rank->peer);
		table_integer_to(table, time, last);
		table_text(table, role_names[rank->role]);
		table_integer_to(table, peer, processes);
		table_end(table);
	}
	if (!any) {
		table_integer_to(table, time, last);
		table_text(table, role_names[REVOLVE_IDLE]);
		table_integer_to(table, NULL, processes);
		table_end(table);
	}
	mpz_clear(peer);
}

static void print_table(const struct revolve_args *args,
	const struct revolve *revolve, const mpz_t process, FILE *out)
{
	static const char *const columns[] = {"time", "event", "peer", NULL};
	struct sweep_cursor time;
	struct table table;

	revolve_rows_init(&table, args, columns, out);
	sweep_cursor_init(&time, &args->time);
	do {
		const __mpz_struct *t = mpq_numref(time.value);
		struct revolve_rank rank;

		revolve_rank_init(&rank, revolve, process, t);
		print_rows(&table, args, &rank, t);
		revolve_rank_clear(&rank);
	} while (sweep_cursor_next(&time) && !ferror(out));
	sweep_cursor_clear(&time);
	table_finish(&table);
}

/* A process holds up to ceil(N/n) of the N positions, each with up to fan_in
 * rows at a time. */
static enum status check_revolve_rows(const struct revolve_args *args,
	const struct revolve *revolve, struct err *err)
{
	enum status status;
	mpz_t count;

	mpz_init(count);
	mpz_cdiv_q(count, revolve->size, revolve->processes);
	mpz_mul_ui(count, count, revolve->fan_in);
	mpz_mul(count, count, args->time.count);
	status = output_check_rows_at_most(
		"the table", count, args->output.max_rows, err);
	mpz_clear(count);
	return status;
}

enum status revolve_print_rank(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err)
{
	enum status status = check_revolve_rows(args, revolve, err);
	mpz_t process;

	if (status != STATUS_OK)
		return status;
	mpz_init(process);
	read_process(process, args, revolve);
	if (args->output.format->rows == &rows_text && !args->time.is_sweep)
		print_lines(args, revolve, process, out);
	else
		print_table(args, revolve, process, out);
	mpz_clear(process);
	return STATUS_OK;
}
