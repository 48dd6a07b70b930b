/*
 * reach: the most processors that can know one message at time t, F_lambda(t).
 */
#include "cli/command/command.h"

#include <float.h>
#include <string.h>

#include "base/mem.h"
#include "cli/grid/grid.h"
#include "fibonacci/fibonacci.h"
#include "model/nodes/nodes.h"
#include "model/postal/bounds.h"
#include "number/number.h"

struct reach_args {
	struct output output;
	struct latency_args latency;
	struct sweep time, processors;
	int64_t approx; /* digits, 0: all */
	int all, operation;
};

enum { REACH_BROADCAST, REACH_SUM };

static const char *const operations[] = {"broadcast", "sum", NULL};

static const struct option options[] = {
	LATENCY_OPTIONS(struct reach_args, OPTION_RATIONALS, 1),
	OPTION(struct reach_args, time, "time", OPTION_RATIONALS, "TIME",
		"time since the first send may start", .letters = "t",
		.required = 1, .streams = 1),
	OPTION(struct reach_args, approx, "approx", OPTION_COUNT, "D",
		"print only the first D digits, as 1.2345e678", .least = 1,
		.most = OUTPUT_DECIMALS_MAX),
	OPTION(struct reach_args, all, "all", OPTION_FLAG, NULL,
		"print the value and the papers' bounds on it"),
	PORTS_OPTION(struct reach_args, OPTION_INTEGERS),
	NODE_OPTIONS(struct reach_args, OPTION_INTEGERS),
	OPTION(struct reach_args, operation, "op", OPTION_CHOICE, "OPERATION",
		"what to do", .further = 1, .choices = operations),
	OPTION(struct reach_args, processors, "processors", OPTION_INTEGERS,
		"N", "for a sum: number of processors that add",
		.letters = "nP", .further = 1, .least = 1, .streams = 1),
	PICTURE_OPTIONS(struct reach_args),
	OUTPUT_OPTIONS(struct reach_args, FORMAT_TABLE | FORMAT_PLOT),
	OPTION_END,
};

/* Prints mantissa·10^exponent as 1.2345e678, or as it is if exponent is 0. */
static void print_approx(
	struct table *table, const mpz_t mantissa, mpz_t exponent)
{
	char *digits = number_integer_text(mantissa), *power, *text;
	size_t size = strlen(digits);
	char first[] = {digits[0], '\0'};

	if (mpz_sgn(exponent) == 0) {
		table_number(table, digits, size);
		mem_free(digits);
		return;
	}
	mpz_add_ui(exponent, exponent, size - 1);
	power = number_integer_text(exponent);
	text = mem_join(
		first, size > 1 ? "." : "", digits + 1, "e", power, NULL);
	table_number(table, text, strlen(text));
	mem_free(text);
	mem_free(power);
	mem_free(digits);
}

/* The double nearest to F(t), whose first digits, as many as were asked for,
 * are those of mantissa·10^exponent. */
static double reach_double(const mpz_t mantissa, const mpz_t exponent,
	const mpq_t lambda, unsigned long ports, const mpq_t t)
{
	enum { TENS = 310, BITS = 1 << 20 }; /* all doubles are < 10^TENS */
	struct err err;
	double twin = DBL_MAX;
	mpz_t reach;

	if (mpz_cmp_ui(exponent, TENS) >= 0)
		return twin;
	mpz_init(reach);
	if (fibonacci_reach(reach, lambda, ports, t, BITS, &err) != STATUS_OK) {
		mpz_ui_pow_ui(reach, 10, mpz_get_ui(exponent));
		mpz_mul(reach, reach, mantissa);
	}
	twin = number_scaled_double(reach, 0);
	mpz_clear(reach);
	return twin;
}

static enum status print_first(struct problem_grid *ask, const mpq_t t,
	uint64_t digits, struct err *err)
{
	const struct problem *problem = &ask->problem;
	mpz_t mantissa, exponent;
	enum status status;

	mpz_inits(mantissa, exponent, NULL);
	status = fibonacci_approx(mantissa, exponent, problem->lambda,
		problem->ports, t, digits, problem->max_bits, err);
	if (status == STATUS_OK) {
		int exact = mpz_sgn(exponent) == 0;
		double twin = reach_double(
			mantissa, exponent, problem->lambda, problem->ports, t);

		print_approx(grid_row(&ask->grid), mantissa, exponent);
		table_twin(&ask->grid.table, &twin);
		table_exact(&ask->grid.table, exact);
		table_end(&ask->grid.table);
	}
	mpz_clears(mantissa, exponent, NULL);
	return status;
}

static enum status print_all_reaches(
	struct problem_grid *ask, const mpq_t t, struct err *err)
{
	const struct problem *problem = &ask->problem;
	struct bound_list list = {0};
	enum status status = postal_reach_list(
		&list, problem->lambda, t, problem->max_bits, err);

	if (status == STATUS_OK)
		bound_table_print(&ask->grid, &list, NULL, NULL);
	bound_list_clear(&list);
	return status;
}

static enum status find_reach(
	mpq_t reach, struct problem_grid *ask, struct err *err)
{
	const struct problem *problem = &ask->problem;
	mpz_ptr whole = mpq_numref(reach);
	enum status status;
	mpq_t t;

	mpq_init(t);
	latency_read(t, &ask->latency, ask->at);
	status = problem->nodes
			 ? nodes_reach(whole, problem, t, err)
			 : fibonacci_reach(whole, problem->lambda,
				   problem->ports, t, problem->max_bits, err);
	mpq_clear(t);
	return status;
}

