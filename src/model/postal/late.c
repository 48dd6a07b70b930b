/*
 * A reduction to processor 0 when processors are late: processor i has its
 * operand at a(i), and messages that arrive before then wait.  Let
 * a_1 >= a_2 >= .. be the times of the processors other than 0, sorted, and
 * tau_i = f(i+1) the time at which the i-th of them is informed in a broadcast
 * in which all who can send do.  The least time is
 *
 *   T = max( a(0), max over i of a_i + tau_i ).
 *
 * Proof.  Read backwards from T, the reduction is a broadcast that informs the
 * i latest processors by T - a_i, and at most F(x) processors can be informed
 * by x: so tau_i <= T - a_i.  Conversely, read that broadcast backwards from
 * T, with the i-th latest processor in the place of the i-th that is informed:
 * it sends at T - tau_i >= a_i.
 *
 * Forwards, a broadcast can meet deadlines d(i) if, and only if, tau_i is at
 * most the i-th earliest of them; no broadcast misses them by less than one
 * that informs processors in the order of their deadlines.
 *
 * Example: lambda = 2, a = 0 0 0 0 2 2 3 3: tau = 2 3 4 4 5 5 5,
 * T = 6 = a_2 + tau_2 = 3 + 3.
 */
#include "model/postal/postal.h"

#include <stdlib.h>

#include "base/mem.h"
#include "number/number.h"

struct place {
	mpq_srcptr time;
	uint64_t name;
};

/* By time, then by number. */
static int compare_places(const void *x, const void *y)
{
	const struct place *a = x, *b = y;
	int order = mpq_cmp(a->time, b->time);

	return order != 0 ? order : number_compare_u64(a->name, b->name);
}

/* The reverse order: the latest first. */
static int compare_late(const void *x, const void *y)
{
	return compare_places(y, x);
}

/* A send of the tree; slot k, from 0 on, informs node k + 1. */
struct slot {
	uint64_t tick, from;
};

/* The slots of the broadcast in which all who can send do, and the processors
 * that take its nodes. */
struct places {
	struct schedule_header header; /* in a unit in which all times fit */
	struct slot *slot;	       /* n - 1, by time */
	struct place *place;	       /* of nodes 0, 1, .. */
};

static void places_clear(struct places *places)
{
	mem_free(places->slot);
	mem_free(places->place);
}

/* Changes the unit to one in which all times are whole.  No slot is later than
 * n - 2, by which the source alone could have sent to all. */
static enum status refine_unit(struct schedule_header *header,
	const struct postal_late *late, struct err *err)
{
	mpz_t unit, most;
	int fits;

	mpz_inits(unit, most, NULL);
	number_set_u64(unit, header->unit);
	for (size_t i = 0; i < late->count; i++)
		mpz_lcm(unit, unit, mpq_denref(late->time[i]));
	number_set_u64(
		most, header->latency / header->unit + 1 + header->processors);
	mpz_mul(most, most, unit);
	fits = mpz_sizeinbase(most, 2) < 63;
	if (fits) {
		header->latency *= number_get_u64(unit) / header->unit;
		header->unit = number_get_u64(unit);
	}
	mpz_clears(unit, most, NULL);
	if (fits)
		return STATUS_OK;
	return err_limit(err, "a schedule's times must be below 2^63");
}

/* Merges two sequences, each in order of time: after each slot its sender sends
 * again, a unit later, and its receiver for the first time, a latency later. */
static void fill_slots(struct places *places)
{
	const struct schedule_header *header = &places->header;
	uint64_t again = 0, after = 0;

	for (uint64_t k = 1; k + 1 < header->processors; k++) {
		const struct slot *sender = &places->slot[again];
		uint64_t next = sender->tick + header->unit;
		uint64_t first = places->slot[after].tick + header->latency;

		if (next <= first) {
			places->slot[k] = (struct slot){next, sender->from};
			again++;
		} else {
			after++;
			places->slot[k] = (struct slot){first, after};
		}
	}
}

