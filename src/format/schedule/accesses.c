/*
 * Costs are rationals.  Where the denominator of one does not divide the unit,
 * all times so far are multiplied by what is missing; 2^63 bounds how often.
 */
#include "format/schedule/accesses.h"

#include "number/cost.h"
#include "number/number.h"

#define LIMIT (UINT64_C(1) << 63)

/* The longest numbers in a cost, and what may be spent on all of them. */
enum { ACCESS_COST_BITS = 1 << 16 };
static const uint64_t ACCESS_WORK = UINT64_C(1) << 33;

static enum status access_too_long(struct err *err)
{
	return err_set(
		err, STATUS_LIMIT, "times are too large for this format", NULL);
}

/* Makes the unit finer by a factor. */
static enum status refine_unit(
	struct event_list *whole, uint64_t factor, struct err *err)
{
	uint64_t largest = whole->header.unit;

	for (size_t i = 0; i < whole->count; i++) {
		const struct event_row *row = &whole->row[i];

		largest = row->sent > largest ? row->sent : largest;
		largest = row->received > largest ? row->received : largest;
	}
	if (largest > (LIMIT - 1) / factor)
		return access_too_long(err);
	for (size_t i = 0; i < whole->count; i++) {
		whole->row[i].sent *= factor;
		whole->row[i].received *= factor;
	}
	whole->header.unit *= factor;
	return STATUS_OK;
}

static enum status set_access_end(struct event_list *whole,
	struct event_row *row, const mpq_t cost, struct err *err)
{
	uint64_t most, numerator, denominator, factor, unit;

	if (!number_read_u64(&numerator, mpq_numref(cost), 63) ||
		!number_read_u64(&denominator, mpq_denref(cost), 63))
		return access_too_long(err);
	factor = denominator / number_gcd_u64(whole->header.unit, denominator);
	if (factor > 1 && refine_unit(whole, factor, err) != STATUS_OK)
		return err->code;
	unit = whole->header.unit / denominator;
	most = LIMIT - 1 - row->sent;
	if (numerator > most / unit)
		return access_too_long(err);
	row->received = row->sent + numerator * unit;
	return STATUS_OK;
}

/* value = what an access in a group of that size costs, exactly. */
static enum status find_access_cost(struct value *value,
	const struct cost *cost, uint64_t size,
	const struct value_precision *precision, struct err *err)
{
	char text[NUMBER_U64_MAX + 1];
	enum status status;
	mpz_t k;

	mpz_init(k);
	number_set_u64(k, size);
	status = cost_value(value, cost, k, precision, err);
	mpz_clear(k);
	if (status != STATUS_OK || value->exact)
		return status;
	text[number_u64(text, size)] = '\0';
	return err_set(err, STATUS_INPUT, "the cost is not exact at k = ", text,
		", so no time can be drawn", NULL);
}

static enum status end_accesses(
	struct event_list *whole, const struct cost *cost, struct err *err)
{
	uint64_t work = ACCESS_WORK, size = 0;
	const struct value_precision precision = {
		.bits = 128, .max_bits = ACCESS_COST_BITS, .work = &work};
	enum status status = STATUS_OK;
	struct value value;

	value_init(&value);
	for (size_t i = 0; i < whole->count && status == STATUS_OK; i++) {
		struct event_row *row = &whole->row[i];

		if (row->size != size)
			status = find_access_cost(
				&value, cost, row->size, &precision, err);
		size = row->size;
		if (status == STATUS_OK)
			status = set_access_end(whole, row, value.q, err);
	}
	value_clear(&value);
	return status;
}

enum status accesses_read(struct event_list *whole, struct schedule *schedule,
	uint64_t max_bits, struct err *err)
{
	struct cost *cost;
	enum status status = events_pull(whole, schedule, max_bits, err);

	if (status == STATUS_OK)
		status = cost_parse(
			&cost, whole->header.cost, ACCESS_COST_BITS, err);
	if (status != STATUS_OK)
		return status;
	status = end_accesses(whole, cost, err);
	cost_free(cost);
	for (size_t i = 0; i < whole->count; i++)
		if (whole->row[i].received > whole->finish)
			whole->finish = whole->row[i].received;
	return status;
}

int accesses_group(uint64_t *first, const struct event_list *whole,
	const struct event_row *row)
{
	uint64_t n = whole->header.processors;
	uint64_t from = row->from, to = row->to, s = 0;

	*first = 0;
	while (n > row->size) {
		for (s = 1; s < n / s || s * s < n;)
			s++;
		if (s == n || from / s != to / s)
			return 0;
		*first += from / s * s;
		n = n - from / s * s < s ? n - from / s * s : s;
		from %= s;
		to %= s;
	}
	return n == row->size;
}
