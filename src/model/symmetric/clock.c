/*
 * One processor's timeline, which is everybody's: its sends, and its receives
 * of the same messages, which others sent to it at the same times.
 *   Sends start in the order of the list, and so do receives.  So a send can
 * only meet the receives of earlier messages, in their order, and a receive
 * never meets an earlier send.
 */
#include "model/symmetric/symmetric.h"

#include "base/mem.h"

void symmetric_clock_init(struct symmetric_clock *clock)
{
	*clock = (struct symmetric_clock){.ports = 1};
	mpz_inits(clock->sent, clock->send, clock->receive, clock->had,
		clock->held, clock->scratch, NULL);
}

void symmetric_clock_clear(struct symmetric_clock *clock)
{
	for (size_t i = 0; i < clock->capacity; i++)
		mpz_clears(clock->flight[i].begin, clock->flight[i].release,
			clock->flight[i].end, clock->flight[i].held, NULL);
	mem_free(clock->flight);
	mpz_clears(clock->sent, clock->send, clock->receive, clock->had,
		clock->held, clock->scratch, NULL);
}

static void grow_flights(struct symmetric_clock *clock, size_t count)
{
	size_t before = clock->capacity, after = before + before / 2 + 8;

	if (count <= before)
		return;
	if (after < count)
		after = count;
	clock->flight = mem_resize(clock->flight, after, sizeof *clock->flight);
	for (size_t i = before; i < after; i++)
		mpz_inits(clock->flight[i].begin, clock->flight[i].release,
			clock->flight[i].end, clock->flight[i].held, NULL);
	clock->capacity = after;
}

void symmetric_clock_copy(
	struct symmetric_clock *copy, const struct symmetric_clock *clock)
{
	mpz_set(copy->sent, clock->sent);
	mpz_set(copy->send, clock->send);
	mpz_set(copy->receive, clock->receive);
	mpz_set(copy->had, clock->had);
	mpz_set(copy->held, clock->held);
	copy->copies = clock->copies;
	copy->at = 0;
	copy->count = clock->count - clock->at;
	grow_flights(copy, copy->count);
	for (size_t i = 0; i < copy->count; i++) {
		const struct symmetric_flight *from =
			&clock->flight[clock->at + i];

		mpz_set(copy->flight[i].begin, from->begin);
		mpz_set(copy->flight[i].release, from->release);
		mpz_set(copy->flight[i].end, from->end);
		mpz_set(copy->flight[i].held, from->held);
		copy->flight[i].copies = from->copies;
	}
}

void symmetric_clock_arrival(
	mpz_t time, const struct symmetric_clock *clock, const mpz_t after)
{
	size_t under_way = clock->count - clock->at;

	/* How many messages were placed after the one that must have arrived:
	 * it is that far from the end of those under way. */
	mpz_sub(time, clock->sent, after);
	if (mpz_cmp_ui(time, (unsigned long)under_way) < 0)
		mpz_set(time,
			clock->flight[clock->count - 1 - mpz_get_ui(time)].end);
	else
		mpz_set_ui(time, 0);
}

size_t symmetric_clock_arrived(
	const struct symmetric_clock *clock, const mpz_t time)
{
	size_t i = clock->at;

	while (i < clock->count && mpz_cmp(clock->flight[i].end, time) <= 0)
		i++;
	return i - clock->at;
}

static void wait_until(mpz_t time, const mpz_t least)
{
	if (mpz_cmp(time, least) < 0)
		mpz_set(time, least);
}

/* The first message under way whose receive is not over at that time. */
static size_t find_busy(const struct symmetric_clock *clock, const mpz_t time)
{
	size_t i = clock->at;

	while (i < clock->count && mpz_cmp(clock->flight[i].release, time) <= 0)
		i++;
	return i;
}

/* On several ports a message starts no sooner than the one before it, and not
 * before the message as many places back as there are ports has been sent. By
 * the time this one arrives that one has been received, too. */
