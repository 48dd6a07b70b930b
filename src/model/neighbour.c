/*
 * A neighbour whose lower bound is too high is left out at once.  Where the
 * latency is not whole, those next to it are looked at that are, whose search
 * finds most, and, for a few processors and a denominator too large for the
 * exhaustive search, as those of machines are, the next that has a small one;
 * with more processors or messages only what takes no building is looked at.
 *
 * Example: n = 5, m = 6, lambda = 355/113.  At 22/7, 1/791 more, the optimum is
 * 79/7; the same sends at 355/113 end at 79/7 - 1/791 = 8926/791, and each as
 * early as the others allow at 1275/113, the lower bound.
 */
#include "model/neighbour.h"

#include "base/mem.h"
#include "core/retimed.h"
#include "model/bounds.h"
#include "model/ranking.h"
#include "number/number.h"

/* The most transmissions; denominators above LARGE are replaced by those up to
 * SMALL, of FEW processors at most. */
enum { ROWS = 1 << 18, SMALL = 9, LARGE = 16, FEW = 6 };

/* Of the latency's denominator and numerator: no finish is above n m times the
 * latency, so that ticks are words. */
enum { UNIT_BITS = 14, LATENCY_BITS = 24 };

/* What is looked for, and the best so far. */
struct neighbours {
	const struct problem *problem;
	uint64_t work;
	mpq_t known;
	struct schedule *best;
};

/* -- a schedule is made to be one of the problem */

/* All rows; 0 if they cannot be had. */
static int read_neighbour(struct transmissions *list, struct schedule *schedule)
{
	const struct transmission *rows;
	size_t count = 1;
	struct err err;

	while (count > 0) {
		if (schedule_next(schedule, &rows, &count, &err) != STATUS_OK)
			return 0;
		for (size_t i = 0; i < count; i++)
			transmissions_add(list, &rows[i]);
	}
	return 1;
}

/* The last processor that sends nothing, or 0: the source. */
static uint64_t find_leaf(const struct transmissions *list, uint64_t processors)
{
	uint8_t *sends = mem_array(processors, sizeof *sends);
	uint64_t leaf = processors - 1;

	for (size_t i = 0; i < list->count; i++)
		sends[list->row[i].from] = 1;
	while (leaf > 0 && sends[leaf])
		leaf--;
	mem_free(sends);
	return leaf;
}

/* Leaves out messages above m and what the leaf receives; 0: no leaf. */
static void leave_out(
	struct transmissions *list, uint64_t messages, uint64_t leaf)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		struct transmission row = list->row[i];

		if (row.message > messages || (leaf > 0 && row.to == leaf))
			continue;
		row.from -= leaf > 0 && row.from > leaf;
		row.to -= leaf > 0 && row.to > leaf;
		list->row[kept++] = row;
	}
	list->count = kept;
}

/* Sends the rows as early as their order allows; sets the finish. */
static void retime(struct schedule_header *header, struct transmissions *list)
{
	struct retimed retimed;
	size_t kept = 0;

	retimed_init(&retimed, header->processors, header->messages,
		header->unit, header->latency);
	for (size_t i = 0; i < list->count; i++) {
		struct transmission row = list->row[i];

		if (!retimed_send(&retimed, &row))
			continue;
		list->row[kept++] = row;
		if (row.tick + header->latency > header->finish)
			header->finish = row.tick + header->latency;
	}
	list->count = kept;
	header->has_finish = 1;
	retimed_clear(&retimed);
}

/* The neighbour's schedule as one of the problem; NULL if it is none. */
static struct schedule *adapt(
	struct schedule *schedule, const struct problem *problem)
{
	struct schedule_header header = {
		.model = MODEL_POSTAL, .algorithm = schedule->header.algorithm};
	struct transmissions list = {0};
	uint64_t leaf = 0;
	struct err err;
	int is_right = problem_header(&header, problem, &err) == STATUS_OK &&
		       read_neighbour(&list, schedule);

	if (is_right && schedule->header.processors > header.processors)
		is_right = (leaf = find_leaf(
				    &list, schedule->header.processors)) > 0;
	schedule_close(schedule);
	if (!is_right) {
		transmissions_clear(&list);
		return NULL;
	}
	leave_out(&list, header.messages, leaf);
	retime(&header, &list);
	return schedule_stored(&header, &list);
}

/* -- the neighbours */

/* Keeps a schedule if it is better than what is known. */
static void keep_better_one(
	struct neighbours *neighbours, struct schedule *schedule)
{
	mpq_t time;

	if (!schedule)
		return;
	mpq_init(time);
	schedule_finish_time(time, &schedule->header);
	if (mpq_cmp(time, neighbours->known) < 0) {
		schedule_close(neighbours->best);
		neighbours->best = schedule;
		mpq_set(neighbours->known, time);
	} else {
		schedule_close(schedule);
	}
	mpq_clear(time);
}

