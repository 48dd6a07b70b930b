/*
 * One processor's part in an operation.  A reduction is a broadcast read
 * backwards: what the processor receives from start on, in a broadcast of time
 * T, it sends from T - start - 1 on, to whom it had it from.
 */
#include "model/algorithm.h"

#include "core/part.h"
#include "model/nodes/nodes.h"

/* All that have parts in a broadcast have them by beats. */
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
	int reduces = options->operation == OPERATION_REDUCE;
	struct algorithm_options given = *options;
	enum status status;

	*part = NULL;
	given.name = algorithm->name;
	if (problem->nodes && nodes_algorithm_find(algorithm->name) &&
		!schedule_is_collective((enum operation)options->operation))
		return nodes_part(part, problem, &given, rank, span, err);
	if (reduces)
		given.operation = OPERATION_BROADCAST;
	status = algorithm->rank(part, problem, &given, rank, span, err);
	return status == STATUS_OK && reduces
		       ? reverse_part(
				 part, algorithm, problem, options, span, err)
		       : status;
}
