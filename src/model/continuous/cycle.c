/*
 * Who sends which item to whom in each step of a period.  Steps are counted
 * from the one in which item 1 arrives at its first receiver, L after its send;
 * an item's age in a step is the number of steps since its own arrival there.
 */
#include "model/continuous/cycle.h"

#include <assert.h>

#include "base/mem.h"
#include "model/continuous/tree.h"

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
	uint64_t next; /* nothing is sent */
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

/* Adds the sends to node v in all steps: its parent received wait + L earlier.
 */
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

/* What processor `next` sends at the present tick, if anything. */
static int put_cycle(const struct cycle *cycle, struct transmission *row)
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
		*count += (size_t)put_cycle(cycle, &cycle->row[*count]);
	return STATUS_OK;
}

static void cycle_close(struct schedule *schedule)
{
	struct cycle *cycle = (struct cycle *)schedule;

	mem_free(cycle->root);
	mem_free(cycle->send);
	mem_free(cycle);
}

static const struct schedule_ops ops = {cycle_next, cycle_close};

struct schedule *continuous_cycle_open(const struct schedule_header *header,
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