/* Whether the time at that neighbour, less the latency that is longer there, is
 * better than what is known. */
static int is_better_there(const struct neighbours *neighbours,
	const struct problem *there, const mpq_t time)
{
	int is_better;
	mpq_t here;

	mpq_init(here);
	mpq_sub(here, time, there->lambda);
	mpq_add(here, here, neighbours->problem->lambda);
	is_better = mpq_cmp(here, neighbours->known) < 0;
	mpq_clear(here);
	return is_better;
}

/* Takes the best schedule there, if it is of use. */
static void try_neighbour(struct neighbours *neighbours,
	const struct problem *there, unsigned flags)
{
	const struct algorithm_options options = {.model = MODEL_POSTAL};
	struct schedule *schedule;
	struct ranking ranking;
	struct err err;
	mpq_t bound;

	mpq_init(bound);
	ranking_init(&ranking);
	if (model_bound(bound, MODEL_POSTAL, there, &err) == STATUS_OK &&
		is_better_there(neighbours, there, bound) &&
		ranking_find_bounded(&ranking, there, MODEL_POSTAL,
			OPERATION_BROADCAST, bound, flags, neighbours->work,
			&err) == STATUS_OK &&
		ranking.candidate[0].is_known &&
		is_better_there(neighbours, there, ranking.candidate[0].time) &&
		ranking_open_first(&schedule, &ranking, there, &options,
			&err) == STATUS_OK)
		keep_better_one(
			neighbours, adapt(schedule, neighbours->problem));
	ranking_clear(&ranking);
	mpq_clear(bound);
}

/* next = the least latency above that with a small denominator. */
static void next_latency(mpq_t next, const mpq_t lambda)
{
	mpq_t one;

	mpq_init(one);
	number_ceil(mpq_numref(next), lambda);
	mpz_set_ui(mpq_denref(next), 1);
	for (unsigned long b = 2; b <= SMALL; b++) {
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

/* Latencies next to the problem's, if that is not whole. */
static void try_latencies(struct neighbours *neighbours, struct problem *there)
{
	const struct problem *problem = neighbours->problem;

	if (problem_is_whole(problem))
		return;
	if (mpz_cmp_ui(mpq_denref(problem->lambda), LARGE) > 0 &&
		mpz_cmp_ui(problem->n, FEW) <= 0) {
		next_latency(there->lambda, problem->lambda);
		try_neighbour(neighbours, there, RANKING_ALONE);
	}
	number_ceil(mpq_numref(there->lambda), problem->lambda);
	mpz_set_ui(mpq_denref(there->lambda), 1);
	try_neighbour(neighbours, there, RANKING_ALONE);
	mpz_sub_ui(mpq_numref(there->lambda), mpq_numref(there->lambda), 1);
	try_neighbour(neighbours, there, RANKING_ALONE);
	mpq_set(there->lambda, problem->lambda);
}

static void try_all(struct neighbours *neighbours)
{
	const unsigned quick =
		RANKING_UNSEARCHED | RANKING_ALONE | RANKING_UNBUILT;
	struct problem there;

	problem_init(&there);
	problem_set(&there, neighbours->problem);
	try_latencies(neighbours, &there);
	mpz_add_ui(there.m, there.m, 1);
	try_neighbour(neighbours, &there, quick);
	mpz_set(there.m, neighbours->problem->m);
	mpz_add_ui(there.n, there.n, 1);
	try_neighbour(neighbours, &there, quick);
	problem_clear(&there);
}

/* Whether it is so small that nothing below overflows a word. */
static int has_small_neighbours(const struct problem *problem)
{
	int is_small;
	mpz_t rows;

	mpz_init(rows);
	problem_transmissions(rows, problem);
	is_small =
		mpz_cmp_ui(rows, ROWS) <= 0 &&
		mpz_sizeinbase(mpq_denref(problem->lambda), 2) <= UNIT_BITS &&
		mpz_sizeinbase(mpq_numref(problem->lambda), 2) <= LATENCY_BITS;
	mpz_clear(rows);
	return is_small;
}

enum status neighbour_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct neighbours neighbours = {
		.problem = problem, .work = options->work};

	mpq_init(neighbours.known);
	if (options->known && has_small_neighbours(problem)) {
		mpq_set(neighbours.known, options->known);
		try_all(&neighbours);
	}
	mpq_clear(neighbours.known);
	*schedule = neighbours.best;
	return *schedule ? STATUS_OK
			 : err_set(err, STATUS_LIMIT,
				   "no neighbour has a better schedule", NULL);
}
