/*
 * Two-tree: two trees at once, so that everybody sends as much as it receives.
 * Odd messages go along the first, even ones along the second, and a processor
 * with children in one tree has none in the other: see two_tree_links.c.
 *   The slots of the links only give an order: a processor sends, and receives,
 * in that order as soon as it can, and so never later than in the slots, by
 * induction over them.  With many messages the times become periodic, and then
 * only those at the beginning and at the end are stored.  If more than a
 * million transmissions come before that, all of them stay in their slots.
 * Sanders, Speck & Traeff 2009, Two-tree algorithms for full bandwidth
 * broadcast, reduction and scan.
 */
#include "model/trees/trees.h"

#include "base/bits.h"
#include "base/mem.h"
#include "core/merge.h"
#include "model/postal/open.h"
#include "model/trees/shape.h"
#include "number/number.h"

/* The most transmissions that are timed one by one. */
enum { TIMED = 1 << 20 };

/*
 * When a link is used.  start[k], k < known, are the ticks of its first
 * `steady` messages and then of its last ones; the messages skipped in between
 * start two units apart.  steady is UINT64_MAX if start[0] is the first slot
 * and all messages stay in their slots.
 */
struct use {
	uint64_t *start;
	size_t known, capacity;
	uint64_t steady;
};

/* Links and their uses are numbered 2 to + tree, from 2 to links - 1. */
struct two_tree {
	struct postal_merge own;
	uint64_t links;
	struct two_tree_link *link;
	struct use *use;
	uint64_t skipped; /* messages of each tree whose times are not stored */
};

/* The number of messages that go along a link. */
static uint64_t count_messages(const struct two_tree *trees, uint64_t link)
{
	return (trees->own.schedule.header.messages + (link % 2 == 0)) / 2;
}

/* The link that brings a message to a processor. */
static uint64_t link_to(uint64_t to, uint64_t message)
{
	return 2 * to + (message - 1) % 2;
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

static void begin_timing(struct timing *timing, struct two_tree *trees)
{
	uint64_t unit = trees->own.schedule.header.unit;

	*timing = (struct timing){.trees = trees, .span = 2 * unit};
	timing->free = mem_array((size_t)trees->links, sizeof(uint64_t));
	for (uint64_t i = 2; i < trees->links; i++) {
		const struct two_tree_link *link = &trees->link[i];
		uint64_t before = trees->link[2 * link->from + i % 2].slot;

		if (count_messages(trees, i) == 0)
			continue;
		if (link->from > 0)
			timing->span =
				most_u64(timing->span, link->slot - before);
		merge_push(
			&timing->plan, &(struct merge_item){.tick = link->slot,
					       .from = link->from,
					       .to = i / 2,
					       .message = i % 2 + 1});
	}
}

/* Finds the earliest start of the plan's next send. */
static void time_use(struct timing *timing)
{
	const struct merge_item *item = &timing->plan.item[0];
	const struct schedule_header *header =
		&timing->trees->own.schedule.header;
	struct use *all = timing->trees->use;
	struct use *use = &all[link_to(item->to, item->message)];
	uint64_t *sends = &timing->free[2 * item->from];
	uint64_t *receives = &timing->free[2 * item->to + 1];
	uint64_t start = most_u64(*sends, *receives);
	size_t k = use->known++;

	if (item->from > 0)
		start = most_u64(start,
			all[link_to(item->from, item->message)].start[k] +
				header->latency);
	*sends = *receives = start + header->unit;
	use->start =
		mem_grow(use->start, &use->capacity, k, sizeof *use->start);
	use->start[k] = start;
	timing->begun += k == 0;
	timing->most = most_u64(timing->most, use->known);
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
		timing->plan.count < trees->links - 2 ||
		now - timing->unsteady <=
			timing->span + 2 * trees->own.schedule.header.unit)
		return;
	if (left[1] <= timing->most + 1)
		return;
	trees->skipped = left[1] - timing->most - 1;
	for (int tree = 0; tree < 2; tree++)
		left[tree] -= trees->skipped;
	for (uint64_t i = 2; i < trees->links; i++)
		trees->use[i].steady = trees->use[i].known;
}

/* Leaves all sends in their slots, on each link two units apart. */
static void keep_slots(struct two_tree *trees)
{
	for (uint64_t i = 2; i < trees->links; i++) {
		struct use *use = &trees->use[i];

		if (use->known == 0)
			use->start = mem_array(1, sizeof *use->start);
		use->start[0] = trees->link[i].slot;
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
		uint64_t link = link_to(item->to, item->message);

		time_use(&timing);
		item->tick += 2 * trees->own.schedule.header.unit;
		item->message += 2;
		if (trees->use[link].known == left[link % 2])
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
	const struct two_tree *trees, uint64_t link, uint64_t k)
{
	const struct use *use = &trees->use[link];
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
	uint64_t start = start_of(trees,
		link_to(is_back ? item->from : item->to, item->message),
		(item->message - 1) / 2);

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

	for (uint64_t i = 2; i < trees->links; i++) {
		struct merge_item item = {.from = trees->link[i].from,
			.to = i / 2,
			.message = i % 2 + 1};
		uint64_t more = count_messages(trees, i);

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

	for (uint64_t i = 2; i < trees->links; i++) {
		uint64_t count = count_messages(trees, i);

		if (count > 0)
			finish = most_u64(finish,
				start_of(trees, i, count - 1) +
					trees->own.schedule.header.latency);
	}
	return finish;
}

static void two_tree_clear(struct schedule *schedule)
{
	struct two_tree *trees = (struct two_tree *)schedule;

	merge_clear(&trees->own.merge);
	for (uint64_t i = 2; i < trees->links; i++)
		mem_free(trees->use[i].start);
	mem_free(trees->use);
	mem_free(trees->link);
}

/* Sets an upper bound on the time, for there is no formula: on each of at most
 * TWO_TREE_DEPTH links a message waits for at most 2 units. */
static enum status set_two_tree_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	(void)options;
	mpq_set_ui(time, TWO_TREE_DEPTH, 1);
	mpq_mul(time, time, problem->lambda);
	mpz_addmul(mpq_numref(time), mpq_denref(time), problem->m);
	mpz_addmul_ui(
		mpq_numref(time), mpq_denref(time), 2ul * TWO_TREE_DEPTH + 2);
	/* For each of a processor's two links: colour, use, merge item (three
	 * while the heap grows), and the ticks of timing. */
	return limit_check_each("the schedule of two-tree", problem->n,
		2 * (1 + 3 * sizeof(struct merge_item) + sizeof(struct use) +
			    sizeof(struct two_tree_link) +
			    4 * sizeof(uint64_t)),
		problem->max_bits / 8, err);
}

enum status trees_two_tree_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	static const struct schedule_ops ops = {
		postal_merge_next, two_tree_clear};
	struct schedule_header header;
	struct two_tree *trees;

	*schedule = NULL;
	if (postal_header(&header, "two-tree", set_two_tree_time, problem,
		    options, err) != STATUS_OK)
		return err->code;
	trees = mem_array(1, sizeof *trees);
	trees->own.schedule.header = header;
	trees->own.schedule.ops = &ops;
	trees->own.put = put_link;
	trees->links = 2 * header.processors;
	trees->link = two_tree_links(&header);
	trees->use = mem_array((size_t)trees->links, sizeof *trees->use);
	time_links(trees);
	trees->own.schedule.header.finish = find_finish(trees);
	if (options->operation == OPERATION_REDUCE)
		trees->own.schedule.header.operation = OPERATION_REDUCE;
	add_links(trees);
	*schedule = &trees->own.schedule;
	return STATUS_OK;
}
