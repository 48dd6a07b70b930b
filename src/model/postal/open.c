/*
 * Opens schedules: a problem whose numbers and time fit into words of a
 * schedule becomes a header, and its builder takes it from there.
 */
#include "model/postal/open.h"

#include "number/number.h"

/* finish = the formula's time, in ticks; times are on the grid of lambda. */
static int get_finish(struct schedule_header *header, const mpq_t time)
{
	mpz_t ticks;
	int fits;

	mpz_init(ticks);
	number_set_u64(ticks, header->unit);
	mpz_divexact(ticks, ticks, mpq_denref(time));
	mpz_mul(ticks, ticks, mpq_numref(time));
	fits = number_read_u64(&header->finish, ticks, 63);
	header->has_finish = 1;
	mpz_clear(ticks);
	return fits;
}

static enum status fill_header(struct schedule_header *header,
	enum postal_algorithm algorithm, const struct problem *problem,
	const mpz_t degree, struct err *err)
{
	enum status status;
	mpq_t time;

	*header = (struct schedule_header){.model = MODEL_POSTAL,
		.algorithm = postal_algorithms[algorithm],
		.messages = 1};
	if (!number_read_u64(&header->processors, problem->n, 63) ||
		(algorithm != POSTAL_BCAST &&
			!number_read_u64(&header->messages, problem->m, 63)) ||
		!number_read_u64(
			&header->unit, mpq_denref(problem->lambda), 63) ||
		!number_read_u64(
			&header->latency, mpq_numref(problem->lambda), 63))
		return err_set(err, STATUS_LIMIT,
			"a schedule's numbers must be below 2^63", NULL);
	mpq_init(time);
	status = postal_time(time, algorithm, problem, degree, err);
	if (status == STATUS_OK && !get_finish(header, time))
		status = err_set(err, STATUS_LIMIT,
			"a schedule's times must be below 2^63", NULL);
	mpq_clear(time);
	return status;
}

/* DTREE at its best degree. */
static enum status open_best(struct schedule **schedule,
	const struct problem *problem, struct err *err)
{
	enum status status;
	mpz_t degree;
	mpq_t time;

	*schedule = NULL;
	mpz_init(degree);
	mpq_init(time);
	status = postal_best_degree(degree, time, problem, err);
	if (status == STATUS_OK)
		status = postal_open(
			schedule, POSTAL_DTREE, problem, degree, err);
	mpz_clear(degree);
	mpq_clear(time);
	return status;
}

enum status postal_open(struct schedule **schedule,
	enum postal_algorithm algorithm, const struct problem *problem,
	const mpz_t degree, struct err *err)
{
	struct schedule_header header;
	uint64_t children;
	enum status status;

	if (algorithm == POSTAL_DTREE && !degree)
		return open_best(schedule, problem, err);
	*schedule = NULL;
	status = fill_header(&header, algorithm, problem, degree, err);
	if (status != STATUS_OK)
		return status;
	switch (algorithm) {
	case POSTAL_PACK:
	case POSTAL_PIPELINE:
		return postal_open_train(schedule, &header, algorithm, err);
	case POSTAL_DTREE:
		if (!number_read_u64(&children, degree, 63))
			children = UINT64_MAX;
		return postal_open_dtree(schedule, &header, children, err);
	case POSTAL_BCAST:
	case POSTAL_REPEAT:
		break;
	}
	return postal_open_bcast(schedule, &header, err);
}
