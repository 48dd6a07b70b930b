/*
 * Limits on memory, bits and work.  Sizes are compared as mpz_t, since they may
 * be larger than any word.
 */
#include "number/number.h"

#include "base/bits.h"
#include "base/mem.h"

/* Measured: in a second one can compute a power of 2^25 bits, or a common
 * divisor of numbers of 2^21 bits; so a divisor takes 32 times as long for bits
 * and more. */
enum { SECOND_BITS = 1 << 25, DIVISOR_WORK = 32 };

uint64_t limit_longest(uint64_t max_bits)
{
	return most_u64(max_bits / 256, least_u64(max_bits, SECOND_BITS));
}

static uint64_t fewer_bits(const mpz_t x, const mpz_t y)
{
	return least_u64(mpz_sizeinbase(x, 2), mpz_sizeinbase(y, 2));
}

uint64_t limit_reducing(const mpq_t x, const mpq_t y, int divides)
{
	mpz_srcptr a = mpq_numref(x), b = mpq_denref(x);
	mpz_srcptr c = mpq_numref(y), d = mpq_denref(y);

	if (divides)
		return DIVISOR_WORK * (fewer_bits(a, c) + fewer_bits(b, d));
	return DIVISOR_WORK *
	       (fewer_bits(a, d) + fewer_bits(b, c) + fewer_bits(b, d));
}

enum status limit_check_work(
	const char *text, uint64_t work, uint64_t longest, struct err *err)
{
	if (work / 2 <= most_u64(longest, SECOND_BITS))
		return STATUS_OK;
	return err_limit(err, ERR_TEXT, text,
		" takes more work than " ERR_NAME "max_bits allows");
}

enum status limit_check_bytes(const char *what, const mpz_t bytes,
	uint64_t max_bytes, struct err *err)
{
	if (number_fits_u64(bytes) && number_get_u64(bytes) <= max_bytes &&
		number_get_u64(bytes) <= SIZE_MAX)
		return STATUS_OK;
	return err_limit(err, what, " needs ", ERR_OWN, number_size_text(bytes),
		" bytes of memory, more than " ERR_NAME "max_bits allows");
}

enum status limit_check_each(const char *what, const mpz_t count,
	uint64_t bytes, uint64_t max_bytes, struct err *err)
{
	enum status status;
	mpz_t all;

	mpz_init(all);
	number_set_u64(all, bytes);
	mpz_mul(all, all, count);
	status = limit_check_bytes(what, all, max_bytes, err);
	mpz_clear(all);
	return status;
}

enum status limit_check_parts(const char *what,
	const struct limit_part part[LIMIT_PARTS], uint64_t max_bytes,
	struct err *err)
{
	enum status status;
	mpz_t all, product, factor;

	mpz_inits(all, product, factor, NULL);
	for (size_t i = 0; i < LIMIT_PARTS; i++) {
		number_set_u64(product, part[i].count);
		number_set_u64(factor, part[i].of);
		mpz_mul(product, product, factor);
		number_set_u64(factor, part[i].bytes);
		mpz_addmul(all, product, factor);
	}
	status = limit_check_bytes(what, all, max_bytes, err);
	mpz_clears(all, product, factor, NULL);
	return status;
}

enum status limit_check_bits(
	const char *what, const mpz_t bits, uint64_t max_bits, struct err *err)
{
	enum status status = STATUS_OK;
	mpz_t digits;

	mpz_init(digits);
	number_set_u64(digits, max_bits);
	if (mpz_cmp(bits, digits) > 0) {
		/* 0 < 301029996/10^9 - log10(2) < 4e-10. */
		mpz_mul_ui(digits, bits, 301029996);
		mpz_cdiv_q_ui(digits, digits, 1000000000);
		status = err_limit(err, what, " would have up to ", ERR_OWN,
			number_integer_text(digits),
			" digits, more than " ERR_NAME "max_bits allows");
	}
	mpz_clear(digits);
	return status;
}

enum status limit_too_many(const char *what, struct err *err)
{
	return err_limit(err, "so many ", what,
		" take more memory than " ERR_NAME "max_bits allows");
}

enum status limit_too_long(const char *text, struct err *err)
{
	return err_limit(err, ERR_TEXT, text,
		" has more digits than " ERR_NAME "max_bits allows");
}
