/*
 * Opens schedules: a problem whose numbers and time fit 64-bit words becomes a
 * header, and the builder does the rest.
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

static enum status fill_postal_header(struct schedule_header *header,
	const struct postal_builder *builder, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	enum status status;
	mpq_t time;

	*header = (struct schedule_header){
		.model = MODEL_POSTAL, .algorithm = builder->name};
	if (!number_read_u64(&header->processors, problem->n, 63) ||
		!number_read_u64(&header->messages, problem->m, 63) ||
		!number_read_u64(
			&header->unit, mpq_denref(problem->lambda), 63) ||
		!number_read_u64(
			&header->latency, mpq_numref(problem->lambda), 63))
		return err_set(err, STATUS_LIMIT,
			"a schedule's numbers must be below 2^63", NULL);
	mpq_init(time);
	status = builder->time(time, problem, options, err);
	if (status == STATUS_OK && !get_finish(header, time))
		status = err_set(err, STATUS_LIMIT,
			"a schedule's times must be below 2^63", NULL);
	mpq_clear(time);
	return status;
}

enum status postal_open(struct schedule **schedule,
	const struct postal_builder *builder, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	struct schedule_header header;
	enum status status =
		fill_postal_header(&header, builder, problem, options, err);

	*schedule = NULL;
	if (status != STATUS_OK)
		return status;
	return builder->build(schedule, &header, options, err);
}
