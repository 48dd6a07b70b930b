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
 * the first range in the queue is a single m with e/u as it is, not rounded
 * down, its bound is the bound over all.
 * For a single m those algorithms come first whose times are found at once; it
 * is put back with a lower bound on the others', which thus are looked at in
 * the order of what they may reach, and most of them never.
 */
#include "model/segments.h"

#include "base/mem.h"
#include "model/bounds.h"
#include "number/number.h"

/* Where the bound of a single m comes from, and what is to be done with it. */
enum stage {
	STAGE_ROUNDED, /* a latency that is rounded down: find it exactly */
	STAGE_EXACT,   /* that of all schedules: rank the quick algorithms */
	STAGE_SLOW     /* of the slow algorithms: rank them */
};

/* For latencies with a small denominator the bound takes a tenth of the time.
 */
enum { ROUNDED_UNIT = 64 };

/* Nanoseconds of a question, and for each bit of n. */
enum { QUESTION_WORK = 10000, QUESTION_BIT = 2000 };

struct range {
	uint64_t first, last;
	enum stage stage;
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
	uint64_t spent, total; /* on all sizes, in nanoseconds */
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
	return machine_lambda(search->problem.lambda, search->send,
		search->machine, search->size, err);
}

/* Adds a range, whose bound it owns then, if it may contain something better.
 */
static void add_if_better(struct segment_search *search, struct range *range)
{
	struct queue *queue = &search->queue;

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

/* lambda is rounded down to a multiple of 1/ROUNDED_UNIT. */
static void round_down(mpq_t lambda)
{
	mpz_mul_ui(mpq_numref(lambda), mpq_numref(lambda), ROUNDED_UNIT);
	mpz_fdiv_q(mpq_numref(lambda), mpq_numref(lambda), mpq_denref(lambda));
	mpz_set_ui(mpq_denref(lambda), ROUNDED_UNIT);
	mpq_canonicalize(lambda);
}

/* Counts one question about n: a bound, or times by formulas.  Measured for
 * 7 and for 100 bits of n. */
static void spend_question(struct segment_search *search)
{
	search->spent += QUESTION_WORK +
			 QUESTION_BIT * mpz_sizeinbase(search->problem.n, 2);
}

/* Adds first .. last with its bound. */
static enum status add_range(struct segment_search *search, uint64_t first,
	uint64_t last, enum stage stage, struct err *err)
{
	struct range range = {.first = first, .last = last, .stage = stage};
	enum status status = set_size(search, last, err);

	if (status != STATUS_OK)
		return status;
	spend_question(search);
	mpq_init(range.bound);
	number_set_u64(search->problem.m, first);
	if (stage == STAGE_ROUNDED)
		round_down(search->problem.lambda);
	status = model_bound(range.bound, MODEL_POSTAL, &search->problem, err);
	mpq_mul(range.bound, range.bound, search->send);
	if (status == STATUS_OK)
		add_if_better(search, &range);
	else
		mpq_clear(range.bound);
	return status;
}

/* Adds a single m again, with a bound on what slow algorithms may reach. */
static void add_slow(struct segment_search *search, uint64_t m)
{
	struct range range = {.first = m, .last = m, .stage = STAGE_SLOW};
	int has_any;

	mpq_init(range.bound);
	ranking_least(range.bound, &has_any, &search->problem, MODEL_POSTAL,
		OPERATION_BROADCAST, search->flags);
	mpq_mul(range.bound, range.bound, search->send);
	if (has_any)
		add_if_better(search, &range);
	else
		mpq_clear(range.bound);
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
			status = add_range(
				search, before + 1, at, STAGE_ROUNDED, err);
		before = at > before ? at : before;
	}
	mpz_clear(last);
	return status;
}

/* Keeps the first of the ranking, if it is the best so far. */
static void take_best(struct segment_search *search)
{
	struct segments *segments = search->segments;
	const struct candidate *first = &segments->ranking.candidate[0];
	mpq_t time;

	if (segments->ranking.count == 0 || !first->is_known)
		return;
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
}

/* What a schedule may take. */
static uint64_t work_left(const struct segment_search *search)
{
	uint64_t left = search->total > search->spent
				? search->total - search->spent
				: 0;

	return left < search->work ? left : search->work;
}

