/*
 * Reads what the parser cannot check alone: the degree, a number or a word
 * whose limit depends on n; radices; and whether operation, model, algorithm
 * and messages go together.
 */
#include "cli/problem/problem.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "cli/input/input.h"
#include "format/out.h"
#include "model/algorithm.h"
#include "model/trees/trees.h"

/* Room for the names of all algorithms. */
enum { OPERATION_NAMES = 1024 };

void problem_read(struct problem *problem, const struct sweep *processors,
	const struct sweep *messages, const mpq_t lambda,
	const struct output *output)
{
	problem_init(problem);
	mpz_set(problem->n, mpq_numref(sweep_value(processors)));
	if (messages && messages->range)
		mpz_set(problem->m, mpq_numref(sweep_value(messages)));
	mpq_set(problem->lambda, lambda);
	problem->max_bits = (uint64_t)output->max_bits;
}

int problem_has_messages(const struct sweep *messages)
{
	return messages->range && mpq_cmp_ui(sweep_value(messages), 1, 1) != 0;
}

/* Reads a degree from 1 to max(1, n-1), or a radix from 2 to n. */
static enum status parse_degree(mpz_t degree, const struct problem *problem,
	int is_radix, const char *text, struct err *err)
{
	enum status status = slip_check(text, 1, 1, 0, 0, err);
	mpz_t most;

	if (status == STATUS_OK)
		status = input_whole(degree, text, 1, problem->max_bits, err);
	if (status != STATUS_OK)
		return status;
	if (is_radix && mpz_cmp_ui(degree, 1) == 0)
		return slip_below(text, 2, err);
	mpz_init(most);
	mpz_sub_ui(most, problem->n, !is_radix);
	if (mpz_cmp_ui(degree, 1) > 0 && mpz_cmp(degree, most) > 0)
		status = err_usage(err,
			is_radix ? "the radix must be at most "
				 : "must be at most ",
			ERR_OWN, number_size_text(most),
			is_radix ? ", the number of processors, not "
				 : ", the number of other processors, not ",
			ERR_TEXT, text);
	mpz_clear(most);
	return status;
}

static enum status find_radix(
	mpz_t radix, const struct problem *problem, struct err *err)
{
	enum status status;
	mpq_t time;

	mpq_init(time);
	status = trees_best_radix(radix, time, problem, err);
	mpq_clear(time);
	return status;
}

enum status problem_degree(mpz_t degree, const struct problem *problem,
	const struct algorithm *algorithm, const char *text, struct err *err)
{
	int is_radix = !!(algorithm->uses & USES_RADIX);
	enum status status;

	mpz_set_ui(degree, 0);
	if (text && strcmp(text, "best") == 0 && is_radix)
		return find_radix(degree, problem, err);
	if (!text && is_radix)
		mpz_set_ui(degree, TREES_RADIX);
	if (!text || strcmp(text, "best") == 0)
		return STATUS_OK;
	status = parse_degree(degree, problem, is_radix, text, err);
	if (status != STATUS_OK)
		err_prefix(err, "--degree");
	return status;
}

const __mpz_struct *problem_machine_degree(const mpz_t degree, const char *text)
{
	int is_best = text && strcmp(text, "best") == 0;

	return mpz_sgn(degree) > 0 && !is_best ? degree : NULL;
}

/* The most bits of a radix. */
enum { RADIX_BITS = 1 << 20 };

/* Adds the radix in the first size bytes of text. */
static enum status add_radix(
	struct radices *radices, const char *text, size_t size, struct err *err)
{
	char *one = mem_text(text, size);
	enum status status;
	mpz_t radix;

	mpz_init(radix);
	status = input_whole(radix, one, 2, RADIX_BITS, err);
	if (status == STATUS_OK) {
		radices->radix = mem_resize(radices->radix, radices->count + 1,
			sizeof *radices->radix);
		mpz_init_set(radices->radix[radices->count++].value, radix);
	}
	mpz_clear(radix);
	mem_free(one);
	return status;
}

