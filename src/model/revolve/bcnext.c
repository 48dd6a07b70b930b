/*
 * bcnext: the list whose messages also carry results back: processes that know
 * a result send it on in each of the next n steps, to processes that do not.
 *
 * Let w = 2i and a = lead0(w).  Segment i starts, at label A(i), at the odd
 * position LS1^a(w), and is halved a times down to w, which has offset a.  From
 * there it is shifted right with ones entering until bits 1 and 0 are 1 and 0.
 *
 * Garg & Ghosh 1994, Section V.A.  The paper's move S3 has "b leading ones and
 * a leading zeros in the argument".  For b the argument is x, that of bcnext;
 * for a it is that of LS1^a, since with a taken from x it would not be a
 * permutation.
 */
#include "model/revolve/list.h"

/* The number of leading ones of x in n bits. */
static unsigned long lead1(const struct revolve *revolve, const mpz_t x)
{
	unsigned long ones;
	mpz_t complement;

	mpz_init(complement);
	mpz_sub_ui(complement, revolve->size, 1);
	mpz_sub(complement, complement, x);
	ones = list_lead0(revolve, complement);
	mpz_clear(complement);
	return ones;
}

/* x = LS0^c(x). */
static void shift_zeros(mpz_t x, const struct revolve *revolve, unsigned long c)
{
	mpz_mul_2exp(x, x, c);
	mpz_fdiv_r_2exp(x, x, revolve->height);
}

/* x = RS1^c(x). */
static void enter_ones(mpz_t x, const struct revolve *revolve, unsigned long c)
{
	mpz_t ones;

	mpz_init(ones);
	mpz_setbit(ones, c);
	mpz_sub_ui(ones, ones, 1);
	mpz_mul_2exp(ones, ones, revolve->height - c);
	mpz_tdiv_q_2exp(x, x, c);
	mpz_add(x, x, ones);
	mpz_clear(ones);
}

static void bcnext_next(
	mpz_t next, const struct revolve *revolve, const mpz_t position)
{
	mpz_set(next, position);
	if (mpz_odd_p(position)) {
		mpz_tdiv_q_2exp(next, next, 1);
	} else if (!mpz_tstbit(position, 1)) {
		enter_ones(next, revolve, 1);
	} else {
		shift_zeros(next, revolve, lead1(revolve, next));
		mpz_add_ui(next, next, 2);
		mpz_fdiv_r_2exp(next, next, revolve->height - 1);
		list_shift_ones(next, revolve, list_lead0(revolve, next));
	}
}

/* A(0) = 0; A(i) = 2n + (i-1)n - B(i-1) + (i-1) - s_2(i-1), s_2 the sum of the
 * bits. */
static void bcnext_start(
	mpz_t label, const struct revolve *revolve, const mpz_t i)
{
	mpz_t j, sum;

	mpz_set_ui(label, 0);
	if (mpz_sgn(i) == 0)
		return;
	mpz_inits(j, sum, NULL);
	mpz_sub_ui(j, i, 1);
	list_length_sum(sum, j);
	mpz_add_ui(label, i, 1);
	mpz_mul_ui(label, label, revolve->height);
	mpz_sub(label, label, sum);
	mpz_add(label, label, j);
	mpz_sub_ui(label, label, mpz_popcount(j));
	mpz_clears(j, sum, NULL);
}

static void bcnext_label(
	mpz_t label, const struct revolve *revolve, const mpz_t position)
{
	unsigned long offset = 0, ones = 0;
	mpz_t w;

	mpz_init_set(w, position);
	if (mpz_odd_p(w)) {
		ones = (unsigned long)mpz_scan0(w, 0);
		mpz_tdiv_q_2exp(w, w, ones);
	} else if (list_in_right_half(revolve, w)) {
		offset = lead1(revolve, w);
		shift_zeros(w, revolve, offset);
	}
	offset += list_lead0(revolve, w) - ones;
	mpz_tdiv_q_2exp(w, w, 1);
	bcnext_start(label, revolve, w);
	mpz_add_ui(label, label, offset);
	mpz_clear(w);
}

static void bcnext_position(
	mpz_t position, const struct revolve *revolve, const mpz_t label)
{
	unsigned long offset, zeros;
	mpz_t rest;

	mpz_init(rest);
	list_segment(position, rest, revolve, bcnext_start, label);
	offset = mpz_get_ui(rest);
	mpz_mul_2exp(position, position, 1);
	zeros = list_lead0(revolve, position);
	if (offset <= zeros) {
		list_shift_ones(position, revolve, zeros);
		mpz_tdiv_q_2exp(position, position, offset);
	} else {
		enter_ones(position, revolve, offset - zeros);
	}
	mpz_clear(rest);
}

const struct revolve_ops revolve_bcnext_ops = {
	bcnext_next, bcnext_label, bcnext_position, list_pair, list_place};
