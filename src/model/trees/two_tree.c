/*
 * Two-tree: two trees at once, so that everybody sends as much as it receives.
 * Odd messages go along the first, even ones along the second, and a processor
 * with children in one tree has none in the other.
 *   The first tree is the binary search tree of 1 .. q = n-1, rooted at the
 * largest power of two: even numbers are inner nodes.  The second one is its
 * mirror image, q+1-p in place of p, if q is even; else it is the first with
 * every number one more, q wrapping around to 1.  Processor 0 sends to both
 * roots.
 *   Example: n = 4, q = 3.  First tree: 2 sends to 1 and 3; second tree: 3
 * sends to 2 and 1.
 *   Each link has a colour, 0 or 1: the two links of a sender differ in colour,
 * and so do the two links of a receiver.  The slots of a link are whole times
 * of its colour's parity, so in the slots no two sends and no two receives
 * collide; on every link the messages of a tree are two units apart.  Colours
 * alternate along paths and cycles of links, in which neighbours share a sender
 * and a receiver in turn; so cycles have even length.
 *   The slots only give an order: a processor sends, and receives, in that
 * order as soon as it can, and so never later than in the slots, by induction
 * over them.  With many messages the times become periodic, and then only those
 * at the beginning and at the end are stored.  If more than a million
 * transmissions come before that, all of them stay in their slots.
 *   One message uses the first tree alone, without colours.
 * Sanders, Speck & Traeff 2009, Two-tree algorithms for full bandwidth
 * broadcast, reduction and scan.
 */
#include "model/trees/trees.h"

#include "base/mem.h"
#include "core/merge.h"
#include "model/postal/open.h"
#include "model/trees/shape.h"
#include "number/number.h"

enum { UNCOLOURED = 2 };

/* No processor, or the end of no link. */
#define NOBODY UINT64_MAX

/* DEPTH_MAX: an upper bound on a tree's depth; TIMED: the most transmissions
 * that are timed one by one. */
enum { DEPTH_MAX = 64, TIMED = 1 << 20 };

/* The link that brings a tree's messages to a processor. */
struct link {
	int tree;
	uint64_t to;
};

/*
 * When a link is used.  start[k], k < known, are the ticks of its first
 * `steady` messages and then of its last ones; the messages skipped in between
 * start two units apart.  steady is UINT64_MAX if start[0] is the first slot
 * and all messages stay in their slots.
 */
struct use {
	uint64_t from, slot; /* the sender; the link's first slot */
	uint64_t *start;
	size_t known, capacity;
	uint64_t steady;
};

struct two_tree {
	struct postal_merge own;
	uint64_t q;
	uint8_t *colour;  /* of link (tree, to): [2 to + tree] */
	struct use *use;  /* likewise */
	uint64_t skipped; /* messages of each tree whose times are not stored */
};

/* -- the trees.  A processor's place in a tree is the number of the processor
 * that stands there in the first tree. */

static uint64_t lowest_bit(uint64_t x)
{
	return x & (~x + 1);
}

static uint64_t two_tree_place(
	const struct two_tree *trees, int tree, uint64_t p)
{
	if (tree == 0)
		return p;
	if (trees->q % 2 == 0)
		return trees->q + 1 - p;
	return p > 1 ? p - 1 : trees->q;
}

static uint64_t processor_at(
	const struct two_tree *trees, int tree, uint64_t place)
{
	if (tree == 0)
		return place;
	if (trees->q % 2 == 0)
		return trees->q + 1 - place;
	return place % trees->q + 1;
}

static uint64_t root_of(const struct two_tree *trees, int tree)
{
	return processor_at(trees, tree, trees_power_below(trees->q));
}

/* Child k, 0 or 1, or NOBODY. */
static uint64_t child_of(
	const struct two_tree *trees, int tree, uint64_t parent, int k)
{
	uint64_t place = two_tree_place(trees, tree, parent);
	uint64_t half = lowest_bit(place) / 2;
	uint64_t rest = trees->q - place;

	if (half == 0 || (k == 1 && rest == 0))
		return NOBODY;
	if (k == 0)
		return processor_at(trees, tree, place - half);
	if (rest > 2 * half - 1)
		rest = 2 * half - 1;
	return processor_at(trees, tree, place + trees_power_below(rest));
}

static uint64_t parent_of(const struct two_tree *trees, int tree, uint64_t p)
{
	uint64_t place = two_tree_place(trees, tree, p);

	if (place == trees_power_below(trees->q))
		return 0;
	do {
		uint64_t bit = lowest_bit(place);

		place = place & 2 * bit ? place - bit : place + bit;
	} while (place > trees->q);
	return processor_at(trees, tree, place);
}

/* -- colours */

static uint8_t *colour_of(const struct two_tree *trees, struct link link)
{
	return &trees->colour[2 * link.to + (uint64_t)link.tree];
}

