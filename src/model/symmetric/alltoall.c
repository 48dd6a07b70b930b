/*
 * All-to-all by digits.  The distance j, 0 <= j < n, that a block has to go,
 * its way, is written to mixed radices r_1 .. r_q: digit k is floor(j / w_k)
 * mod r_k, of weight w_k = r_1 .. r_(k-1).  In phase k all blocks whose digit k
 * is d > 0 go to r + d w_k in one message; so in the end every block has moved
 * by j.  With the single radix n each block goes by itself.
 *   The blocks with digit d at weight w are floor(n / (w r)) w and, of the n
 * mod (w r) blocks past the last full period, those from d w on, at most w of
 * them.
 *   Example: n = 6, radices 2, 3: the blocks of ways 1, 3, 5 go one further;
 * then those of ways 2, 3 go two, and those of 4, 5 four further.
 */
#include "model/symmetric/symmetric.h"

#include "base/mem.h"
#include "number/number.h"

/* blocks = the number of blocks with that digit at that weight. */
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

/* Adds the rounds of digits first .. last - 1, all of which have the same
 * number of blocks. */
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

/* The digits that the last, incomplete period reaches in full have w blocks
 * more than the others; the one at which it ends has some of these. */
static void add_phase(struct symmetric_list *list, const mpz_t n,
	const mpz_t weight, const mpz_t radix)
{
	mpz_t one, full, next, after;

	mpz_inits(full, next, NULL);
	mpz_init_set_ui(one, 1);
	mpz_init_set(after, list->rounds);
	mpz_mul(next, weight, radix);
	mpz_fdiv_r(full, n, next);
	mpz_fdiv_q(full, full, weight); /* below the radix */
	mpz_add_ui(next, full, 1);
	if (mpz_sgn(full) == 0)
		mpz_set(full, one);
	add_digits(list, n, weight, radix, one, full, after);
	add_digits(list, n, weight, radix, full, next, after);
	add_digits(list, n, weight, radix, next, radix, after);
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

/* -- the best radices, if a message of c blocks takes a port for a + c D and
 * arrives after l + c D: for each weight, from the greatest down, the least
 * time for the phases from that weight on */

struct alltoall_choice {
	mpz_t time;
	unsigned long radix;
};

/* time = that of a phase of so many rounds and blocks. */
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

/* Chooses the best radix at a weight; those at greater weights are known. */
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
