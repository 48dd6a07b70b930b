/*
 * Telegraph, even n: the bound is attained for every number of messages.
 *
 * A message is on its way if it has been begun and not everybody knows it.  A
 * state is what each processor but the source knows of these messages; states
 * that differ only in the names of processors and messages are the same.  In a
 * full round everybody sends something useful or receives something useful.  A
 * schedule attains the bound if in every round but the last as many as possible
 * have something to send, and all of these rounds but the first few are full.
 * Let R_m be a set of states that such rounds lead to when m messages have been
 * begun.  R_m determines R_(m+1), so if R_j = R_i, i < j, everything is
 * periodic from then on: if some state of each of R_i, .., R_(j-1) leads to the
 * end as it should, so does one for every m >= i.
 *
 * With at most WIDTH messages on their way there are few states.  Rounds are
 * drawn at random, so some may be missed; that makes the sets smaller, not
 * wrong.  10 processors take about ten seconds.
 */
#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "number/random.h"
#include "test.h"

enum {
	WIDTH = 4,
	ORDERS = 24,
	ROWS_MAX = 15,
	DRAWS = 300,
	STATES_MAX = 1 << 16,
	SLOTS = 2 * STATES_MAX,
	MESSAGES = 64
};

/* The set of messages that each processor knows, sorted, WIDTH bits each. */
struct state {
	uint64_t rows;
	uint32_t *to; /* states, 2 · index + whether a message is begun */
	size_t edges, room;
	uint32_t width; /* messages */
	int is_first, can_end;
};

struct telegraph {
	uint32_t n, states;
	struct state *state;
	uint32_t *slot;			 /* by hash: index + 1, or 0 */
	uint8_t put[ORDERS][1 << WIDTH]; /* each row in each order */
	struct random random;
};

/* The set of messages that each processor knows. */
struct knowledge {
	uint32_t row[ROWS_MAX], count;
};

static struct knowledge unpack(uint64_t rows, uint32_t count)
{
	struct knowledge know = {.count = count};

	for (uint32_t i = 0; i < count; i++)
		know.row[i] = rows >> WIDTH * i & ((1U << WIDTH) - 1);
	return know;
}

/* A row with its messages renamed by the order of this number. */
static uint32_t put_in_order(uint32_t row, uint32_t order)
{
	uint32_t places = 0, put = 0;

	for (uint32_t x = 0; x < WIDTH; x++) {
		uint32_t skip = order % (WIDTH - x), place = 0;

		order /= WIDTH - x;
		while ((places >> place & 1) || skip-- > 0)
			place++;
		places |= 1U << place;
		put |= (row >> x & 1) << place;
	}
	return put;
}

/* The state with the messages renamed by that order, and the rows sorted. */
static uint64_t pack(const struct telegraph *telegraph,
	const struct knowledge *know, uint32_t order)
{
	uint32_t often[1 << WIDTH] = {0};
	uint64_t rows = 0;

	for (uint32_t i = 0; i < know->count; i++)
		often[telegraph->put[order][know->row[i]]]++;
	for (uint32_t row = 0; row < 1 << WIDTH; row++)
		for (; often[row] > 0; often[row]--)
			rows = rows << WIDTH | row;
	return rows;
}

/* The state's name: the least over all orders.  Drops messages that all know.
 */
static uint64_t name_state(
	const struct telegraph *telegraph, struct knowledge *know)
{
	uint32_t all = (1U << WIDTH) - 1;
	uint64_t least = UINT64_MAX;

	for (uint32_t i = 0; i < know->count; i++)
		all &= know->row[i];
	for (uint32_t i = 0; i < know->count; i++)
		know->row[i] &= ~all;
	for (uint32_t order = 0; order < ORDERS; order++) {
		uint64_t rows = pack(telegraph, know, order);

		if (rows < least)
			least = rows;
	}
	return least;
}

static uint32_t get_known(const struct knowledge *know)
{
	uint32_t known = 0;

	for (uint32_t i = 0; i < know->count; i++)
		known |= know->row[i];
	return known;
}

static uint32_t count_bits(uint32_t bits)
{
	uint32_t count = 0;

	for (; bits > 0; bits &= bits - 1)
		count++;
	return count;
}

/* A random bit of a set that is not empty. */
static uint32_t draw_bit(struct random *random, uint32_t bits)
{
	uint32_t skip = random_below(random, count_bits(bits));

	while (skip-- > 0)
		bits &= bits - 1;
	return bits & -bits;
}

