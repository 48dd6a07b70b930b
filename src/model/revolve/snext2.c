/*
 * snext2: the list with the fewest distances, n_snext2 of the paper.  Segment
 * m = 1..N/4 visits the even position N/2 + 2(m-1), the odd one after it, and
 * halves that until it is even; position 0 has label 0.  Segment m ends at
 * label V(m).
 *
 * Garg & Ghosh 1994, end of Section V: an even position of the left half is
 * followed by 2 + y, y the last even position of the right half labelled so
 * far, or by N/2 if there is none (our copy of the text has "y + 1"; table (11)
 * needs 2).
 */
#include "model/revolve/revolve.h"
#include "model/revolve/list.h"

/* m of the segment through an odd position, or an even one of the left half;
 * LS1^lead0 takes that position to the odd one N/2 + 2m - 1. */
static void snext2_segment(
	mpz_t m, const struct revolve *revolve, const mpz_t position)
{
	mpz_set(m, position);
	list_shift_ones(m, revolve, list_lead0(revolve, position));
	mpz_add_ui(m, m, 1);
	mpz_sub(m, m, revolve->half);
	mpz_tdiv_q_2exp(m, m, 1);
}

static void snext2_next(
	mpz_t next, const struct revolve *revolve, const mpz_t position)
{
	if (mpz_odd_p(position)) {
		mpz_tdiv_q_2exp(next, position, 1);
	} else if (list_in_right_half(revolve, position)) {
		mpz_add_ui(next, position, 1);
	} else if (revolve->height == 1) {
		mpz_set_ui(next, 1);
	} else {
		snext2_segment(next, revolve, position);
		mpz_mul_2exp(next, next, 1);
		mpz_add(next, next, revolve->half);
		if (mpz_cmp(next, revolve->size) == 0)
			mpz_set(next, revolve->half);
	}
}

static void snext2_label(
	mpz_t label, const struct revolve *revolve, const mpz_t position)
{
	unsigned long offset;
	mpz_t m;

	if (revolve->height == 1 || mpz_sgn(position) == 0) {
		mpz_set(label, position);
		return;
	}
	mpz_init(m);
	if (mpz_even_p(position) && list_in_right_half(revolve, position)) {
		mpz_sub(m, position, revolve->half);
		mpz_tdiv_q_2exp(m, m, 1);
		offset = 1;
	} else {
		snext2_segment(m, revolve, position);
		mpz_sub_ui(m, m, 1);
		offset = 2 + list_lead0(revolve, position);
	}
	digits_reach(label, m, 2);
	mpz_add_ui(label, label, offset);
	mpz_clear(m);
}

/* The last segment has one more label, that of position 0: V(N/4) = N. */
static void snext2_position(
	mpz_t position, const struct revolve *revolve, const mpz_t label)
{
	mpz_t m, offset;

	if (revolve->height == 1 || mpz_sgn(label) == 0) {
		mpz_set(position, label);
		return;
	}
	mpz_inits(m, offset, NULL);
	digits_segment(m, label, 2);
	mpz_sub_ui(m, m, 1);
	digits_reach(offset, m, 2);
	mpz_sub(offset, label, offset);
	mpz_mul_2exp(position, m, 1);
	mpz_add(position, position, revolve->half);
	if (mpz_cmp_ui(offset, 1) > 0) {
		mpz_add_ui(position, position, 1);
		mpz_tdiv_q_2exp(position, position, mpz_get_ui(offset) - 2);
	}
	mpz_clears(m, offset, NULL);
}

const struct revolve_ops revolve_snext2_ops = {
	snext2_next, snext2_label, snext2_position, list_pair, list_place};