/* The other link of the same sender; a link to NOBODY if there is none. */
static struct link other_sent(const struct two_tree *trees, struct link link)
{
	uint64_t parent = parent_of(trees, link.tree, link.to);

	if (parent == 0) {
		link.tree = !link.tree;
		link.to = root_of(trees, link.tree);
	} else {
		uint64_t first = child_of(trees, link.tree, parent, 0);

		link.to = first == link.to
				  ? child_of(trees, link.tree, parent, 1)
				  : first;
	}
	return link;
}

/* Colours the path or cycle from a coloured link on, in one direction: first to
 * the other link of its receiver, or of its sender. */
static void colour_path(
	const struct two_tree *trees, struct link link, int at_receiver)
{
	for (;; at_receiver = !at_receiver) {
		uint8_t colour = *colour_of(trees, link);

		if (at_receiver)
			link.tree = !link.tree;
		else
			link = other_sent(trees, link);
		if (link.to == NOBODY || *colour_of(trees, link) != UNCOLOURED)
			return;
		*colour_of(trees, link) = !colour;
	}
}

static void colour_links(struct two_tree *trees)
{
	for (uint64_t p = 1; p <= trees->q; p++)
		trees->colour[2 * p] = trees->colour[2 * p + 1] = UNCOLOURED;
	for (uint64_t p = 1; p <= trees->q; p++) {
		const struct link link = {0, p};

		if (*colour_of(trees, link) != UNCOLOURED)
			continue;
		*colour_of(trees, link) = 0;
		colour_path(trees, link, 1);
		colour_path(trees, link, 0);
	}
}

/* -- slots */

/* The tick at which a processor has its first message of a tree. */
struct arrival {
	uint64_t processor, tick;
};

static struct use *use_of(const struct two_tree *trees, struct link link)
{
	return &trees->use[2 * link.to + (uint64_t)link.tree];
}

/* The number of messages that go along a tree. */
static uint64_t count_messages(const struct two_tree *trees, int tree)
{
	return (trees->own.schedule.header.messages + (tree == 0)) / 2;
}

/* The first slot, from the tick on, of the link to a sender's child k; a single
 * message has no colours. */
static uint64_t first_slot(
	const struct two_tree *trees, struct link link, uint64_t tick, int k)
{
	uint64_t unit = trees->own.schedule.header.unit, time;

	if (trees->own.schedule.header.messages == 1)
		return tick + (uint64_t)k * unit;
	time = tick / unit + (tick % unit > 0);
	return (time + ((time & 1) != *colour_of(trees, link))) * unit;
}

/* Sets a link's sender and first slot, and when its first message arrives. */
static void set_slot(struct two_tree *trees, uint64_t from, struct link link,
	uint64_t tick, int k, struct arrival *arrival)
{
	struct use *use = use_of(trees, link);

	use->from = from;
	use->slot = first_slot(trees, link, tick, k);
	*arrival = (struct arrival){
		link.to, use->slot + trees->own.schedule.header.latency};
}

/* Sets the slots of all links of a tree, from its root down. */
static void set_slots(struct two_tree *trees, int tree)
{
	struct arrival stack[2 * DEPTH_MAX];
	size_t count = 1;

	set_slot(trees, 0, (struct link){tree, root_of(trees, tree)}, 0, 0,
		&stack[0]);
	while (count > 0) {
		const struct arrival at = stack[--count];

		for (int k = 0; k < 2; k++) {
			const struct link link = {
				tree, child_of(trees, tree, at.processor, k)};

			if (link.to != NOBODY)
				set_slot(trees, at.processor, link, at.tick, k,
					&stack[count++]);
		}
	}
}

/* -- times */

/*
 * Goes through all sends in the order of their slots.  free[2p], free[2p + 1]:
 * the ticks from which processor p may send, and be sent to.  span: a send only
 * depends on sends whose slots are at most that much earlier.
 */
struct timing {
	struct two_tree *trees;
	struct merge plan; /* the next send on each link, by its slot */
	uint64_t *free;
	uint64_t span, timed;
	uint64_t unsteady; /* the slot of the last send that was not two units
			      after the one before on its link */
	size_t begun;	   /* links that have been used */
	uint64_t most;	   /* sends on the link that has been used most */
};

static struct link link_of(const struct merge_item *item)
{
	return (struct link){(int)((item->message - 1) & 1), item->to};
}