static uint32_t find_state(struct telegraph *telegraph, struct knowledge *know)
{
	uint64_t rows = name_state(telegraph, know);
	uint32_t at = (uint32_t)(random_mix(rows) % SLOTS);

	while (telegraph->slot[at] > 0) {
		if (telegraph->state[telegraph->slot[at] - 1].rows == rows)
			return telegraph->slot[at] - 1;
		at = (at + 1) % SLOTS;
	}
	assert(telegraph->states < STATES_MAX);
	telegraph->state[telegraph->states] = (struct state){
		.rows = rows, .width = count_bits(get_known(know))};
	telegraph->slot[at] = ++telegraph->states;
	return telegraph->states - 1;
}

static void add_edge(struct state *state, uint32_t to)
{
	for (size_t i = 0; i < state->edges; i++)
		if (state->to[i] == to)
			return;
	state->to = mem_grow(
		state->to, &state->room, state->edges + 1, sizeof *state->to);
	state->to[state->edges++] = to;
}

/* A random message that the source may send to one who knows `row', as a bit;
 * begins a new one if there is no other, or else sometimes.  0: there is none.
 */
static uint32_t draw_message(
	struct random *random, uint32_t known, uint32_t row, int *is_new)
{
	uint32_t next = ~known & (known + 1), others = known & ~row;

	*is_new = next < 1U << WIDTH &&
		  (others == 0 || random_below(random, 2) == 0);
	if (*is_new)
		return next;
	return others > 0 ? draw_bit(random, others) : 0;
}

static void swap_rows(struct knowledge *know, uint32_t i, uint32_t j)
{
	uint32_t row = know->row[i];

	know->row[i] = know->row[j];
	know->row[j] = row;
}

/* One of two gives the other a message; returns 0 if they know the same. */
static int meet(struct random *random, uint32_t *a, uint32_t *b)
{
	uint32_t different = *a ^ *b, bit;

	if (different == 0)
		return 0;
	bit = draw_bit(random, different);
	*a |= bit;
	*b |= bit;
	return 1;
}

/* Draws a round; returns 0 if it is not full. */
static int draw_round(
	struct random *random, struct knowledge *know, int *is_new)
{
	uint32_t known = get_known(know), message;

	for (uint32_t i = 0; i + 1 < know->count; i++)
		swap_rows(know, i, i + random_below(random, know->count - i));
	message = draw_message(random, known, know->row[0], is_new);
	if (message == 0)
		return 0;
	know->row[0] |= message;
	for (uint32_t i = 1; i + 1 < know->count; i += 2)
		if (!meet(random, &know->row[i], &know->row[i + 1]))
			return 0;
	return 1;
}

/* Draws the rounds before the full ones: each processor that knows something
 * tells one that knows nothing. */
static struct knowledge draw_first(struct telegraph *telegraph)
{
	struct knowledge know = {.count = telegraph->n - 1};
	struct random *random = &telegraph->random;

	for (uint32_t knowing = 1; 2 * knowing < telegraph->n; knowing *= 2) {
		uint32_t next = knowing - 1;
		int is_new;

		know.row[next++] =
			draw_message(random, get_known(&know), 0, &is_new);
		for (uint32_t i = 0; i + 1 < knowing; i++)
			know.row[next++] = draw_bit(random, know.row[i]);
	}
	return know;
}

/* Whether one more round, which need not be full, ends the broadcast: those
 * that receive nothing in it know all. */
static int ends_now(
	const struct telegraph *telegraph, const struct state *state)
{
	struct knowledge know = unpack(state->rows, telegraph->n - 1);
	uint32_t known = get_known(&know), lacks = 0;

	for (uint32_t i = 0; i < know.count; i++) {
		uint32_t lack = count_bits(known & ~know.row[i]);

		if (lack > 1)
			return 0;
		lacks += lack;
	}
	return lacks < telegraph->n / 2;
}

static void list_states(struct telegraph *telegraph)
{
	for (uint32_t i = 0; i < DRAWS; i++) {
		struct knowledge know = draw_first(telegraph);

		telegraph->state[find_state(telegraph, &know)].is_first = 1;
	}
	for (uint32_t s = 0; s < telegraph->states; s++)
		for (uint32_t i = 0; i < DRAWS; i++) {
			struct knowledge know = unpack(
				telegraph->state[s].rows, telegraph->n - 1);
			int is_new;

			if (draw_round(&telegraph->random, &know, &is_new))
				add_edge(&telegraph->state[s],
					2 * find_state(telegraph, &know) +
						(uint32_t)is_new);
		}
}

