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
 * Schedules that may be better than all those planned at whole latencies are
 * then built and tried, the most promising first, until the work for that is
 * used up.
 *
 * Example: B = 4.  The range 1 .. 4 has the bound for one segment of 1 byte; it
 * is split into 1 .. 2, with that for one segment of 2 bytes, and 3 .. 4, with
 * that for 3 segments of 1 byte.
 */
#include "model/segments.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

/*
 * Tries may take TRY_WORK nanoseconds, plus TRY_PROCESSOR for each of up to
 * TRY_PROCESSORS processors.  They are listed for every m up to STEP, then for
 * m in steps of m / STEP.  1/KEPT of the work, and what is left of the rest,
 * is for plans for every m up to NEARLY_ALL, for the best m and its
 * neighbours, and for all that is listed.
 */
enum {
	TRY_WORK = 100000000,
	TRY_PROCESSOR = 190000,
	TRY_PROCESSORS = 300,
	STEP = 5,
	KEPT = 4,
	NEARLY_ALL = 64
};

/* The nanoseconds for one bound, and more for each bit of n; the most bits of
 * n, as the hundreds of bounds of a search take time quadratic in them. */
enum { BOUND_WORK = 20000, BOUND_BIT = 2000, BITS_MAX = 1024 };

struct range {
	uint64_t first, last;
	int is_exact; /* the bound is not rounded */
	mpq_t bound;
};

/* A heap: the bound of range i is at least that of range (i-1)/2. */
struct queue {
	struct range *range;
	size_t count, capacity;
};

struct segment_search {
	struct segments *segments; /* NULL: only the bound is sought */
	mpq_ptr bound;
	const struct segments_problem *asked;
	struct machine_message message;
	struct queue queue;
	struct machine_tries tries;
	uint64_t spent; /* so far, in nanoseconds */
	uint64_t most;	/* the most segments */
	uint64_t left;	/* what is left of the work for tries */
	mpz_t m;
	int has_best, has_bound;
};

static void swap_ranges(struct range *x, struct range *y)
{
	struct range z = *x;

	*x = *y;
	*y = z;
}

/* Moves the last range to its place. */
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

/* Removes and returns the first range, whose bound the caller clears. */
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

