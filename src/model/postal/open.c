/*
 * Opens schedules: a problem whose numbers and time fit into words of a
 * schedule becomes a header, and its builder takes it from there.
 */
#include "model/postal/open.h"

#include "number/number.h"

/* word = z, if it is below 2^63. */
static int get_word(uint64_t *word, const mpz_t z)
{
	if (mpz_sizeinbase(z, 2) > 63)
		return 0;
	*word = number_get_u64(z);
	return 1;
}

/* finish = the formula's time, in ticks; times are on the grid of lambda. */
static int get_finish(struct schedule_header *header, const mpq_t time)
{
	mpz_t ticks;
	int fits;

	mpz_init(ticks);
	number_set_u64(ticks, header->unit);
	mpz_divexact(ticks, ticks, mpq_denref(time));
	mpz_mul(ticks, ticks, mpq_numref(time));
	fits = get_word(&header->finish, ticks);
	header->has_finish = 1;
	mpz_clear(ticks);
	return fits;
}

static enum status fill_header(struct schedule_header *header,
	enum postal_algorithm algorithm, const struct postal_problem *problem,
	struct err *err)
{
	enum status status;
	mpq_t time;

	*header = (struct schedule_header){.model = MODEL_POSTAL,
		.algorithm = postal_algorithms[algorithm],
		.messages = 1};
	if (!get_word(&header->processors, problem->n) ||
		(algorithm != POSTAL_BCAST &&
			!get_word(&header->messages, problem->m)) ||
		!get_word(&header->unit, mpq_denref(problem->lambda)) ||
		!get_word(&header->latency, mpq_numref(problem->lambda)))
		return err_set(err, STATUS_LIMIT,
			"a schedule's numbers must be below 2^63", NULL);
	mpq_init(time);
	status = postal_time(time, algorithm, problem, err);
	if (status == STATUS_OK && !get_finish(header, time))
		status = err_set(err, STATUS_LIMIT,
			"a schedule's times must be below 2^63", NULL);
	mpq_clear(time);
	return status;
}

enum status postal_open(struct schedule **schedule,
	enum postal_algorithm algorithm, const struct postal_problem *problem,
	struct err *err)
{
	struct schedule_header header;
	uint64_t degree;
	enum status status = fill_header(&header, algorithm, problem, err);

	*schedule = NULL;
	if (status != STATUS_OK)
		return status;
	switch (algorithm) {
	case POSTAL_PACK:
	case POSTAL_PIPELINE:
		return postal_open_train(schedule, &header, algorithm, err);
	case POSTAL_DTREE:
		if (!get_word(&degree, problem->degree))
			degree = UINT64_MAX;
		return postal_open_dtree(schedule, &header, degree, err);
	case POSTAL_BCAST:
	case POSTAL_REPEAT:
		break;
	}
	return postal_open_bcast(schedule, &header, err);
}
