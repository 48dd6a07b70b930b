/*
 * snext: the tournament list.  Winners, at odd positions, move to half their
 * position; losers of the left half move to the right half, and losers of the
 * right half to the odd position that leads to the next left position.
 *
 * Segment i ends at the even position 2i of the left half, at label E(i), and
 * is followed by 2i + N/2 and the odd positions above 2i+2; the odd positions
 * above 0 come first.
 *
 * Example: N = 8, 7 -> 3 -> 1 -> 0 -> 4 -> 5 -> 2 -> 6 -> 7.  Segments end at 0
 * and 2: 7, 3, 1 are the odd positions above 0; after 0 follow 0 + 4 and 5,
 * which is above 2.
 *
 * Garg & Ghosh 1994, Section V.  Move S3 in our copy of the text, LS1^(l+1)(x)
 * + 2, is no permutation (n = 4: 8 and 3 both move to 1); here 2 is added
 * before the shift, and the zeros are counted in the sum, as the paper's table
 * requires.
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

		/* The zeros after the highest bit, and that bit. */
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
