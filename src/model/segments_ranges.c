/*
 * Branch and bound over ranges of m, the range with the least bound first.
 *
 * The bound of model/machine/bound.c does not fall when the number of messages
 * or the cost of a message rises, and that cost does not fall when the
 * message's size rises, as long as the machine's parameters stay the same.  So
 * no schedule with a .. b segments is faster than the bound for a segments of
 * B/b bytes, and a range whose bound is not below the best time found is
 * discarded.  Once the first range in the queue is a single m with its exact
 * bound, that is the bound over all m.
 *
 * Example: B = 4.  The range 1 .. 4 has the bound for one segment of 1 byte; it
 * is split into 1 .. 2, with that for one segment of 2 bytes, and 3 .. 4, with
 * that for 3 segments of 1 byte.
 */
#include "model/segments.h"

#include "base/mem.h"
#include "number/number.h"

/* The nanoseconds for one bound, and more for each bit of n. */
enum { BOUND_WORK = 20000, BOUND_BIT = 2000 };

static void swap_ranges(struct segments_range *x, struct segments_range *y)
{
	struct segments_range z = *x;

	*x = *y;
	*y = z;
}

/* Moves the last range to its place. */
static void rise(struct segments_queue *queue)
{
	for (size_t i = queue->count - 1; i > 0; i = (i - 1) / 2) {
		struct segments_range *range = &queue->range[i];
		struct segments_range *above = &queue->range[(i - 1) / 2];

		if (mpq_cmp(range->bound, above->bound) >= 0)
			return;
		swap_ranges(range, above);
	}
}

/* Removes and returns the first range, whose bound the caller clears. */
static struct segments_range take_first(struct segments_queue *queue)
{
	struct segments_range first = queue->range[0];

	queue->range[0] = queue->range[--queue->count];
	for (size_t i = 0, child; (child = 2 * i + 1) < queue->count;
		i = child) {
		struct segments_range *range = queue->range;

		if (child + 1 < queue->count &&
			mpq_cmp(range[child + 1].bound, range[child].bound) < 0)
			child++;
		if (mpq_cmp(range[child].bound, range[i].bound) >= 0)
			break;
		swap_ranges(&range[i], &range[child]);
	}
	return first;
}

void segments_message(struct machine_message *message,
	const struct machine *machine, const mpz_t bytes, const mpz_t m)
{
	mpq_t size;

	mpq_init(size);
	mpz_cdiv_q(mpq_numref(size), bytes, m);
	machine_message_set(message, machine, size);
	mpq_clear(size);
}

static uint64_t bound_work(const struct segment_search *search)
{
	return BOUND_WORK + BOUND_BIT * mpz_sizeinbase(search->asked->n, 2);
}

enum status segments_set_bound(mpq_t bound, struct segment_search *search,
	uint64_t messages, uint64_t m, int is_exact, struct err *err)
{
	const struct segments_problem *asked = search->asked;
	struct machine_problem problem = {.n = asked->n,
		.m = search->m,
		.message = &search->message,
		.operation = asked->operation,
		.max_bits = asked->max_bits,
		.jumps = &search->tries.jumps,
		.is_rounded = !is_exact,
		.is_one_of = 1};
	mpq_t size;

	mpq_init(size);
	search->spent += bound_work(search);
	mpq_set_z(size, asked->bytes);
	number_set_u64(mpq_denref(size), m);
	mpq_canonicalize(size);
	machine_message_share(&search->message, asked->machine, size);
	number_set_u64(search->m, messages);
	mpq_clear(size);
	return machine_bound(bound, &problem, err);
}

/* Adds a range to the queue if it may contain something better than the best so
 * far; takes over its bound. */
static void add_if_better(
	struct segment_search *search, struct segments_range *range)
{
	struct segments_queue *queue = &search->queue;

	if (search->has_best &&
		mpq_cmp(range->bound, search->segments->best.time) >= 0) {
		mpq_clear(range->bound);
		return;
	}
	queue->range = mem_grow(queue->range, &queue->capacity, queue->count,
		sizeof *queue->range);
	queue->range[queue->count++] = *range;
	rise(queue);
}

static enum status add_range(struct segment_search *search, uint64_t first,
	uint64_t last, int is_exact, struct err *err)
{
	struct segments_range range = {
		.first = first, .last = last, .is_exact = is_exact};
	enum status status;

	mpq_init(range.bound);
	status = segments_set_bound(
		range.bound, search, first, last, is_exact, err);
	if (status == STATUS_OK)
		add_if_better(search, &range);
	else
		mpq_clear(range.bound);
	return status;
}

