/*
 * What can be done with any row of the table.  Without a formula, the time is
 * the finish of a schedule built for this purpose, if the row's estimate of the
 * work is small.  On nodes, schedules of broadcasts and reductions are those of
 * model/nodes under the algorithm's name.
 */
#include "model/algorithm.h"

#include <string.h>

#include "number/number.h"
#include "core/part.h"

const struct algorithm *algorithm_find(const char *name)
{
	for (const struct algorithm *row = algorithms; row->name; row++)
		if (strcmp(row->name, name) == 0)
			return row;
	return NULL;
}

int algorithm_has(const struct algorithm *algorithm, enum operation operation)
{
	const unsigned usual =
		1u << OPERATION_BROADCAST | 1u << OPERATION_REDUCE;
	unsigned has = algorithm->operations ? algorithm->operations : usual;

	return has >> operation & 1;
}

int algorithm_has_on(const struct algorithm *algorithm,
	const struct problem *problem, enum operation operation)
{
	unsigned levels =
		schedule_is_collective(operation) ? USES_LEVELS : USES_NODES;

	return algorithm_has(algorithm, operation) &&
	       (!problem->nodes || algorithm->uses & levels);
}

enum operation algorithm_operation(const struct algorithm *algorithm)
{
	enum operation operation = OPERATION_BROADCAST;

	/* A census is also an allreduce, which comes before it. */
	if (!algorithm_has(algorithm, operation) &&
		algorithm_has(algorithm, OPERATION_CENSUS))
		return OPERATION_CENSUS;
	while (!algorithm_has(algorithm, operation))
		operation = (enum operation)(operation + 1);
	return operation;
}

int algorithm_has_ports(const struct algorithm *algorithm)
{
	return algorithm->uses & USES_PORTS ||
	       (algorithm->uses & USES_MESSAGES &&
		       algorithm->models >> MODEL_POSTAL & 1);
}

int algorithm_applies(const struct algorithm *algorithm,
	const struct problem *problem, enum model model)
{
	if (model == MODEL_LOGP && !problem_is_whole(problem))
		return 0;
	if (problem->nodes)
		return algorithm->uses & (USES_NODES | USES_LEVELS) &&
		       model == MODEL_POSTAL &&
		       (mpz_cmp_ui(problem->m, 1) == 0 || !algorithm->on_nodes);
	if (algorithm->needs_nodes ||
		(problem->ports > 1 && !(algorithm->uses & USES_PORTS)))
		return 0;
	return algorithm->models >> model & 1 &&
	       (!algorithm->applies || algorithm->applies(problem, model));
}

/* The row that has the algorithm's functions for the problem.  options: with
 * the algorithm's name. */
static const struct algorithm *row_of(const struct algorithm *algorithm,
	const struct problem *problem, const struct algorithm_options *options)
{
	if (problem->nodes && algorithm->on_nodes &&
		!schedule_is_collective((enum operation)options->operation))
		return algorithm->on_nodes;
	return algorithm->is_other && algorithm->is_other(problem, options)
		       ? algorithm->other
		       : algorithm;
}

static enum status open_by_row(struct schedule **schedule,
	const struct algorithm *algorithm, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	algorithm = row_of(algorithm, problem, options);
	return algorithm->open
		       ? algorithm->open(schedule, problem, options, err)
		       : search_open_begun(schedule, algorithm->begin, problem,
				 options, err);
}

enum status algorithm_open(struct schedule **schedule,
	const struct algorithm *algorithm, enum model model,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct algorithm_options given = *options;
	struct schedule_header *header;
	enum status status;

	given.model = (int)model;
	given.name = algorithm->name;
	status = open_by_row(schedule, algorithm, problem, &given, err);
	/* Nodes belong to the postal model. */
	if (status != STATUS_OK || problem->nodes ||
		(*schedule)->header.model == model ||
		(*schedule)->header.model == MODEL_MACHINE)
		return status;
	header = &(*schedule)->header;
	header->model = model;
	if (model == MODEL_SENDRECV)
		header->latency = 0;   /* it was 1 */
	else if (header->latency == 0) /* built in rounds: it is whole */
		header->latency = number_get_u64(mpq_numref(problem->lambda));
	return STATUS_OK;
}

enum status algorithm_begin(struct search **search,
	const struct algorithm *algorithm, enum model model,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule *schedule;
	enum status status;

	if (algorithm->begin && !problem->nodes)
		return algorithm->begin(search, problem, options, err);
	status = algorithm_open(
		&schedule, algorithm, model, problem, options, err);
	if (status == STATUS_OK)
		*search = search_settled(schedule);
	return status;
}

