/*
 * Compares each processor's own sends and receives in every round with those of
 * its neighbours, and with what the definition lets it have by then.
 */
#include "judge/circulant.h"

#include <stdlib.h>

#include "check/check.h"
#include "judge/rounds.h"
#include "model/algorithm.h"
#include "test.h"

/* Whether the blocks are -q .. -1, but base in place of base - q; r != 0. */
static int are_receives(const int32_t *block, size_t q, size_t base)
{
	char *seen = calloc(2 * q + 1, 1);
	int fine = 1;

	for (size_t k = 0; k < q; k++) {
		size_t at = (size_t)(block[k] + (int32_t)q);

		fine = fine && at < 2 * q && !seen[at] &&
		       (at < q ? at != base : at == base + q);
		seen[at < 2 * q ? at : 2 * q] = 1;
	}
	free(seen);
	return fine;
}

/* Whether a processor with these receives can send these blocks; r != 0. */
static int are_sends(
	const int32_t *sends, const int32_t *receives, size_t q, size_t base)
{
	char *has = calloc(2 * q, 1);
	int fine = q == 0 || sends[0] == (int32_t)base - (int32_t)q;

	has[base] = 1;
	for (size_t k = 0; k < q; k++) {
		fine = fine && has[sends[k] + (int32_t)q];
		has[receives[k] + (int32_t)q] = 1;
	}
	free(has);
	return fine;
}

int judge_circulant_part(
	const struct circulant *graph, const mpz_t r, size_t first, size_t step)
{
	size_t q = graph->q;
	int32_t *sends = calloc(q + 1, sizeof *sends);
	int32_t *receives = calloc(q + 1, sizeof *receives);
	int32_t *others = calloc(q + 1, sizeof *others);
	size_t base = circulant_base(graph, r);
	int fine = 1;
	mpz_t to, n;

	mpz_inits(to, n, NULL);
	circulant_skip(n, graph, q);
	circulant_sends(sends, graph, r);
	circulant_receives(receives, q, graph, r);
	for (size_t k = first; k < q && fine; k += step) {
		circulant_skip(to, graph, k);
		mpz_add(to, to, r);
		mpz_mod(to, to, n);
		circulant_receives(others, q, graph, to);
		fine = sends[k] == others[k];
		circulant_skip(to, graph, k);
		mpz_sub(to, r, to);
		mpz_mod(to, to, n);
		circulant_sends(others, graph, to);
		fine = fine && receives[k] == others[k];
	}
	if (mpz_sgn(r) > 0)
		fine = fine && are_receives(receives, q, base) &&
		       are_sends(sends, receives, q, base);
	for (size_t k = 0; k < q && mpz_sgn(r) == 0; k++)
		fine = fine && sends[k] == (int32_t)k;
	mpz_clears(to, n, NULL);
	free(sends);
	free(receives);
	free(others);
	return fine;
}

/* Whether all is true for processor r of n, by tables of all blocks. */
static int is_row_right(const struct circulant *graph, const int32_t *sends,
	const int32_t *receives, unsigned long r, unsigned long n)
{
	size_t q = graph->q, base;
	int fine = 1;
	mpz_t skip;

	mpz_init_set_ui(skip, r);
	base = circulant_base(graph, skip);
	for (size_t k = 0; k < q; k++) {
		unsigned long to;

		circulant_skip(skip, graph, k);
		to = (r + mpz_get_ui(skip)) % n;
		fine = fine && sends[r * q + k] == receives[to * q + k];
		if (r == 0)
			fine = fine && sends[k] == (int32_t)k;
	}
	mpz_clear(skip);
	return fine && (r == 0 || (are_receives(receives + r * q, q, base) &&
					  are_sends(sends + r * q,
						  receives + r * q, q, base)));
}

unsigned long judge_circulant_parts(unsigned long n, unsigned j)
{
	struct circulant graph;
	struct err err;
	unsigned long r = 0;
	int32_t *sends, *receives;
	mpz_t z;

	mpz_init_set_ui(z, n);
	CHECK(circulant_init(&graph, z, CIRCULANT_BITS, &err) == STATUS_OK);
	if (j > 0 && !circulant_round_skips(&graph, j)) {
		circulant_clear(&graph);
		mpz_clear(z);
		return n;
	}
	sends = calloc(n * graph.q + 1, sizeof *sends);
	receives = calloc(n * graph.q + 1, sizeof *receives);
	for (unsigned long i = 0; i < n; i++) {
		mpz_set_ui(z, i);
		circulant_sends(sends + i * graph.q, &graph, z);
		circulant_receives(receives + i * graph.q, graph.q, &graph, z);
	}
	while (r < n && is_row_right(&graph, sends, receives, r, n))
		r++;
	free(sends);
	free(receives);
	circulant_clear(&graph);
	mpz_clear(z);
	return r;
}

int judge_circulant_schedule(enum model model, unsigned long n, unsigned long m)
{
	struct schedule *schedule;
	struct judged_rounds judged;
	struct check check;
	struct err err;
	int fine = 0;
	struct problem problem;
	mpz_t rounds;

	problem_init(&problem);
	problem_set_words(&problem, n, m, 1);
	problem.max_bits = CIRCULANT_BITS;
	mpz_init(rounds);
	sendrecv_rounds(rounds, &problem);
	if (algorithm_open(&schedule, algorithm_find("circulant"), model,
		    &problem, test_degree(1), &err) == STATUS_OK) {
		fine = check_schedule(&check, schedule, CIRCULANT_BITS, &err) ==
			       STATUS_OK &&
		       check.violations == 0 &&
		       check.transmissions == m * (n - 1) &&
		       mpz_cmp_ui(rounds, (unsigned long)check.finish) == 0;
		schedule_close(schedule);
	}
	if (fine && model == MODEL_SENDRECV &&
		algorithm_open(&schedule, algorithm_find("circulant"), model,
			&problem, test_degree(1), &err) == STATUS_OK) {
		judged = judge_rounds_play(schedule);
		fine = judged.valid && judged.redundant == 0;
		schedule_close(schedule);
	}
	mpz_clear(rounds);
	problem_clear(&problem);
	return fine;
}
