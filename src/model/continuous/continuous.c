/*
 * Tries the methods to build a continuous broadcast one after the other.  With
 * the tree of latency L nothing has slack; with the tree of latency L + 1 every
 * message but the source's arrives a step before the tree's time.  For P =
 * 2..40, L = 1..6, one of EXACT, QUEUE_FREE and HALL_ROOT always succeeds.
 *   Example: P = 5, L = 2: see arrange.c.
 */
#include "model/continuous/continuous.h"

#include "base/mem.h"
#include "number/number.h"
#include "core/schedule.h"
#include "model/continuous/tree.h"
#include "model/logp/logp.h"

/* Bytes of memory a processor. */
enum { PROCESSOR_BYTES = 160 };

/* The most that the squares of the groups' sizes may add up to: some seconds.
 */
static const uint64_t squares_max = (uint64_t)1 << 30;

/* The work of an attempt, apart from arranging large groups. */
enum { ATTEMPT_WORK = 1 << 26 };

/* The search: attempts, one after the other. */
struct opener {
	struct search search;
	struct schedule_header header;
	mpz_t nodes; /* all processors but the source */
	uint64_t max_bits;
	enum continuous_method way;  /* of the first attempt, or LEAST */
	uint32_t attempt, attempts;  /* attempts made so far; in all */
	struct continuous_tree tree; /* for LEAST alone */
	struct random random;
	struct schedule *schedule; /* once found */
	struct err err;		   /* why the search failed, unless STATUS_OK */
};

/* delay = L + B(nodes,latency), the delay with a tree of that latency as the
 * paper defines it: one more than the time from the send to the end of the last
 * receive. */
static enum status get_delay(mpz_t delay, const struct opener *opener,
	uint64_t latency, struct err *err)
{
	enum status status;
	mpz_t L;

	mpz_init(L);
	number_set_u64(L, latency);
	status = logp_time(delay, opener->nodes, L, opener->max_bits, err);
	number_set_u64(L, opener->header.latency);
	mpz_add(delay, delay, L);
	mpz_add_ui(delay, delay, 1);
	mpz_clear(L);
	return status;
}

/* Errors: STATUS_LIMIT if a time may be 2^62 or more. */
static enum status check_times(const struct opener *opener, struct err *err)
{
	enum status status;
	uint64_t word;
	mpz_t delay;

	mpz_init(delay);
	status = get_delay(delay, opener, opener->header.latency + 1, err);
	if (status == STATUS_OK &&
		(!number_read_u64(&word, delay, 62) ||
			word + opener->header.messages >= (uint64_t)1 << 62))
		status =
			err_limit(err, "a schedule's times must be below 2^62");
	mpz_clear(delay);
	return status;
}

/* Errors: STATUS_LIMIT if arranging the groups, which may take the square of
 * each one's size, would take too long. */
static enum status check_groups(
	const struct continuous_tree *tree, struct err *err)
{
	uint64_t squares = 0;

	for (uint32_t g = 0; g < tree->inners; g++) {
		uint64_t size = tree->tree.node[tree->inner[g]].children;
		char text[NUMBER_U64_MAX + 1];

		squares += size * size;
		if (squares <= squares_max)
			continue;
		text[number_u64(text, size)] = '\0';
		return err_limit(err, "a group of ", text,
			" processors takes too long to arrange");
	}
	return STATUS_OK;
}

static enum status open_tree(struct continuous_tree *tree,
	const struct opener *opener, enum continuous_method way,
	struct err *err)
{
	uint64_t latency = opener->header.latency;
	enum status status;

	if (way != CONTINUOUS_EXACT && way != CONTINUOUS_LEAST)
		latency++;
	status = continuous_tree_init(
		tree, opener->nodes, latency, opener->max_bits, err);
	return status == STATUS_OK ? check_groups(tree, err) : status;
}

static enum status try_way(
	struct opener *opener, enum continuous_method way, struct err *err)
{
	struct continuous_tree tree;
	enum status status = open_tree(&tree, opener, way, err);

	if (status == STATUS_OK)
		opener->schedule =
			continuous_try_tree(&opener->header, &tree, way);
	continuous_tree_clear(&tree);
	return status;
}

static enum status report_none(const struct opener *opener, struct err *err)
{
	mpz_t delay, more;
	char *text[4];
	enum status status;

	mpz_inits(delay, more, NULL);
	status = get_delay(delay, opener, opener->header.latency, err);
	if (status == STATUS_OK)
		status = get_delay(
			more, opener, opener->header.latency + 1, err);
	if (status == STATUS_OK) {
		text[0] = number_integer_text(delay);
		text[1] = number_integer_text(more);
		number_set_u64(delay, opener->header.processors);
		number_set_u64(more, opener->header.latency);
		text[2] = number_integer_text(delay);
		text[3] = number_integer_text(more);
		status = err_limit(err, "no endless schedule of delay ",
			text[0], " was found for ", text[2],
			" processors and latency ", text[3],
			"; without " ERR_NAME "delay least it is at most ",
			text[1]);
		for (size_t i = 0; i < 4; i++)
			mem_free(text[i]);
	}
	mpz_clears(delay, more, NULL);
	return status;
}

static enum status begin_least(struct opener *opener, struct err *err)
{
	enum status status =
		open_tree(&opener->tree, opener, CONTINUOUS_LEAST, err);

