/*
 * The headers of schedules, from the problem, whose numbers and time must fit
 * 64-bit words, and the operations of schedules whose rows come from a merge.
 */
#include "model/postal/open.h"

#include "base/mem.h"

enum status postal_header(struct schedule_header *header, const char *name,
	problem_time *time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	*header = (struct schedule_header){
		.model = MODEL_POSTAL, .algorithm = name};
	if (problem->ports > 1)
		header->ports = problem->ports;
	return problem_header_at(header, time, problem, options, err);
}

enum status postal_merge_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct postal_merge *own = (struct postal_merge *)schedule;

	(void)err;
	*rows = own->row;
	for (*count = 0; *count < POSTAL_ROWS && own->merge.count > 0;)
		own->put(own, &own->row[(*count)++]);
	return STATUS_OK;
}

static void postal_merge_clear(struct schedule *schedule)
{
	struct postal_merge *own = (struct postal_merge *)schedule;

	postal_steps_clear(&own->steps);
	merge_clear(&own->merge);
}

const struct schedule_ops postal_merge_ops = {
	postal_merge_next, postal_merge_clear};
