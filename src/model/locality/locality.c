/*
 * The running time of Algorithm ROOT, by its recursion.  Each level has at most
 * two sizes, so values are cached by size, in a direct-mapped table.
 * Juurlink, Kolman, Meyer auf der Heide & Rieping 2003, Algorithm 3.1, with the
 * corrections named in locality.h, and the proof of Theorem 3.2.
 */
#include "model/locality/locality.h"

#include "base/mem.h"

enum kind { KIND_NONE, KIND_COST, KIND_TIME, KIND_STRICT, KIND_RECURRENCE };

void locality_init(struct locality *locality, const struct cost *latency,
	const struct cost *bandwidth, uint64_t max_bits)
{
	*locality = (struct locality){.latency = latency,
		.bandwidth = bandwidth,
		.precision = {.bits = 128, .max_bits = max_bits}};
	agm_constant_init(&locality->constant);
	locality->precision.constant = &locality->constant;
	locality->work = max_bits;
	locality->precision.work = &locality->work;
	locality->memo = mem_array(LOCALITY_MEMO, sizeof *locality->memo);
}

static void forget(struct locality *locality)
{
	for (size_t i = 0; i < LOCALITY_MEMO; i++) {
		struct locality_memo *memo = &locality->memo[i];

		if (memo->kind == KIND_NONE)
			continue;
		mpz_clear(memo->size);
		value_clear(&memo->value);
		memo->kind = KIND_NONE;
	}
}

void locality_clear(struct locality *locality)
{
	if (!locality->memo)
		return;
	forget(locality);
	agm_constant_clear(&locality->constant);
	mem_free(locality->memo);
	locality->memo = NULL;
}

void locality_set_precision(
	struct locality *locality, const struct value_precision *precision)
{
	forget(locality);
	locality->precision = *precision;
}

/* The table's place for a kind and size, by a hash of the size and its bit
 * length. */
static struct locality_memo *place_of(
	const struct locality *locality, enum kind kind, const mpz_t size)
{
	size_t bits = mpz_sizeinbase(size, 2);
	unsigned long hash = mpz_fdiv_ui(size, 1000003);

	hash = hash * 31 + (unsigned long)bits;
	return &locality->memo[(hash * 5 + kind) % LOCALITY_MEMO];
}

static int recall(struct value *value, const struct locality *locality,
	enum kind kind, const mpz_t size)
{
	const struct locality_memo *memo = place_of(locality, kind, size);

	if (memo->kind != (int)kind || mpz_cmp(memo->size, size) != 0)
		return 0;
	value_set(value, &memo->value);
	return 1;
}

static void remember(const struct locality *locality, enum kind kind,
	const mpz_t size, const struct value *value)
{
	struct locality_memo *memo = place_of(locality, kind, size);

	if (memo->kind == KIND_NONE) {
		mpz_init(memo->size);
		value_init(&memo->value);
	}
	memo->kind = (int)kind;
	mpz_set(memo->size, size);
	value_set(&memo->value, value);
}

enum status locality_cost(struct value *value, struct locality *locality,
	const mpz_t k, struct err *err)
{
	struct value other;
	enum status status;

	if (recall(value, locality, KIND_COST, k))
		return STATUS_OK;
	status = cost_value(
		value, locality->latency, k, &locality->precision, err);
	if (status != STATUS_OK) {
		err_prefix(err, ERR_NAME "cost");
		return status;
	}
	if (locality->bandwidth) {
		value_init(&other);
		status = cost_value(&other, locality->bandwidth, k,
			&locality->precision, err);
		if (status == STATUS_OK)
			value_max(value, value, &other, &locality->precision);
		else
			err_prefix(err, ERR_NAME "bandwidth");
		value_clear(&other);
	}
	if (status == STATUS_OK)
		remember(locality, KIND_COST, k, value);
	return status;
}

enum status locality_add(struct value *sum, const struct locality *locality,
	const struct value *term, const mpz_t k, struct err *err)
{
	enum status status = cost_add(sum, term, k, &locality->precision, err);

	if (status != STATUS_OK)
		err_prefix(err, ERR_NAME "cost");
	return status;
}

