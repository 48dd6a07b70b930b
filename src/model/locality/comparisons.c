/*
 * The algorithms that ROOT is compared with; their rules are assumed here.
 *
 * Recursive halving: H(1) = 0, H(p) = c(p) + H(ceil(p/2)).
 * With a fixed k: HR_k(p) = H(k) + c(p) + HR_k(ceil(p/k)) for p > k, and
 * HR_k(p) = H(p) for p <= k; the best k = 2^j.
 * ceil(ceil(p/a)/b) = ceil(p/(ab)), so all sizes are ceil(p/2^i) or 2^j, with
 * 0 <= i, j <= e, e = ceil(log p): 2 (e + 1) costs for all k.
 * De la Torre & Kruskal 1991; Heywood & Ranka 1992; as Juurlink, Kolman, Meyer
 * auf der Heide & Rieping 2003, Section 1.1, quotes them.
 */
#include "model/locality/locality.h"

#include "base/mem.h"
#include "number/number.h"

/* Beyond that many halvings nothing is compared. */
enum { HALVINGS_MAX = 1 << 16 };

struct rivals {
	struct locality *locality;
	size_t e;
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
		value_add(&rivals->power[j], &rivals->power[j],
			&rivals->power[j - 1], &rivals->locality->precision);
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
		value_add(&rivals->rest[i], &rivals->rest[i + 1],
			&rivals->cost[i], &rivals->locality->precision);
	}
	mpz_clear(size);
	return status;
}

/* time = HR_k(p), k = 2^j: ceil(p/2^i) > k as long as i + j < e. */
static void fixed(struct value *time, const struct rivals *rivals, size_t j)
{
	const struct value_precision *precision = &rivals->locality->precision;
	size_t i = 0;

	value_set_ui(time, 0);
	for (; i + j < rivals->e; i += j) {
		value_add(time, time, &rivals->power[j], precision);
		value_add(time, time, &rivals->cost[i], precision);
	}
	value_add(time, time, &rivals->rest[i], precision);
}

/* The least time, and the least j of it. */
static size_t best_fixed(struct value *time, const struct rivals *rivals)
{
	struct value other;
	size_t best = 1;

	value_init(&other);
	fixed(time, rivals, 1);
	for (size_t j = 2; j <= rivals->e; j++) {
		fixed(&other, rivals, j);
		if (value_cmp(&other, time, &rivals->locality->precision) < 0) {
			value_set(time, &other);
			best = j;
		}
	}
	value_clear(&other);
	return best;
}

static void add_facts(struct locality_list *list, const struct rivals *rivals)
{
	static const char halving[] = "de-la-Torre-Kruskal-1991";
	static const char ranka[] = "Heywood-Ranka-1992";
	int absent = rivals->e > HALVINGS_MAX;
	struct locality_fact *fact;
	size_t j = 0;
	mpz_t k;

	fact = locality_list_add(list, "recursive-halving", halving);
	fact->absent = absent;
	if (!absent)
		value_set(&fact->value, &rivals->rest[0]);
	fact = locality_list_add(list, "heywood-ranka", ranka);
	fact->absent = absent;
	if (!absent)
		j = best_fixed(&fact->value, rivals);
	fact = locality_list_add(list, "heywood-ranka-k", ranka);
	fact->absent = absent;
	fact->is_count = 1;
	mpz_init_set_ui(k, 1);
	mpz_mul_2exp(k, k, j);
	value_set_z(&fact->value, k);
	mpz_clear(k);
}

enum status locality_comparisons(struct locality_list *list,
	struct locality *locality, const mpz_t p, struct err *err)
{
	struct rivals rivals = {.locality = locality};
	enum status status = STATUS_OK;
	size_t count;

	rivals.e = (size_t)number_ceil_log2(p);
	count = rivals.e > HALVINGS_MAX ? 1 : rivals.e + 1;
	rivals.cost = new_values(count);
	rivals.rest = new_values(count);
	rivals.power = new_values(count);
	if (count > 1 || rivals.e == 0)
		status = fill_powers(&rivals, err);
	if (status == STATUS_OK && count > 1)
		status = fill_halves(&rivals, p, err);
	if (status == STATUS_OK)
		add_facts(list, &rivals);
	free_values(rivals.cost, count);
	free_values(rivals.rest, count);
	free_values(rivals.power, count);
	return status;
}