static enum status answer_reach(struct problem_grid *ask, struct err *err)
{
	const struct reach_args *args = ask->args;
	enum status status;
	mpq_t t;

	mpq_init(t);
	latency_read(t, &ask->latency, ask->at);
	status = args->all ? print_all_reaches(ask, t, err)
			   : print_first(ask, t, (uint64_t)args->approx, err);
	mpq_clear(t);
	return status;
}

/* Refuses the table if its longest answer is too long: F grows with t and
 * shrinks with lambda.  Values on standard input are not known yet. */
static enum status check_reach_size(
	const struct problem_grid *ask, struct err *err)
{
	const struct reach_args *args = ask->args;
	const struct latency *latency = &ask->latency;
	mpz_t bits;
	mpq_t t;
	enum status status;

	if (args->approx || args->latency.node.range || ask->time->stream ||
		latency->sweep->stream || latency_varies(latency))
		return STATUS_OK;
	mpz_init(bits);
	mpq_init(t);
	latency_read(t, latency, sweep_greatest(ask->time));
	fibonacci_bits(
		bits, sweep_least(latency->sweep), ask->problem.ports, t);
	status = limit_check_bits("F(t)", bits, ask->problem.max_bits, err);
	if (status == STATUS_LIMIT) {
		const struct err limit = *err;

		status = err_limit(
			err, limit.msg, "; --approx D prints the first D");
	}
	mpq_clear(t);
	mpz_clear(bits);
	return status;
}

/* Whether the sweep over t misses no change of F, which changes only at
 * multiples of 1/b, lambda = a/b: its values are multiples of 1/(kb), k whole,
 * and none of those is left out. */
static int is_fine(const struct latency *latency, const struct sweep_range *t,
	const mpq_t lambda)
{
	mpq_t first, step;
	int fine;

	mpq_inits(first, step, NULL);
	latency_read(first, latency, t->first);
	latency_read(step, latency, t->step);
	mpq_div(first, first, step);
	mpz_mul(mpq_numref(step), mpq_numref(step), mpq_denref(lambda));
	fine = number_is_whole(first) &&
	       mpz_divisible_p(mpq_denref(step), mpq_numref(step));
	mpq_clears(first, step, NULL);
	return fine;
}

/* Steps if the sweep shows all changes of F, else points joined by lines. */
static enum plot_steps reach_steps(
	const struct reach_args *args, const struct latency *latency)
{
	const struct sweep_range *t = args->time.range;
	struct sweep_cursor cursor;
	int fine = args->time.ranges == 1 && !t->multiply &&
		   mpz_cmp_ui(t->count, 1) > 0;

	if (!picture_is_drawn(&args->output) || latency->sweep->stream ||
		latency_varies(latency))
		return PLOT_STRAIGHT;
	sweep_cursor_init(&cursor, latency->sweep);
	do
		fine = fine && is_fine(latency, t, cursor.value);
	while (fine && sweep_cursor_next(&cursor));
	sweep_cursor_clear(&cursor);
	return fine ? PLOT_AFTER : PLOT_STRAIGHT;
}

static enum status check_reach(struct problem_grid *ask, struct err *err)
{
	ask->grid.picture.steps = reach_steps(ask->args, &ask->latency);
	return check_reach_size(ask, err);
}

static enum status run_reach_sum(
	const struct reach_args *args, FILE *out, struct err *err)
{
	const struct sum_args sum = {.processors = &args->processors,
		.time = &args->time,
		.latency = &args->latency,
		.output = &args->output};

	if (args->all || args->approx)
		return err_usage(err, args->all ? "--all" : "--approx",
			": not used with --op sum");
	return sum_print(&sum, out, err);
}

static enum status run_reach(const void *data, FILE *out, struct err *err)
{
	static const char *const columns[] = {"reach", NULL};
	const struct reach_args *args = data;
	struct problem_grid ask = {
		.time = &args->time,
		.output = &args->output,
		.columns = args->all ? bound_table_columns : columns,
		.check = check_reach,
		.answer = args->all || args->approx ? answer_reach : NULL,
		.find = find_reach,
		.is_amount = 1,
		.args = args,
	};
	enum status status = STATUS_OK;

	if (args->operation == REACH_SUM)
		return run_reach_sum(args, out, err);
	if (args->processors.range)
		return err_usage(err, "--processors: only with --op sum");
	if (args->all && latency_ports(&args->latency) > 1)
		return latency_check_ports(&args->latency, "--all", err);
	if (args->all || args->approx)
		status = latency_check_nodes(
			&args->latency, args->all ? "--all" : "--approx", err);
	if (status != STATUS_OK)
		return status;
	if (args->all && args->approx)
		return err_usage(
			err, "--all and --approx: only one can be given");
	return problem_grid_print(&ask, &args->latency, out, err);
}

const struct command cmd_reach = {
	.name = "reach",
	.group = "numbers",
	.summary = "how many processors can know a message at time t",
	.example = "fibcast reach -l 5/2 -t 15/2",
	.shows = "14",
	.also = "fibcast reach -l 5/2 -t 1e6 --approx 10",
	.options = options,
	.size = sizeof(struct reach_args),
	.run = run_reach,
};
