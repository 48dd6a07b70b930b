/*
 * All-gathers whose rounds follow a rule, and mixed radices.
 *   Processor q's window is the run of w blocks that ends with its own; a round
 * brings it the next blocks below, from q - skip.  With radix r the window
 * grows to r w in r - 1 rounds, all after the same rounds:
 *   n = 12, radices 3, 4: skips 1 2, then 3 6 9; 1 1, then 3 3 3 blocks.
 *   If a message of c blocks takes a port for a + c D and arrives after l + c
 * D, radices r_1 .. r_q take sum((r_k - 2) a + l) + (n-1) D.  So among the
 * lists of q radices whose product is n or more one of least sum is best, and
 * its radices may be chosen to differ by at most 1, since (x-1)(y+1) > xy for x
 * >= y + 2.
 */
#include "model/symmetric/symmetric.h"

#include "number/number.h"

void symmetric_ring(struct symmetric_list *list, const mpz_t n)
{
	struct symmetric_run *run;
	mpz_t rounds;

	mpz_init(rounds);
	mpz_sub_ui(rounds, n, 1);
	run = symmetric_list_add(list);
	mpz_set_ui(run->skip, 1);
	mpz_set_ui(run->distance_step, 1);
	mpz_set_ui(run->blocks, 1);
	run->follows = 1;
	symmetric_list_repeat(list, rounds);
	mpz_clear(rounds);
}

/* Appends rounds of skip w, 2w, .. with w blocks each, until the window is
 * `to`, the last one with the blocks that are left; all wait for the same
 * rounds. */
static void add_radix(
	struct symmetric_list *list, const mpz_t window, const mpz_t to)
{
	struct symmetric_run *run;
	mpz_t times, left, after;

	mpz_inits(times, left, NULL);
	mpz_init_set(after, list->rounds);
	mpz_fdiv_qr(times, left, to, window);
	mpz_sub_ui(times, times, 1);
	if (mpz_sgn(times) > 0) {
		run = symmetric_list_add(list);
		mpz_set(run->skip, window);
		mpz_set(run->skip_step, window);
		mpz_set(run->blocks, window);
		symmetric_list_repeat(list, times);
	}
	if (mpz_sgn(left) > 0) {
		run = symmetric_list_add(list);
		mpz_sub(run->skip, to, left);
		mpz_set(run->blocks, left);
		mpz_set(run->after, after);
	}
	mpz_clears(times, left, after, NULL);
}

void symmetric_gather_radices(struct symmetric_list *list, const mpz_t n,
	const struct symmetric_radices *radices)
{
	mpz_t window, to;

	mpz_init_set_ui(window, 1);
	mpz_init(to);
	for (size_t i = 0; mpz_cmp(window, n) < 0; i++) {
		symmetric_radix(to, radices, i);
		mpz_mul(to, to, window);
		if (mpz_cmp(to, n) > 0)
			mpz_set(to, n);
		add_radix(list, window, to);
		mpz_set(window, to);
	}
	mpz_clears(window, to, NULL);
}

void symmetric_radix(
	mpz_t radix, const struct symmetric_radices *radices, size_t i)
{
	if (radices->given) {
		mpz_set(radix,
			radices->given[i < radices->count ? i
							  : radices->count - 1]
				.value);
		return;
	}
	mpz_set(radix, radices->least);
	if (i >= radices->count - radices->more)
		mpz_add_ui(radix, radix, 1);
}

/* Whether (least + 1)^more least^(count - more) >= n.  product is scratch. */
static int is_enough(
	const struct symmetric_radices *radices, const mpz_t n, mpz_t product)
{
	mpz_t power;

	mpz_init(power);
	mpz_add_ui(power, radices->least, 1);
	mpz_pow_ui(power, power, (unsigned long)radices->more);
	mpz_pow_ui(product, radices->least,
		(unsigned long)(radices->count - radices->more));
	mpz_mul(product, product, power);
	mpz_clear(power);
	return mpz_cmp(product, n) >= 0;
}

/* more = the least number that is enough, found by bisection because the
 * product grows with it. */
void symmetric_balance(
	struct symmetric_radices *radices, const mpz_t n, size_t count)
{
	size_t low = 0, high = count;
	mpz_t product;

	mpz_init(product);
	radices->given = NULL;
	radices->count = count;
	mpz_root(radices->least, n, (unsigned long)count);
	while (low < high) {
		radices->more = low + (high - low) / 2;
		if (is_enough(radices, n, product))
			high = radices->more;
		else
			low = radices->more + 1;
	}
	radices->more = low;
	mpz_clear(product);
}

/* From the smallest skip on. */
void symmetric_circulant(struct symmetric_list *list, const mpz_t n)
{
	size_t rounds = (size_t)number_ceil_log2(n);

	for (size_t i = 0; i < rounds; i++) {
		struct symmetric_run *run = symmetric_list_add(list);

		mpz_cdiv_q_2exp(run->skip, n, rounds - i);
		mpz_cdiv_q_2exp(run->blocks, n, rounds - i - 1);
		mpz_sub(run->blocks, run->blocks, run->skip);
		run->is_down = run->is_upper = 1;
	}
}
