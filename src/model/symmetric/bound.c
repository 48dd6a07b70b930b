/*
 * A lower bound on the end of all lists that begin with given rounds, if only
 * ports count.  One processor's sends are at least u(B) apart and take at least
 * e(B) each.  So a block that a processor holds, or will get, at time a, the
 * processor's port being free from s on, is at no more than F(X - max(a, s))
 * processors by time X, with F for lambda = e(B)/u(B).  Everybody does the
 * same; so the number of blocks that one processor knows by X equals the number
 * of places at which the blocks that it has now, or that are on their way to
 * it, are by X.  So the end X satisfies
 *
 * 	sum of blocks(a) F(X - max(a, s))  >=  n
 *
 *   The least such X is found by bisection, to a fraction of u(B).
 *   Besides, the missing blocks take at least as long as they would in one
 * message, if one message of several blocks takes no longer than several
 * messages.
 */
#include "model/symmetric/symmetric.h"

#include "base/mem.h"
#include "number/number.h"

/* LATENCY_BITS: of a latency, as a word; BITS: of n and of a time; PART: the
 * bisection stops at this fraction of u(B). */
enum { LATENCY_BITS = 40, BITS = 62, PART = 64 };

/* Whole steps of 2^shift ticks, rounded down; the largest value if they do not
 * fit. */
static uint64_t to_word(struct symmetric_bound *bound, const mpz_t time)
{
	uint64_t word;

	mpz_fdiv_q_2exp(bound->time, time, bound->shift);
	return number_read_u64(&word, bound->time, BITS)
		       ? word
		       : ((uint64_t)1 << BITS) - 1;
}

int symmetric_bound_init(struct symmetric_bound *bound, const mpz_t n,
	struct symmetric_cost *cost)
{
	const struct symmetric_message *message;
	uint64_t send, end;

	*bound = (struct symmetric_bound){.cost = cost};
	mpz_inits(bound->time, bound->missing, NULL);
	if (!number_read_u64(&bound->n, n, BITS))
		return 0;
	mpz_set_ui(bound->missing, 1);
	message = symmetric_cost_of(cost, bound->missing);
	bound->shift = mpz_sizeinbase(message->end, 2);
	bound->shift =
		bound->shift > LATENCY_BITS ? bound->shift - LATENCY_BITS : 0;
	send = to_word(bound, message->send);
	end = to_word(bound, message->end);
	send = send > 0 ? send : 1;
	bound->part = send / PART;
	fibonacci_jumps_start(&bound->jumps, end > send ? end : send, send, 1);
	return 1;
}

void symmetric_bound_clear(struct symmetric_bound *bound)
{
	fibonacci_jumps_clear(&bound->jumps);
	mem_free(bound->share);
	mpz_clears(bound->time, bound->missing, NULL);
}

void symmetric_bound_limit(struct symmetric_bound *bound, mpz_srcptr before)
{
	bound->before = before;
	mpz_sub_ui(bound->missing, before, 1);
	bound->limit = to_word(bound, bound->missing);
}

/* Adds blocks that can be sent on from that time on. */
static void add_share(
	struct symmetric_bound *bound, uint64_t from, const mpz_t blocks)
{
	struct symmetric_share *share;

	bound->share = mem_grow(bound->share, &bound->capacity, bound->shares,
		sizeof *bound->share);
	share = &bound->share[bound->shares++];
	*share = (struct symmetric_share){
		.from = from, .blocks = number_get_u64(blocks)};
}

/* Sets the shares: the blocks that a processor has, and those on their way to
 * it. */
static void set_shares(
	struct symmetric_bound *bound, const struct symmetric_clock *clock)
{
	uint64_t free = to_word(bound, clock->send), from;
	mpz_srcptr had = clock->had;

	bound->shares = 0;
	mpz_add_ui(bound->missing, had, 1);
	add_share(bound, free, bound->missing);
	for (size_t i = clock->at; i < clock->count; i++) {
		const struct symmetric_flight *flight = &clock->flight[i];

		mpz_sub(bound->missing, flight->held, had);
		from = to_word(bound, flight->end);
		add_share(bound, from > free ? from : free, bound->missing);
		had = flight->held;
	}
}

/* Whether the bound allows everybody n blocks by `end`. */
static int reaches_all(struct symmetric_bound *bound, uint64_t end)
{
	uint64_t rest = bound->n, reach;

	for (size_t i = 0; i < bound->shares; i++) {
		const struct symmetric_share *share = &bound->share[i];

		reach = end <= share->from
				? 1
				: fibonacci_jumps_reach(&bound->jumps,
					  end - share->from, rest);
		if (reach > (rest - 1) / share->blocks)
			return 1;
		rest -= reach * share->blocks;
	}
	return 0;
}

/* Whether the missing blocks would arrive too late in one message. */
static int is_long(
	struct symmetric_bound *bound, const struct symmetric_clock *clock)
{
	mpz_ptr missing = bound->missing;

	number_set_u64(missing, bound->n - 1);
	mpz_sub(missing, missing, clock->held);
	mpz_add(missing, clock->send,
		symmetric_cost_of(bound->cost, missing)->end);
	return mpz_cmp(missing, bound->before) >= 0;
}

int symmetric_bound_find(uint64_t *least, struct symmetric_bound *bound,
	const struct symmetric_clock *clock)
{
	uint64_t most = bound->limit;

	if (*least > most || is_long(bound, clock))
		return 0;
	set_shares(bound, clock);
	if (!reaches_all(bound, most))
		return 0;
	if (reaches_all(bound, *least))
		return 1;
	while (most - *least > bound->part + 1) {
		uint64_t middle = *least + (most - *least) / 2;

		if (reaches_all(bound, middle))
			most = middle;
		else
			*least = middle;
	}
	++*least;
	return 1;
}
