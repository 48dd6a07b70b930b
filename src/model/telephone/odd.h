/* Telephone schedules for odd n. */
#ifndef FIBCAST_MODEL_TELEPHONE_ODD_H
#define FIBCAST_MODEL_TELEPHONE_ODD_H

#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/schedule.h"

/* telephone_open for odd n >= 3. */
enum status telephone_odd_open(struct schedule **schedule, const char **warning,
	const mpz_t n, const mpz_t m, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

#endif