static void find_port(mpz_t start, struct symmetric_clock *clock,
	const struct symmetric_message *message)
{
	mpz_ptr free = clock->scratch;

	if (clock->count == clock->at)
		return;
	mpz_sub(free, clock->flight[clock->count - 1].begin, message->begin);
	wait_until(start, free);
	if (clock->count - clock->at < clock->ports)
		return;
	mpz_sub(free, clock->flight[clock->count - clock->ports].begin,
		message->begin);
	mpz_add(free, free, message->send);
	wait_until(start, free);
}

void symmetric_clock_find(mpz_t start, struct symmetric_clock *clock,
	const struct symmetric_message *message)
{
	mpz_ptr stop = clock->scratch;

	if (clock->ports > 1) {
		find_port(start, clock, message);
		return;
	}
	wait_until(start, clock->send);
	mpz_sub(stop, clock->receive, message->begin);
	if (mpz_sgn(clock->sent) > 0)
		wait_until(start, stop);
	for (size_t i = find_busy(clock, start); i < clock->count; i++) {
		const struct symmetric_flight *flight = &clock->flight[i];

		mpz_add(stop, start, message->overhead);
		if (mpz_cmp(flight->begin, stop) >= 0 &&
			mpz_cmp(flight->begin, start) > 0)
			return;
		if (mpz_cmp(flight->begin, flight->release) < 0)
			wait_until(start, flight->release);
	}
}

/* Forgets the messages that have arrived. */
static void drop_arrived(struct symmetric_clock *clock, const mpz_t time)
{
	size_t arrived = symmetric_clock_arrived(clock, time);

	clock->at += arrived;
	if (arrived > 0)
		mpz_set(clock->had, clock->flight[clock->at - 1].held);
	if (clock->at == clock->count)
		clock->at = clock->count = 0;
	if (clock->at < 64 || clock->at < clock->count / 2)
		return;
	for (size_t i = clock->at; i < clock->count; i++) {
		struct symmetric_flight first = clock->flight[i - clock->at];

		clock->flight[i - clock->at] = clock->flight[i];
		clock->flight[i] = first;
	}
	clock->count -= clock->at;
	clock->at = 0;
}

void symmetric_clock_put(struct symmetric_clock *clock, const mpz_t start,
	const mpz_t blocks, const struct symmetric_message *message)
{
	struct symmetric_flight *flight;

	drop_arrived(clock, start);
	grow_flights(clock, clock->count + 1);
	flight = &clock->flight[clock->count++];
	mpz_add(flight->begin, start, message->begin);
	mpz_add(flight->release, flight->begin, message->copy);
	mpz_add(flight->end, start, message->end);
	mpz_add(clock->send, start, message->send);
	if (clock->pace && mpz_cmp(clock->pace, message->send) > 0)
		mpz_add(clock->send, start, clock->pace);
	mpz_add(clock->receive, flight->begin, message->receive);
	mpz_add(clock->held, clock->held, blocks);
	mpz_set(flight->held, clock->held);
	flight->copies = clock->copies;
	clock->copies += mpz_sgn(message->copy) > 0;
	mpz_add_ui(clock->sent, clock->sent, 1);
}

size_t symmetric_clock_busy(
	const struct symmetric_clock *clock, const mpz_t time)
{
	size_t i = find_busy(clock, time);

	return i < clock->count ? clock->copies - clock->flight[i].copies : 0;
}

void symmetric_clock_repeat(
	struct symmetric_clock *clock, const mpz_t times, const mpz_t period)
{
	mpz_ptr shift = clock->scratch;

	mpz_mul(shift, times, period);
	mpz_add(clock->sent, clock->sent, times);
	mpz_add(clock->send, clock->send, shift);
	mpz_add(clock->receive, clock->receive, shift);
	for (size_t i = clock->at; i < clock->count; i++) {
		struct symmetric_flight *flight = &clock->flight[i];

		mpz_add(flight->begin, flight->begin, shift);
		mpz_add(flight->release, flight->release, shift);
		mpz_add(flight->end, flight->end, shift);
	}
}
