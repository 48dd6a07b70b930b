/*
 * The list schemes snext and snext2.
 *
 * snext: the tournament list.  Winners, at odd positions, move to half their
 * position, rounded down.  Losers in the left half move to the right half;
 * losers in the right half move to an odd position from which halving leads to
 * the next even position of the left half.
 *
 * Call the odd positions that halving takes down to an even position those
 * above it.  Segment i ends at the even position 2i of the left half, at label
 * E(i).  After it come 2i + N/2 and the odd positions above 2i+2; the cycle
 * begins with the odd positions above 0.
 *
 * Example: N = 8, 7 -> 3 -> 1 -> 0 -> 4 -> 5 -> 2 -> 6 -> 7.  Segments end at 0
 * and 2: 7, 3, 1 are the odd positions above 0; after 0 come 0 + 4, and 5,
 * which is above 2.
 *
 * Garg & Ghosh 1994, Section V.  Move S3 in our copy of the text,
 * LS1^(l+1)(x) + 2, is not a permutation (n = 4: 8 and 3 both move to 1).  Here
 * 2 is added before the shift, and l counts zeros of the sum, as the paper's
 * table requires.
 */
#include "model/revolve/list.h"

static void snext_next(
	mpz_t next, const struct revolve *revolve, const mpz_t position)
{
	mpz_add_ui(next, position, 2);
	if (mpz_odd_p(position)) {
		mpz_tdiv_q_2exp(next, position, 1);
	} else if (!list_in_right_half(revolve, position)) {
		mpz_add(next, position, revolve->half);
	} else if (mpz_cmp(next, revolve->size) == 0) {
		mpz_add_ui(next, position, 1);
	} else {
		unsigned long c;

		/* l + 1: the zeros after the highest bit, and that bit. */
		mpz_clrbit(next, revolve->height - 1);
		c = list_lead0(revolve, next);
		mpz_setbit(next, revolve->height - 1);
		list_shift_ones(next, revolve, c);
	}
}

/* E(i) = n + i(n+1) - B(i). */
static void snext_start(
	mpz_t label, const struct revolve *revolve, const mpz_t i)
{
	mpz_t sum;

	mpz_init(sum);
	list_length_sum(sum, i);
	mpz_mul_ui(label, i, revolve->height + 1);
	mpz_add_ui(label, label, revolve->height);
	mpz_sub(label, label, sum);
	mpz_clear(sum);
}

static void snext_label(
	mpz_t label, const struct revolve *revolve, const mpz_t position)
{
	unsigned long ones = (unsigned long)mpz_scan0(position, 0);
	unsigned long offset = 0;
	mpz_t i;

	if (ones == revolve->height) {
		mpz_set_ui(label, 0);
		return;
	}
	mpz_init_set(i, position);
	if (ones > 0) {
		mpz_tdiv_q_2exp(i, i, ones);
	} else if (list_in_right_half(revolve, i)) {
		mpz_clrbit(i, revolve->height - 1);
		offset = 1;
	}
	mpz_tdiv_q_2exp(i, i, 1);
	snext_start(label, revolve, i);
	mpz_add_ui(label, label, offset);
	mpz_sub_ui(label, label, ones);
	mpz_clear(i);
}

static void snext_position(
	mpz_t position, const struct revolve *revolve, const mpz_t label)
{
	mpz_t offset;

	if (mpz_cmp_ui(label, revolve->height) <= 0) {
		mpz_sub_ui(position, revolve->size, 1);
		mpz_tdiv_q_2exp(position, position, mpz_get_ui(label));
		return;
	}
	mpz_init(offset);
	list_segment(position, offset, revolve, snext_start, label);
	mpz_mul_2exp(position, position, 1);
	if (mpz_cmp_ui(offset, 1) == 0) {
		mpz_add(position, position, revolve->half);
	} else if (mpz_sgn(offset) > 0) {
		mpz_add_ui(position, position, 2);
		list_shift_ones(
			position, revolve, list_lead0(revolve, position));
		mpz_tdiv_q_2exp(position, position, mpz_get_ui(offset) - 2);
	}
	mpz_clear(offset);
}

const struct revolve_ops revolve_snext_ops = {
	snext_next, snext_label, snext_position, list_pair, list_place};

/*
 * snext2: the list with the fewest distances, n_snext2 in the paper.  Segment
 * m = 1..N/4 visits the even position N/2 + 2(m-1), then the odd one after it,
 * and halves that until it is even; position 0 has label 0.  Segment m ends at
 * label V(m).
 *
 * Garg & Ghosh 1994, end of Section V: an even position of the left half is
 * followed by y + 2, where y is the last even position of the right half that
 * has been labelled, or by N/2 if there is none (our copy of the text has
 * "y + 1"; table (11) requires y + 2).
 */

/* The m of the segment through an odd position or an even one of the left half,
 * which LS1^lead0 takes to the odd position N/2 + 2m - 1. */
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

/* The last segment's end, V(N/4) = N, is label 0 again, that of position 0. */
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
