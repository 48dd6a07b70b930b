/*
 * The closed form of the generalised Fibonacci function:
 *   F(t) = sum of k^j C(m_j + j, j), m_j = floor(t - j lambda), j <= t/lambda,
 * k being the ports: term j counts the processors reached over j hops with at
 * most m_j waits.
 *
 * Few terms are computed one by one.  Many are computed from one another by
 *   k C(m_(j+1) + j + 1, j + 1) / C(m_j + j, j) = p_j / q_j,
 *   p_j = k m_j (m_j - 1) .. (m_(j+1) + 1),
 *   q_j = (j + 1) (m_j + j) (m_j + j - 1) .. (m_(j+1) + j + 2),
 * a block at a time: binary splitting (Haible & Papanikolaou 1998) gives the
 * product P/Q of a block's ratios and the sum T/Q of its partial products, in
 * numbers about as long as the term that they multiply.
 */
#include "fibonacci/methods.h"

/* The current term: its j and m_j; rest/b is what floor cut off m_j. */
struct position {
	unsigned long j, m;
	mpz_t rest;
};

/* lambda = step + part/b; last: the last j. */
struct sum {
	mpz_srcptr b;
	unsigned long ports, step, last;
	mpz_t part;
	struct position at;
};

/* The P, Q and T of a block of ratios. */
struct block {
	mpz_t p, q, t;
};

static void block_init(struct block *block)
{
	mpz_inits(block->p, block->q, block->t, NULL);
}

static void block_clear(struct block *block)
{
	mpz_clears(block->p, block->q, block->t, NULL);
}

/* value *= top (top - 1) .. (bottom + 1). */
static void falling(mpz_t value, unsigned long top, unsigned long bottom)
{
	mpz_t half;

	if (top - bottom <= 16) {
		for (; top > bottom; top--)
			mpz_mul_ui(value, value, top);
		return;
	}
	mpz_init_set_ui(half, 1);
	falling(half, top, bottom + (top - bottom) / 2);
	falling(value, bottom + (top - bottom) / 2, bottom);
	mpz_mul(value, value, half);
	mpz_clear(half);
}

/* A block of one ratio, by which the position advances. */
static void advance_sum(struct block *block, struct sum *sum)
{
	struct position *at = &sum->at;
	unsigned long m = at->m - sum->step;

	mpz_sub(at->rest, at->rest, sum->part);
	if (mpz_sgn(at->rest) < 0) {
		mpz_add(at->rest, at->rest, sum->b);
		m--;
	}
	mpz_set_ui(block->p, sum->ports);
	mpz_set_ui(block->q, at->j + 1);
	falling(block->p, at->m, m);
	falling(block->q, at->m + at->j, m + at->j + 1);
	mpz_set(block->t, block->p);
	at->m = m;
	at->j++;
}

/* A block of count >= 1 ratios from the position on. */
static void split(struct block *block, struct sum *sum, unsigned long count)
{
	struct block right;

	if (count == 1) {
		advance_sum(block, sum);
		return;
	}
	block_init(&right);
	split(block, sum, count / 2);
	split(&right, sum, count - count / 2);
	mpz_mul(block->t, block->t, right.q);
	mpz_addmul(block->t, block->p, right.t);
	mpz_mul(block->p, block->p, right.p);
	mpz_mul(block->q, block->q, right.q);
	block_clear(&right);
}

/* How many ratios make a block whose numbers are about as long as the term. */
static unsigned long block_size(const struct sum *sum, const mpz_t term)
{
	unsigned long bits = 1, size = mpz_sizeinbase(term, 2) / 2;

	while (bits < GMP_NUMB_BITS && sum->at.m >> bits > 0)
		bits++;
	return size / bits / (sum->step + 1) + 1;
}

static void sum_blocks(mpz_t value, struct sum *sum)
{
	struct block block;
	mpz_t term, part;

	block_init(&block);
	mpz_init(part);
	mpz_init_set_ui(term, 1);
	mpz_set_ui(value, 1);
	while (sum->at.j < sum->last) {
		unsigned long count = block_size(sum, term);

		if (count > sum->last - sum->at.j)
			count = sum->last - sum->at.j;
		split(&block, sum, count);
		mpz_mul(part, term, block.t);
		mpz_divexact(part, part, block.q);
		mpz_add(value, value, part);
		mpz_mul(part, term, block.p);
		mpz_divexact(term, part, block.q);
	}
	mpz_clears(term, part, NULL);
	block_clear(&block);
}

static void sum_terms(mpz_t value, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t index)
{
	mpz_t rest, term, weight;
	unsigned long j = 0;

	mpz_init_set(rest, index);
	mpz_init(term);
	mpz_init_set_ui(weight, 1);
	mpz_set_ui(value, 0);
	for (; mpz_sgn(rest) >= 0; mpz_sub(rest, rest, a), j++) {
		mpz_fdiv_q(term, rest, b);
		mpz_add_ui(term, term, j);
		mpz_bin_ui(term, term, j);
		mpz_addmul(value, term, weight);
		mpz_mul_ui(weight, weight, ports);
	}
	mpz_clears(rest, term, weight, NULL);
}

void fibonacci_sum(mpz_t value, const mpz_t a, const mpz_t b,
	unsigned long ports, const mpz_t index)
{
	struct sum sum = {.b = b, .ports = ports};
	mpz_t total, hops, step, m;

	mpz_inits(total, hops, step, m, sum.part, sum.at.rest, NULL);
	mpz_fdiv_q(hops, index, a);
	mpz_fdiv_qr(step, sum.part, a, b);
	mpz_fdiv_qr(m, sum.at.rest, index, b);
	/* A ratio has 2 lambda factors; by itself a term has 2j. */
	mpz_mul_2exp(total, step, 2);
	if (mpz_cmp_ui(hops, 8) > 0 && mpz_cmp(hops, total) > 0 &&
		mpz_sizeinbase(m, 2) < GMP_NUMB_BITS) {
		sum.step = mpz_get_ui(step);
		sum.last = mpz_get_ui(hops);
		sum.at.m = mpz_get_ui(m);
		sum_blocks(total, &sum);
	} else {
		sum_terms(total, a, b, ports, index);
	}
	mpz_swap(value, total);
	mpz_clears(total, hops, step, m, sum.part, sum.at.rest, NULL);
}