void algorithm_rows(mpz_t rows, const struct algorithm *algorithm,
	const struct problem *problem, const struct algorithm_options *options)
{
	struct algorithm_options given = *options;

	given.name = algorithm->name;
	algorithm = row_of(algorithm, problem, &given);
	if (algorithm->rows)
		algorithm->rows(rows, problem, &given);
	else
		problem_transmissions(rows, problem);
}

/* The finish of a schedule that is built for this purpose. */
static enum status built_time(mpq_t time, const struct algorithm *algorithm,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule *schedule;
	enum status status =
		open_by_row(&schedule, algorithm, problem, options, err);

	if (status != STATUS_OK)
		return status;
	schedule_finish_time(time, &schedule->header);
	schedule_close(schedule);
	return STATUS_OK;
}

/* work += count (each + flight more). */
static void add_estimate(mpz_t work, const mpz_t count, uint32_t each,
	const mpz_t flight, uint32_t more)
{
	mpz_t one;

	mpz_init(one);
	mpz_mul_ui(one, flight, more);
	mpz_add_ui(one, one, each);
	mpz_addmul(work, count, one);
	mpz_clear(one);
}

/* How long it takes to find the time without a formula and to build. */
static void estimate_work(mpz_t work, const struct algorithm *algorithm,
	const struct problem *problem)
{
	mpz_t flight, sends;

	mpz_inits(flight, sends, NULL);
	number_ceil(flight, problem->lambda);
	if (mpz_cmp(flight, problem->m) > 0)
		mpz_set(flight, problem->m);
	problem_transmissions(sends, problem);
	mpz_set_ui(work, 0);
	add_estimate(work, problem->n, algorithm->processor_work, flight,
		algorithm->held_work);
	add_estimate(work, sends, algorithm->send_work, flight,
		algorithm->flight_work);
	if (algorithm->work) {
		algorithm->work(sends, problem);
		mpz_add(work, work, sends);
	}
	mpz_clears(flight, sends, NULL);
}

uint64_t algorithm_work(
	const struct algorithm *algorithm, const struct problem *problem)
{
	uint64_t work = UINT64_MAX;
	mpz_t estimate;

	mpz_init(estimate);
	estimate_work(estimate, algorithm, problem);
	if (number_fits_u64(estimate))
		work = number_get_u64(estimate);
	mpz_clear(estimate);
	return work;
}

enum status algorithm_time(mpq_t time, const struct algorithm *algorithm,
	const struct problem *problem, const struct algorithm_options *options,
	uint64_t work, struct err *err)
{
	struct algorithm_options given = *options;
	const struct algorithm *row;

	given.name = algorithm->name;
	row = row_of(algorithm, problem, &given);
	mpq_set_ui(time, 0, 1);
	if (row->rounds && row->rounds(mpq_numref(time), problem))
		return STATUS_OK;
	if (algorithm_work(row, problem) > work)
		return err_limit(err, "the time of ", algorithm->name,
			" takes long to find");
	if (row->time)
		return row->time(time, problem, &given, err);
	return built_time(time, algorithm, problem, &given, err);
}

/*
 * -- One processor's part in an operation.  A reduction is a broadcast read
 * backwards: what a processor receives from time s on in a broadcast of time T,
 * it sends from T - s - 1 on, to the processor that it came from.
 */

/* Turns a broadcast's part, which is always one of beats, into a
 * reduction's. */
static enum status reverse_part(struct part **part,
	const struct algorithm *algorithm, const struct problem *problem,
	const struct algorithm_options *options, const struct part_span *span,
	struct err *err)
{
	enum status status;
	mpq_t end;

	mpq_init(end);
	status = algorithm_time(
		end, algorithm, problem, options, UINT64_MAX, err);
	mpz_sub(mpq_numref(end), mpq_numref(end), mpq_denref(end));
	if (status == STATUS_OK)
		part_beats_reverse(*part, end, span);
	mpq_clear(end);
	if (status == STATUS_OK)
		return STATUS_OK;
	part_close(*part);
	*part = NULL;
	return status;
}

enum status algorithm_part(struct part **part,
	const struct algorithm *algorithm, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err)
{
	/* On nodes rank reverses it, too. */
	int reduces = options->operation == OPERATION_REDUCE && !problem->nodes;
	struct algorithm_options given = *options;
	enum status status;

	*part = NULL;
	given.name = algorithm->name;
	if (reduces)
		given.operation = OPERATION_BROADCAST;
	status = row_of(algorithm, problem, &given)
			 ->rank(part, problem, &given, rank, span, err);
	return status == STATUS_OK && reduces
		       ? reverse_part(
				 part, algorithm, problem, options, span, err)
		       : status;
}