int locality_partition(mpz_t s, mpz_t last, const mpz_t p)
{
	mpz_t groups;
	int many;

	mpz_init(groups);
	mpz_sub_ui(s, p, 1);
	mpz_sqrt(s, s);
	mpz_add_ui(s, s, 1);
	mpz_cdiv_q(groups, p, s);
	many = mpz_cmp_ui(groups, 2) > 0;
	mpz_sub_ui(groups, groups, 1);
	mpz_mul(groups, groups, s);
	mpz_sub(last, p, groups);
	mpz_clear(groups);
	return many;
}

static enum status recurse(struct value *value, struct locality *locality,
	enum kind kind, const mpz_t p, struct err *err);

/* value = f(s) + the maximum of f over the groups other than the first, p >= 3.
 */
static enum status add_groups(struct value *value, struct locality *locality,
	enum kind kind, const mpz_t p, struct err *err)
{
	enum status status;
	struct value group;
	mpz_t s, last;
	int many;

	mpz_inits(s, last, NULL);
	value_init(&group);
	many = locality_partition(s, last, p);
	status = recurse(value, locality, kind, s, err);
	if (status == STATUS_OK && kind != KIND_RECURRENCE)
		status = recurse(&group, locality, kind, last, err);
	else
		value_set(&group, value);
	if (status == STATUS_OK && many)
		value_max(&group, &group, value, &locality->precision);
	if (status == STATUS_OK)
		status = locality_add(value, locality, &group, p, err);
	value_clear(&group);
	mpz_clears(s, last, NULL);
	return status;
}

/* Adds c(k) to value. */
static enum status add_cost(struct value *value, struct locality *locality,
	const mpz_t k, struct err *err)
{
	struct value cost;
	enum status status;

	value_init(&cost);
	status = locality_cost(&cost, locality, k, err);
	if (status == STATUS_OK)
		status = locality_add(value, locality, &cost, k, err);
	value_clear(&cost);
	return status;
}

static enum status recurse(struct value *value, struct locality *locality,
	enum kind kind, const mpz_t p, struct err *err)
{
	enum status status;
	mpz_t one;

	if (recall(value, locality, kind, p))
		return STATUS_OK;
	value_set_ui(value, 0);
	if (kind == KIND_STRICT && mpz_cmp_ui(p, 1) == 0)
		return STATUS_OK;
	if (mpz_cmp_ui(p, 2) <= 0)
		return locality_cost(value, locality, p, err);
	status = add_groups(value, locality, kind, p, err);
	if (status == STATUS_OK)
		status = add_cost(value, locality, p, err);
	if (status == STATUS_OK && kind == KIND_STRICT &&
		!locality->bandwidth) {
		mpz_init_set_ui(one, 1);
		status = add_cost(value, locality, one, err);
		mpz_clear(one);
	}
	if (status == STATUS_OK)
		remember(locality, kind, p, value);
	return status;
}

enum status locality_time(struct value *value, struct locality *locality,
	const mpz_t p, struct err *err)
{
	return recurse(value, locality, KIND_TIME, p, err);
}

enum status locality_strict(struct value *value, struct locality *locality,
	const mpz_t p, struct err *err)
{
	return recurse(value, locality, KIND_STRICT, p, err);
}

enum status locality_recurrence(struct value *value, struct locality *locality,
	const mpz_t p, struct err *err)
{
	return recurse(value, locality, KIND_RECURRENCE, p, err);
}

/* -- A list of facts. */

struct locality_fact *locality_list_add(
	struct locality_list *list, const char *name, const char *source)
{
	struct locality_fact *fact;

	list->fact = mem_grow(
		list->fact, &list->capacity, list->count, sizeof *list->fact);
	fact = &list->fact[list->count++];
	*fact = (struct locality_fact){.name = name, .source = source};
	value_init(&fact->value);
	return fact;
}

void locality_list_clear(struct locality_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		value_clear(&list->fact[i].value);
	mem_free(list->fact);
	*list = (struct locality_list){0};
}