/* bound = that for `messages' messages of B/m bytes. */
static enum status set_bound(mpq_t bound, struct segment_search *search,
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

static enum status add_range(struct segment_search *search, uint64_t first,
	uint64_t last, int is_exact, struct err *err)
{
	struct range range = {
		.first = first, .last = last, .is_exact = is_exact};
	enum status status;

	mpq_init(range.bound);
	status = set_bound(range.bound, search, first, last, is_exact, err);
	if (status == STATUS_OK)
		add_if_better(search, &range);
	else
		mpq_clear(range.bound);
	return status;
}

/* Adds ranges for all m: one for each of the machine's points, within which its
 * parameters are the same. */
static enum status add_all(struct segment_search *search, struct err *err)
{
	uint64_t before = 0, most = search->most;
	enum status status = STATUS_OK;
	mpz_t last;

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

/* The problem for search->m segments. */
static struct machine_problem problem_of(struct segment_search *search)
{
	const struct segments_problem *asked = search->asked;

	segments_message(
		&search->message, asked->machine, asked->bytes, search->m);
	return (struct machine_problem){.n = asked->n,
		.m = search->m,
		.message = &search->message,
		.operation = asked->operation,
		.flags = asked->flags,
		.work = asked->work,
		.max_bits = asked->max_bits};
}

/* Finds the best planned schedule for m segments, and keeps it if it is
 * better. */
static enum status find_segments(
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
	problem = problem_of(search);
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
	const struct range *range, struct err *err)
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
	const struct range *range, struct err *err)
{
	if (range->first < range->last)
		return split_segments(search, range, err);
	if (!range->is_exact)
		return add_range(search, range->first, range->last, 1, err);
	if (!search->has_bound)
		mpq_set(search->bound, range->bound);
	search->has_bound = 1;
	return search->segments ? find_segments(search, range->first, err)
				: STATUS_OK;
}

/* Searches the queue to its end; if is_first, only until the bound over all m
 * and a first time are known. */
static enum status search_ranges(
	struct segment_search *search, int is_first, struct err *err)
{
	enum status status = STATUS_OK;

	while (status == STATUS_OK && search->queue.count > 0 &&
		!((is_first || !search->segments) && search->has_bound)) {
		struct range range = take_first(&search->queue);

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

/* -- Schedules that have to be built. */

/* The algorithms worth building for many numbers of segments, in the order in
 * which equals are tried. */
static const char *const usual_names[] = {
	"cyclic", "greedy", "sendrecv", "circulant", "chain", NULL};

static int is_usual(const struct algorithm *row)
{
	for (size_t i = 0; usual_names[i]; i++)
		if (strcmp(row->name, usual_names[i]) == 0)
			return 1;
	return 0;
}

/* Whether such an algorithm is listed for search->m segments. */
static int is_listed(const struct segment_search *search, int usual)
{
	for (size_t i = 0; i < search->tries.count; i++)
		if (mpz_cmp(search->tries.item[i].m, search->m) == 0 &&
			is_usual(search->tries.item[i].choice.algorithm) ==
				usual)
			return 1;
	return 0;
}

/* Lists the algorithm, if it takes part. */
static enum status list_algorithm(struct segment_search *search,
	const mpq_t bound, const struct algorithm *row,
	const struct machine_problem *problem, struct err *err)
{
	return machine_has(row, problem)
		       ? machine_list(&search->tries, &search->segments->best,
				 bound, row, problem, err)
		       : STATUS_OK;
}

/* Lists the usual algorithms, or the others, if they may beat the best so
 * far. */
static enum status list_algorithms(struct segment_search *search,
	const mpq_t bound, const struct machine_problem *problem, int usual,
	struct err *err)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; usual && usual_names[i] && status == STATUS_OK; i++)
		status = list_algorithm(search, bound,
			algorithm_find(usual_names[i]), problem, err);
	for (const struct algorithm *row = algorithms;
		!usual && row < algorithms_end && status == STATUS_OK; row++)
		if (row->name && !is_usual(row))
			status = list_algorithm(
				search, bound, row, problem, err);
	return status;
}

/* Lists what may beat the best so far with m segments, if the bound allows it:
 * the usual algorithms, or the others. */
static enum status list_segments(
	struct segment_search *search, uint64_t m, int usual, struct err *err)
{
	struct machine_problem problem;
	enum status status;
	mpq_t bound;

	mpq_init(bound);
	status = set_bound(bound, search, m, m, 0, err);
	if (status == STATUS_OK &&
		(!search->has_best ||
			mpq_cmp(bound, search->segments->best.time) < 0) &&
		!is_listed(search, usual)) {
		problem = problem_of(search);
		status = list_algorithms(search, bound, &problem, usual, err);
	}
	mpq_clear(bound);
	return status;
}

/* How much work tries may take: at least half of what the search is given above
 * the usual. */
static uint64_t try_work(const struct segment_search *search)
{
	const __mpz_struct *n = search->asked->n;
	uint64_t processors = mpz_cmp_ui(n, TRY_PROCESSORS) < 0
				      ? mpz_get_ui(n)
				      : TRY_PROCESSORS;
	uint64_t usual = TRY_WORK + processors * TRY_PROCESSOR;
	uint64_t total = search->asked->total;
	uint64_t more = total > SEGMENTS_WORK ? (total - SEGMENTS_WORK) / 2 : 0;

	return most_u64(usual, more);
}

/* Builds what is listed for m segments, or any number if that is NULL, and may
 * beat the best so far, the most promising first, as far as the work goes. */
static enum status try_listed(
	struct segment_search *search, const mpz_t m, struct err *err)
{
	struct segments *segments = search->segments;
	enum status status = STATUS_OK;
	struct machine_try *next;

	while (status == STATUS_OK &&
		(next = machine_next(&search->tries, &segments->best, m,
			 search->left)) != NULL) {
		struct machine_problem problem;
		int is_taken;

		mpz_set(search->m, next->m);
		problem = problem_of(search);
		status = machine_try(&segments->best, &is_taken, &search->tries,
			next, &segments->ranking, &problem, err);
		search->left -= next->work;
		if (is_taken)
			mpz_set(segments->count, next->m);
		search->has_best |= is_taken;
	}
	return status;
}

/* What is looked at: planned schedules, which are found, or the usual
 * algorithms or the others, which are listed. */
enum look { LOOK_PLANNED, LOOK_USUAL, LOOK_OTHERS };

static enum status look_at(struct segment_search *search, uint64_t m,
	enum look what, struct err *err)
{
	return what == LOOK_PLANNED
		       ? find_segments(search, m, err)
		       : list_segments(search, m, what == LOOK_USUAL, err);
}

/* Looks at small m and then at m in growing steps. */
static enum status look_coarsely(
	struct segment_search *search, enum look what, struct err *err)
{
	enum status status = STATUS_OK;

	for (uint64_t m = 1; m <= search->most && status == STATUS_OK;
		m += m < STEP ? 1 : m / STEP)
		status = look_at(search, m, what, err);
	return status;
}

/* Looks at the m near the best. */
static enum status look_near(
	struct segment_search *search, enum look what, struct err *err)
{
	uint64_t best = number_get_u64(search->segments->count);
	uint64_t last = least_u64(search->most, best + best / STEP);
	enum status status = STATUS_OK;

	for (uint64_t m = best - best / STEP; m <= last && status == STATUS_OK;
		m += 1 + best / STEP / 4)
		status = look_at(search, m, what, err);
	return status;
}

/* Looks at what is planned for most segments, for some others, and near the
 * best: where bounds are low the search does not come there. */
static enum status find_coarsely(struct segment_search *search, struct err *err)
{
	if (find_segments(search, search->most, err) != STATUS_OK ||
		look_coarsely(search, LOOK_PLANNED, err) != STATUS_OK)
		return err->code;
	return search->has_best ? look_near(search, LOOK_PLANNED, err)
				: STATUS_OK;
}

/* Tries the usual algorithms for all small m: plans first, as from one number
 * of bytes to the next the machine allows another latency. */
static enum status try_small(struct segment_search *search, struct err *err)
{
	uint64_t last = least_u64(search->most, NEARLY_ALL);
	enum status status = STATUS_OK;

	for (uint64_t m = 1; m <= last && status == STATUS_OK; m++)
		status = list_segments(search, m, 1, err);
	search->tries.is_planned = 1;
	if (status == STATUS_OK)
		status = try_listed(search, NULL, err);
	search->tries.is_planned = 0;
	return status;
}

/* Tries all that may be better with m segments, which search->m is once they
 * are listed. */
static enum status try_segments(
	struct segment_search *search, uint64_t m, struct err *err)
{
	if (list_segments(search, m, 1, err) != STATUS_OK ||
		list_segments(search, m, 0, err) != STATUS_OK)
		return err->code;
	return try_listed(search, search->m, err);
}

/* Tries all for the best number of segments and its neighbours, until the best
 * has none that is better. */
static enum status try_neighbours(
	struct segment_search *search, struct err *err)
{
	enum status status = STATUS_OK;
	uint64_t best = 0;

	while (status == STATUS_OK &&
		best != number_get_u64(search->segments->count)) {
		best = number_get_u64(search->segments->count);
		status = try_segments(search, best, err);
		if (status == STATUS_OK && best > 1)
			status = try_segments(search, best - 1, err);
		if (status == STATUS_OK && best < search->most)
			status = try_segments(search, best + 1, err);
	}
	return status;
}

/* Tries small m and then m in growing steps; once all planned schedules are
 * known, those m near the best; the same for the algorithms that are not usual;
 * then small m, and the neighbours of the best. */
static enum status try_all(struct segment_search *search, struct err *err)
{
	uint64_t kept = try_work(search) / KEPT;

	search->left = (KEPT - 1) * kept;
	if (look_coarsely(search, LOOK_USUAL, err) != STATUS_OK ||
		try_listed(search, NULL, err) != STATUS_OK ||
		search_ranges(search, 0, err) != STATUS_OK ||
		(search->segments->is_cut &&
			find_coarsely(search, err) != STATUS_OK))
		return err->code;
	if (!search->has_best)
		return STATUS_OK;
	if (look_near(search, LOOK_USUAL, err) != STATUS_OK ||
		try_listed(search, NULL, err) != STATUS_OK ||
		look_coarsely(search, LOOK_OTHERS, err) != STATUS_OK ||
		try_listed(search, NULL, err) != STATUS_OK ||
		look_near(search, LOOK_OTHERS, err) != STATUS_OK ||
		try_listed(search, NULL, err) != STATUS_OK)
		return err->code;
	search->left += kept;
	if (try_small(search, err) != STATUS_OK)
		return err->code;
	search->tries.hope = 8;
	if (try_neighbours(search, err) != STATUS_OK)
		return err->code;
	return try_listed(search, NULL, err);
}

void segments_init(struct segments *segments)
{
	segments->is_cut = 0;
	mpz_init(segments->count);
	machine_choice_init(&segments->best);
	mpq_init(segments->bound);
	ranking_init(&segments->ranking);
}

void segments_clear(struct segments *segments)
{
	mpz_clear(segments->count);
	machine_choice_clear(&segments->best);
	mpq_clear(segments->bound);
	ranking_clear(&segments->ranking);
}

static enum status run_search(struct segment_search *search, struct err *err)
{
	const __mpz_struct *bytes = search->asked->bytes;
	enum status status;

	if (mpz_sizeinbase(search->asked->n, 2) > BITS_MAX)
		return err_limit(err, "the best number of messages takes long "
				      "to find for 2^1024 processors or more");
	search->most = mpz_cmp_ui(bytes, SEGMENTS_MAX) < 0
			       ? number_get_u64(bytes)
			       : SEGMENTS_MAX;
	machine_message_init(&search->message);
	machine_tries_init(&search->tries);
	mpz_init(search->m);
	status = mpz_cmp_ui(search->asked->n, 1) == 0
			 ? add_range(search, 1, 1, 1, err)
			 : add_all(search, err);
	if (status == STATUS_OK)
		status = search_ranges(search, 1, err);
	if (status == STATUS_OK && search->segments)
		status = try_all(search, err);
	while (search->queue.count > 0)
		mpq_clear(search->queue.range[--search->queue.count].bound);
	machine_tries_clear(&search->tries);
	mem_free(search->queue.range);
	machine_message_clear(&search->message);
	mpz_clear(search->m);
	if (status == STATUS_OK && search->segments && !search->has_best)
		status = err_limit(err, "no algorithm's time could be found");
	return status;
}

enum status segments_find(struct segments *segments,
	const struct segments_problem *problem, struct err *err)
{
	struct segment_search search = {.segments = segments,
		.bound = segments->bound,
		.asked = problem};

	segments->best.algorithm = NULL;
	return run_search(&search, err);
}

enum status segments_bound(
	mpq_t bound, const struct segments_problem *problem, struct err *err)
{
	struct segment_search search = {.bound = bound, .asked = problem};

	return run_search(&search, err);
}
