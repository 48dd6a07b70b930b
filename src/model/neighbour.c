/*
 * Makes schedules from those of neighbouring problems.  Neighbours whose lower
 * bound is too high are skipped.  If the latency is not whole, the whole
 * latencies next to it are tried, for which the search finds most, and the next
 * longer ones with smaller denominators.  If its denominator is too large for
 * the exhaustive search, as those of machines are, these include one for which
 * it is not, with its own neighbours.  For larger problems only schedules whose
 * times are known without building them are considered.
 *
 * If a schedule is too large for memory, only the whole latency below is tried:
 * the rows of its schedule are passed on as they come, with all times
 * multiplied by the factor that turns its latency into the problem's.
 *
 * As far as is known, the least finish is never above that with one processor
 * more or a longer latency, so a neighbour's finish is a promise.  Where the
 * schedule that is left without a processor ends later, greedy looks for one
 * that keeps the promise, first by improving what is left; it may find none.
 *
 * Example: n = 5, m = 6, lambda = 355/113.  At 22/7, 1/791 more, the optimum is
 * 79/7; the same sends at 355/113 end at 79/7 - 1/791 = 8926/791, and each as
 * early as the others allow at 1275/113, the lower bound.
 */
#include "model/ranking.h"

#include "base/bits.h"
#include "base/mem.h"
#include "core/retimed.h"
#include "model/bounds.h"
#include "model/greedy/greedy.h"
#include "number/number.h"

/* Up to ROWS transmissions, all neighbours are tried; beyond that, only the
 * whole latency below, kept in memory if ROW_WORK and ROW_BYTES for each
 * transmission are available.  A latency with a denominator above SMALL also
 * has a neighbour with a denominator up to SMALL, for which searches are
 * allowed up to SEARCHED transmissions. */
enum { ROWS = 1 << 18, ROW_WORK = 200, ROW_BYTES = 170 };
enum { SMALL = 8, SEARCHED = 128 };

/* Up to BUILT transmissions, schedules for up to MORE_BUILT processors more are
 * built; for up to MORE processors more, those are considered whose times are
 * known without building.  A promise is pursued with GOAL_SEEDS seeds, each
 * with 1/GOAL_WORK of the work. */
enum { BUILT = 1 << 11, MORE_BUILT = 2, MORE = 4 };
enum { GOAL_SEEDS = 4, GOAL_WORK = 10 };

/* What greedy takes for one operation of its work, in nanoseconds. */
enum { GREEDY_STEP = 16 };

/* The most bits of the latency's denominator and numerator.  No finish is above
 * n m times the latency, so ticks then fit words. */
enum { UNIT_BITS = 14, LATENCY_BITS = 24 };

/* Flags for rankings without searches; `quick' also without building. */
static const unsigned unsearched = RANKING_ALONE | RANKING_UNSEARCHED;
static const unsigned quick =
	RANKING_ALONE | RANKING_UNSEARCHED | RANKING_UNBUILT;

/* The problem, and the best schedule so far. */
struct neighbours {
	const struct problem *problem;
	uint64_t work;
	int is_patient;
	size_t rows;	/* of the problem; SIZE_MAX: too many for memory */
	mpq_t known;	/* the time to beat */
	mpq_t promised; /* the least finish of a neighbour, less the excess of
			 * its latency */
	struct schedule *best;
	/* The schedule adapted from the neighbour that promises this or, if
	 * that schedule is the best, the best before it; or NULL. */
	struct schedule *start;
};

/* -- turning a neighbour's schedule into one of the problem */

static uint64_t find_leaf(const struct transmissions *list, uint64_t processors)
{
	uint64_t *sends = transmissions_sends(list, processors);
	uint64_t leaf = schedule_least_sender(sends, processors);

	mem_free(sends);
	return leaf;
}

/* Of the processors that have or will have the row's message, the one that can
 * send it first. */
static uint64_t find_first_sender(const struct retimed *retimed,
	const struct transmission *row, uint64_t processors)
{
	uint64_t best = 0, earliest = retimed->sends_from[0];

	for (uint64_t p = 1; p < processors; p++) {
		uint64_t held = retimed->held_from[p * retimed->messages +
						   row->message - 1];
		uint64_t from = retimed->sends_from[p];

		if (held == 0 || p == row->to)
			continue;
		from = from > held ? from : held;
		if (from < earliest) {
			best = p;
			earliest = from;
		}
	}
	return best;
}