	if (status != STATUS_OK)
		return status;
	opener->attempts = continuous_least_attempts(&opener->tree);
	opener->schedule =
		continuous_least_known(&opener->header, &opener->tree);
	if (opener->schedule)
		opener->search.state = SEARCH_FOUND;
	return STATUS_OK;
}

/* Ends the search at once for a single processor, which has nothing to do. */
static void open_empty(struct opener *opener)
{
	struct transmissions none = {NULL, 0, 0};

	opener->schedule = schedule_stored(&opener->header, &none);
	opener->search.state = SEARCH_FOUND;
}

static enum status begin_way(
	struct opener *opener, enum continuous_method way, struct err *err)
{
	enum status status;

	if (mpz_sgn(opener->nodes) == 0) {
		open_empty(opener);
		return STATUS_OK;
	}
	status = check_times(opener, err);
	if (status != STATUS_OK)
		return status;
	opener->way = way;
	opener->attempts = 1;
	if (way == CONTINUOUS_LEAST)
		return begin_least(opener, err);
	if (way == CONTINUOUS_FIRST) {
		opener->way = CONTINUOUS_EXACT;
		opener->attempts = CONTINUOUS_LATE - CONTINUOUS_EXACT + 1;
	}
	return STATUS_OK;
}

static void make_attempt(struct opener *opener)
{
	uint32_t attempt = opener->attempt++;
	enum status status = STATUS_OK;

	if (opener->way == CONTINUOUS_LEAST)
		opener->schedule = continuous_try_least(&opener->header,
			&opener->tree, attempt, &opener->random);
	else
		status = try_way(opener,
			(enum continuous_method)(opener->way + attempt),
			&opener->err);
	if (opener->schedule)
		opener->search.state = SEARCH_FOUND;
	else if (status != STATUS_OK || opener->attempt == opener->attempts)
		opener->search.state = SEARCH_EXHAUSTED;
}

static void opener_advance(struct search *search, uint64_t work)
{
	uint64_t done = 0;

	for (; search->state == SEARCH_RUNNING && done < work;
		done += ATTEMPT_WORK)
		make_attempt((struct opener *)search);
}

/* LATE, the last of several methods, always succeeds: so the search can be
 * opened at any time if LATE is among its methods. */
static enum status opener_open(
	struct schedule **schedule, struct search *search, struct err *err)
{
	struct opener *opener = (struct opener *)search;
	enum status status = opener->err.code;

	*err = opener->err;
	if (!opener->schedule && opener->way == CONTINUOUS_LEAST)
		return report_none(opener, err);
	if (search->state == SEARCH_RUNNING && opener->attempts > 1)
		status = try_way(opener, CONTINUOUS_LATE, err);
	if (status == STATUS_OK && !opener->schedule)
		status = err_limit(err, "no choice of leaves was found");
	*schedule = opener->schedule;
	opener->schedule = NULL;
	return status;
}

static void opener_clear(struct search *search)
{
	struct opener *opener = (struct opener *)search;

	schedule_close(opener->schedule);
	continuous_tree_clear(&opener->tree);
	mpz_clear(opener->nodes);
}

static const struct search_ops ops = {
	opener_advance, opener_open, opener_clear};

/* The header of the schedule, but for its finish. */
static enum status set_header(struct schedule_header *header,
	const struct problem *problem, struct err *err)
{
	*header = (struct schedule_header){.model = MODEL_LOGP,
		.algorithm = "continuous",
		.unit = 1,
		.has_finish = 1};
	if (number_read_u64(&header->processors, problem->n, 62) &&
		number_read_u64(&header->messages, problem->m, 62) &&
		number_read_u64(
			&header->latency, mpq_numref(problem->lambda), 62))
		return STATUS_OK;
	return err_limit(err, "a schedule's numbers must be below 2^62");
}

static enum status begin_by(struct search **search, enum continuous_method way,
	const struct problem *problem, struct err *err)
{
	enum status status = limit_check_each("the schedule", problem->n,
		PROCESSOR_BYTES, problem->max_bits / 8, err);
	struct opener *opener;

	*search = NULL;
	if (status != STATUS_OK)
		return status;
	opener = mem_array(1, sizeof *opener);
	opener->search.ops = &ops;
	opener->max_bits = problem->max_bits;
	mpz_init(opener->nodes);
	mpz_sub_ui(opener->nodes, problem->n, 1);
	status = set_header(&opener->header, problem, err);
	if (status == STATUS_OK)
		status = begin_way(opener, way, err);
	if (status == STATUS_OK)
		*search = &opener->search;
	else
		search_close(&opener->search);
	return status;
}

enum status continuous_begin(struct search **search,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	enum continuous_method way = CONTINUOUS_FIRST;

	if (options->is_least_delay)
		way = CONTINUOUS_LEAST;
	else if (options->is_queue_free)
		way = CONTINUOUS_QUEUE_FREE;
	return begin_by(search, way, problem, err);
}

enum status continuous_open_by(struct schedule **schedule,
	enum continuous_method way, const struct problem *problem,
	struct err *err)
{
	struct search *search;
	enum status status = begin_by(&search, way, problem, err);

	*schedule = NULL;
	return status == STATUS_OK ? search_finish(schedule, search, err)
				   : status;
}

enum status continuous_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	enum status status = STATUS_LIMIT;

	if (options->is_queue_free && !options->is_least_delay)
		status = continuous_open_by(
			schedule, CONTINUOUS_EXACT, problem, err);
	if (status != STATUS_LIMIT)
		return status;
	return search_open_begun(
		schedule, continuous_begin, problem, options, err);
}
