/*
 * Two trees at once, so that everybody sends as much as it receives: odd
 * messages go along one, even ones along the other, and a processor with
 * children in one has none in the other.
 *   The first is the search tree of 1 .. q = n-1, rooted at the largest power
 * of two: even numbers are inner nodes.  The second is its mirror image, p for
 * q+1-p, if q is even, else the first with every number one more, q wrapping
 * around to 1.  Processor 0 sends to both roots.
 *   Each link has a colour, 0 or 1: the two of a sender differ, and so do the
 * two of a receiver.  A link is used at whole times of its colour's parity, so
 * no two sends and no two receives collide; on every link the messages of a
 * tree are two units apart.  Colours alternate along the paths and cycles of
 * links, in which neighbours share a sender and a receiver in turn; so cycles
 * have even length.
 *   One message uses the first tree alone, without colours.
 * Sanders, Speck & Traeff 2009, Two-tree algorithms for full bandwidth
 * broadcast, reduction and scan.
 */
#include "model/trees/trees.h"

#include "base/mem.h"
#include "core/merge.h"
#include "model/postal/open.h"
#include "number/limit.h"
#include "number/number.h"

/* No colour yet; NOBODY: no link or processor. */
enum { UNCOLOURED = 2 };

#define NOBODY UINT64_MAX

/* An upper bound on a tree's depth, and so on a walk down it. */
enum { DEPTH_MAX = 64, ROWS_EACH = 2 };

/* The link that brings a tree's messages to a processor. */
struct link {
	int tree;
	uint64_t to;
};

struct two_tree {
	struct schedule schedule;
	uint64_t q;
	uint8_t *colour; /* of link (tree, to): [2 to + tree] */
	struct merge merge;
	struct transmission row[POSTAL_ROWS];
};

/* -- the trees; places are those of the first one */

static uint64_t lowest_bit(uint64_t x)
{
	return x & (~x + 1);
}

static uint64_t power_below(uint64_t x)
{
	uint64_t power = 1;

	while (power <= x / 2)
		power *= 2;
	return power;
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
	return processor_at(trees, tree, power_below(trees->q));
}

/* The k-th child, or NOBODY. */
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
	return processor_at(trees, tree, place + power_below(rest));
}

static uint64_t parent_of(const struct two_tree *trees, int tree, uint64_t p)
{
	uint64_t place = two_tree_place(trees, tree, p);

	if (place == power_below(trees->q))
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

/* The other link of its sender; one to NOBODY if there is none. */
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

/* Colours the links from this one on, in one direction. */
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

/* -- times */

/* A processor that has a tree's first message at the tick. */
struct arrival {
	uint64_t processor, tick;
};

/* The first use of a sender's link to its k-th child, not before the tick. */
static uint64_t first_use(
	const struct two_tree *trees, struct link link, uint64_t tick, int k)
{
	uint64_t unit = trees->schedule.header.unit, time;

	if (trees->schedule.header.messages == 1)
		return tick + (uint64_t)k * unit;
	time = tick / unit + (tick % unit > 0);
	return (time + ((time & 1) != *colour_of(trees, link))) * unit;
}

/* Adds a link; *arrival is when its first message arrives. */
static void add_link(struct two_tree *trees, uint64_t from, struct link link,
	uint64_t tick, int k, struct arrival *arrival)
{
	struct schedule_header *header = &trees->schedule.header;
	const struct merge_item item = {.tick = first_use(trees, link, tick, k),
		.from = from,
		.to = link.to,
		.message = (uint64_t)link.tree + 1};
	uint64_t more = (header->messages - item.message) / 2;

	merge_push(&trees->merge, &item);
	*arrival = (struct arrival){link.to, item.tick + header->latency};
	if (arrival->tick + 2 * more * header->unit > header->finish)
		header->finish = arrival->tick + 2 * more * header->unit;
}

/* All links of a tree, from its root down. */
static void add_tree(struct two_tree *trees, int tree)
{
	struct arrival stack[2 * DEPTH_MAX];
	size_t count = 1;

	add_link(trees, 0, (struct link){tree, root_of(trees, tree)}, 0, 0,
		&stack[0]);
	while (count > 0) {
		const struct arrival at = stack[--count];

		for (int k = 0; k < 2; k++) {
			const struct link link = {
				tree, child_of(trees, tree, at.processor, k)};

			if (link.to != NOBODY)
				add_link(trees, at.processor, link, at.tick, k,
					&stack[count++]);
		}
	}
}

/* -- rows */

static enum status two_tree_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct two_tree *trees = (struct two_tree *)schedule;
	struct merge *merge = &trees->merge;

	(void)err;
	*rows = trees->row;
	for (*count = 0; *count < POSTAL_ROWS && merge->count > 0; ++*count) {
		struct merge_item *item = &merge->item[0];
		struct transmission *row = &trees->row[*count];

		row->tick = item->tick;
		row->from = item->from;
		row->to = item->to;
		row->message = item->message;
		item->tick += 2 * schedule->header.unit;
		item->message += 2;
		if (item->message > schedule->header.messages)
			merge_pop(merge);
		else
			merge_sink(merge);
	}
	return STATUS_OK;
}

