/*
 * A choice, its schedule, and the schedule on the machine: an algorithm's
 * postal schedule for a latency, reversed for a reduction, is either scaled or
 * carried out as soon as possible.
 */
#include "model/machine/ways.h"

#include "number/number.h"

const char *const machine_ways[] = {"planned", "as-soon-as-possible", NULL};

/*
 * The work that greedy and cyclic may spend on improving a schedule; 0 is the
 * usual.  Little if it is carried out as soon as possible, because the machine
 * moves the sends anyway, so that a slightly better schedule makes no
 * difference; and less than usual for plans of greedy, because many are tried.
 */
enum { GREEDY_PLAN = 1 << 18, GREEDY_SOON = 1 << 16, CYCLIC_SOON = 1 << 14 };

static uint64_t effort_of(const struct machine_choice *choice)
{
	int is_greedy = choice->algorithm->send_work > 0;

	if (choice->way == WAY_PLANNED)
		return is_greedy ? GREEDY_PLAN : 0;
	return is_greedy ? GREEDY_SOON : CYCLIC_SOON;
}

void machine_choice_init(struct machine_choice *choice)
{
	*choice = (struct machine_choice){.algorithm = NULL};
	mpz_init(choice->degree);
	mpq_inits(choice->lambda, choice->send, choice->time, NULL);
}

void machine_choice_clear(struct machine_choice *choice)
{
	mpz_clear(choice->degree);
	mpq_clears(choice->lambda, choice->send, choice->time, NULL);
	transmissions_clear(&choice->built);
}

/* copy, which is empty, = the rows that are built for the choice. */
static void copy_built(
	struct transmissions *copy, const struct machine_choice *choice)
{
	for (size_t i = 0; i < choice->built.count; i++)
		transmissions_add(copy, &choice->built.row[i]);
}

void machine_choice_set(
	struct machine_choice *choice, const struct machine_choice *other)
{
	choice->algorithm = other->algorithm;
	choice->way = other->way;
	choice->is_most = other->is_most;
	choice->is_exchanged = other->is_exchanged;
	choice->spare = other->spare;
	mpz_set(choice->degree, other->degree);
	mpq_set(choice->lambda, other->lambda);
	mpq_set(choice->send, other->send);
	mpq_set(choice->time, other->time);
	choice->header = other->header;
	transmissions_clear(&choice->built);
	copy_built(&choice->built, other);
}

int machine_is_better(
	const struct machine_choice *best, const struct machine_choice *choice)
{
	return !best->algorithm || mpq_cmp(choice->time, best->time) < 0;
}

uint64_t machine_rows(const struct machine_problem *problem)
{
	uint64_t rows;
	mpz_t z;

	mpz_init(z);
	mpz_sub_ui(z, problem->n, 1);
	mpz_mul(z, z, problem->m);
	rows = number_fits_u64(z) ? number_get_u64(z) : UINT64_MAX;
	mpz_clear(z);
	return rows;
}

int machine_is_sooner(const struct machine_message *message)
{
	int is;
	mpq_t spacing;

	mpq_init(spacing);
	machine_message_relay(spacing, message);
	is = mpq_cmp(message->end, spacing) < 0;
	mpq_clear(spacing);
	return is;
}

int machine_is_single(const struct machine_problem *problem)
{
	return problem->operation <= OPERATION_REDUCE &&
	       mpz_cmp_ui(problem->m, 1) == 0;
}

void machine_set_problem(struct problem *problem,
	const struct machine_problem *asked,
	const struct machine_choice *choice)
{
	problem_init(problem);
	problem->max_bits = asked->max_bits;
	mpz_add_ui(problem->n, asked->n, choice->spare);
	mpz_set(problem->m, asked->m);
	mpq_set(problem->lambda, choice->lambda);
}

int machine_is_formula(const struct algorithm *algorithm)
{
	return algorithm->time && algorithm->processor_work == 0;
}

/* Opens the algorithm's schedule, without the processors to spare. */
static enum status open_algorithm(struct schedule **schedule,
	const struct machine_choice *choice,
	const struct machine_problem *asked, struct err *err)
{
	struct algorithm_options options = {
		.degree = mpz_sgn(choice->degree) > 0 ? choice->degree : NULL,
		.operation = (int)asked->operation,
		.work = effort_of(choice)};
	struct problem problem;
	enum status status;

	machine_set_problem(&problem, asked, choice);
	status = algorithm_open(schedule, choice->algorithm, MODEL_POSTAL,
		&problem, &options, err);
	if (status == STATUS_OK && choice->is_exchanged)
		status = machine_exchanged(
			schedule, *schedule, asked->max_bits, err);
	if (status == STATUS_OK && choice->spare > 0)
		status = schedule_without(schedule, *schedule, choice->spare,
			asked->max_bits, err);
	problem_clear(&problem);
	return status;
}