/* Moves the rows to the earliest times that their order allows, and sets the
 * finish.  Leaves out messages above the header's number.  If the rows are for
 * more processors than the header has, also leaves out one that sends least;
 * others take over its sends.
 * processors: those of the rows. */
static void retime(struct schedule_header *header, struct transmissions *list,
	uint64_t processors)
{
	uint64_t leaf = processors > header->processors
				? find_leaf(list, processors)
				: 0;
	struct retimed retimed;
	size_t kept = 0;

	header->finish = 0;
	retimed_init(&retimed, processors, header->messages, header->unit,
		header->latency);
	for (size_t i = 0; i < list->count; i++) {
		struct transmission row = list->row[i];

		if (row.message > header->messages ||
			(leaf > 0 && row.to == leaf))
			continue;
		if (leaf > 0 && row.from == leaf)
			row.from =
				find_first_sender(&retimed, &row, processors);
		if (!retimed_send(&retimed, &row))
			continue;
		row.from -= leaf > 0 && row.from > leaf;
		row.to -= leaf > 0 && row.to > leaf;
		list->row[kept++] = row;
		if (row.tick + header->latency > header->finish)
			header->finish = row.tick + header->latency;
	}
	list->count = kept;
	header->has_finish = 1;
	retimed_clear(&retimed);
}

/* The schedule with all times stretched by the factor that turns the latency
 * there into lambda; NULL if times become too long. */
static struct schedule *stretch(
	struct schedule *schedule, const mpq_t there, const mpq_t lambda)
{
	struct schedule *stretched;
	struct err err;
	mpq_t factor;

	mpq_init(factor);
	mpq_div(factor, lambda, there);
	if (schedule_scaled(&stretched, schedule, factor, NULL, &err) ==
		STATUS_OK)
		stretched->header.send = 0;
	mpq_clear(factor);
	return stretched;
}

/* The neighbour's schedule turned into one of the problem; NULL if it or the
 * problem is too large. */
static struct schedule *adapt(
	struct schedule *schedule, const struct problem *problem)
{
	struct schedule_header header = {
		.model = MODEL_POSTAL, .algorithm = schedule->header.algorithm};
	uint64_t processors = schedule->header.processors;
	struct transmissions list = {0};
	struct err err;
	int is_right = problem_header(&header, problem, &err) == STATUS_OK &&
		       transmissions_pull(&list, schedule, UINT64_MAX, &err) ==
			       STATUS_OK;

	schedule_close(schedule);
	if (!is_right) {
		transmissions_clear(&list);
		return NULL;
	}
	do
		retime(&header, &list, processors);
	while (--processors > header.processors);
	return schedule_stored(&header, &list);
}

/* -- the neighbours */

/* Keeps the schedule if its time is below the one known.  Returns the schedule
 * that is not kept: this one, or the best before. */
static struct schedule *keep_better_one(
	struct neighbours *neighbours, struct schedule *schedule)
{
	struct schedule *worse = schedule;
	mpq_t time;

	if (!schedule)
		return NULL;
	mpq_init(time);
	schedule_finish_time(time, &schedule->header);
	if (mpq_cmp(time, neighbours->known) < 0) {
		worse = neighbours->best;
		neighbours->best = schedule;
		mpq_set(neighbours->known, time);
	}
	mpq_clear(time);
	return worse;
}

/* Whether the problem's rows fit in memory. */
static int is_held(const struct neighbours *neighbours)
{
	return neighbours->rows < SIZE_MAX;
}

/* here = the time that the neighbour's time promises for the problem: less the
 * excess of its latency or, if the schedule is too large for memory, stretched.
 * Returns whether that is below the time known. */
static int is_better_here(mpq_t here, const struct neighbours *neighbours,
	const struct problem *there, const mpq_t time)
{
	if (is_held(neighbours)) {
		mpq_sub(here, time, there->lambda);
		mpq_add(here, here, neighbours->problem->lambda);
	} else {
		mpq_div(here, time, there->lambda);
		mpq_mul(here, here, neighbours->problem->lambda);
	}
	return mpq_cmp(here, neighbours->known) < 0;
}