/* Marks the states from which full rounds without a new message lead to the
 * end.
 */
static void find_ends(struct telegraph *telegraph)
{
	int is_changed = 1;

	for (uint32_t s = 0; s < telegraph->states; s++)
		telegraph->state[s].can_end =
			ends_now(telegraph, &telegraph->state[s]);
	while (is_changed) {
		is_changed = 0;
		for (uint32_t s = 0; s < telegraph->states; s++) {
			struct state *state = &telegraph->state[s];

			for (size_t i = 0; i < state->edges && !state->can_end;
				i++)
				if (state->to[i] % 2 == 0 &&
					telegraph->state[state->to[i] / 2]
						.can_end)
					state->can_end = is_changed = 1;
		}
	}
}

/* Adds the states that can be reached without a new message. */
static void close_set(const struct telegraph *telegraph, uint8_t *set)
{
	uint32_t *stack = mem_array(telegraph->states, sizeof *stack), top = 0;

	for (uint32_t s = 0; s < telegraph->states; s++)
		if (set[s])
			stack[top++] = s;
	while (top > 0) {
		const struct state *state = &telegraph->state[stack[--top]];

		for (size_t i = 0; i < state->edges; i++) {
			uint32_t to = state->to[i] / 2;

			if (state->to[i] % 2 == 0 && !set[to]) {
				set[to] = 1;
				stack[top++] = to;
			}
		}
	}
	mem_free(stack);
}

/* next = the set for m + 1 messages, from that for m. */
static void step_set(const struct telegraph *telegraph, uint8_t *next,
	const uint8_t *set, uint32_t m)
{
	memset(next, 0, telegraph->states);
	for (uint32_t s = 0; s < telegraph->states; s++) {
		const struct state *state = &telegraph->state[s];

		if (state->is_first && state->width == m + 1)
			next[s] = 1;
		for (size_t i = 0; i < state->edges && set[s]; i++)
			if (state->to[i] % 2 == 1)
				next[state->to[i] / 2] = 1;
	}
	close_set(telegraph, next);
}

static int has_end(const struct telegraph *telegraph, const uint8_t *set)
{
	for (uint32_t s = 0; s < telegraph->states; s++)
		if (set[s] && telegraph->state[s].can_end)
			return 1;
	return 0;
}
/* Whether the set for m equals that for a smaller number, from WIDTH on. */
static int is_repeated(
	const struct telegraph *telegraph, const uint8_t *sets, uint32_t m)
{
	size_t size = telegraph->states;

	for (uint32_t i = WIDTH; i < m; i++)
		if (memcmp(sets + i * size, sets + m * size, size) == 0)
			return 1;
	return 0;
}

static void check_sets(const struct telegraph *telegraph)
{
	size_t size = telegraph->states;
	uint8_t *sets = mem_array(MESSAGES + 1, size);
	uint32_t m = 0;

	do {
		m++;
		step_set(telegraph, sets + m * size, sets + (m - 1) * size,
			m - 1);
		CHECK_FOR(has_end(telegraph, sets + m * size), "n=%u m=%u",
			telegraph->n, m);
	} while (m < MESSAGES && !is_repeated(telegraph, sets, m));
	CHECK_FOR(m < MESSAGES, "n=%u", telegraph->n);
	mem_free(sets);
}

static void check_processors(uint32_t n)
{
	struct telegraph *telegraph = mem_array(1, sizeof *telegraph);

	telegraph->n = n;
	telegraph->state = mem_array(STATES_MAX, sizeof *telegraph->state);
	telegraph->slot = mem_array(SLOTS, sizeof *telegraph->slot);
	for (uint32_t order = 0; order < ORDERS; order++)
		for (uint32_t row = 0; row < 1 << WIDTH; row++)
			telegraph->put[order][row] =
				(uint8_t)put_in_order(row, order);
	list_states(telegraph);
	find_ends(telegraph);
	check_sets(telegraph);
	for (uint32_t s = 0; s < telegraph->states; s++)
		mem_free(telegraph->state[s].to);
	mem_free(telegraph->state);
	mem_free(telegraph->slot);
	mem_free(telegraph);
}

int main(void)
{
	mem_init(NULL);
	for (uint32_t n = 4; n <= 10; n += 2)
		check_processors(n);
	return test_done();
}
