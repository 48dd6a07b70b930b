/*
 * All-to-all by digits.  A block's way, 0 <= j < n, is written to mixed radices
 * r_1 .. r_q: digit k is floor(j / w_k) mod r_k at weight w_k = r_1 .. r_(k-1).
 * In phase k all blocks whose digit is d > 0 go to r + d w_k together; so every
 * block has moved by j in the end.  One radix, n: each block goes by itself.
 *   The blocks of a digit are floor(n / (w r)) w and, of those past the last
 * full period, what is left from d w on, w at most.
 */
#include "model/symmetric/symmetric.h"

#include "base/mem.h"
#include "number/number.h"

/* blocks = those of a digit at that weight. */
static void set_digit_blocks(mpz_t blocks, const mpz_t n, const mpz_t weight,
	const mpz_t radix, const mpz_t digit)
{
	mpz_t period, rest;

	mpz_inits(period, rest, NULL);
	mpz_mul(period, weight, radix);
	mpz_fdiv_qr(blocks, rest, n, period);
	mpz_mul(blocks, blocks, weight);
	mpz_submul(rest, digit, weight);
	if (mpz_cmp(rest, weight) > 0)
		mpz_set(rest, weight);
	if (mpz_sgn(rest) > 0)
		mpz_add(blocks, blocks, rest);
	mpz_clears(period, rest, NULL);
}

/* The rounds of digits first .. last - 1, which have as many blocks. */
static void add_digits(struct symmetric_list *list, const mpz_t n,
	const mpz_t weight, const mpz_t radix, const mpz_t first,
	const mpz_t last, const mpz_t after)
{
	struct symmetric_run *run;
	mpz_t times;

	mpz_init(times);
	mpz_sub(times, last, first);
	if (mpz_sgn(times) > 0) {
		run = symmetric_list_add(list);
		mpz_mul(run->skip, weight, first);
		mpz_set(run->skip_step, weight);
		mpz_set(run->weight, weight);
		mpz_set(run->radix, radix);
		mpz_set(run->after, after);
		set_digit_blocks(run->blocks, n, weight, radix, first);
		symmetric_list_repeat(list, times);
		if (mpz_sgn(run->blocks) == 0)
			symmetric_list_drop(list);
	}
	mpz_clear(times);
}

/* Digits below the last period's have w blocks more, one has some of these. */
static void add_phase(struct symmetric_list *list, const mpz_t n,
	const mpz_t weight, const mpz_t radix)
{
	mpz_t one, full, next, after;

	mpz_inits(full, next, NULL);
	mpz_init_set_ui(one, 1);
	mpz_init_set(after, list->rounds);
	mpz_mul(next, weight, radix);
	mpz_fdiv_r(full, n, next);
	mpz_fdiv_q(full, full, weight);
	mpz_add_ui(next, full, 1);
	if (mpz_cmp_ui(full, 1) < 0)
		mpz_set_ui(full, 1);
	add_digits(list, n, weight, radix, one, full, after);
	if (mpz_cmp(next, radix) > 0)
		mpz_set(next, radix);
	add_digits(list, n, weight, radix, full, next, after);
	add_digits(list, n, weight, radix,
		mpz_cmp(full, next) > 0 ? full : next, radix, after);
	mpz_clears(one, full, next, after, NULL);
}

void symmetric_alltoall(struct symmetric_list *list, const mpz_t n,
	const struct symmetric_radices *radices)
{
	mpz_t weight, radix;

	mpz_init_set_ui(weight, 1);
	mpz_init(radix);
	for (size_t i = 0; mpz_cmp(weight, n) < 0; i++) {
		symmetric_radix(radix, radices, i);
		add_phase(list, n, weight, radix);
		mpz_mul(weight, weight, radix);
	}
	mpz_clears(weight, radix, NULL);
}

/* -- the best radices, where a message takes a + c D of a port and is there
 * after l + c D: of each weight the least that is left to do from there on */

struct alltoall_choice {
	mpz_t time;
	unsigned long radix;
};

/* time = a phase's, of so many rounds and blocks. */
static void set_phase_time(mpz_t time, const struct symmetric_affine *affine,
	unsigned long rounds, unsigned long blocks)
{
	mpz_mul_ui(time, affine->send, rounds - 1);
	mpz_add(time, time, affine->end);
	mpz_addmul_ui(time, affine->block, blocks);
}

static unsigned long other_digits(
	unsigned long n, unsigned long weight, unsigned long radix)
{
	unsigned long period = weight * radix, rest = n % period;

	return n - n / period * weight - (rest < weight ? rest : weight);
}

/* The best radix at a weight, those of greater weights being known. */
static void choose_radix(struct alltoall_choice *choice, unsigned long n,
	unsigned long weight, const struct symmetric_affine *affine, mpz_t time)
{
	unsigned long most = (n + weight - 1) / weight;

	for (unsigned long radix = 2; radix <= most; radix++) {
		unsigned long next = weight * radix;

		set_phase_time(time, affine, radix - 1,
			other_digits(n, weight, radix));
		if (next < n)
			mpz_add(time, time, choice[next].time);
		if (choice[weight].radix > 0 &&
			mpz_cmp(time, choice[weight].time) >= 0)
			continue;
		mpz_set(choice[weight].time, time);
		choice[weight].radix = radix;
	}
}

size_t symmetric_alltoall_radices(struct radix *radix, unsigned long n,
	const struct symmetric_affine *affine)
{
	struct alltoall_choice *choice = mem_array(n, sizeof *choice);
	size_t count = 0;
	mpz_t time;

	mpz_init(time);
	for (unsigned long weight = n - 1; weight > 0; weight--) {
		mpz_init(choice[weight].time);
		choose_radix(choice, n, weight, affine, time);
	}
	for (unsigned long weight = 1; weight < n;
		weight *= choice[weight].radix) {
		mpz_init_set_ui(radix[count++].value, choice[weight].radix);
	}
	for (unsigned long weight = 1; weight < n; weight++)
		mpz_clear(choice[weight].time);
	mem_free(choice);
	mpz_clear(time);
	return count;
}
