/*
 * The schedule's rows: the walk's rows of the groups, merged by sender with the
 * tail's from the tail's first tick on.
 */
#include "model/cyclic/cyclic.h"

#include <assert.h>

#include "base/mem.h"
#include "core/schedule_stored.h"
#include "model/cyclic/time.h"
#include "model/cyclic/walk.h"
#include "number/number.h"

enum { ROWS = 256 };

struct streamed {
	struct schedule schedule;
	struct cyclic cyclic;
	struct cyclic_walk walk;
	uint64_t scale;	    /* schedule ticks per tick of the groups */
	uint64_t before;    /* messages before the tail's */
	int has_walk;	    /* the walk has a current tick */
	size_t sent, ticks; /* of the tail */
	struct transmission waiting[ROWS]; /* of the walk, at its tick */
	size_t wait, waits;
	struct transmission row[ROWS];
};

static uint64_t tail_tick(const struct streamed *streamed)
{
	const struct cyclic_tail *tail = &streamed->cyclic.tail;

	if (streamed->ticks == tail->ticks)
		return UINT64_MAX;
	return streamed->before * streamed->cyclic.groups.q +
	       tail->tick[streamed->ticks].tick;
}

/* Rows of the walk alone, before tick until; none are waiting. */
static struct transmission *put_walk(struct streamed *streamed,
	struct transmission *row, const struct transmission *end,
	uint64_t until)
{
	while (row < end && streamed->has_walk && streamed->walk.tick < until) {
		size_t count = cyclic_walk_rows(
			&streamed->walk, row, (size_t)(end - row));

		row += count;
		if (count == 0)
			streamed->has_walk = cyclic_walk_tick(&streamed->walk);
	}
	return row;
}

/* The walk's next row, or NULL. */
static const struct transmission *peek(struct streamed *streamed)
{
	while (streamed->wait == streamed->waits && streamed->has_walk) {
		streamed->wait = 0;
		streamed->waits = cyclic_walk_rows(
			&streamed->walk, streamed->waiting, ROWS);
		if (streamed->waits == 0)
			streamed->has_walk = cyclic_walk_tick(&streamed->walk);
	}
	return streamed->wait < streamed->waits
		       ? &streamed->waiting[streamed->wait]
		       : NULL;
}

static void put_tail(struct streamed *streamed, struct transmission *row)
{
	const struct cyclic_tail *tail = &streamed->cyclic.tail;

	row->tick = tail_tick(streamed);
	row->from = tail->send[streamed->sent].from;
	row->to = tail->send[streamed->sent].to;
	row->message = streamed->before + tail->item[streamed->sent] + 1;
	if (++streamed->sent == tail->tick[streamed->ticks].end)
		streamed->ticks++;
}

/* Rows by sender of those waiting of the walk and of those of the tail's tick,
 * which is theirs too, until either have run out.  No conditions but the loop's
 * own: who comes next is hard to predict. */
static struct transmission *put_both(struct streamed *streamed,
	struct transmission *row, const struct transmission *end)
{
	const struct cyclic_tail *tail = &streamed->cyclic.tail;
	const struct transmission *waiting = streamed->waiting;
	size_t wait = streamed->wait, sent = streamed->sent;
	size_t last = tail->tick[streamed->ticks].end;
	uint64_t tick = tail_tick(streamed);

	for (; row < end && wait < streamed->waits && sent < last; row++) {
		const struct transmission *next = &waiting[wait];
		const struct cyclic_send *send = &tail->send[sent];
		uint64_t message = streamed->before + tail->item[sent] + 1;
		int is_walk = next->from < send->from;

		row->tick = tick;
		row->from = is_walk ? next->from : send->from;
		row->to = is_walk ? next->to : send->to;
		row->message = is_walk ? next->message : message;
		wait += is_walk != 0;
		sent += is_walk == 0;
	}
	streamed->wait = wait;
	streamed->sent = sent;
	streamed->ticks += sent == last;
	return row;
}

static struct transmission *put_waiting(struct streamed *streamed,
	struct transmission *row, const struct transmission *end)
{
	while (row < end && streamed->wait < streamed->waits)
		*row++ = streamed->waiting[streamed->wait++];
	return row;
}

/* The next rows, if there are any. */
static struct transmission *put_next(struct streamed *streamed,
	struct transmission *row, const struct transmission *end)
{
	uint64_t tick = tail_tick(streamed);
	const struct transmission *next;

	if (streamed->wait == streamed->waits && streamed->has_walk &&
		streamed->walk.tick < tick)
		return put_walk(streamed, row, end, tick);
	next = peek(streamed);
	if (next && next->tick < tick)
		return put_waiting(streamed, row, end);
	if (next && next->tick == tick)
		return put_both(streamed, row, end);
	if (streamed->ticks < streamed->cyclic.tail.ticks)
		put_tail(streamed, row++);
	return row;
}

static int is_over(const struct streamed *streamed)
{
	return streamed->wait == streamed->waits && !streamed->has_walk &&
	       streamed->ticks == streamed->cyclic.tail.ticks;
}

