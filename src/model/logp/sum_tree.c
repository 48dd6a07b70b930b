/*
 * The tree of a summation and its schedule (model/logp/sum.c).  Backwards from
 * T, after each send two more are possible: one to the same processor, R cycles
 * earlier, and one to its own sender, D cycles earlier.  Each of these two
 * kinds is a queue in order of time, and the tree merges them.
 */
#include "model/logp/logp.h"

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

/* A possible send to the parent, that many cycles before T. */
struct open_slot {
	uint64_t at;
	uint32_t parent;
};

/* Slots in the order in which they were opened, which is that of their times.
 */
struct slot_queue {
	struct open_slot *slot;
	size_t first, count, capacity;
};

static void queue_push(struct slot_queue *queue, uint64_t at, uint32_t parent)
{
	queue->slot = mem_grow(queue->slot, &queue->capacity, queue->count,
		sizeof *queue->slot);
	queue->slot[queue->count++] = (struct open_slot){at, parent};
}

/* Whether one has a slot, and the first slot of other is not before it. */
static int is_sooner(
	const struct slot_queue *one, const struct slot_queue *other)
{
	return one->first < one->count &&
	       (other->first == other->count ||
		       one->slot[one->first].at <=
			       other->slot[other->first].at);
}

/* Attaches nodes up to P while they have time for an operand of their own. */
static void grow_tree(
	struct tree *tree, uint64_t gap, uint64_t delay, uint64_t last)
{
	struct slot_queue again = {0}, first = {0};
	size_t room = tree->size;

	tree->size = 1;
	queue_push(&first, delay, 0);
	while (tree->size < room) {
		struct slot_queue *next =
			is_sooner(&again, &first) ? &again : &first;
		struct open_slot slot = next->slot[next->first++];

		if (slot.at > last)
			break;
		tree_attach(tree, slot.parent, (uint32_t)tree->size);
		queue_push(&again, slot.at + gap, slot.parent);
		queue_push(&first, slot.at + delay, (uint32_t)tree->size++);
	}
	mem_free(again.slot);
	mem_free(first.slot);
}

static int set_plan(struct logp_sum_plan *plan, const struct logp_sum *machine,
	const mpz_t T)
{
	enum { BITS = 60 };

	if (!number_read_u64(&plan->latency, machine->latency, BITS) ||
		!number_read_u64(&plan->overhead, machine->overhead, BITS) ||
		!number_read_u64(&plan->gap, machine->gap, BITS) ||
		!number_read_u64(&plan->time, T, BITS))
		return 0;
	plan->delay = plan->latency + 2 * plan->overhead + 1;
	plan->spacing = most_u64(plan->gap, plan->overhead + 1);
	return 1;
}

enum status logp_sum_plan_init(struct logp_sum_plan *plan,
	const struct logp_sum *machine, const mpz_t T, uint64_t max_bits,
	struct err *err)
{
	enum status status;
	mpq_t lambda;

	*plan = (struct logp_sum_plan){0};
	mpq_init(lambda);
	if (!set_plan(plan, machine, T)) {
		status = err_limit(err, "a sum's times must be below 2^60");
	} else {
		number_set_ratio(lambda, plan->delay, plan->spacing);
		status = tree_init(&plan->tree, lambda, machine->processors,
			max_bits, err);
		plan->has_tree = 1;
	}
	if (status == STATUS_OK)
		grow_tree(&plan->tree, plan->spacing, plan->delay,
			plan->time > plan->overhead
				? plan->time - plan->overhead - 1
				: 0);
	mpq_clear(lambda);
	return status;
}

void logp_sum_plan_clear(struct logp_sum_plan *plan)
{
	if (plan->has_tree)
		tree_clear(&plan->tree);
}

/* The cycle in which a node's sum is complete. */
static uint64_t sum_due(const struct logp_sum_plan *plan, size_t node)
{
	const struct tree_node *at = &plan->tree.node[node];

	return plan->time - at->wait * plan->spacing - at->depth * plan->delay;
}

uint64_t logp_sum_own(const struct logp_sum_plan *plan, size_t node)
{
	return sum_due(plan, node) + 1 -
	       plan->tree.node[node].children * (plan->overhead + 1);
}

struct schedule *logp_sum_schedule(const struct logp_sum_plan *plan,
	uint64_t processors, uint64_t operands, const char *machine)
{
	const struct schedule_header header = {.model = MODEL_MACHINE,
		.operation = OPERATION_SUM,
		.processors = processors,
		.messages = operands,
		.unit = 1,
		.send = most_u64(plan->gap, plan->overhead),
		.latency = plan->delay - 1,
		.message = {.latency = plan->latency,
			.overhead = plan->overhead,
			.gap = plan->gap,
			.copy = plan->overhead},
		.machine = machine,
		.has_finish = 1,
		.finish = plan->time};
	struct transmissions rows = {0};

	for (size_t v = 1; v < plan->tree.size; v++)
		transmissions_add(
			&rows, &(struct transmission){.tick = sum_due(plan, v),
				       .from = v,
				       .to = plan->tree.node[v].parent,
				       .message = 1});
	return schedule_stored(&header, &rows);
}