/* One range for each of the machine's points, within which its parameters are
 * the same; a single processor needs no more than one segment. */
enum status segments_add_all(struct segment_search *search, struct err *err)
{
	uint64_t before = 0, most = search->most;
	enum status status = STATUS_OK;
	mpz_t last;

	if (mpz_cmp_ui(search->asked->n, 1) == 0)
		return add_range(search, 1, 1, 1, err);
	mpz_init(last);
	for (size_t i = search->asked->machine->points; i-- > 0;) {
		uint64_t at = most;

		/* Up to the last m for which B/m, rounded up, is at least the
		 * point's size. */
		if (i > 0 && mpz_cmp_ui(search->asked->machine->point[i].bytes,
				     1) > 0) {
			mpz_sub_ui(last, search->asked->machine->point[i].bytes,
				1);
			mpz_cdiv_q(last, search->asked->bytes, last);
			mpz_sub_ui(last, last, 1);
			if (mpz_sizeinbase(last, 2) <= 63 &&
				number_get_u64(last) < most)
				at = number_get_u64(last);
		}
		if (at > before && status == STATUS_OK)
			status = add_range(search, before + 1, at, 0, err);
		before = at > before ? at : before;
	}
	mpz_clear(last);
	return status;
}

struct machine_problem segments_problem_of(struct segment_search *search)
{
	const struct segments_problem *asked = search->asked;

	segments_message(
		&search->message, asked->machine, asked->bytes, search->m);
	return (struct machine_problem){.n = asked->n,
		.m = search->m,
		.message = &search->message,
		.operation = asked->operation,
		.flags = asked->flags,
		.work = search->work,
		.max_bits = asked->max_bits};
}

enum status segments_find_planned(
	struct segment_search *search, uint64_t m, struct err *err)
{
	struct segments *segments = search->segments;
	struct machine_choice *best = &segments->best;
	struct machine_problem problem;
	enum status status;
	mpq_t before;

	mpq_init(before);
	search->spent += 10 * bound_work(search);
	mpq_set(before, best->time);
	number_set_u64(search->m, m);
	problem = segments_problem_of(search);
	status = machine_find_planned(best, &segments->ranking, &problem, err);
	if (best->algorithm &&
		(!search->has_best || mpq_cmp(best->time, before) < 0))
		mpz_set(segments->count, search->m);
	search->has_best = best->algorithm != NULL;
	mpq_clear(before);
	return status;
}

/* Splits a range in the middle, but no further than at twice its beginning: the
 * bound of a range is far from the truth if it ends at many times its
 * beginning.
 */
static enum status split_segments(struct segment_search *search,
	const struct segments_range *range, struct err *err)
{
	uint64_t middle = range->first + (range->last - range->first) / 2;
	enum status status;

	if (middle > 2 * range->first)
		middle = 2 * range->first;
	status = add_range(search, range->first, middle, 0, err);
	return status == STATUS_OK
		       ? add_range(search, middle + 1, range->last, 0, err)
		       : status;
}

/* Splits a range or, if it is a single m, finds its exact bound and then its
 * best schedule. */
static enum status search_range(struct segment_search *search,
	const struct segments_range *range, struct err *err)
{
	if (range->first < range->last)
		return split_segments(search, range, err);
	if (!range->is_exact)
		return add_range(search, range->first, range->last, 1, err);
	if (!search->has_bound)
		mpq_set(search->bound, range->bound);
	search->has_bound = 1;
	return search->segments
		       ? segments_find_planned(search, range->first, err)
		       : STATUS_OK;
}

enum status segments_search_ranges(
	struct segment_search *search, int is_first, struct err *err)
{
	enum status status = STATUS_OK;

	while (status == STATUS_OK && search->queue.count > 0 &&
		!((is_first || !search->segments) && search->has_bound)) {
		struct segments_range range = take_first(&search->queue);

		if (search->segments && (search->has_best || !is_first) &&
			search->spent > search->asked->total)
			search->segments->is_cut = 1;
		else if (!search->has_best ||
			 mpq_cmp(range.bound, search->segments->best.time) < 0)
			status = search_range(search, &range, err);
		mpq_clear(range.bound);
	}
	return status;
}
