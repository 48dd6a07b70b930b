/*
 * After the search over ranges of m (segments_ranges.c), schedules that may be
 * better than all those planned at whole latencies are built and tried, the
 * most promising first, until the work for that is used up.
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
 * neighbours, and for all that is listed.  At the end, schedules are built for
 * the machine for BUILT numbers m; for more than FEW processors, unless the
 * user gives time, for half as many, and only where 1/GAIN can be gained.
 */
enum {
	TRY_WORK = 100000000,
	TRY_PROCESSOR = 190000,
	TRY_PROCESSORS = 300,
	STEP = 5,
	KEPT = 4,
	NEARLY_ALL = 64,
	BUILT = 12,
	FEW = 32,
	GAIN = 64
};

/* The most bits of n, as the hundreds of bounds of a search take time quadratic
 * in them. */
enum { BITS_MAX = 1024 };

/* The algorithms worth building for many numbers of segments, in the order in
 * which equals are tried. */
static const char *const usual_names[] = {
	"cyclic", "greedy", "sendrecv", "circulant", "chain", NULL};

/* What is looked at: planned schedules, which are found, or the usual
 * algorithms, the others, or what is built for the machine, which are listed.
 */
enum look { LOOK_PLANNED, LOOK_USUAL, LOOK_OTHERS, LOOK_BUILT };

/* With which of those that are listed the algorithm is looked at. */
static enum look look_of(const struct algorithm *row)
{
	for (size_t i = 0; usual_names[i]; i++)
		if (strcmp(row->name, usual_names[i]) == 0)
			return LOOK_USUAL;
	return row->is_search ? LOOK_BUILT : LOOK_OTHERS;
}

/* Whether such an algorithm is listed for search->m segments. */
static int is_listed(const struct segment_search *search, enum look what)
{
	for (size_t i = 0; i < search->tries.count; i++)
		if (mpz_cmp(search->tries.item[i].m, search->m) == 0 &&
			look_of(search->tries.item[i].choice.algorithm) == what)
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

/* Lists the algorithms of a look, if they may beat the best so far. */
static enum status list_algorithms(struct segment_search *search,
	const mpq_t bound, const struct machine_problem *problem,
	enum look what, struct err *err)
{
	enum status status = STATUS_OK;

	for (size_t i = 0;
		what == LOOK_USUAL && usual_names[i] && status == STATUS_OK;
		i++)
		status = list_algorithm(search, bound,
			algorithm_find(usual_names[i]), problem, err);
	for (const struct algorithm *row = algorithms;
		what != LOOK_USUAL && row < algorithms_end &&
		status == STATUS_OK;
		row++)
		if (row->name && look_of(row) == what)
			status = list_algorithm(
				search, bound, row, problem, err);
	return status;
}

/* Whether as much as possible is built. */
static int has_time(const struct segment_search *search)
{
	return mpz_cmp_ui(search->asked->n, FEW) <= 0 ||
	       search->asked->total > SEGMENTS_WORK;
}

/* Whether a time of at least that bound may be so much better than the best so
 * far that the look is worth it. */
static int is_worth_listing(
	const struct segment_search *search, enum look what, const mpq_t bound)
{
	uint64_t gain = what == LOOK_BUILT && !has_time(search);

	return !search->has_best || number_exceeds(search->segments->best.time,
					    bound, GAIN + gain, GAIN);
}

/* Lists what may beat the best so far with m segments, if the bound allows it.
 */
static enum status list_segments(struct segment_search *search, uint64_t m,
	enum look what, struct err *err)
{
	struct machine_problem problem;
	enum status status;
	mpq_t bound;

	mpq_init(bound);
	status = segments_set_bound(bound, search, m, m, 0, err);
	if (status == STATUS_OK && is_worth_listing(search, what, bound) &&
		!is_listed(search, what)) {
		problem = segments_problem_of(search);
		status = list_algorithms(search, bound, &problem, what, err);
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
		problem = segments_problem_of(search);
		status = machine_try(&segments->best, &is_taken, &search->tries,
			next, &segments->ranking, &problem, err);
		search->left -= next->work;
		if (is_taken)
			mpz_set(segments->count, next->m);
		search->has_best |= is_taken;
	}
	return status;
}

static enum status look_at(struct segment_search *search, uint64_t m,
	enum look what, struct err *err)
{
	return what == LOOK_PLANNED ? segments_find_planned(search, m, err)
				    : list_segments(search, m, what, err);
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
	if (segments_find_planned(search, search->most, err) != STATUS_OK ||
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
		status = list_segments(search, m, LOOK_USUAL, err);
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
	if (list_segments(search, m, LOOK_USUAL, err) != STATUS_OK ||
		list_segments(search, m, LOOK_OTHERS, err) != STATUS_OK)
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

/* Builds schedules for the machine, for the most promising of the m near the
 * best. */
static enum status try_built(struct segment_search *search, struct err *err)
{
	uint64_t best = number_get_u64(search->segments->count);
	uint64_t last = least_u64(search->most, best + best / 2 + 3);
	enum status status = STATUS_OK;

	search->work = most_u64(search->work / BUILT, ALGORITHM_WORK);
	search->left = BUILT * machine_build_work(search->work);
	if (!has_time(search))
		search->left /= 2;
	for (uint64_t m = best - best / 2; m <= last && status == STATUS_OK;
		m += 1 + best / NEARLY_ALL)
		status = list_segments(search, m, LOOK_BUILT, err);
	return status == STATUS_OK ? try_listed(search, NULL, err) : status;
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
		segments_search_ranges(search, 0, err) != STATUS_OK ||
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
	if (try_neighbours(search, err) != STATUS_OK ||
		try_listed(search, NULL, err) != STATUS_OK)
		return err->code;
	return try_built(search, err);
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
	status = segments_add_all(search, err);
	if (status == STATUS_OK)
		status = segments_search_ranges(search, 1, err);
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
		.asked = problem,
		.work = problem->work};

	segments->best.algorithm = NULL;
	return run_search(&search, err);
}

enum status segments_bound(
	mpq_t bound, const struct segments_problem *problem, struct err *err)
{
	struct segment_search search = {.bound = bound, .asked = problem};

	return run_search(&search, err);
}
