/* The costs of accesses as integers: all sizes of groups in the recursion are
 * collected, and a tick is 1 over the least common denominator of their costs.
 */
#include "model/locality/locality.h"

#include "number/number.h"

uint64_t locality_group_size(uint64_t n)
{
	uint64_t s = 1;
	mpz_t root;

	mpz_init(root);
	number_set_u64(root, n - 1);
	mpz_sqrt(root, root);
	s += number_get_u64(root);
	mpz_clear(root);
	return s;
}

uint64_t locality_group_count(uint64_t n, uint64_t s)
{
	return n / s + (n % s > 0);
}

uint64_t locality_ticks(const struct locality_accesses *accesses, uint64_t size)
{
	size_t i = 0;

	while (accesses->access[i].size != size)
		i++;
	return accesses->access[i].ticks;
}

/* Collects n, the sizes of all groups in the recursion, and 1. */
static void collect_sizes(struct locality_accesses *accesses, uint64_t n)
{
	uint64_t s = locality_group_size(n);

	for (size_t i = 0; i < accesses->count; i++)
		if (accesses->access[i].size == n)
			return;
	accesses->access[accesses->count++].size = n;
	if (n <= 2)
		return;
	collect_sizes(accesses, 1);
	collect_sizes(accesses, s);
	collect_sizes(accesses, n - (locality_group_count(n, s) - 1) * s);
}

/* Finds the cost for each size; unit = the least common multiple of their
 * denominators. */
static enum status find_costs(struct value *cost, mpz_t unit,
	const struct locality_accesses *accesses, struct locality *locality,
	struct err *err)
{
	enum status status = STATUS_OK;
	char text[NUMBER_U64_MAX + 1];
	mpz_t size;

	mpz_init(size);
	mpz_set_ui(unit, 1);
	for (size_t i = 0; i < accesses->count && status == STATUS_OK; i++) {
		number_set_u64(size, accesses->access[i].size);
		status = locality_cost(&cost[i], locality, size, err);
		if (status != STATUS_OK)
			break;
		text[number_u64(text, accesses->access[i].size)] = '\0';
		if (!cost[i].exact)
			status = err_usage(err,
				ERR_NAME "cost: not exact at k = ", text,
				", as a schedule needs");
		mpz_lcm(unit, unit, mpq_denref(cost[i].q));
	}
	mpz_clear(size);
	return status;
}

/* Sets ticks, unit and finish, which must be below 2^63. */
static enum status set_times(struct locality_accesses *accesses,
	struct locality *locality, const mpz_t p, struct err *err)
{
	struct value cost[LOCALITY_SIZES_MAX], finish;
	enum status status;
	mpz_t unit;

	for (size_t i = 0; i < accesses->count; i++)
		value_init(&cost[i]);
	value_init(&finish);
	mpz_init(unit);
	status = find_costs(cost, unit, accesses, locality, err);
	if (status == STATUS_OK)
		status = locality_strict(&finish, locality, p, err);
	if (status == STATUS_OK) {
		int fits = number_read_u64(&accesses->unit, unit, 63) &&
			   number_read_ticks(&accesses->finish, finish.q,
				   accesses->unit, 63);

		for (size_t i = 0; i < accesses->count && fits; i++)
			fits = number_read_ticks(&accesses->access[i].ticks,
				cost[i].q, accesses->unit, 63);
		if (!fits)
			status = err_limit(
				err, "a schedule's times must be below 2^63");
	}
	for (size_t i = 0; i < accesses->count; i++)
		value_clear(&cost[i]);
	value_clear(&finish);
	mpz_clear(unit);
	return status;
}

enum status locality_accesses_find(struct locality_accesses *accesses,
	struct locality *locality, const mpz_t p, struct err *err)
{
	uint64_t n;

	if (!number_read_u64(&n, p, 63))
		return err_limit(
			err, "a schedule's numbers must be below 2^63");
	collect_sizes(accesses, n);
	return set_times(accesses, locality, p, err);
}