static void begin_timing(struct timing *timing, struct two_tree *trees)
{
	uint64_t unit = trees->own.schedule.header.unit;

	*timing = (struct timing){.trees = trees, .span = 2 * unit};
	timing->free = mem_array((size_t)trees->q + 1, 2 * sizeof(uint64_t));
	for (int tree = 0; tree < 2; tree++)
		for (uint64_t p = 1; p <= trees->q; p++) {
			const struct link link = {tree, p};
			const struct use *use = use_of(trees, link), *before;

			if (count_messages(trees, tree) == 0)
				continue;
			before = use_of(trees, (struct link){tree, use->from});
			if (use->from > 0 &&
				use->slot - before->slot > timing->span)
				timing->span = use->slot - before->slot;
			merge_push(&timing->plan,
				&(struct merge_item){.tick = use->slot,
					.from = use->from,
					.to = p,
					.message = (uint64_t)tree + 1});
		}
}

/* Finds the earliest start of the plan's next send. */
static void time_use(struct timing *timing)
{
	const struct merge_item *item = &timing->plan.item[0];
	const struct schedule_header *header =
		&timing->trees->own.schedule.header;
	struct link link = link_of(item);
	struct use *use = use_of(timing->trees, link);
	uint64_t *sends = &timing->free[2 * item->from];
	uint64_t *receives = &timing->free[2 * item->to + 1];
	uint64_t start = *sends > *receives ? *sends : *receives, held = 0;
	size_t k = use->known++;

	if (item->from > 0)
		held = use_of(timing->trees,
			       (struct link){link.tree, item->from})
			       ->start[k] +
		       header->latency;
	if (start < held)
		start = held;
	*sends = *receives = start + header->unit;
	use->start =
		mem_grow(use->start, &use->capacity, k, sizeof *use->start);
	use->start[k] = start;
	timing->begun += k == 0;
	if (timing->most < use->known)
		timing->most = use->known;
	if (k == 0 || start != use->start[k - 1] + 2 * header->unit)
		timing->unsteady = item->tick;
}

/*
 * Skips the middle messages once everything is steady: for longer than a span,
 * each send has started two units after the one before on its link; so all
 * later sends will, as long as no link has had its last message.
 */
static void skip_messages(struct timing *timing, uint64_t left[2])
{
	struct two_tree *trees = timing->trees;
	uint64_t now = timing->plan.item[0].tick;

	if (trees->skipped > 0 || timing->begun < timing->plan.count ||
		timing->plan.count < 2 * trees->q ||
		now - timing->unsteady <=
			timing->span + 2 * trees->own.schedule.header.unit)
		return;
	if (left[1] <= timing->most + 1)
		return;
	trees->skipped = left[1] - timing->most - 1;
	for (int tree = 0; tree < 2; tree++)
		left[tree] -= trees->skipped;
	for (uint64_t i = 2; i < 2 * (trees->q + 1); i++)
		trees->use[i].steady = trees->use[i].known;
}

/* Leaves all sends in their slots, on each link two units apart. */
static void keep_slots(struct two_tree *trees)
{
	for (int tree = 0; tree < 2; tree++)
		for (uint64_t p = 1; p <= trees->q; p++) {
			struct use *use = use_of(trees, (struct link){tree, p});

			if (use->known == 0)
				use->start = mem_array(1, sizeof *use->start);
			use->start[0] = use->slot;
			use->steady = UINT64_MAX;
		}
}

static void time_links(struct two_tree *trees)
{
	uint64_t left[2] = {count_messages(trees, 0), count_messages(trees, 1)};
	struct timing timing;

	begin_timing(&timing, trees);
	while (timing.plan.count > 0 && timing.timed++ < TIMED) {
		struct merge_item *item = &timing.plan.item[0];
		struct link link = link_of(item);

		time_use(&timing);
		item->tick += 2 * trees->own.schedule.header.unit;
		item->message += 2;
		if (use_of(trees, link)->known == left[link.tree])
			merge_pop(&timing.plan);
		else
			merge_sink(&timing.plan);
		if (timing.plan.count > 0)
			skip_messages(&timing, left);
	}
	if (timing.plan.count > 0)
		keep_slots(trees);
	merge_clear(&timing.plan);
	mem_free(timing.free);
}

/* The tick at which message k, from 0, of the link's tree is sent on the link.
 */
static uint64_t start_of(
	const struct two_tree *trees, struct link link, uint64_t k)
{
	const struct use *use = use_of(trees, link);
	uint64_t two = 2 * trees->own.schedule.header.unit;

	if (use->steady == UINT64_MAX)
		return use->start[0] + k * two;
	if (k < use->steady || trees->skipped == 0)
		return use->start[k];
	if (k - use->steady < trees->skipped)
		return use->start[use->steady - 1] +
		       (k - use->steady + 1) * two;
	return use->start[k - trees->skipped] + trees->skipped * two;
}

/* -- rows */

