/* The schedule of a census, in machine words: in each step a row for everybody.
 */
#include "model/census/census.h"

#include "base/mem.h"
#include "number/number.h"

enum { CENSUS_ROWS = 256 };

/* A step in words. */
struct census_word_step {
	uint64_t tick, ahead, count;
	int has_own;
};

struct census_schedule {
	struct schedule schedule;
	struct census_word_step *step;
	size_t steps, at;
	uint64_t from; /* the next sender of step at */
	struct transmission row[CENSUS_ROWS];
};

/* The next row; first + size may pass n, as runs may. */
static void put_census(struct census_schedule *census, struct transmission *row)
{
	const struct census_word_step *step = &census->step[census->at];
	uint64_t n = census->schedule.header.processors, from = census->from++;
	uint64_t behind = step->count - (step->has_own ? 1 : 0);

	*row = (struct transmission){.tick = step->tick,
		.from = from,
		.to = from < n - step->ahead ? from + step->ahead
					     : from - (n - step->ahead),
		.message = 1,
		.first = from >= behind ? from - behind : from + (n - behind),
		.size = step->count};
	if (census->from == n) {
		census->from = 0;
		census->at++;
	}
}

static enum status census_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct census_schedule *census = (struct census_schedule *)schedule;

	(void)err;
	*rows = census->row;
	for (*count = 0; *count < CENSUS_ROWS && census->at < census->steps;
		++*count)
		put_census(census, &census->row[*count]);
	return STATUS_OK;
}

static void census_close(struct schedule *schedule)
{
	struct census_schedule *census = (struct census_schedule *)schedule;

	mem_free(census->step);
	mem_free(census);
}

static void set_steps(
	struct census_schedule *schedule, const struct census *census)
{
	schedule->steps = census->steps;
	schedule->step = mem_array(census->steps, sizeof *schedule->step);
	for (size_t i = 0; i < census->steps; i++) {
		const struct census_step *step = &census->step[i];

		schedule->step[i] = (struct census_word_step){
			.tick = step->start * schedule->schedule.header.unit,
			.ahead = number_get_u64(step->ahead),
			.count = number_get_u64(step->count),
			.has_own = step->has_own};
	}
}

static enum status set_census_header(struct schedule_header *header,
	const struct problem *problem, struct err *err)
{
	enum status status;
	mpq_t time;

	*header = (struct schedule_header){.model = MODEL_POSTAL,
		.algorithm = "census",
		.operation = OPERATION_CENSUS};
	status = problem_header(header, problem, err);
	header->messages = 1;
	mpq_init(time);
	if (status == STATUS_OK)
		status = census_time(time, problem, NULL, err);
	if (status == STATUS_OK)
		status = problem_finish(header, time, err);
	mpq_clear(time);
	return status;
}

enum status census_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	static const struct schedule_ops ops = {census_next, census_close};
	struct schedule_header header;
	struct census_schedule *opened;
	struct census census;

	(void)options;
	*schedule = NULL;
	if (set_census_header(&header, problem, err) != STATUS_OK ||
		census_init(&census, problem, err) != STATUS_OK)
		return err->code;
	opened = mem_array(1, sizeof *opened);
	opened->schedule.header = header;
	opened->schedule.ops = &ops;
	set_steps(opened, &census);
	census_clear(&census);
	*schedule = &opened->schedule;
	return STATUS_OK;
}
