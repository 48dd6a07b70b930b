/*
 * The latencies for which postal schedules are looked for: e/u and e/u_2,
 * rounded, and the fractions near e/u_2.
 */
#include "model/machine/ways.h"

#include "number/number.h"

enum {
	/* The largest denominator of a fraction, two fractions for each: with a
	 * larger one cyclic does not keep its processors to one phase. */
	DENOMINATORS = 4,
	NEAR_WHOLE = 12 /* below which whole latencies are too coarse */
};

_Static_assert(MACHINE_FRACTIONS >= 2 * (DENOMINATORS - 1), "room for all");

void machine_ratio(mpq_t ratio, const struct machine_message *message,
	void (*spacing)(mpq_t time, const struct machine_message *message))
{
	spacing(ratio, message);
	mpq_div(ratio, message->end, ratio);
	if (mpq_cmp_ui(ratio, 1, 1) < 0)
		mpq_set_ui(ratio, 1, 1);
}

/* To a multiple of 1/16; of 1/4 from 2 on, of 1/2 from 4 on, and to a whole
 * number from 16 on. */
void machine_round_ratio(mpq_t ratio)
{
	unsigned long parts = mpq_cmp_ui(ratio, 16, 1) >= 0  ? 1
			      : mpq_cmp_ui(ratio, 4, 1) >= 0 ? 2
			      : mpq_cmp_ui(ratio, 2, 1) >= 0 ? 4
							     : 16;

	mpz_mul_ui(mpq_numref(ratio), mpq_numref(ratio), parts);
	number_divide_round(
		mpq_numref(ratio), mpq_numref(ratio), mpq_denref(ratio));
	mpz_set_ui(mpq_denref(ratio), parts);
	mpq_canonicalize(ratio);
}

/* Moves the last of the fractions to its place, the nearest first. */
static void sink_fraction(mpq_t fraction[MACHINE_FRACTIONS],
	mpq_t distance[MACHINE_FRACTIONS], size_t last)
{
	for (size_t at = last;
		at > 0 && mpq_cmp(distance[at], distance[at - 1]) < 0; at--) {
		mpq_swap(distance[at], distance[at - 1]);
		mpq_swap(fraction[at], fraction[at - 1]);
	}
}

/* Lists one fraction for each denominator and side, without whole numbers. */
static size_t list_fractions(mpq_t fraction[MACHINE_FRACTIONS],
	mpq_t distance[MACHINE_FRACTIONS], const mpq_t ratio)
{
	size_t count = 0;
	mpq_t scaled;

	mpq_init(scaled);
	for (unsigned long b = 2; b <= DENOMINATORS; b++)
		for (unsigned long above = 0; above < 2; above++) {
			mpq_ptr next = fraction[count];

			mpq_set_ui(scaled, b, 1);
			mpq_mul(scaled, scaled, ratio);
			number_floor(mpq_numref(next), scaled);
			mpz_add_ui(mpq_numref(next), mpq_numref(next), above);
			mpz_set_ui(mpq_denref(next), b);
			mpq_canonicalize(next);
			if (mpz_cmp_ui(mpq_denref(next), b) != 0 ||
				mpq_cmp_ui(next, 1, 1) < 0)
				continue;
			mpq_sub(distance[count], next, ratio);
			mpq_abs(distance[count], distance[count]);
			sink_fraction(fraction, distance, count++);
		}
	mpq_clear(scaled);
	return count;
}

size_t machine_fractions(mpq_t fraction[MACHINE_FRACTIONS],
	const struct machine_message *message)
{
	mpq_t distance[MACHINE_FRACTIONS], ratio;
	size_t count = 0;

	mpq_init(ratio);
	for (size_t i = 0; i < MACHINE_FRACTIONS; i++)
		mpq_init(distance[i]);
	machine_ratio(ratio, message, machine_message_relay);
	if (mpq_cmp_ui(ratio, NEAR_WHOLE, 1) < 0)
		count = list_fractions(fraction, distance, ratio);
	for (size_t i = 0; i < MACHINE_FRACTIONS; i++)
		mpq_clear(distance[i]);
	mpq_clear(ratio);
	return count;
}