/* The tick of the item's row; a reduction is the broadcast mirrored in time. */
static uint64_t two_tree_tick(
	const struct two_tree *trees, const struct merge_item *item)
{
	const struct schedule_header *header = &trees->own.schedule.header;
	int is_back = header->operation == OPERATION_REDUCE;
	struct link link = {(int)((item->message - 1) & 1),
		is_back ? item->from : item->to};
	uint64_t start = start_of(trees, link, (item->message - 1) / 2);

	return is_back ? header->finish - header->latency - start : start;
}

/* Makes the next row, and its item the next send on the same link. */
static void put_link(struct postal_merge *own, struct transmission *row)
{
	struct two_tree *trees = (struct two_tree *)own;
	const struct schedule_header *header = &trees->own.schedule.header;
	struct merge_item *item = &trees->own.merge.item[0];
	int is_back = header->operation == OPERATION_REDUCE;

	merge_row(row, item);
	if (is_back ? item->message <= 2
		    : item->message + 2 > header->messages) {
		merge_pop(&trees->own.merge);
		return;
	}
	item->message = is_back ? item->message - 2 : item->message + 2;
	item->tick = two_tree_tick(trees, item);
	merge_sink(&trees->own.merge);
}

/* Adds each link's first row, which in a reduction has its last message. */
static void add_links(struct two_tree *trees)
{
	struct schedule_header *header = &trees->own.schedule.header;
	int is_back = header->operation == OPERATION_REDUCE;

	for (uint64_t i = 2; i < 2 * (trees->q + 1); i++) {
		struct merge_item item = {.from = trees->use[i].from,
			.to = i / 2,
			.message = (i & 1) + 1};
		uint64_t more = count_messages(trees, (int)(i & 1));

		if (more == 0)
			continue;
		if (is_back) {
			item.message += 2 * (more - 1);
			item.to = item.from;
			item.from = i / 2;
		}
		item.tick = two_tree_tick(trees, &item);
		merge_push(&trees->own.merge, &item);
	}
}

static uint64_t find_finish(const struct two_tree *trees)
{
	uint64_t finish = 0;

	for (uint64_t i = 2; i < 2 * (trees->q + 1); i++) {
		const struct link link = {(int)(i & 1), i / 2};
		uint64_t count = count_messages(trees, link.tree), end;

		if (count == 0)
			continue;
		end = start_of(trees, link, count - 1) +
		      trees->own.schedule.header.latency;
		finish = end > finish ? end : finish;
	}
	return finish;
}

static void two_tree_close(struct schedule *schedule)
{
	struct two_tree *trees = (struct two_tree *)schedule;

	merge_clear(&trees->own.merge);
	for (uint64_t i = 2; i < 2 * (trees->q + 1); i++)
		mem_free(trees->use[i].start);
	mem_free(trees->use);
	mem_free(trees->colour);
	mem_free(trees);
}

/* Sets an upper bound on the time, for there is no formula: on each of at most
 * DEPTH_MAX links a message waits for at most 2 units. */
static enum status set_two_tree_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	(void)options;
	mpq_set_ui(time, DEPTH_MAX, 1);
	mpq_mul(time, time, problem->lambda);
	mpz_addmul(mpq_numref(time), mpq_denref(time), problem->m);
	mpz_addmul_ui(mpq_numref(time), mpq_denref(time), 2ul * DEPTH_MAX + 2);
	/* For each of a processor's two links: colour, use, merge item (three
	 * while the heap grows), and the ticks of timing. */
	return limit_check_each("the schedule of two-tree", problem->n,
		2 * (1 + 3 * sizeof(struct merge_item) + sizeof(struct use) +
			    4 * sizeof(uint64_t)),
		problem->max_bits / 8, err);
}

static enum status build_two_tree(struct schedule **schedule,
	const struct schedule_header *header,
	const struct algorithm_options *options, struct err *err)
{
	static const struct schedule_ops ops = {
		postal_merge_next, two_tree_close};
	struct two_tree *trees = mem_array(1, sizeof *trees);

	(void)err;
	trees->own.schedule.header = *header;
	trees->own.schedule.ops = &ops;
	trees->own.put = put_link;
	trees->q = header->processors - 1;
	trees->use =
		mem_array((size_t)header->processors, 2 * sizeof(struct use));
	if (trees->q > 0 && header->messages > 1) {
		trees->colour = mem_array((size_t)header->processors, 2);
		colour_links(trees);
	}
	if (trees->q > 0)
		set_slots(trees, 0);
	if (trees->q > 0 && header->messages > 1)
		set_slots(trees, 1);
	time_links(trees);
	trees->own.schedule.header.finish = find_finish(trees);
	if (options->operation == OPERATION_REDUCE)
		trees->own.schedule.header.operation = OPERATION_REDUCE;
	add_links(trees);
	*schedule = &trees->own.schedule;
	return STATUS_OK;
}

enum status trees_two_tree_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	return postal_open(schedule, "two-tree", set_two_tree_time,
		build_two_tree, problem, options, err);
}
