/*
 * Searches for cycles by simulated annealing.  Each step of the period has a
 * column, which tells as which node of the tree each processor receives in that
 * step.  A processor that receives in step t as a node of offset e gets item t
 * - e, and sends it in steps t, t + 1, ..., once for each child of the node.
 * All is modulo the period.  A fault is an item that a processor gets a second
 * time, or a step in which it has a second item to send.  A move exchanges two
 * entries of a column; one that makes it worse is undone with a probability
 * that grows with the number of faults added and from stage to stage.  Columns
 * without faults are a schedule.
 *   Example: P = 3, L = 1, period 1: node 0, the root, has one child, node 1 at
 * offset 1; processor 1 receives every item as node 0 and sends it to processor
 * 2, which receives it as node 1. This is the program of Subramonian &
 * Venkatasubramanian 1993, Section 5, made periodic: in their window of items
 * and steps only the first is complete.
 */
#include "model/continuous/tree.h"

#include <assert.h>

#include "base/mem.h"

/*
 * A cycle: item i + period goes the way of item i, period steps later.  In each
 * step every processor but the source receives one item, each as a different
 * node of the tree: in step t processor p + 1 as node[t·size + p], the item
 * that reached the root that node's offset steps before.
 */
struct continuous_cycle {
	const struct continuous_tree *tree;
	uint32_t period;
	uint8_t *node;
};

/* MOVES: the most of a search, about 30 nanoseconds each. */
enum { MOVES = 3000000, STAGES = 12, WORST = 8 };

/* By stage, 2^32 times the probability that a move that adds one fault is kept:
 * from exp(-1/0.35) to exp(-1/0.2), with geometrically falling temperatures. */
static const uint32_t kept[STAGES] = {246671221, 212499727, 181642892,
	154000518, 129444647, 107822366, 88959225, 72663161, 58728817, 46942101,
	37084827, 28939262};

struct node {
	uint32_t offset, children; /* offset mod the period */
};

struct state {
	struct continuous_cycle *cycle;
	uint32_t size, period;
	struct node node[CONTINUOUS_SEARCH_MAX];
	uint8_t *got;  /* how often, by processor, then item */
	uint8_t *busy; /* the items to send, by processor, then step */
	struct random *random;
	int faults;
	uint64_t worse[WORST]; /* 2^32 times the probability that a move that
				  adds so many faults is kept */
};

/* Has p receive as node v in step t; returns the faults added. */
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

/* Undoes put_cycle; returns the faults removed. */
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

/* Draws each column at random, and counts the faults. */
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

/* Sets the nodes' offsets mod the period and numbers of children. */
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

static void anneal(struct state *state)
{
	for (uint32_t stage = 0; stage < STAGES; stage++) {
		state->worse[0] = (uint64_t)1 << 32;
		for (uint32_t i = 1; i < WORST; i++)
			state->worse[i] =
				state->worse[i - 1] * kept[stage] >> 32;
		for (uint32_t i = 0; i < MOVES / STAGES; i++) {
			move_cycle(state);
			if (state->faults == 0)
				return;
		}
	}
}

static int search_cycle(struct continuous_cycle *cycle,
	const struct continuous_tree *tree, uint32_t period,
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
	anneal(&state);
	mem_free(state.got);
	mem_free(state.busy);
	found = state.faults == 0;
	if (!found)
		mem_free(cycle->node);
	return found;
}

/*
 * -- The schedule: who sends which item to whom in each step of a period.
 * Steps count from the one in which item 1 arrives at its first receiver, L
 * after its send; an item's age is the number of steps since it arrived at its
 * own first receiver.
 */

enum { ROWS = 256 };

#define SILENT UINT32_MAX

struct send {
	uint32_t to; /* SILENT: nothing is sent */
	uint64_t age;
};

struct cycle {
	struct schedule schedule;
	uint32_t size, period;
	uint32_t *root;	   /* who receives from the source, by step */
	struct send *send; /* by step, then by sender from processor 1 on */
	uint64_t tick, last;
	uint64_t next; /* the next processor of this tick */
	struct transmission row[ROWS];
};

/* who[t * size + v]: the processor that receives by node v in step t. */
static uint32_t *invert(const struct continuous_cycle *from)
{
	size_t size = from->tree->tree.size, capacity = from->period * size;
	uint32_t *who = mem_array(capacity, sizeof *who);

	for (size_t t = 0; t < capacity; t += size)
		for (size_t p = 0; p < size; p++)
			who[t + from->node[t + p]] = (uint32_t)p + 1;
	return who;
}

