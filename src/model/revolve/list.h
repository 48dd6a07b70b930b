/*
 * Operations that the list schemes share: on words of n bits, sums of bit
 * lengths, and senders and receivers; internal to this folder.
 *
 * N = 2^n; the process at an even position p sends to the one at p+1.  lead0(x)
 * is the number of leading zeros of x in n bits.  LS1^c(x) is x shifted left by
 * c bits with ones entering, LS0^c(x) the same with zeros, both cut to n bits;
 * RS1^c(x) is x shifted right with ones entering at the top.
 */
#ifndef FIBCAST_MODEL_REVOLVE_LIST_H
#define FIBCAST_MODEL_REVOLVE_LIST_H

#include <gmp.h>

#include "model/revolve/revolve.h"

/* lead0(x) for 0 <= x < N. */
unsigned long list_lead0(const struct revolve *revolve, const mpz_t x);

/* Whether the highest of the n bits is set. */
int list_in_right_half(const struct revolve *revolve, const mpz_t x);

/* x = LS1^c(x). */
void list_shift_ones(mpz_t x, const struct revolve *revolve, unsigned long c);

/* B(i), the sum of the bit lengths of 1..i. */
void list_length_sum(mpz_t sum, const mpz_t i);

/*
 * The cycle consists of segments i = 0 .. N/4 - 1, and segment i begins at
 * label start(i), which increases with i.  Finds the segment of a label, and
 * the offset >= 0 with label = start(i) + offset.  O(n) evaluations of start.
 */
typedef void list_start(
	mpz_t label, const struct revolve *revolve, const mpz_t i);
void list_segment(mpz_t i, mpz_t offset, const struct revolve *revolve,
	list_start *start, const mpz_t label);

/* pair and place of struct revolve_ops: the labels of positions 2i and 2i+1,
 * and the role of a label. */
void list_pair(
	mpz_t from, mpz_t to, const struct revolve *revolve, const mpz_t i);
enum revolve_role list_place(
	mpz_t sender, const struct revolve *revolve, const mpz_t label);

#endif