static enum status places_init(struct places *places,
	const struct problem *problem, const struct postal_late *late,
	int is_due, struct err *err)
{
	enum status status = limit_check_each("the schedule", problem->n,
		sizeof(struct transmission) + sizeof(struct place) +
			sizeof(struct slot),
		problem->max_bits / 8, err);

	*places = (struct places){
		.header.model = MODEL_POSTAL, .header.algorithm = "bcast"};
	if (status == STATUS_OK)
		status = problem_header(&places->header, problem, err);
	if (status == STATUS_OK)
		status = refine_unit(&places->header, late, err);
	if (status != STATUS_OK)
		return status;
	places->slot = mem_array(late->count, sizeof *places->slot);
	fill_slots(places);
	places->place = mem_array(late->count, sizeof *places->place);
	for (size_t i = 0; i < late->count; i++)
		places->place[i] = (struct place){late->time[i], i};
	qsort(places->place + 1, late->count - 1, sizeof *places->place,
		is_due ? compare_places : compare_late);
	return STATUS_OK;
}

/* time = max( a(0), max over i of a_i + tau_i ) or, if is_due,
 * max( 0, max over i of tau_i - d_i ). */
static void find_latest(mpq_t time, const struct places *places, int is_due)
{
	const struct schedule_header *header = &places->header;
	mpq_t at;

	mpq_init(at);
	mpq_set(time, is_due ? at : places->place[0].time);
	for (uint64_t i = 1; i < header->processors; i++) {
		number_set_ratio(at, places->slot[i - 1].tick + header->latency,
			header->unit);
		(is_due ? mpq_sub : mpq_add)(at, at, places->place[i].time);
		number_raise(time, at);
	}
	mpq_clear(at);
}

/* The schedule; if is_backwards, read backwards from the finish. */
static struct schedule *open_places(
	const struct places *places, int is_backwards)
{
	const struct schedule_header *header = &places->header;
	struct transmissions rows = {0};

	for (uint64_t i = 1; i < header->processors; i++) {
		const struct slot *slot = &places->slot[i - 1];
		uint64_t from = places->place[slot->from].name;
		uint64_t to = places->place[i].name;

		transmissions_add(&rows,
			&(struct transmission){
				.tick = is_backwards
						? header->finish - slot->tick -
							  header->latency
						: slot->tick,
				.from = is_backwards ? to : from,
				.to = is_backwards ? from : to,
				.message = 1});
	}
	return schedule_stored(header, &rows);
}

/* Sets the operation and the finish: of a reduction time, of a broadcast when
 * its last message arrives. */
static enum status set_end(
	struct places *places, const mpq_t time, int is_due, struct err *err)
{
	struct schedule_header *header = &places->header;
	uint64_t n = header->processors;
	enum status status = STATUS_OK;

	if (!is_due) {
		header->operation = OPERATION_REDUCE;
		status = problem_finish(header, time, err);
	} else if (n > 1) {
		header->finish = places->slot[n - 2].tick + header->latency;
	}
	header->has_finish = n > 1;
	return status;
}

enum status postal_late_open(struct schedule **schedule, mpq_t time,
	const struct problem *problem, const struct postal_late *late,
	int is_due, struct err *err)
{
	struct places places;
	enum status status = places_init(&places, problem, late, is_due, err);

	*schedule = NULL;
	if (status == STATUS_OK) {
		find_latest(time, &places, is_due);
		status = set_end(&places, time, is_due, err);
	}
	if (status == STATUS_OK)
		*schedule = open_places(&places, !is_due);
	places_clear(&places);
	return status;
}

/* Adds the nodes in the order of their slots, numbered as their processors. */
static void attach_places(struct tree *tree, const struct places *places)
{
	for (uint64_t i = 1; i < places->header.processors; i++) {
		const struct slot *slot = &places->slot[i - 1];

		tree_attach(tree, (uint32_t)places->place[slot->from].name,
			(uint32_t)places->place[i].name);
	}
}

enum status postal_late_tree(struct tree *tree, mpq_t time,
	const struct problem *problem, const struct postal_late *late,
	int is_due, struct err *err)
{
	struct places places;
	enum status status = places_init(&places, problem, late, is_due, err);

	if (status == STATUS_OK)
		status = tree_init(tree, problem->lambda, problem->n,
			problem->max_bits, err);
	if (status == STATUS_OK) {
		attach_places(tree, &places);
		find_latest(time, &places, is_due);
	}
	places_clear(&places);
	return status;
}
