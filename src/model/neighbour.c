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
 * Example: n = 5, m = 6, lambda = 355/113.  At 22/7, 1/791 more, the optimum is
 * 79/7; the same sends at 355/113 end at 79/7 - 1/791 = 8926/791, and each as
 * early as the others allow at 1275/113, the lower bound.
 */
#include "model/ranking.h"

#include "base/bits.h"
#include "base/mem.h"
#include "core/retimed.h"
#include "model/bounds.h"
#include "model/optimum/optimum.h"
#include "number/number.h"

/* Up to ROWS transmissions, all neighbours are tried; beyond that, only the
 * whole latency below, kept in memory if ROW_WORK and ROW_BYTES for each
 * transmission are available. */
enum { ROWS = 1 << 18, ROW_WORK = 200, ROW_BYTES = 170 };

/* Up to FEW transmissions, longer latencies with smaller denominators are
 * tried, at each of which a search gets 1/SEARCH of the work, and up to MORE
 * processors more; with more transmissions, one processor more. */
enum { FEW = 1 << 11, SEARCH = 4, MORE = 4 };

/* The most bits of the latency's denominator and numerator.  No finish is above
 * n m times the latency, so ticks then fit words. */
enum { UNIT_BITS = 14, LATENCY_BITS = 24 };

/* Flags for rankings without searches or building. */
static const unsigned quick =
	RANKING_ALONE | RANKING_UNSEARCHED | RANKING_UNBUILT;

/* The problem, and the best schedule so far. */
struct neighbours {
	const struct problem *problem;
	uint64_t work;
	size_t rows; /* of the problem; SIZE_MAX: too many for memory */
	mpq_t known; /* the time to beat */
	struct schedule *best;
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

/* Keeps the schedule if its time is below the one known, else closes it.  NULL
 * is ignored. */
static void keep_better_one(
	struct neighbours *neighbours, struct schedule *schedule)
{
	struct schedule *worse = schedule;
	mpq_t time;

	if (!schedule)
		return;
	mpq_init(time);
	schedule_finish_time(time, &schedule->header);
	if (mpq_cmp(time, neighbours->known) < 0) {
		worse = neighbours->best;
		neighbours->best = schedule;
		mpq_set(neighbours->known, time);
	}
	schedule_close(worse);
	mpq_clear(time);
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

/* Turns the first schedule of a neighbour's ranking into one of the problem,
 * and keeps it if it is the best. */
static void keep_first(struct neighbours *neighbours, struct ranking *ranking,
	const struct problem *there)
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
	keep_better_one(neighbours, schedule);
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
		keep_first(neighbours, &ranking, there);
	ranking_clear(&ranking);
	mpq_clears(bound, here, NULL);
}

/* Searches at a longer latency for a schedule that is better here. */
static void try_search(
	struct neighbours *neighbours, const struct problem *there)
{
	struct algorithm_options options = {.work = neighbours->work / SEARCH};
	struct schedule *schedule;
	struct err err;
	mpq_t known;

	mpq_init(known);
	mpq_sub(known, there->lambda, neighbours->problem->lambda);
	mpq_add(known, known, neighbours->known);
	options.known = known;
	if (optimum_better_open(&schedule, there, &options, &err) == STATUS_OK)
		keep_better_one(
			neighbours, adapt(schedule, neighbours->problem));
	mpq_clear(known);
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

/* Tries the next latencies with smaller denominators that are not whole. */
static void try_coarser(struct neighbours *neighbours, struct problem *there)
{
	static const unsigned long most[] = {8, 3, 2};
	const struct problem *problem = neighbours->problem;
	mpq_t last;

	mpq_init(last);
	for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
		if (mpz_cmp_ui(mpq_denref(problem->lambda), most[i]) <= 0)
			continue;
		next_latency(there->lambda, problem->lambda, most[i]);
		if (problem_is_whole(there) || mpq_equal(there->lambda, last))
			continue;
		try_neighbour(neighbours, there, quick);
		try_search(neighbours, there);
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
	if (neighbours->rows <= FEW)
		try_coarser(neighbours, there);
	number_floor(mpq_numref(there->lambda), problem->lambda);
	mpz_set_ui(mpq_denref(there->lambda), 1);
	try_neighbour(neighbours, there, flags);
	mpz_add_ui(mpq_numref(there->lambda), mpq_numref(there->lambda), 1);
	if (neighbours->rows <= ROWS)
		try_neighbour(neighbours, there, flags);
	mpq_set(there->lambda, problem->lambda);
}

/* Tries the problems with one message more, and with up to MORE processors
 * more. */
static void try_larger(struct neighbours *neighbours, struct problem *there)
{
	int most = neighbours->rows <= FEW ? MORE : 1;

	mpz_add_ui(there->m, there->m, 1);
	try_neighbour(neighbours, there, quick);
	mpz_set(there->m, neighbours->problem->m);
	for (int more = 1; more <= most; more++) {
		mpz_add_ui(there->n, there->n, 1);
		try_neighbour(neighbours, there, quick);
	}
}

static void try_all(struct neighbours *neighbours)
{
	struct problem there;

	problem_init(&there);
	problem_set(&there, neighbours->problem);
	try_latencies(neighbours, &there);
	if (neighbours->rows <= ROWS)
		try_larger(neighbours, &there);
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
	struct neighbours neighbours = {
		.problem = problem, .work = options->work};

	mpq_init(neighbours.known);
	if (options->known) {
		count_rows(&neighbours);
		mpq_set(neighbours.known, options->known);
		try_all(&neighbours);
	}
	mpq_clear(neighbours.known);
	*schedule = neighbours.best;
	return *schedule ? STATUS_OK
			 : err_limit(err, "no neighbour has a better schedule");
}
