/*
 * The last doubling gives one number instead of a residue.
 */
#ifndef FIBCAST_FIBONACCI_LAST_VALUE_H
#define FIBCAST_FIBONACCI_LAST_VALUE_H

#include <gmp.h>

#include "fibonacci/residue.h"

/* G(2m + odd) from the residue of x^(m+a-b).  O(a^3) word operations, and
 * between a/2 and a products of coefficients. */
void residue_last_value(mpz_t value, const struct residue *w, int odd);

#endif
