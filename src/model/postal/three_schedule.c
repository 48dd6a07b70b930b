/*
 * Three processors, a schedule for every m and latency, of the least time
 * (model/postal/three.h).  All sends are in steps 0, 1, ..; L = ceil(lambda).
 *
 * If 2m <= L the source sends everything.  Else there are m + floor(L/2) steps,
 * m + ceil(L/2) if L is odd and nothing drifts.  Each step belongs to one of
 * the two receivers.  The source sends message t + 1 in step t to the one to
 * which the step belongs.  That one sends it on, to the other, a period later:
 * then the step is again its own, so that each of the two has at most one
 * receive and one send in a step.  What could not be sent on any more, the last
 * floor(L/2) messages, the source sends to both.
 *
 * The period is L: in each ceil(L/2) steps of the first receiver, and then the
 * others.  In the last L steps the source has as many for both as it needs.
 * Steps begin a unit apart, and receives end L - lambda before they would at
 * latency L.
 *
 * Where L = 2j + 1 is odd, phi = lambda - 2j < 1, and m small, it pays to
 * drift: the period is 2j, and steps take turns, j by j.  Messages are sent on
 * as soon as they have arrived, phi later than what the source sends in that
 * step; so before it sends to the other one, it waits.  It sends in step t at
 * time t + phi floor(t / 3j): after three turns what was sent on in the last of
 * them, phi late, is to be followed by what the source sends.
 */
#include "model/postal/three.h"

#include "base/mem.h"
#include "number/number.h"

enum { THREE_ROWS = 256 };

struct three {
	struct schedule schedule;
	uint64_t items, steps;
	uint64_t period; /* steps from receiving to sending on */
	uint64_t ours;	 /* steps of the first receiver in a period */
	uint64_t late;	 /* ticks that the source loses in 3 ours steps */
	uint64_t step;
	struct transmission row[THREE_ROWS + 1]; /* a step has up to 2 */
};

/* Whether the step belongs to the first receiver. */
static int is_first(const struct three *three, uint64_t step)
{
	return step % three->period < three->ours;
}

/* How many of the steps before that one are the first receiver's. */
static uint64_t count_first(const struct three *three, uint64_t step)
{
	uint64_t rest = step % three->period;

	return step / three->period * three->ours +
	       (rest < three->ours ? rest : three->ours);
}

/* What the source sends in a step, 0 for nothing; in the last period the i-th
 * of one receiver's steps, and of the other's, are for the i-th message. */
static uint64_t item_of(const struct three *three, uint64_t step)
{
	uint64_t whole = three->steps - three->period;
	uint64_t i = count_first(three, step) - count_first(three, whole);

	if (step < whole)
		return step + 1;
	if (!is_first(three, step))
		i = step - whole - i;
	return whole + i < three->items ? whole + i + 1 : 0;
}

/* When the source sends. */
static uint64_t tick_of(const struct three *three, uint64_t step)
{
	uint64_t tick = step * three->schedule.header.unit;

	return three->late == 0 ? tick
				: tick + step / (3 * three->ours) * three->late;
}

/* Writes the sends of a step, at most 2; returns how many. */
static size_t put_step(const struct three *three, struct transmission *row)
{
	uint64_t step = three->step, to = is_first(three, step) ? 1 : 2;
	uint64_t item, from;
	size_t count = 0;

	if (three->steps <= three->period) {
		row[0] = (struct transmission){
			.tick = step * three->schedule.header.unit,
			.to = step % 2 == 0 ? 1 : 2,
			.message = step / 2 + 1};
		return 1;
	}
	item = item_of(three, step);
	if (item > 0)
		row[count++] =
			(struct transmission){.tick = tick_of(three, step),
				.to = to,
				.message = item};
	if (step < three->period)
		return count;
	from = step - three->period;
	row[count++] = (struct transmission){
		.tick = three->late == 0
				? tick_of(three, step)
				: tick_of(three, from) +
					  three->schedule.header.latency,
		.from = to,
		.to = 3 - to,
		.message = from + 1};
	return count;
}

static enum status three_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct three *three = (struct three *)schedule;

	(void)err;
	*rows = three->row;
	for (*count = 0; *count < THREE_ROWS && three->step < three->steps;
		three->step++)
		*count += put_step(three, three->row + *count);
	return STATUS_OK;
}

static void three_close(struct schedule *schedule)
{
	mem_free(schedule);
}

static const struct schedule_ops three_ops = {three_next, three_close};

static void set_steps(struct three *three, const struct problem *problem)
{
	const struct schedule_header *header = &three->schedule.header;
	uint64_t whole = header->latency / header->unit, half;

	whole += header->latency % header->unit > 0;
	half = whole / 2;
	three->items = header->messages;
	three->period = whole;
	three->ours = whole - half;
	if (three->items <= half) {
		three->steps = 2 * three->items;
	} else if (postal_three_drifts(problem)) {
		three->period = 2 * half;
		three->ours = half;
		three->steps = three->items + half;
		three->late = header->latency - 2 * half * header->unit;
	} else {
		three->steps = three->items + three->ours;
	}
}

enum status postal_three_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct three *three;
	struct schedule_header header = {
		.model = MODEL_POSTAL, .algorithm = "optimum"};

	*schedule = NULL;
	if (problem_header_at(&header, postal_three_time, problem, options,
		    err) != STATUS_OK)
		return err->code;
	three = mem_array(1, sizeof *three);
	three->schedule.header = header;
	three->schedule.ops = &three_ops;
	set_steps(three, problem);
	*schedule = &three->schedule;
	return STATUS_OK;
}