/* Turns the first schedule of a neighbour's ranking, which promises the time
 * here, into one of the problem, and keeps it if it is the best, or as the
 * start if it promises least. */
static void keep_first(struct neighbours *neighbours, struct ranking *ranking,
	const struct problem *there, const mpq_t here)
{
	const struct algorithm_options options = {.model = MODEL_POSTAL};
	struct schedule *schedule;
	struct err err;

	if (ranking_open_first(&schedule, ranking, there, &options, &err) !=
		STATUS_OK)
		return;
	if (is_held(neighbours))
		schedule = adapt(schedule, neighbours->problem);
	else
		schedule = stretch(
			schedule, there->lambda, neighbours->problem->lambda);
	schedule = keep_better_one(neighbours, schedule);
	if (mpq_cmp(there->lambda, neighbours->problem->lambda) >= 0 &&
		mpq_cmp(here, neighbours->promised) < 0) {
		mpq_set(neighbours->promised, here);
		schedule_close(neighbours->start);
		neighbours->start = schedule;
	} else {
		schedule_close(schedule);
	}
}

/* Tries the best schedule of a neighbour, `there'. */
static void try_neighbour(struct neighbours *neighbours,
	const struct problem *there, unsigned flags)
{
	struct ranking ranking;
	struct err err;
	mpq_t bound, here;

	mpq_inits(bound, here, NULL);
	ranking_init(&ranking);
	if (model_bound(bound, MODEL_POSTAL, there, &err) == STATUS_OK &&
		is_better_here(here, neighbours, there, bound) &&
		ranking_find_bounded(&ranking, there, MODEL_POSTAL,
			OPERATION_BROADCAST, bound, flags, neighbours->work,
			&err) == STATUS_OK &&
		ranking.candidate[0].is_known &&
		is_better_here(
			here, neighbours, there, ranking.candidate[0].time))
		keep_first(neighbours, &ranking, there, here);
	ranking_clear(&ranking);
	mpq_clears(bound, here, NULL);
}

/* next = the least latency >= lambda with a denominator up to most. */
static void next_latency(mpq_t next, const mpq_t lambda, unsigned long most)
{
	mpq_t one;

	mpq_init(one);
	number_ceil(mpq_numref(next), lambda);
	mpz_set_ui(mpq_denref(next), 1);
	for (unsigned long b = 2; b <= most; b++) {
		mpz_mul_ui(mpq_numref(one), mpq_numref(lambda), b);
		mpz_cdiv_q(
			mpq_numref(one), mpq_numref(one), mpq_denref(lambda));
		mpz_set_ui(mpq_denref(one), b);
		mpq_canonicalize(one);
		if (mpq_cmp(one, next) < 0)
			mpq_set(next, one);
	}
	mpq_clear(one);
}

/* Tries the next latencies with smaller denominators that are not whole: up to
 * SMALL, up to 3 and up to 2. */
static void try_coarser(struct neighbours *neighbours, struct problem *there)
{
	static const unsigned long most[] = {SMALL, 3, 2};
	const struct problem *problem = neighbours->problem;
	unsigned flags = neighbours->rows <= SEARCHED ? 0 : RANKING_UNSEARCHED;
	mpq_t last;

	mpq_init(last);
	for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
		if (mpz_cmp_ui(mpq_denref(problem->lambda), most[i]) <= 0)
			continue;
		next_latency(there->lambda, problem->lambda, most[i]);
		if (!problem_is_whole(there) && !mpq_equal(there->lambda, last))
			try_neighbour(neighbours, there,
				most[i] == SMALL ? flags : unsearched);
		mpq_set(last, there->lambda);
	}
	mpq_clear(last);
}

/* Tries the latencies next to the problem's, if that is not whole. */
static void try_latencies(struct neighbours *neighbours, struct problem *there)
{
	const struct problem *problem = neighbours->problem;
	const unsigned flags =
		RANKING_ALONE | (neighbours->rows <= ROWS ? 0 : quick);

	if (problem_is_whole(problem))
		return;
	if (neighbours->rows <= BUILT)
		try_coarser(neighbours, there);
	number_floor(mpq_numref(there->lambda), problem->lambda);
	mpz_set_ui(mpq_denref(there->lambda), 1);
	try_neighbour(neighbours, there, flags);
	mpz_add_ui(mpq_numref(there->lambda), mpq_numref(there->lambda), 1);
	if (neighbours->rows <= ROWS)
		try_neighbour(neighbours, there, flags);
	mpq_set(there->lambda, problem->lambda);
}