static enum status reversed_two_tree_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct two_tree *trees = (struct two_tree *)schedule;

	(void)err;
	*rows = trees->row;
	*count = merge_fill_back(&trees->merge, trees->row, POSTAL_ROWS, 2,
		2 * schedule->header.unit);
	return STATUS_OK;
}

static void two_tree_close(struct schedule *schedule)
{
	struct two_tree *trees = (struct two_tree *)schedule;

	merge_clear(&trees->merge);
	mem_free(trees->colour);
	mem_free(trees);
}

/* Memory: colours, and an item for each link; two while arrays grow, and for a
 * reduction one more. */
static enum status check_two_tree_size(
	const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t bytes;

	mpz_init(bytes);
	mpz_mul_ui(bytes, problem->n,
		ROWS_EACH * (1 + 4 * sizeof(struct merge_item)));
	status = limit_check_bytes(
		"the schedule of two-tree", bytes, problem->max_bits / 8, err);
	mpz_clear(bytes);
	return status;
}

/* At most 2 units of waiting on each of DEPTH_MAX links. */
static enum status set_two_tree_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	(void)options;
	mpq_set_ui(time, DEPTH_MAX, 1);
	mpq_mul(time, time, problem->lambda);
	mpz_addmul(mpq_numref(time), mpq_denref(time), problem->m);
	mpz_addmul_ui(mpq_numref(time), mpq_denref(time), 2ul * DEPTH_MAX + 2);
	return check_two_tree_size(problem, err);
}

/* Turns the schedule, which has not begun, into that of a reduction: each link
 * begins with its last message. */
static void reverse_two_tree(struct two_tree *trees)
{
	static const struct schedule_ops ops = {
		reversed_two_tree_next, two_tree_close};
	struct schedule_header *header = &trees->schedule.header;
	struct merge links = trees->merge;

	trees->schedule.ops = &ops;
	header->operation = OPERATION_REDUCE;
	trees->merge = (struct merge){NULL, 0, 0};
	for (size_t i = 0; i < links.count; i++) {
		struct merge_item item = links.item[i];
		uint64_t more = (header->messages - item.message) / 2;
		uint64_t last = item.tick + 2 * more * header->unit;
		uint64_t parent = item.from;

		item.tick = header->finish - header->latency - last;
		item.from = item.to;
		item.to = parent;
		item.message += 2 * more;
		merge_push(&trees->merge, &item);
	}
	merge_clear(&links);
}

static enum status build_two_tree(struct schedule **schedule,
	const struct schedule_header *header,
	const struct algorithm_options *options, struct err *err)
{
	static const struct schedule_ops ops = {two_tree_next, two_tree_close};
	struct two_tree *trees = mem_array(1, sizeof *trees);

	(void)err;
	trees->schedule.header = *header;
	trees->schedule.header.finish = 0;
	trees->schedule.ops = &ops;
	trees->q = header->processors - 1;
	if (trees->q > 0 && header->messages > 1) {
		trees->colour = mem_array((size_t)header->processors, 2);
		colour_links(trees);
	}
	if (trees->q > 0)
		add_tree(trees, 0);
	if (trees->q > 0 && header->messages > 1)
		add_tree(trees, 1);
	if (options->operation == OPERATION_REDUCE)
		reverse_two_tree(trees);
	*schedule = &trees->schedule;
	return STATUS_OK;
}

enum status trees_two_tree_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	static const struct postal_builder builder = {
		"two-tree", set_two_tree_time, build_two_tree};

	return postal_open(schedule, &builder, problem, options, err);
}
