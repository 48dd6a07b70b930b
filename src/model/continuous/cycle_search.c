/*
 * Simulated annealing.  Each step of the period has a column, which says as
 * which node of the tree each processor receives.  A processor that receives in
 * step t as a node of offset e gets item t - e, and sends it in steps t, t + 1,
 * ..., once for each child of the node.  Faults are counted: items that a
 * processor gets a second time, steps in which it has a second item to send;
 * all modulo the period.  A move exchanges two receivers of a column, and is
 * undone with a probability that depends on how much worse it is and grows from
 * stage to stage.  Without faults, the columns are a schedule.
 *   This is the program of Subramonian & Venkatasubramanian 1993, Section 5,
 * made periodic: in their window of items and steps only the first is complete.
 */
#include "model/continuous/cycle_search.h"

#include "base/mem.h"

enum { STAGES = 12, WORST = 8 };

/* How likely a move that makes it worse by one is kept, times 2^32: from
 * exp(-1/0.35) to exp(-1/0.2), the temperatures in geometric order. */
static const uint32_t kept[STAGES] = {246671221, 212499727, 181642892,
	154000518, 129444647, 107822366, 88959225, 72663161, 58728817, 46942101,
	37084827, 28939262};

struct node {
	uint32_t offset, children; /* the offset mod the period */
};

struct state {
	struct continuous_cycle *cycle;
	uint32_t size, period;
	struct node node[CONTINUOUS_SEARCH_MAX];
	uint8_t *got;  /* by processor, then item */
	uint8_t *busy; /* by processor, then step */
	struct random *random;
	int faults;
	uint64_t worse[WORST]; /* how likely a move that much worse is kept */
};

/* p receives in step t as node v; returns the faults added. */
static int put_cycle(struct state *state, uint32_t p, uint32_t t, uint32_t v)
{
	uint32_t q = state->period;
	uint32_t item = t + q - state->node[v].offset;
	uint8_t *busy = &state->busy[(size_t)p * q];
	int faults = state->got[p * q + (item >= q ? item - q : item)]++ > 0;

	for (uint32_t left = state->node[v].children; left > 0; left--) {
		faults += busy[t]++ > 0;
		t = t + 1 == q ? 0 : t + 1;
	}
	return faults;
}

/* Undoes that; returns the faults removed. */
static int lift(struct state *state, uint32_t p, uint32_t t, uint32_t v)
{
	uint32_t q = state->period;
	uint32_t item = t + q - state->node[v].offset;
	uint8_t *busy = &state->busy[(size_t)p * q];
	int faults = --state->got[p * q + (item >= q ? item - q : item)] > 0;

	for (uint32_t left = state->node[v].children; left > 0; left--) {
		faults += --busy[t] > 0;
		t = t + 1 == q ? 0 : t + 1;
	}
	return faults;
}

/* Shuffles each column. */
static void shuffle(struct state *state)
{
	for (uint32_t t = 0; t < state->period; t++) {
		uint8_t *column = &state->cycle->node[(size_t)t * state->size];

		for (uint32_t p = 0; p < state->size; p++) {
			uint32_t other = random_below(state->random, p + 1);

			column[p] = column[other];
			column[other] = (uint8_t)p;
		}
		for (uint32_t p = 0; p < state->size; p++)
			state->faults += put_cycle(state, p, t, column[p]);
	}
}

/* Nodes as the search sees them. */
static void list_nodes(struct state *state, const struct continuous_tree *tree)
{
	for (uint32_t v = 0; v < state->size; v++) {
		uint64_t offset = continuous_tree_offset(tree, v);

		state->node[v] =
			(struct node){(uint32_t)(offset % state->period),
				tree->tree.node[v].children};
	}
}

static int is_alike(const struct node *v, const struct node *w)
{
	return v->offset == w->offset && v->children == w->children;
}

static int is_kept(const struct state *state, int worse)
{
	return worse <= 0 || (worse < WORST && random_bits(state->random) <
						       state->worse[worse]);
}

static void move_cycle(struct state *state)
{
	uint32_t t = random_below(state->random, state->period);
	uint32_t p = random_below(state->random, state->size);
	uint32_t r = random_below(state->random, state->size);
	uint8_t *column = &state->cycle->node[(size_t)t * state->size];
	uint8_t v = column[p], w = column[r];
	int worse;

	if (is_alike(&state->node[v], &state->node[w]))
		return;
	worse = -lift(state, p, t, v) - lift(state, r, t, w);
	worse += put_cycle(state, p, t, w) + put_cycle(state, r, t, v);
	if (is_kept(state, worse)) {
		column[p] = w;
		column[r] = v;
		state->faults += worse;
		return;
	}
	lift(state, p, t, w);
	lift(state, r, t, v);
	put_cycle(state, p, t, v);
	put_cycle(state, r, t, w);
}

static void anneal(struct state *state, uint64_t moves)
{
	for (uint32_t stage = 0; stage < STAGES; stage++) {
		state->worse[0] = (uint64_t)1 << 32;
		for (uint32_t i = 1; i < WORST; i++)
			state->worse[i] =
				state->worse[i - 1] * kept[stage] >> 32;
		for (uint64_t i = 0; i < moves / STAGES; i++) {
			move_cycle(state);
			if (state->faults == 0)
				return;
		}
	}
}

int continuous_search(struct continuous_cycle *cycle,
	const struct continuous_tree *tree, uint32_t period, uint64_t moves,
	struct random *random)
{
	struct state state = {.cycle = cycle,
		.size = (uint32_t)tree->tree.size,
		.period = period,
		.random = random};
	size_t capacity = (size_t)period * state.size;
	int found;

	*cycle = (struct continuous_cycle){tree, period, NULL};
	cycle->node = mem_array(capacity, 1);
	state.got = mem_array(capacity, 1);
	state.busy = mem_array(capacity, 1);
	list_nodes(&state, tree);
	shuffle(&state);
	anneal(&state, moves);
	mem_free(state.got);
	mem_free(state.busy);
	found = state.faults == 0;
	if (!found)
		continuous_cycle_clear(cycle);
	return found;
}

void continuous_cycle_clear(struct continuous_cycle *cycle)
{
	mem_free(cycle->node);
	cycle->node = NULL;
}