static enum status streamed_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct streamed *streamed = (struct streamed *)schedule;
	struct transmission *end = streamed->row;

	(void)err;
	while (end < streamed->row + ROWS && !is_over(streamed))
		end = put_next(streamed, end, streamed->row + ROWS);
	if (streamed->scale > 1)
		for (struct transmission *row = streamed->row; row < end; row++)
			row->tick *= streamed->scale;
	*rows = streamed->row;
	*count = (size_t)(end - streamed->row);
	return STATUS_OK;
}

static void streamed_close(struct schedule *schedule)
{
	struct streamed *streamed = (struct streamed *)schedule;

	cyclic_walk_clear(&streamed->walk);
	cyclic_clear(&streamed->cyclic);
	mem_free(streamed);
}

static const struct schedule_ops ops = {streamed_next, streamed_close};

enum status cyclic_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	struct cyclic cyclic;
	enum status status;

	mpq_set_ui(time, 0, 1);
	if (mpz_cmp_ui(problem->n, 1) == 0)
		return STATUS_OK;
	status = cyclic_find(&cyclic, problem, err);
	if (status != STATUS_OK)
		return status;
	if (options->reach)
		*options->reach = cyclic.reach;
	cyclic_set_time(time, cyclic.delay, problem);
	cyclic_clear(&cyclic);
	return STATUS_OK;
}

/* The time for a delay that find finds. */
static enum status bounded_time(mpq_t time,
	enum status (*find)(
		int64_t *delay, const struct problem *problem, struct err *err),
	const struct problem *problem, struct err *err)
{
	enum status status;
	int64_t delay;

	mpq_set_ui(time, 0, 1);
	if (mpz_cmp_ui(problem->n, 1) == 0)
		return STATUS_OK;
	status = find(&delay, problem, err);
	if (status == STATUS_OK)
		cyclic_set_time(time, delay, problem);
	return status;
}

enum status cyclic_most_time(
	mpq_t time, const struct problem *problem, struct err *err)
{
	return bounded_time(time, cyclic_find_most, problem, err);
}

enum status cyclic_least_time(
	mpq_t time, const struct problem *problem, struct err *err)
{
	return bounded_time(time, cyclic_find_least, problem, err);
}

/* Unit, latency and finish, on the common grid of the latency and the groups.
 */
static int set_times(struct schedule_header *header, uint64_t q,
	const mpq_t time, const struct problem *problem)
{
	mpz_t unit, z;
	int fits;

	mpz_inits(unit, z, NULL);
	mpz_lcm_ui(unit, mpq_denref(problem->lambda), (unsigned long)q);
	fits = number_read_u64(&header->unit, unit, 63);
	mpz_divexact(z, unit, mpq_denref(problem->lambda));
	mpz_mul(z, z, mpq_numref(problem->lambda));
	fits = fits && number_read_u64(&header->latency, z, 63);
	mpz_divexact(z, unit, mpq_denref(time));
	mpz_mul(z, z, mpq_numref(time));
	fits = fits && number_read_u64(&header->finish, z, 63);
	mpz_clears(unit, z, NULL);
	return fits;
}

static struct schedule *open_streamed(
	const struct schedule_header *header, const struct cyclic *cyclic)
{
	struct streamed *streamed = mem_array(1, sizeof *streamed);

	streamed->schedule.header = *header;
	streamed->schedule.ops = &ops;
	streamed->cyclic = *cyclic;
	streamed->scale = header->unit / cyclic->groups.q;
	assert(cyclic->tail.items <= header->messages);
	streamed->before = header->messages - cyclic->tail.items;
	cyclic_walk_init(&streamed->walk, &streamed->cyclic.groups,
		streamed->before, streamed->before);
	streamed->has_walk = cyclic_walk_tick(&streamed->walk);
	return &streamed->schedule;
}

static enum status open_built(struct schedule **schedule,
	struct schedule_header *header, const struct problem *problem,
	struct err *err)
{
	struct cyclic cyclic;
	enum status status = cyclic_find(&cyclic, problem, err);
	mpq_t time;
	int fits;

	if (status != STATUS_OK)
		return status;
	mpq_init(time);
	cyclic_set_time(time, cyclic.delay, problem);
	fits = set_times(header, cyclic.groups.q, time, problem);
	mpq_clear(time);
	if (!fits) {
		cyclic_clear(&cyclic);
		return err_set(err, STATUS_LIMIT,
			"a schedule's times must be below 2^63", NULL);
	}
	*schedule = open_streamed(header, &cyclic);
	return STATUS_OK;
}

enum status cyclic_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule_header header = {
		.model = MODEL_POSTAL, .algorithm = "cyclic", .has_finish = 1};
	struct transmissions none = {NULL, 0, 0};

	(void)options;
	*schedule = NULL;
	if (problem_header(&header, problem, err) != STATUS_OK)
		return err->code;
	if (header.processors > 1)
		return open_built(schedule, &header, problem, err);
	*schedule = schedule_stored(&header, &none);
	return STATUS_OK;
}
