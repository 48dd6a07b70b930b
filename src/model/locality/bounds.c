/*
 * A closed form of ROOT's running time, and upper and lower bounds.
 * The recurrence is that of the proof of Theorem 3.2.  The proof does not give
 * T(2); it is l(2) by the theorem's own sum.
 * Juurlink, Kolman, Meyer auf der Heide & Rieping 2003, Theorem 3.2, Sections
 * 1.2 and 4.
 */
#include "model/locality/locality.h"

#include "number/number.h"

/* ceil(loglog p), p >= 2: the least k with p <= 2^(2^k). */
static unsigned long ceil_loglog(const mpz_t p)
{
	uint64_t log = number_ceil_log2(p);
	unsigned long k = 0;

	while (log > (UINT64_C(1) << k))
		k++;
	return k;
}

/* Whether p = 2^(2^k). */
static int is_tower(const mpz_t p, unsigned long k)
{
	return mpz_popcount(p) == 1 && number_ceil_log2(p) == UINT64_C(1) << k;
}

/* value = the sum of 2^i c(ceil(p^(1/2^i))) over i = from .. to. */
static enum status sum(struct value *value, struct locality *locality,
	const mpz_t p, unsigned long from, unsigned long to, struct err *err)
{
	enum status status = STATUS_OK;
	struct value term;
	mpz_t root, power;

	mpz_init_set(root, p);
	mpz_init_set_ui(power, 1);
	value_init(&term);
	value_set_ui(value, 0);
	for (unsigned long i = 0; i <= to && status == STATUS_OK; i++) {
		if (i >= from) {
			status = locality_cost(&term, locality, root, err);
			value_scale(&term, &term, power, &locality->precision);
			if (status == STATUS_OK)
				status = locality_add(
					value, locality, &term, root, err);
		}
		mpz_sub_ui(root, root, 1);
		mpz_sqrt(root, root);
		mpz_add_ui(root, root, 1);
		mpz_mul_2exp(power, power, 1);
	}
	mpz_clears(root, power, NULL);
	value_clear(&term);
	return status;
}

/* Appends two upper bounds: c(p) + twice the sum from i = 0 on; and c(p) + the
 * sum from i = 1 on, as the proof does not need the term i = 0. */
static enum status add_upper(struct locality_list *list,
	struct locality *locality, const mpz_t p, unsigned long k,
	struct err *err)
{
	struct locality_fact *fact;
	struct value cost, *value;
	enum status status;

	value_init(&cost);
	fact = locality_list_add(
		list, "upper", "Juurlink-et-al-2003-Theorem-3.2");
	value = &fact->value;
	status = locality_cost(&cost, locality, p, err);
	if (status == STATUS_OK)
		status = sum(value, locality, p, 0, k, err);
	if (status == STATUS_OK)
		status = locality_add(value, locality, value, p, err);
	if (status == STATUS_OK)
		status = locality_add(value, locality, &cost, p, err);
	fact = locality_list_add(
		list, "upper-tight", "Juurlink-et-al-2003-Theorem-3.2-proof");
	if (status == STATUS_OK)
		status = sum(&fact->value, locality, p, 1, k, err);
	if (status == STATUS_OK)
		status = locality_add(&fact->value, locality, &cost, p, err);
	value_clear(&cost);
	return status;
}

/* Whether (log p)^(2^i) <= p for p = 2^e, in integers. */
static int reaches_exactly(uint64_t e, unsigned long i, const mpz_t p)
{
	mpz_t power;
	int reaches;

	mpz_init(power);
	number_set_u64(power, e);
	for (; i > 0 && mpz_cmp(power, p) <= 0; i--)
		mpz_mul(power, power, power);
	reaches = mpz_cmp(power, p) <= 0;
	mpz_clear(power);
	return reaches;
}

/* Whether 2^i loglog p <= log p for a p that is no power of 2, for which the
 * two are never equal. */