/* Adds the sends to node v in all steps.  The parent, which received the item
 * in step t, sends it `wait` steps later, and it arrives L steps after that. */
static void add_sends(struct cycle *cycle, const struct continuous_tree *tree,
	const uint32_t *who, uint32_t v)
{
	uint32_t q = cycle->period, parent = tree->tree.node[v].parent;
	uint64_t offset = continuous_tree_offset(tree, parent);
	uint64_t age = continuous_tree_offset(tree, v) - tree->latency;
	uint32_t wait = (uint32_t)((age - offset) % q);
	uint32_t latency = (uint32_t)(tree->latency % q);

	for (uint32_t t = 0; t < q; t++) {
		uint32_t sent = (t + wait) % q, got = (sent + latency) % q;
		uint32_t from = who[(size_t)t * cycle->size + parent];

		cycle->send[sent * cycle->size + from - 1] =
			(struct send){who[got * cycle->size + v], age};
	}
}

static void fill(struct cycle *cycle, const struct continuous_cycle *from)
{
	uint32_t *who = invert(from);
	size_t capacity = (size_t)cycle->period * cycle->size;

	cycle->send = mem_array(capacity, sizeof *cycle->send);
	cycle->root = mem_array(cycle->period, sizeof *cycle->root);
	for (size_t i = 0; i < capacity; i++)
		cycle->send[i].to = SILENT;
	for (uint32_t t = 0; t < cycle->period; t++)
		cycle->root[t] = who[(size_t)t * cycle->size];
	for (uint32_t v = 1; v < cycle->size; v++)
		add_sends(cycle, from->tree, who, v);
	mem_free(who);
}

/* Writes the row of processor `next` at the present tick; returns 0 if it sends
 * nothing. */
static int put_cycle_row(const struct cycle *cycle, struct transmission *row)
{
	const struct schedule_header *header = &cycle->schedule.header;
	uint64_t step = cycle->tick - header->latency;
	const struct send *send;

	row->tick = cycle->tick;
	row->from = cycle->next;
	if (cycle->next == 0) {
		row->to = cycle->root[cycle->tick % cycle->period];
		row->message = cycle->tick + 1;
		return row->message <= header->messages;
	}
	if (cycle->tick < header->latency)
		return 0;
	send = &cycle->send[step % cycle->period * cycle->size + cycle->next -
			    1];
	row->to = send->to;
	row->message = step - send->age + 1;
	return send->to != SILENT && step >= send->age &&
	       row->message <= header->messages;
}

/* Moves to the next processor, or to the next tick at which something is sent.
 */
static void advance_cycle(struct cycle *cycle)
{
	const struct schedule_header *header = &cycle->schedule.header;

	if (++cycle->next <= cycle->size && cycle->tick >= header->latency)
		return;
	cycle->next = 0;
	cycle->tick++;
	if (cycle->tick >= header->messages && cycle->tick < header->latency)
		cycle->tick = header->latency;
}

static enum status cycle_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct cycle *cycle = (struct cycle *)schedule;

	(void)err;
	*rows = cycle->row;
	for (*count = 0; *count < ROWS && cycle->tick <= cycle->last;
		advance_cycle(cycle))
		*count += (size_t)put_cycle_row(cycle, &cycle->row[*count]);
	return STATUS_OK;
}

static void cycle_clear(struct schedule *schedule)
{
	struct cycle *cycle = (struct cycle *)schedule;

	mem_free(cycle->root);
	mem_free(cycle->send);
}

static const struct schedule_ops ops = {cycle_next, cycle_clear};

static struct schedule *open_cycle(const struct schedule_header *header,
	const struct continuous_cycle *from)
{
	struct cycle *cycle = mem_array(1, sizeof *cycle);

	cycle->schedule.header = *header;
	cycle->schedule.ops = &ops;
	cycle->size = (uint32_t)from->tree->tree.size;
	cycle->period = from->period;
	assert(cycle->period > 0);
	cycle->last = header->messages - 1 + continuous_tree_last(from->tree);
	cycle->schedule.header.finish = cycle->last + header->latency;
	cycle->schedule.header.has_finish = 1;
	fill(cycle, from);
	return &cycle->schedule;
}

struct schedule *continuous_search(const struct schedule_header *header,
	const struct continuous_tree *tree, uint32_t period,
	struct random *random)
{
	struct continuous_cycle cycle;
	struct schedule *schedule;

	if (!search_cycle(&cycle, tree, period, random))
		return NULL;
	schedule = open_cycle(header, &cycle);
	mem_free(cycle.node);
	return schedule;
}
