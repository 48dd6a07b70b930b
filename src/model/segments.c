/*
 * Branch and bound over ranges of m, the range with the least bound first.
 *
 * The least time of any schedule does not decrease with the number of messages,
 * with u or with e: a schedule stays valid if messages are left out, or
 * everything arrives and is free sooner.  u and e do not decrease with s, as
 * long as the machine's parameters are the same.  So no schedule with a .. b
 * segments is faster than
 *
 * 	u(B/b) bound(n, a, e(B/b)/u(B/b)),
 *
 * and a range whose bound is not below the best time found is discarded.  Once
 * the first range in the queue is a single m, its bound is the bound over all.
 */
#include "model/segments.h"

#include "base/mem.h"
#include "model/bounds.h"
#include "number/number.h"

struct range {
	uint64_t first, last;
	mpq_t bound;
};

/* A heap: each bound is at least that at (i-1)/2. */
struct queue {
	struct range *range;
	size_t count, capacity;
};

struct segment_search {
	struct segments *segments; /* NULL: only the bound is sought */
	mpq_ptr bound;
	const struct machine *machine;
	const __mpz_struct *bytes;
	unsigned flags;
	uint64_t work;
	struct problem problem;
	struct queue queue;
	mpq_t send, size;
	int has_best, has_bound;
};

static void swap_ranges(struct range *x, struct range *y)
{
	struct range z = *x;

	*x = *y;
	*y = z;
}

/* Moves the last range, whose bound is known, to its place. */
static void rise(struct queue *queue)
{
	for (size_t i = queue->count - 1; i > 0; i = (i - 1) / 2) {
		struct range *range = &queue->range[i];
		struct range *above = &queue->range[(i - 1) / 2];

		if (mpq_cmp(range->bound, above->bound) >= 0)
			return;
		swap_ranges(range, above);
	}
}

/* Removes the first range; the caller clears its bound. */
static struct range take_first(struct queue *queue)
{
	struct range first = queue->range[0];

	queue->range[0] = queue->range[--queue->count];
	for (size_t i = 0, child; (child = 2 * i + 1) < queue->count;
		i = child) {
		struct range *range = queue->range;

		if (child + 1 < queue->count &&
			mpq_cmp(range[child + 1].bound, range[child].bound) < 0)
			child++;
		if (mpq_cmp(range[child].bound, range[i].bound) >= 0)
			break;
		swap_ranges(&range[i], &range[child]);
	}
	return first;
}

/* The problem's lambda, and send, for messages of B/m bytes. */
static enum status set_size(
	struct segment_search *search, uint64_t m, struct err *err)
{
	mpq_set_z(search->size, search->bytes);
	number_set_u64(mpq_denref(search->size), m);
	mpq_canonicalize(search->size);
	machine_send(search->send, search->machine, search->size);
	machine_end(search->problem.lambda, search->machine, search->size);
	mpq_div(search->problem.lambda, search->problem.lambda, search->send);
	if (mpq_cmp_ui(search->problem.lambda, 1, 1) >= 0)
		return STATUS_OK;
	return err_set(err, STATUS_USAGE,
		"messages of some sizes arrive before the machine can send the "
		"next one",
		NULL);
}

/* Adds first .. last, if it may contain something better. */
static enum status add_range(struct segment_search *search, uint64_t first,
	uint64_t last, struct err *err)
{
	struct queue *queue = &search->queue;
	struct range range = {.first = first, .last = last};
	enum status status = set_size(search, last, err);

	if (status != STATUS_OK)
		return status;
	mpq_init(range.bound);
	number_set_u64(search->problem.m, first);
	status = model_bound(range.bound, MODEL_POSTAL, &search->problem, err);
	mpq_mul(range.bound, range.bound, search->send);
	if (status != STATUS_OK ||
		(search->has_best &&
			mpq_cmp(range.bound, search->segments->best.time) >=
				0)) {
		mpq_clear(range.bound);
		return status;
	}
	queue->range = mem_grow(queue->range, &queue->capacity, queue->count,
		sizeof *queue->range);
	queue->range[queue->count++] = range;
	rise(queue);
	return STATUS_OK;
}

/* The segments of all sizes: a range for each of the machine's points. */
static enum status add_all(
	struct segment_search *search, uint64_t most, struct err *err)
{
	uint64_t before = 0;
	enum status status = STATUS_OK;
	mpz_t last;

	mpz_init(last);
	for (size_t i = search->machine->points; i-- > 0;) {
		uint64_t at = most;

		/* B/m >= bytes of the point, so long as it is not the first. */
		if (i > 0) {
			mpz_fdiv_q(last, search->bytes,
				search->machine->point[i].bytes);
			if (mpz_sizeinbase(last, 2) <= 63 &&
				number_get_u64(last) < most)
				at = number_get_u64(last);
		}
		if (at > before && status == STATUS_OK)
			status = add_range(search, before + 1, at, err);
		before = at > before ? at : before;
	}
	mpz_clear(last);
	return status;
}

