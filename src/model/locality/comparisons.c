/*
 * The algorithms with which the paper compares ROOT.  Their exact rules are
 * assumptions made here:
 *
 * Recursive halving: H(1) = 0, H(p) = c(p) + H(ceil(p/2)).
 * With a fixed k, the best of the powers of 2: HR_k(p) = H(p) for p <= k, and
 * HR_k(p) = H(k) + c(p) + HR_k(ceil(p/k)) for p > k.
 * As ceil(ceil(p/a)/b) = ceil(p/(ab)), all sizes are ceil(p/2^i) or 2^j, with
 * 0 <= i, j <= e, e = ceil(log p): 2 (e + 1) costs for all k.
 * De la Torre & Kruskal 1991; Heywood & Ranka 1992; as Juurlink, Kolman, Meyer
 * auf der Heide & Rieping 2003, Section 1.1, quotes them.
 */
#include "model/locality/locality.h"

#include "base/mem.h"
#include "number/number.h"

/* The most halvings with which algorithms are compared. */
enum { HALVINGS_MAX = 1 << 16 };

/* Stored values may take 1/STORED_SHARE of the bits that one number may have;
 * the comparison may take 1/WORK_SHARE of the work that is left. */
enum { STORED_SHARE = 8, WORK_SHARE = 2 };

struct rivals {
	struct locality *locality;
	size_t e;
	uint64_t stored;     /* the bits of all values */
	struct value *cost;  /* [i] = c(ceil(p/2^i)) */
	struct value *rest;  /* [i] = H(ceil(p/2^i)) */
	struct value *power; /* [j] = H(2^j) */
};

static struct value *new_values(size_t count)
{
	struct value *values = mem_array(count, sizeof *values);

	for (size_t i = 0; i < count; i++)
		value_init(&values[i]);
	return values;
}

static void free_values(struct value *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		value_clear(&values[i]);
	mem_free(values);
}

/* z = x + y, which is stored; fails if value_sum does, or if all stored values
 * take too much memory. */
static enum status add_stored(struct value *z, struct rivals *rivals,
	const struct value *x, const struct value *y, struct err *err)
{
	const struct value_precision *precision = &rivals->locality->precision;
	const char *why;

	if (value_sum(z, x, y, precision, &why) == VALUE_OK) {
		rivals->stored += value_bits(y) + value_bits(z);
		if (rivals->stored <= precision->max_bits / STORED_SHARE)
			return STATUS_OK;
		rivals->locality->work = 0;
		why = "more memory than " ERR_NAME "max_bits allows";
	}
	return err_limit(err, "the comparison: ", why);
}

/* H(2^j) for all j. */
static enum status fill_powers(struct rivals *rivals, struct err *err)
{
	enum status status = STATUS_OK;
	mpz_t size;

	mpz_init_set_ui(size, 1);
	for (size_t j = 1; j <= rivals->e && status == STATUS_OK; j++) {
		mpz_mul_2exp(size, size, 1);
		status = locality_cost(
			&rivals->power[j], rivals->locality, size, err);
		if (status == STATUS_OK)
			status = add_stored(&rivals->power[j], rivals,
				&rivals->power[j], &rivals->power[j - 1], err);
	}
	mpz_clear(size);
	return status;
}

/* c and H of ceil(p/2^i) for all i. */
static enum status fill_halves(
	struct rivals *rivals, const mpz_t p, struct err *err)
{
	enum status status = STATUS_OK;
	mpz_t size;

	mpz_init(size);
	for (size_t i = rivals->e; i-- > 0 && status == STATUS_OK;) {
		mpz_cdiv_q_2exp(size, p, i);
		status = locality_cost(
			&rivals->cost[i], rivals->locality, size, err);
		if (status == STATUS_OK)
			status = add_stored(&rivals->rest[i], rivals,
				&rivals->rest[i + 1], &rivals->cost[i], err);
	}
	mpz_clear(size);
	return status;
}

/* time = HR_k(p), k = 2^j; 0 if that takes too much work.  ceil(p/2^i) > k as
 * long as i + j < e. */
static int fixed(struct value *time, const struct rivals *rivals, size_t j)
{
	const struct value_precision *precision = &rivals->locality->precision;
	const char *why;
	size_t i = 0;

	value_set_ui(time, 0);
	for (; i + j < rivals->e; i += j)
		if (value_sum(time, time, &rivals->power[j], precision, &why) !=
				VALUE_OK ||
			value_sum(time, time, &rivals->cost[i], precision,
				&why) != VALUE_OK)
			return 0;
	return value_sum(time, time, &rivals->rest[i], precision, &why) ==
	       VALUE_OK;
}

/* time = the least time over all j >= 1; returns the least j that attains it, 0
 * if that takes too much work. */
static size_t best_fixed(struct value *time, const struct rivals *rivals)
{
	struct value other;
	size_t best = fixed(time, rivals, 1) ? 1 : 0;

	value_init(&other);
	for (size_t j = 2; j <= rivals->e && best > 0; j++) {
		if (!fixed(&other, rivals, j)) {
			best = 0;
		} else if (value_cmp(&other, time,
				   &rivals->locality->precision) < 0) {
			value_set(time, &other);
			best = j;
		}
	}
	value_clear(&other);
	return best;
}

/* Appends the facts; rivals: NULL if the comparison takes too much work. */
static void add_facts(struct locality_list *list, const struct rivals *rivals)
{
	static const char halving[] = "de-la-Torre-Kruskal-1991";
	static const char ranka[] = "Heywood-Ranka-1992";
	struct locality_fact *fact;
	size_t j = 0;
	mpz_t k;

	fact = locality_list_add(list, "recursive-halving", halving);
	fact->absent = !rivals;
	if (rivals)
		value_set(&fact->value, &rivals->rest[0]);
	fact = locality_list_add(list, "heywood-ranka", ranka);
	if (rivals)
		j = best_fixed(&fact->value, rivals);
	fact->absent = j == 0;
	if (j == 0)
		value_set_ui(&fact->value, 0);
	fact = locality_list_add(list, "heywood-ranka-k", ranka);
	fact->absent = j == 0;
	fact->is_count = 1;
	mpz_init_set_ui(k, 1);
	mpz_mul_2exp(k, k, j);
	value_set_z(&fact->value, k);
	mpz_clear(k);
}

static enum status compare(struct locality_list *list, struct rivals *rivals,
	const mpz_t p, struct err *err)
{
	size_t count = rivals->e + 1;
	enum status status;

	rivals->cost = new_values(count);
	rivals->rest = new_values(count);
	rivals->power = new_values(count);
	status = fill_powers(rivals, err);
	if (status == STATUS_OK)
		status = fill_halves(rivals, p, err);
	if (status == STATUS_OK)
		add_facts(list, rivals);
	free_values(rivals->cost, count);
	free_values(rivals->rest, count);
	free_values(rivals->power, count);
	return status;
}

enum status locality_comparisons(struct locality_list *list,
	struct locality *locality, const mpz_t p, struct err *err)
{
	struct rivals rivals = {.locality = locality};
	uint64_t kept = locality->work - locality->work / WORK_SHARE;
	enum status status = STATUS_OK;
	int too_much;

	rivals.e = (size_t)number_ceil_log2(p);
	locality->work -= kept;
	too_much = rivals.e > HALVINGS_MAX;
	if (!too_much)
		status = compare(list, &rivals, p, err);
	if (status == STATUS_LIMIT && locality->work == 0)
		too_much = 1;
	if (too_much) {
		add_facts(list, NULL);
		status = STATUS_OK;
	}
	locality->work += kept;
	return status;
}
