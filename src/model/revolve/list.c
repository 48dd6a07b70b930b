/* What lists of 2^n positions share, by shifts and counts of leading zeros. */
#include "model/revolve/list.h"

unsigned long list_lead0(const struct revolve *revolve, const mpz_t x)
{
	if (mpz_sgn(x) == 0)
		return revolve->height;
	return revolve->height - (unsigned long)mpz_sizeinbase(x, 2);
}

int list_in_right_half(const struct revolve *revolve, const mpz_t x)
{
	return mpz_tstbit(x, revolve->height - 1);
}

void list_shift_ones(mpz_t x, const struct revolve *revolve, unsigned long c)
{
	mpz_add_ui(x, x, 1);
	mpz_mul_2exp(x, x, c);
	mpz_sub_ui(x, x, 1);
	mpz_fdiv_r_2exp(x, x, revolve->height);
}

/* (i+1) bl - (2^bl - 1), bl the bit length of i: of the numbers 0..i, i+1 - 2^j
 * have more than j bits. */
void list_length_sum(mpz_t sum, const mpz_t i)
{
	unsigned long length = (unsigned long)mpz_sizeinbase(i, 2);
	mpz_t power;

	if (mpz_sgn(i) == 0) {
		mpz_set_ui(sum, 0);
		return;
	}
	mpz_init(power);
	mpz_setbit(power, length);
	mpz_add_ui(sum, i, 1);
	mpz_mul_ui(sum, sum, length);
	mpz_sub(sum, sum, power);
	mpz_add_ui(sum, sum, 1);
	mpz_clear(power);
}

/* Finds i bit by bit, from the highest bit of N/4 - 1 on. */
void list_segment(mpz_t i, mpz_t offset, const struct revolve *revolve,
	list_start *start, const mpz_t label)
{
	unsigned long bit = revolve->height > 2 ? revolve->height - 2 : 0;

	mpz_set_ui(i, 0);
	while (bit-- > 0) {
		mpz_setbit(i, bit);
		start(offset, revolve, i);
		if (mpz_cmp(offset, label) > 0)
			mpz_clrbit(i, bit);
	}
	start(offset, revolve, i);
	mpz_sub(offset, label, offset);
}

void list_pair(
	mpz_t from, mpz_t to, const struct revolve *revolve, const mpz_t i)
{
	mpz_t position;

	mpz_init(position);
	mpz_mul_2exp(position, i, 1);
	revolve->ops->label(from, revolve, position);
	mpz_setbit(position, 0);
	revolve->ops->label(to, revolve, position);
	mpz_clear(position);
}

enum revolve_role list_place(
	mpz_t sender, const struct revolve *revolve, const mpz_t label)
{
	mpz_t position;
	enum revolve_role role;

	mpz_init(position);
	revolve->ops->position(position, revolve, label);
	role = mpz_odd_p(position) ? REVOLVE_RECEIVER : REVOLVE_SENDER;
	mpz_tdiv_q_2exp(sender, position, 1);
	mpz_clear(position);
	return role;
}
