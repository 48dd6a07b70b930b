/* Limits: what a job needs is known, and compared with them, before it
 * starts. */
#ifndef FIBCAST_NUMBER_LIMIT_H
#define FIBCAST_NUMBER_LIMIT_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"

/*
 * Whether that many bytes of memory may be used: no more than max_bytes, nor
 * than this machine can address.  Errors: STATUS_LIMIT, "(what) needs (bytes)
 * bytes of memory, more than --max-bits allows".
 */
enum status limit_check_bytes(const char *what, const mpz_t bytes,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;

/*
 * Whether a result of at most bits bits may be computed.
 * Errors: STATUS_LIMIT, naming what and the digits it could have.
 */
enum status limit_check_bits(const char *what, const mpz_t bits,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/*
 * The bits that a number given to the program may have where those it computes
 * may have max_bits: as many up to 2^25, ten million digits, which take a
 * second; from 2^33 on a 256th.
 */
uint64_t limit_longest(uint64_t max_bits);

/*
 * The work of bringing x + y, x y or, if divides, x/y into lowest terms, in the
 * bits of a power that takes as long to compute.
 */
uint64_t limit_reducing(const mpq_t x, const mpq_t y, int divides);

/* Whether that work may go into a number given as text, where it may have so
 * many bits.  Errors: STATUS_LIMIT. */
enum status limit_check_work(const char *text, uint64_t work, uint64_t longest,
	struct err *err) WARN_UNUSED;

/* Refuses what has already become too large; returns STATUS_LIMIT: "so many
 * (what) take more memory than --max-bits allows"; "'(text)' has more digits
 * than --max-bits allows". */
enum status limit_too_many(const char *what, struct err *err);
enum status limit_too_long(const char *text, struct err *err);

#endif
