/*
 * Opens schedules: a problem whose numbers and time fit 64-bit words becomes a
 * header, and the builder does the rest.
 */
#include "model/postal/open.h"

#include "base/mem.h"

static enum status fill_postal_header(struct schedule_header *header,
	const struct postal_builder *builder, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	enum status status;
	mpq_t time;

	*header = (struct schedule_header){
		.model = MODEL_POSTAL, .algorithm = builder->name};
	if (problem->ports > 1)
		header->ports = problem->ports;
	if (problem_header(header, problem, err) != STATUS_OK)
		return err->code;
	mpq_init(time);
	status = builder->time(time, problem, options, err);
	if (status == STATUS_OK)
		status = problem_finish(header, time, err);
	mpq_clear(time);
	return status;
}

enum status postal_open(struct schedule **schedule,
	const struct postal_builder *builder, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	struct schedule_header header;
	enum status status =
		fill_postal_header(&header, builder, problem, options, err);

	*schedule = NULL;
	if (status != STATUS_OK)
		return status;
	return builder->build(schedule, &header, options, err);
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

static void postal_merge_close(struct schedule *schedule)
{
	struct postal_merge *own = (struct postal_merge *)schedule;

	postal_steps_clear(&own->steps);
	merge_clear(&own->merge);
	mem_free(own);
}

const struct schedule_ops postal_merge_ops = {
	postal_merge_next, postal_merge_close};