static int reaches(const mpz_t p, unsigned long i)
{
	struct value_precision precision = {.bits = 64, .max_bits = UINT64_MAX};
	struct value left, right;
	const char *why;
	mpz_t power;
	int cmp = 0;

	mpz_init_set_ui(power, 1);
	mpz_mul_2exp(power, power, i);
	value_init(&left);
	value_init(&right);
	for (; cmp == 0; precision.bits *= 2) {
		value_set_z(&right, p);
		if (value_log(&right, &right, &precision, &why) != VALUE_OK ||
			value_log(&left, &right, &precision, &why) != VALUE_OK)
			continue;
		value_scale(&left, &left, power, &precision);
		cmp = value_cmp(&left, &right, &precision);
	}
	value_clear(&left);
	value_clear(&right);
	mpz_clear(power);
	return cmp < 0;
}

/* The last i of the sum (4.1): floor(log(log p / loglog p)), 0 for p = 2. */
static unsigned long last_term(const mpz_t p)
{
	uint64_t e = number_ceil_log2(p);
	int is_power = mpz_popcount(p) == 1;
	unsigned long i = 0;

	if (mpz_cmp_ui(p, 2) <= 0)
		return 0;
	while (is_power ? reaches_exactly(e, i + 1, p) : reaches(p, i + 1))
		i++;
	return i;
}

void locality_lower_bound(mpq_t bound, const mpz_t p)
{
	mpq_set_ui(bound, 0, 1);
	number_set_u64(mpq_numref(bound), number_ceil_log2(p));
}

static enum status add_lower(struct locality_list *list,
	struct locality *locality, const mpz_t p, struct err *err)
{
	struct locality_fact *fact;
	enum status status;

	fact = locality_list_add(
		list, "lower-log", "Juurlink-et-al-2003-Section-1.2");
	locality_lower_bound(fact->value.q, p);
	if (mpz_cmp_ui(p, 1) == 0)
		return STATUS_OK;
	fact = locality_list_add(list, "lower-latency-asymptotic",
		"Juurlink-et-al-2003-Section-1.2");
	status = locality_cost(&fact->value, locality, p, err);
	if (status != STATUS_OK)
		return status;
	fact = locality_list_add(
		list, "lower-sum-asymptotic", "Juurlink-et-al-2003-Main-Lemma");
	return sum(&fact->value, locality, p, 0, last_term(p), err);
}

enum status locality_bounds(struct locality_list *list,
	struct locality *locality, const mpz_t p, struct err *err)
{
	enum status status = STATUS_OK;
	struct locality_fact *fact;
	unsigned long k;

	if (mpz_cmp_ui(p, 1) > 0) {
		k = ceil_loglog(p);
		if (is_tower(p, k)) {
			fact = locality_list_add(list, "closed-form",
				"Juurlink-et-al-2003-Theorem-3.2");
			status = sum(&fact->value, locality, p, 0, k, err);
		}
		fact = locality_list_add(list, "recurrence",
			"Juurlink-et-al-2003-Theorem-3.2-proof");
		if (status == STATUS_OK)
			status = locality_recurrence(
				&fact->value, locality, p, err);
		if (status == STATUS_OK)
			status = add_upper(list, locality, p, k, err);
	}
	return status == STATUS_OK ? add_lower(list, locality, p, err) : status;
}

enum status locality_facts(struct locality_list *list,
	struct locality *locality, const mpz_t p, struct err *err)
{
	struct locality_fact *fact;
	enum status status;

	fact = locality_list_add(
		list, "time", "Juurlink-et-al-2003-Algorithm-3.1-corrected");
	status = locality_time(&fact->value, locality, p, err);
	fact = locality_list_add(
		list, "strict", "Juurlink-et-al-2003-Algorithm-3.1-corrected");
	if (status == STATUS_OK)
		status = locality_strict(&fact->value, locality, p, err);
	if (status == STATUS_OK)
		status = locality_bounds(list, locality, p, err);
	return status == STATUS_OK
		       ? locality_comparisons(list, locality, p, err)
		       : status;
}
