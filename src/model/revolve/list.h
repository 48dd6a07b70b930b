/*
 * What the list schemes share: words of n bits, sums over them, and senders and
 * receivers; internal to this folder.
 *
 * N = 2^n; a sender at even position p sends to p+1.  lead0(x) is the number of
 * leading zeros of x in n bits; LS1^c(x) shifts left by c with ones entering,
 * cut to n bits.
 */
#ifndef FIBCAST_MODEL_REVOLVE_LIST_H
#define FIBCAST_MODEL_REVOLVE_LIST_H

#include <gmp.h>

#include "model/revolve/revolve.h"

/* lead0(x) for 0 <= x < N. */
unsigned long list_lead0(const struct revolve *revolve, const mpz_t x);

/* Is the highest of the n bits set? */
int list_in_right_half(const struct revolve *revolve, const mpz_t x);

/* x = LS1^c(x). */
void list_shift_ones(mpz_t x, const struct revolve *revolve, unsigned long c);

/* B(i), the sum of the bit lengths of 1..i. */
void list_length_sum(mpz_t sum, const mpz_t i);

/*
 * The cycle consists of segments; segment i begins at the label start(i): label
 * = start(i) + offset, offset >= 0, i < N/4.  start increases with i.  O(n) of
 * start.
 */
typedef void list_start(
	mpz_t label, const struct revolve *revolve, const mpz_t i);
void list_segment(mpz_t i, mpz_t offset, const struct revolve *revolve,
	list_start *start, const mpz_t label);

/* The labels of positions 2i and 2i+1, and what a label does. */
void list_pair(
	mpz_t from, mpz_t to, const struct revolve *revolve, const mpz_t i);
enum revolve_role list_place(
	mpz_t sender, const struct revolve *revolve, const mpz_t label);

#endif
