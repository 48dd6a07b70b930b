/* A schedule of given rows, all of which it hands out at once. */
#include "judge/rows.h"

#include "base/mem.h"

struct listed {
	struct schedule schedule;
	const struct transmission *row;
	size_t count;
};

int judge_rows_read(struct transmissions *list, struct schedule *schedule)
{
	const struct transmission *row;
	size_t count;
	struct err err;

	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK) {
		if (count == 0)
			return 1;
		for (size_t i = 0; i < count; i++)
			transmissions_add(list, &row[i]);
	}
	return 0;
}

static enum status listed_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct listed *listed = (struct listed *)schedule;

	(void)err;
	*rows = listed->row;
	*count = listed->count;
	listed->count = 0;
	return STATUS_OK;
}

struct schedule *judge_rows_open(const struct schedule_header *header,
	const struct transmission *row, size_t count)
{
	static const struct schedule_ops ops = {listed_next, NULL};
	struct listed *listed = mem_array(1, sizeof *listed);

	listed->schedule.header = *header;
	listed->schedule.ops = &ops;
	listed->row = row;
	listed->count = count;
	return &listed->schedule;
}