/* Looks for a schedule that keeps the least promise, first by improving
 * neighbours->start. */
static void keep_promise(struct neighbours *neighbours)
{
	struct algorithm_options options = {.model = MODEL_POSTAL,
		.work = least_u64(neighbours->work, ALGORITHM_WORK) / GOAL_WORK,
		.goal = neighbours->promised,
		.known = neighbours->promised,
		.start = neighbours->start};
	struct schedule *schedule;
	struct err err;

	for (; neighbours->rows <= BUILT && options.seed < GOAL_SEEDS &&
		mpq_cmp(neighbours->promised, neighbours->known) < 0;
		options.seed++) {
		if (greedy_open(&schedule, neighbours->problem, &options,
			    &err) == STATUS_OK)
			schedule_close(keep_better_one(neighbours, schedule));
		options.start = NULL;
	}
	schedule_close(neighbours->start);
}

/* Tries the problems with one message more, and with up to MORE processors
 * more. */
static void try_larger(struct neighbours *neighbours, struct problem *there)
{
	int is_built = neighbours->rows <= BUILT;

	mpz_add_ui(there->m, there->m, 1);
	try_neighbour(neighbours, there, quick);
	mpz_set(there->m, neighbours->problem->m);
	for (int more = 1; more <= (is_built ? MORE : 1); more++) {
		mpz_add_ui(there->n, there->n, 1);
		try_neighbour(neighbours, there,
			is_built && more <= MORE_BUILT ? unsearched : quick);
	}
}

/* Has greedy look for a better schedule in most of the time by which the work
 * exceeds the usual. */
static void look_on(struct neighbours *neighbours)
{
	struct algorithm_options options = {.model = MODEL_POSTAL,
		.known = neighbours->known,
		.seed = GOAL_SEEDS,
		.is_patient = 1};
	struct schedule *schedule;
	struct err err;

	if (!neighbours->is_patient || neighbours->rows > ROWS)
		return;
	options.work = (neighbours->work - ALGORITHM_WORK) / GREEDY_STEP + 1;
	if (greedy_open(&schedule, neighbours->problem, &options, &err) ==
		STATUS_OK)
		schedule_close(keep_better_one(neighbours, schedule));
}

static void try_all(struct neighbours *neighbours)
{
	struct problem there;

	problem_init(&there);
	problem_set(&there, neighbours->problem);
	try_latencies(neighbours, &there);
	if (neighbours->rows <= ROWS)
		try_larger(neighbours, &there);
	keep_promise(neighbours);
	look_on(neighbours);
	problem_clear(&there);
}

/* Sets the number of rows, SIZE_MAX if there are too many for memory or work,
 * or if times might not fit words. */
static void count_rows(struct neighbours *neighbours)
{
	const struct problem *problem = neighbours->problem;
	uint64_t most = neighbours->work / ROW_WORK;
	uint64_t fit = problem->max_bits / 8 / ROW_BYTES;
	int is_small;
	mpz_t rows;

	if (most < ROWS)
		most = ROWS;
	if (most > fit)
		most = fit;
	mpz_init(rows);
	problem_transmissions(rows, problem);
	is_small =
		number_fits_u64(rows) && number_get_u64(rows) <= most &&
		mpz_sizeinbase(mpq_denref(problem->lambda), 2) <= UNIT_BITS &&
		mpz_sizeinbase(mpq_numref(problem->lambda), 2) <= LATENCY_BITS;
	neighbours->rows = is_small ? (size_t)number_get_u64(rows) : SIZE_MAX;
	mpz_clear(rows);
}

enum status neighbour_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct neighbours neighbours = {.problem = problem,
		.work = options->work,
		.is_patient = options->is_patient};

	mpq_inits(neighbours.known, neighbours.promised, NULL);
	if (options->known) {
		count_rows(&neighbours);
		mpq_set(neighbours.known, options->known);
		mpq_set(neighbours.promised, options->known);
		try_all(&neighbours);
	}
	mpq_clears(neighbours.known, neighbours.promised, NULL);
	*schedule = neighbours.best;
	return *schedule ? STATUS_OK
			 : err_limit(err, "no neighbour has a better schedule");
}