static enum status open_postal(struct schedule **schedule,
	const struct machine_choice *choice,
	const struct machine_problem *asked, struct err *err)
{
	struct transmissions rows = {0};
	enum status status = STATUS_OK;

	copy_built(&rows, choice);
	if (rows.count > 0)
		*schedule = schedule_stored(&choice->header, &rows);
	else
		status = open_algorithm(schedule, choice, asked, err);
	if (status == STATUS_OK && asked->operation == OPERATION_REDUCE)
		status = schedule_reversed(
			schedule, *schedule, asked->max_bits, err);
	return status;
}

enum status machine_open(struct schedule **schedule,
	const struct machine_choice *choice,
	const struct machine_problem *problem,
	const struct schedule_machine *machine, struct err *err)
{
	enum status status = open_postal(schedule, choice, problem, err);

	if (status != STATUS_OK)
		return status;
	if (choice->way == WAY_SOON)
		return schedule_simulated(
			schedule, *schedule, machine, problem->max_bits, err);
	status = schedule_scaled(
		schedule, *schedule, choice->send, machine, err);
	if (status == STATUS_OK && choice->built.count > 0)
		status = schedule_timed(
			schedule, *schedule, problem->max_bits, err);
	return status;
}

enum status machine_carry_out(struct machine_choice *choice, int *is_allowed,
	const struct machine_problem *problem, struct err *err)
{
	const struct schedule_machine machine = {"", NULL, problem->message};
	struct schedule *schedule;
	enum status status =
		machine_open(&schedule, choice, problem, &machine, err);

	*is_allowed = status == STATUS_OK;
	if (status != STATUS_OK)
		return status;
	schedule_finish_time(choice->time, &schedule->header);
	if (choice->way == WAY_PLANNED)
		return schedule_is_allowed(
			is_allowed, schedule, problem->max_bits, err);
	schedule_close(schedule);
	return STATUS_OK;
}

/* The time of a postal schedule that has to be built, mostly one of greedy. */
static enum status build_postal(struct machine_choice *choice, mpq_t time,
	const struct machine_problem *problem, struct err *err)
{
	struct schedule *schedule;
	enum status status;

	if (machine_rows(problem) > MACHINE_ROWS) {
		choice->algorithm = NULL;
		return STATUS_OK;
	}
	status = open_postal(&schedule, choice, problem, err);
	if (status != STATUS_OK)
		return status;
	schedule_finish_time(time, &schedule->header);
	schedule_close(schedule);
	return STATUS_OK;
}

/* The time with the degree that is asked for. */
static enum status find_with_degree(struct machine_choice *choice, mpq_t time,
	const struct machine_problem *asked, const struct problem *problem,
	struct err *err)
{
	const struct algorithm_options options = {
		.degree = asked->degree, .operation = (int)asked->operation};

	mpz_set(choice->degree, asked->degree);
	return algorithm_time(
		time, choice->algorithm, problem, &options, asked->work, err);
}

/* Takes the first of a ranking, if its time is known. */
static void take_first(struct machine_choice *choice, mpq_t time,
	const struct ranking *ranking)
{
	const struct candidate *first = &ranking->candidate[0];

	choice->algorithm = NULL;
	if (ranking->count == 0 || !first->is_known)
		return;
	choice->algorithm = first->algorithm;
	choice->is_most = first->is_most;
	mpz_set(choice->degree, first->degree);
	mpq_set(time, first->time);
}

/* Only plans are built here: whatever else may be tried is listed. */
enum status machine_find_postal(struct machine_choice *choice, mpq_t time,
	const mpq_t bound, struct ranking *ranking,
	const struct machine_problem *asked, struct err *err)
{
	const struct algorithm *algorithm = choice->algorithm;
	struct problem problem;
	enum status status;

	choice->is_most = 0;
	if (algorithm && algorithm->send_work > 0)
		return build_postal(choice, time, asked, err);
	machine_set_problem(&problem, asked, choice);
	if (algorithm && asked->degree)
		status = find_with_degree(choice, time, asked, &problem, err);
	else if (algorithm)
		status = ranking_find_one(ranking, algorithm, &problem,
			asked->operation, asked->work, err);
	else
		status = ranking_find_bounded(ranking, &problem, MODEL_POSTAL,
			asked->operation, bound,
			asked->flags | RANKING_UNSEARCHED | RANKING_UNBUILT |
				RANKING_ALONE,
			asked->work, err);
	problem_clear(&problem);
	if (status == STATUS_OK && !(algorithm && asked->degree))
		take_first(choice, time, ranking);
	return status;
}
