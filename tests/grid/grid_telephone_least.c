/*
 * Telephone rounds, odd n: the bound against all schedules.
 *
 * Processors that know the same messages are alike, so after a round it matters
 * only how many know each set; messages are numbered in the order in which the
 * source first sends them.  All such states are found round by round.  Round r
 * loses as many sends as it has useful ones fewer than 2^(r-1), up to round L =
 * ceil(log2 n), or fewer than n - 1, later; a schedule of T rounds for m
 * messages can lose only few. For small m the search settles whether T rounds
 * are enough.  If a later round in which the source talks is only expected to
 * have n - 2, the search tells how many of the first rounds can be full, which
 * model/telephone/bounds.c proves; not for n = 25.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "number/random.h"
#include "judge/rounds.h"
#include "test.h"

enum { M = 8, SETS = 1 << M };

/* How many processors know each set, how many messages the source has sent, and
 * how many sends may still be lost. */
struct state {
	unsigned char know[SETS], sent, spare;
};

/* A set of states: a hash table. */
struct states {
	struct state *state;
	size_t *slot, slots, count, capacity;
};

/* A round being built after a state.  known: how many of those left know
 * something. */
struct round {
	unsigned n, m, rounds, number;
	int is_free; /* the source may talk at no cost, and nothing has to end
		      */
	struct states *next;
	unsigned char left[SETS]; /* those that are not placed yet */
	struct state after;
	int known, useful, least; /* useful sends so far, and in all */
};

static unsigned count_bits(unsigned set)
{
	unsigned count = 0;

	for (; set > 0; set &= set - 1)
		count++;
	return count;
}

/* -- states */

static size_t find_slot(const struct states *states, const struct state *state)
{
	uint64_t hash = 0;
	size_t i;

	for (i = 0; i < sizeof *state; i++)
		hash = random_mix(hash + ((const unsigned char *)state)[i] +
				  UINT64_C(0x9e3779b97f4a7c15));
	for (i = hash % states->slots; states->slot[i] > 0;
		i = (i + 1) % states->slots)
		if (!memcmp(&states->state[states->slot[i] - 1], state,
			    sizeof *state))
			break;
	return i;
}

static void grow_slots(struct states *states)
{
	mem_free(states->slot);
	states->slots = 4 * states->count + 1024;
	states->slot = mem_array(states->slots, sizeof *states->slot);
	for (size_t i = 0; i < states->count; i++)
		states->slot[find_slot(states, &states->state[i])] = i + 1;
}

static void add_state(struct states *states, const struct state *state)
{
	size_t slot;

	if (states->slots < 2 * states->count + 2)
		grow_slots(states);
	slot = find_slot(states, state);
	if (states->slot[slot] > 0)
		return;
	states->state = mem_grow(states->state, &states->capacity,
		states->count, sizeof *states->state);
	states->state[states->count] = *state;
	states->slot[slot] = ++states->count;
}

static void states_clear(struct states *states)
{
	mem_free(states->state);
	mem_free(states->slot);
	memset(states, 0, sizeof *states);
}

/* -- a round */

/* Whether the round's state can still end in time; yes if it need not end. */
static int is_in_time(const struct round *round)
{
	unsigned left = round->rounds - round->number;

	if (round->is_free)
		return 1;
	if (round->after.sent + left < round->m)
		return 0;
	for (unsigned set = 0; set < SETS; set++)
		if (round->after.know[set] > 0 &&
			round->m - count_bits(set) > left)
			return 0;
	return 1;
}

/* The set whose knowers, of those left, are hardest to place; SETS: nobody is
 * left. */
static unsigned choose_set(const struct round *round)
{
	unsigned best = SETS, least = 0;

	for (unsigned set = 0; set < SETS; set++) {
		unsigned others = 0;

		if (round->left[set] == 0)
			continue;
		for (unsigned other = 0; other < SETS; other++)
			if ((set & ~other) && (other & ~set))
				others += round->left[other];
		if (best == SETS || others < least) {
			best = set;
			least = others;
		}
	}
	return best;
}

static void place_all(struct round *round, unsigned set, unsigned from);

/* Takes one that knows the set away from those left. */
static void take(struct round *round, unsigned set)
{
	round->left[set]--;
	round->known -= set > 0 ? 1 : 0;
}

static void put_back(struct round *round, unsigned set)
{
	round->left[set]++;
	round->known += set > 0 ? 1 : 0;
}

/* One that knows `set' calls one that knows `other'; the caller gets `get', the
 * other `give'; 0: nothing. */
static void call(struct round *round, unsigned set, unsigned other,
	unsigned get, unsigned give)
{
	int useful = (get > 0 ? 1 : 0) + (give > 0 ? 1 : 0);

	take(round, set);
	take(round, other);
	round->after.know[set | get]++;
	round->after.know[other | give]++;
	round->useful += useful;
	place_all(round, set, other + 1);
	round->useful -= useful;
	round->after.know[set | get]--;
	round->after.know[other | give]--;
	put_back(round, other);
	put_back(round, set);
}

/* All useful calls between the two; bit M stands for no message. */
static void call_all(struct round *round, unsigned set, unsigned other)
{
	unsigned get = (other & ~set) | SETS, give = (set & ~other) | SETS;

	for (unsigned a = 1; a <= SETS; a *= 2)
		for (unsigned b = 1; b <= SETS; b *= 2)
			if ((get & a) && (give & b) && (a < SETS || b < SETS))
				call(round, set, other, a % SETS, b % SETS);
}

/*
 * Tries all ways to place those left.  set: those that know it are placed now,
 * while there are any.  Of those that know the same, the idle ones come first,
 * then the others in decreasing order of their calls, so the next call is below
 * `from', or any if `from' is 0.
 */