/* The times for m segments. */
static enum status rank_segments(
	struct segment_search *search, uint64_t m, struct err *err)
{
	struct segments *segments = search->segments;
	const struct candidate *first = &segments->ranking.candidate[0];
	enum status status = set_size(search, m, err);
	mpq_t time;

	if (status != STATUS_OK)
		return status;
	number_set_u64(search->problem.m, m);
	status = ranking_find(&segments->ranking, &search->problem,
		MODEL_POSTAL, OPERATION_BROADCAST, 1, search->flags,
		search->work, err);
	if (status != STATUS_OK || !first->is_known)
		return status;
	mpq_init(time);
	mpq_mul(time, first->time, search->send);
	if (!search->has_best || mpq_cmp(time, segments->best.time) < 0) {
		search->has_best = 1;
		segments->best.algorithm = first->algorithm;
		segments->best.is_known = 1;
		segments->best.is_most = first->is_most;
		mpz_set(segments->best.degree, first->degree);
		mpq_set(segments->best.time, time);
		mpz_set(segments->count, search->problem.m);
		mpq_set(segments->size, search->size);
	}
	mpq_clear(time);
	return STATUS_OK;
}

/* Ranks a single m, or splits a range near its beginning, where its bound would
 * be as far from the truth as at its end. */
static enum status look(struct segment_search *search,
	const struct range *range, struct err *err)
{
	uint64_t middle = range->first + (range->last - range->first) / 2;
	enum status status;

	if (range->first == range->last) {
		if (!search->has_bound)
			mpq_set(search->bound, range->bound);
		search->has_bound = 1;
		return search->segments
			       ? rank_segments(search, range->first, err)
			       : STATUS_OK;
	}
	if (middle > 2 * range->first)
		middle = 2 * range->first;
	status = add_range(search, range->first, middle, err);
	return status == STATUS_OK
		       ? add_range(search, middle + 1, range->last, err)
		       : status;
}

static enum status search_all(struct segment_search *search, struct err *err)
{
	enum status status = STATUS_OK;

	while (status == STATUS_OK && search->queue.count > 0 &&
		(search->segments || !search->has_bound)) {
		struct range range = take_first(&search->queue);

		if (!search->has_best ||
			mpq_cmp(range.bound, search->segments->best.time) < 0)
			status = look(search, &range, err);
		mpq_clear(range.bound);
	}
	if (status == STATUS_OK && search->segments && !search->has_best)
		status = err_set(err, STATUS_LIMIT,
			"no algorithm's time could be found", NULL);
	return status;
}

void segments_init(struct segments *segments)
{
	*segments = (struct segments){.best = {.algorithm = NULL}};
	mpz_inits(segments->count, segments->best.degree, NULL);
	mpq_inits(segments->size, segments->best.time, segments->bound, NULL);
	ranking_init(&segments->ranking);
}

void segments_clear(struct segments *segments)
{
	mpz_clears(segments->count, segments->best.degree, NULL);
	mpq_clears(segments->size, segments->best.time, segments->bound, NULL);
	ranking_clear(&segments->ranking);
}

static enum status run_search(struct segment_search *search, const mpz_t n,
	uint64_t max_bits, struct err *err)
{
	uint64_t most = mpz_cmp_ui(search->bytes, SEGMENTS_MAX) < 0
				? number_get_u64(search->bytes)
				: SEGMENTS_MAX;
	enum status status;

	problem_init(&search->problem);
	search->problem.max_bits = max_bits;
	mpz_set(search->problem.n, n);
	mpq_inits(search->send, search->size, NULL);
	status = add_all(search, most, err);
	if (status == STATUS_OK)
		status = search_all(search, err);
	while (search->queue.count > 0)
		mpq_clear(search->queue.range[--search->queue.count].bound);
	mem_free(search->queue.range);
	mpq_clears(search->send, search->size, NULL);
	problem_clear(&search->problem);
	return status;
}

enum status segments_find(struct segments *segments,
	const struct machine *machine, const mpz_t n, const mpz_t bytes,
	unsigned flags, uint64_t work, uint64_t max_bits, struct err *err)
{
	struct segment_search search = {.segments = segments,
		.bound = segments->bound,
		.machine = machine,
		.bytes = bytes,
		.flags = flags,
		.work = work};

	return run_search(&search, n, max_bits, err);
}

enum status segments_bound(mpq_t bound, const struct machine *machine,
	const mpz_t n, const mpz_t bytes, uint64_t max_bits, struct err *err)
{
	struct segment_search search = {
		.bound = bound, .machine = machine, .bytes = bytes};

	return run_search(&search, n, max_bits, err);
}