enum status problem_radices(
	struct radices *radices, const char *text, struct err *err)
{
	enum status status = STATUS_OK;

	*radices = (struct radices){0};
	while (text && status == STATUS_OK) {
		size_t size = strcspn(text, ",");

		status = add_radix(radices, text, size, err);
		text = text[size] == ',' ? text + size + 1 : NULL;
	}
	if (status != STATUS_OK) {
		err_prefix(err, "--radix");
		radices_clear(radices);
	}
	return status;
}

enum status problem_check_latency(const struct problem *problem,
	const struct algorithm *algorithm, enum model model, struct err *err)
{
	int is_size;

	if (algorithm_applies(algorithm, problem, model))
		return STATUS_OK;
	if (algorithm->needs_nodes && !problem->nodes)
		return err_usage(err,
			"--node and --inside are missing: ", algorithm->name,
			" is for processors on nodes");
	if (problem->nodes)
		return err_usage(err, "--messages: on nodes ", algorithm->name,
			" is for one message, not ", ERR_TEXT, ERR_OWN,
			number_integer_text(problem->m));
	if (!algorithm->condition)
		return err_usage(err, algorithm->name,
			": no algorithm takes such a problem");
	is_size = strstr(algorithm->condition, "processors") != NULL;
	return err_usage(err,
		is_size ? "--processors: " : "--latency: ", algorithm->name,
		" is for ", algorithm->condition, ", not ", ERR_TEXT, ERR_OWN,
		is_size ? number_integer_text(problem->n)
			: number_text(problem->lambda));
}

/* -- What an operation implies for other options. */

enum status operation_check_model(int operation, int model, struct err *err)
{
	if (!schedule_is_collective((enum operation)operation) ||
		(model != MODEL_TELEPHONE && model != MODEL_TELEGRAPH))
		return STATUS_OK;
	return err_usage(err, "--model: ", schedule_operations[operation],
		" is of the models postal, logp and sendrecv, not ",
		schedule_models[model]);
}

enum status operation_check_algorithm(const struct algorithm *algorithm,
	enum operation operation, int is_part, int on_nodes, struct err *err)
{
	unsigned levels =
		schedule_is_collective(operation) ? USES_LEVELS : USES_NODES;
	int has_nodes = on_nodes && operation != OPERATION_CENSUS;
	char names[OPERATION_NAMES] = "";

	if (algorithm_has(algorithm, operation))
		return STATUS_OK;
	for (const struct algorithm *row = algorithms; row->name; row++)
		if (algorithm_has(row, operation) && (row->rank || !is_part) &&
			(has_nodes ? row->uses & levels : !row->needs_nodes))
			text_add(names, OPERATION_NAMES, "%s%s",
				*names ? ", " : "", row->name);
	return err_usage(err, "--op: ", algorithm->name, " has no ",
		schedule_operations[operation], ": use ", names);
}

enum status operation_set_model(
	struct latency_args *latency, int operation, struct err *err)
{
	enum status status =
		operation_check_model(operation, latency->model, err);

	latency->operation = operation;
	if (latency->model < 0)
		latency->model =
			schedule_is_collective((enum operation)operation) &&
					!latency_is_given(latency)
				? MODEL_SENDRECV
				: MODEL_POSTAL;
	return status;
}

enum status operation_check_messages(
	int operation, const mpz_t messages, struct err *err)
{
	if (mpz_cmp_ui(messages, 1) <= 0 ||
		!schedule_run_column((enum operation)operation))
		return STATUS_OK;
	if (operation != OPERATION_CENSUS)
		return err_usage(err, "--messages: not used with --op ",
			schedule_operations[operation],
			": there is a block for each processor");
	return err_usage(err,
		"--messages: a census is of one: for more there is ", ERR_TEXT,
		schedule_operations[OPERATION_ALLREDUCE]);
}
