/*
 * A table of the generalised Fibonacci function, by its recurrence.
 */
#include "fibonacci/fibonacci.h"

#include "base/mem.h"
#include "number/number.h"

/* Whether there may be that many values of so many bits. */
static enum status check_table_size(const mpz_t size, size_t bits,
	unsigned long most, uint64_t max_bits, struct err *err)
{
	if (mpz_cmp_ui(size, most) > 0)
		return limit_too_many("values of F", err);
	/* The limbs, the mpz_t that holds them, and the allocator's overhead.
	 */
	return limit_check_each("a table of all values up to this one", size,
		bits / 8 + sizeof(mpz_t) + 16, max_bits / 8, err);
}

/* sum = x + ports y. */
static void sum_times(
	mpz_t sum, const mpz_t x, const mpz_t y, unsigned long ports)
{
	if (ports == 1) {
		mpz_add(sum, x, y);
	} else {
		mpz_set(sum, x);
		mpz_addmul_ui(sum, y, ports);
	}
}

enum status fibonacci_table_init(struct fibonacci_table *table,
	const mpq_t lambda, unsigned long ports, const mpz_t n,
	unsigned long most, uint64_t max_bits, struct err *err)
{
	mpq_t t;
	mpz_t size;
	enum status status;

	*table = (struct fibonacci_table){0};
	mpq_init(t);
	mpz_init(size);
	status = fibonacci_time(t, lambda, ports, n, max_bits, err);
	if (status != STATUS_OK)
		goto done;
	mpz_mul(size, mpq_numref(t), mpq_denref(lambda));
	mpz_divexact(size, size, mpq_denref(t));
	mpz_add_ui(size, size, 1);
	if (mpz_cmp(size, mpq_numref(lambda)) < 0)
		mpz_set(size, mpq_numref(lambda));
	status = check_table_size(size, mpz_sizeinbase(n, 2) + GMP_NUMB_BITS,
		most, max_bits, err);
	if (status != STATUS_OK)
		goto done;
	table->a = mpz_get_ui(mpq_numref(lambda));
	table->b = mpz_get_ui(mpq_denref(lambda));
	table->size = mpz_get_ui(size);
	table->value = mem_array(table->size, sizeof *table->value);
	for (size_t i = 0; i < table->size; i++)
		if (i < table->a) {
			mpz_init_set_ui(table->value[i], 1);
		} else {
			mpz_init(table->value[i]);
			sum_times(table->value[i], table->value[i - table->b],
				table->value[i - table->a], ports);
		}
done:
	mpz_clear(size);
	mpq_clear(t);
	return status;
}

void fibonacci_table_clear(struct fibonacci_table *table)
{
	for (size_t i = 0; i < table->size; i++)
		mpz_clear(table->value[i]);
	mem_free(table->value);
	*table = (struct fibonacci_table){0};
}