/* The times for m segments, of the quick algorithms or the others. */
static enum status rank_segments(struct segment_search *search,
	const struct range *range, struct err *err)
{
	struct ranking *ranking = &search->segments->ranking;
	int is_slow = range->stage == STAGE_SLOW;
	enum status status = set_size(search, range->first, err);
	mpq_t bound;

	if (status != STATUS_OK)
		return status;
	number_set_u64(search->problem.m, range->first);
	mpq_init(bound);
	mpq_div(bound, range->bound, search->send);
	ranking->spent = 0;
	status = ranking_find_bounded(ranking, &search->problem, MODEL_POSTAL,
		OPERATION_BROADCAST, bound,
		search->flags | (is_slow ? RANKING_SLOW : RANKING_QUICK),
		work_left(search), err);
	mpq_clear(bound);
	spend_question(search);
	search->spent += ranking->spent;
	if (status != STATUS_OK)
		return status;
	take_best(search);
	if (!is_slow)
		add_slow(search, range->first);
	return STATUS_OK;
}

/* Splits a range near its beginning, where its bound would be as far from the
 * truth as at its end. */
static enum status split_segments(struct segment_search *search,
	const struct range *range, struct err *err)
{
	uint64_t middle = range->first + (range->last - range->first) / 2;
	enum status status;

	if (middle > 2 * range->first)
		middle = 2 * range->first;
	status = add_range(search, range->first, middle, STAGE_ROUNDED, err);
	return status == STATUS_OK ? add_range(search, middle + 1, range->last,
					     STAGE_ROUNDED, err)
				   : status;
}

static enum status look(struct segment_search *search,
	const struct range *range, struct err *err)
{
	if (range->first < range->last)
		return split_segments(search, range, err);
	if (range->stage == STAGE_ROUNDED)
		return add_range(
			search, range->first, range->last, STAGE_EXACT, err);
	if (!search->has_bound)
		mpq_set(search->bound, range->bound);
	search->has_bound = 1;
	return search->segments ? rank_segments(search, range, err) : STATUS_OK;
}

/* Whether the best so far has to do: something is known, and the work that was
 * allowed is done. */
static int is_over(const struct segment_search *search)
{
	if (search->queue.count == 0)
		return 1;
	if (!search->segments)
		return search->has_bound;
	return search->has_best && search->spent >= search->total;
}

/* No bound yet: what is left has none below the first's. */
static void cut_search(struct segment_search *search)
{
	const struct range *first = search->queue.range;

	int is_cut = search->queue.count > 0 &&
		     mpq_cmp(first->bound, search->segments->best.time) < 0;

	search->segments->is_cut |= is_cut;
	if (!search->has_bound && is_cut)
		mpq_set(search->bound, first->bound);
	else if (!search->has_bound)
		mpq_set(search->bound, search->segments->best.time);
}

static enum status search_all(struct segment_search *search, struct err *err)
{
	enum status status = STATUS_OK;

	while (status == STATUS_OK && !is_over(search)) {
		struct range range = take_first(&search->queue);

		if (!search->has_best ||
			mpq_cmp(range.bound, search->segments->best.time) < 0)
			status = look(search, &range, err);
		mpq_clear(range.bound);
	}
	if (status == STATUS_OK && search->segments && !search->has_best)
		status = err_set(err, STATUS_LIMIT,
			"no algorithm's time could be found", NULL);
	if (status == STATUS_OK && search->segments)
		cut_search(search);
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
	/* One processor has nothing to send: more segments gain nothing. */
	status = add_all(search, mpz_cmp_ui(n, 1) == 0 ? 1 : most, err);
	if (status == STATUS_OK)
		status = search_all(search, err);
	while (search->queue.count > 0)
		mpq_clear(search->queue.range[--search->queue.count].bound);
	mem_free(search->queue.range);
	search->queue = (struct queue){0};
	mpq_clears(search->send, search->size, NULL);
	problem_clear(&search->problem);
	return status;
}

enum status segments_find(struct segments *segments,
	const struct machine *machine, const mpz_t n, const mpz_t bytes,
	unsigned flags, uint64_t work, uint64_t total, uint64_t max_bits,
	struct err *err)
{
	struct segment_search search = {.segments = segments,
		.bound = segments->bound,
		.machine = machine,
		.bytes = bytes,
		.flags = flags,
		.work = work,
		.total = total};
	enum status status;

	/* What takes no building comes first, so that the best of that is known
	 * when the work is over. */
	search.flags |= RANKING_UNBUILT;
	status = run_search(&search, n, max_bits, err);
	if (status != STATUS_OK || flags & RANKING_UNBUILT)
		return status;
	search.flags = flags;
	return run_search(&search, n, max_bits, err);
}

enum status segments_bound(mpq_t bound, const struct machine *machine,
	const mpz_t n, const mpz_t bytes, uint64_t max_bits, struct err *err)
{
	struct segment_search search = {
		.bound = bound, .machine = machine, .bytes = bytes};

	return run_search(&search, n, max_bits, err);
}
