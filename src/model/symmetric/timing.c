/*
 * When the rounds of a list start: they are placed one after the other until
 * they repeat; the rest of the run then follows at equal distances.
 *   Rounds of a run that all wait for the same rounds only compete for ports
 * and the processor.  Suppose that at the start of one round as many receives
 * are still to come as at the start of the round before, that all messages of
 * these receives were sent at equal distances, and that the distance of these
 * two rounds is the same.  Then nothing changes any more: every later round
 * finds what this one found.
 */
#include "model/symmetric/symmetric.h"

#include "base/mem.h"
#include "number/number.h"

/* STEPS: the most steps, which take a second or two; TRIED: a run that would
 * take more than STEPS is given up after so many. */
enum { STEPS = 1 << 21, TRIED = 1 << 16 };

void symmetric_timing_init(struct symmetric_timing *timing)
{
	*timing = (struct symmetric_timing){0};
	mpz_init(timing->finish);
}

void symmetric_timing_clear(struct symmetric_timing *timing)
{
	for (size_t i = 0; i < timing->count; i++) {
		struct symmetric_times *item = &timing->item[i];

		mpz_clears(item->first, item->times, item->start, item->period,
			NULL);
	}
	mem_free(timing->item);
	mpz_clear(timing->finish);
}

/* The state while a run is timed. */
struct timer {
	struct symmetric_timing *timing;
	struct symmetric_clock clock;
	const struct symmetric_message *message;
	mpz_srcptr blocks;
	size_t run, busy, steps;
	mpz_t start, before, left, index;
};

static void add_times(struct timer *timer)
{
	struct symmetric_timing *timing = timer->timing;
	struct symmetric_times *item;

	timing->item = mem_grow(timing->item, &timing->capacity, timing->count,
		sizeof *timing->item);
	item = &timing->item[timing->count++];
	item->run = timer->run;
	mpz_init_set(item->first, timer->index);
	mpz_init_set_ui(item->times, 1);
	mpz_init_set(item->start, timer->start);
	mpz_init(item->period);
}

/* Extends the last item by the round; returns 0 if the round is not at the
 * item's distance. */
static int extend_times(struct timer *timer)
{
	struct symmetric_times *item =
		&timer->timing->item[timer->timing->count - 1];
	int extends;

	mpz_sub(timer->before, timer->start, timer->before);
	extends = mpz_cmp_ui(item->times, 1) == 0 ||
		  mpz_cmp(timer->before, item->period) == 0;
	if (extends) {
		mpz_set(item->period, timer->before);
		mpz_add_ui(item->times, item->times, 1);
	}
	return extends;
}

static void put_round(struct timer *timer)
{
	symmetric_clock_find(timer->start, &timer->clock, timer->message);
	symmetric_clock_put(
		&timer->clock, timer->start, timer->blocks, timer->message);
	mpz_sub_ui(timer->left, timer->left, 1);
	timer->steps++;
}

/* Places the rounds left at the distance of the last item's. */
static void repeat_last(struct timer *timer)
{
	struct symmetric_times *item =
		&timer->timing->item[timer->timing->count - 1];

	symmetric_clock_repeat(&timer->clock, timer->left, item->period);
	mpz_add(item->times, item->times, timer->left);
	mpz_addmul(timer->start, timer->left, item->period);
	mpz_set_ui(timer->left, 0);
}

/* Whether the round found what the one before it found: as many receives still
 * to come, of messages sent at one distance. */
static int is_steady(const struct timer *timer, size_t busy)
{
	const struct symmetric_times *item =
		&timer->timing->item[timer->timing->count - 1];

	return busy == timer->busy &&
	       mpz_cmp_ui(item->times, (unsigned long)busy + 1) > 0;
}

/* Places the next round of a run that does not follow. */
static void step_round(struct timer *timer)
{
	size_t busy;

	mpz_set(timer->before, timer->start);
	put_round(timer);
	mpz_add_ui(timer->index, timer->index, 1);
	busy = symmetric_clock_busy(&timer->clock, timer->start);
	if (!extend_times(timer))
		add_times(timer);
	else if (is_steady(timer, busy))
		repeat_last(timer);
	timer->busy = busy;
}

/* Places the rounds left of a run that follows: each starts when all rounds
 * before it have arrived. */
static void follow(struct timer *timer)
{
	const struct symmetric_message *message = timer->message;
	struct symmetric_times *item =
		&timer->timing->item[timer->timing->count - 1];

	mpz_set(item->period, message->end);
	if (mpz_cmp(item->period, message->send) < 0)
		mpz_set(item->period, message->send);
	if (mpz_cmp(item->period, message->receive) < 0)
		mpz_set(item->period, message->receive);
	repeat_last(timer);
}

/* finish = the earliest end of the rounds left of the run or, if none are left,
 * the end of the run.  On several ports none are left. */
static void set_finish(struct timer *timer)
{
	mpz_ptr finish = timer->timing->finish;

	mpz_add(finish, timer->start, timer->message->end);
	mpz_addmul(finish, timer->left, timer->message->send);
}

static int is_too_late(struct timer *timer)
{
	if (!timer->timing->most)
		return 0;
	set_finish(timer);
	return mpz_cmp(timer->timing->finish, timer->timing->most) >= 0;
}

static int has_steps(const struct timer *timer, uint64_t max_bits)
{
	return timer->steps < STEPS &&
	       !(timer->steps > TRIED && mpz_cmp_ui(timer->left, STEPS) > 0) &&
	       timer->timing->count <
		       max_bits / 8 / (sizeof(struct symmetric_times) + 128);
}

static enum status time_run(struct timer *timer,
	const struct symmetric_run *run, struct symmetric_cost *cost,
	uint64_t max_bits, struct err *err)
{
	timer->blocks = run->blocks;
	timer->message = symmetric_cost_of(cost, run->blocks);
	timer->busy = 0;
	mpz_set(timer->left, run->times);
	mpz_set_ui(timer->index, 0);
	symmetric_clock_arrival(timer->start, &timer->clock, run->after);
	put_round(timer);
	add_times(timer);
	if (run->follows && mpz_sgn(timer->left) > 0)
		follow(timer);
	while (mpz_sgn(timer->left) > 0 && has_steps(timer, max_bits) &&
		!is_too_late(timer))
		step_round(timer);
	if (has_steps(timer, max_bits) || mpz_sgn(timer->left) == 0)
		return STATUS_OK;
	return err_limit(err, "so many rounds do not come at equal distances");
}

enum status symmetric_timing_find(struct symmetric_timing *timing,
	const struct symmetric_list *list, struct symmetric_cost *cost,
	uint64_t max_bits, struct err *err)
{
	struct timer timer = {.timing = timing};
	enum status status = STATUS_OK;

	symmetric_clock_init(&timer.clock);
	timer.clock.ports = cost->ports;
	timer.clock.pace = timing->pace;
	mpz_inits(timer.start, timer.before, timer.left, timer.index, NULL);
	for (size_t i = 0; i < list->runs && status == STATUS_OK; i++) {
		timer.run = i;
		status = time_run(&timer, &list->run[i], cost, max_bits, err);
		if (is_too_late(&timer))
			break;
	}
	if (list->runs > 0)
		set_finish(&timer);
	mpz_clears(timer.start, timer.before, timer.left, timer.index, NULL);
	symmetric_clock_clear(&timer.clock);
	return status;
}