static void place_all(struct round *round, unsigned set, unsigned from)
{
	if (round->useful + round->known < round->least)
		return;
	if (set == SETS || round->left[set] == 0) {
		set = choose_set(round);
		from = 0;
	}
	if (set == SETS) {
		round->after.spare =
			(unsigned char)(round->useful - round->least);
		if (is_in_time(round))
			add_state(round->next, &round->after);
		return;
	}
	for (unsigned other = from > 0 ? from : SETS; other-- > 0;)
		if (round->left[other] > (other == set))
			call_all(round, set, other);
	if (from > 0)
		return;
	take(round, set);
	round->after.know[set]++;
	place_all(round, set, 0);
	round->after.know[set]--;
	put_back(round, set);
}

/* The source sends a message to one that knows `set'. */
static void talk(struct round *round, unsigned set, unsigned message)
{
	unsigned is_new = message == 1u << round->after.sent;

	take(round, set);
	round->after.know[set | message]++;
	round->after.sent = (unsigned char)(round->after.sent + is_new);
	round->useful = 1;
	place_all(round, SETS, 0);
	round->useful = 0;
	round->after.sent = (unsigned char)(round->after.sent - is_new);
	round->after.know[set | message]--;
	put_back(round, set);
}

static void play_round(struct round *round, const struct state *state)
{
	unsigned log = 0;
	int most = (int)round->n - 1;

	while (1u << log < round->n)
		log++;
	if (round->number <= log)
		most = 1 << (round->number - 1);
	memcpy(round->left, state->know, sizeof round->left);
	memset(&round->after, 0, sizeof round->after);
	round->after.sent = state->sent;
	round->known = (int)round->n - 1 - state->know[0];
	round->useful = 0;
	round->least = most - state->spare;
	place_all(round, SETS, 0);
	if (round->is_free && round->number > log)
		round->least--;
	for (unsigned set = 0; set < SETS; set++)
		for (unsigned i = 0; i <= state->sent && i < round->m; i++)
			if (round->left[set] > 0 && !(set >> i & 1))
				talk(round, set, 1u << i);
}

/* How many states there are after `rounds' rounds that lose at most `spare'
 * sends. */
static size_t count_states(
	unsigned n, unsigned m, unsigned rounds, unsigned spare, int is_free)
{
	struct states now = {0}, next = {0};
	struct state first = {.spare = (unsigned char)spare};
	size_t count;

	first.know[0] = (unsigned char)(n - 1);
	add_state(&now, &first);
	for (unsigned number = 1; number <= rounds; number++) {
		struct round round = {.n = n,
			.m = m,
			.rounds = rounds,
			.number = number,
			.is_free = is_free,
			.next = &next};

		for (size_t i = 0; i < now.count; i++)
			play_round(&round, &now.state[i]);
		states_clear(&now);
		now = next;
		memset(&next, 0, sizeof next);
	}
	count = now.count;
	states_clear(&now);
	return count;
}

/* Whether m messages can be broadcast in this number of rounds. */
static int is_possible(unsigned n, unsigned m, unsigned rounds)
{
	unsigned log = 0, most, all = m * (n - 1);

	while (1u << log < n)
		log++;
	most = rounds < log ? (1u << rounds) - 1
			    : (1u << log) - 1 + (rounds - log) * (n - 1);
	return most >= all && count_states(n, m, rounds, most - all, 0) > 0;
}

/* The bound is not too high: checked where it exceeds counting's, and where it
 * is attained. */
static void check_bounds(void)
{
	static const struct {
		unsigned n, m;
	} cases[] = {{5, 2}, {5, 3}, {5, 5}, {5, 6}, {7, 2}, {7, 3}, {7, 4},
		{7, 5}, {9, 3}, {9, 4}, {11, 3}, {11, 4}, {11, 8}, {13, 3},
		{13, 6}, {15, 2}, {15, 3}, {15, 4}, {15, 5}, {31, 2}, {31, 3},
		{31, 4}, {31, 5}};
	static const struct {
		unsigned n, m;
	} attained[] = {{5, 2}, {5, 5}, {5, 6}, {7, 2}, {7, 3}, {9, 4}, {11, 4},
		{13, 3}, {15, 2}, {31, 2}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		CHECK_FOR(!is_possible(cases[i].n, cases[i].m,
				  (unsigned)judge_telephone_bound(
					  cases[i].n, cases[i].m) -
					  1),
			"%u %u", cases[i].n, cases[i].m);
	for (size_t i = 0; i < sizeof attained / sizeof *attained; i++)
		CHECK_FOR(is_possible(attained[i].n, attained[i].m,
				  (unsigned)judge_telephone_bound(
					  attained[i].n, attained[i].m)),
			"%u %u", attained[i].n, attained[i].m);
}

/* For odd n as many rounds can be full as the proof leaves possible. */
static void check_full_rounds(void)
{
	static const struct {
		unsigned n, full;
	} cases[] = {{5, 2}, {7, 3}, {9, 3}, {11, 4}, {13, 5}, {15, 4}, {17, 4},
		{19, 5}, {21, 6}, {23, 6}, {25, 7}, {31, 5}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		unsigned n = cases[i].n, full = cases[i].full;

		CHECK_FOR(count_states(n, M, full, 0, 1) > 0, "%u", n);
		CHECK_FOR(count_states(n, M, full + 1, 0, 1) == 0, "%u", n);
		printf("n = %u: %u rounds can be full\n", n, full);
	}
}

int main(void)
{
	check_bounds();
	check_full_rounds();
	return test_done();
}
