/*
 * Open MPI's algorithms for a broadcast that send along one tree, on a machine:
 * every one is tried with every size of segments, by the exact times.
 */
#include "model/trees/trees.h"

#include "number/number.h"

enum { SEGMENT_LEAST = 10, SEGMENT_MOST = 31 };

/* Their numbers in ompi/mca/coll/tuned, in all versions from 4 to 6. */
static const struct {
	unsigned id;
	int has_segments;
	enum status (*time)(mpq_t time, const struct problem *problem,
		const struct algorithm_options *options, struct err *err);
} trees[] = {
	{6, 1, trees_binomial_time},
	{7, 1, trees_knomial_time},
	{5, 1, trees_binary_time},
	{3, 1, trees_chain_time}, /* their pipeline */
	{1, 0, trees_flat_time},
};

void openmpi_choice_init(struct openmpi_choice *choice)
{
	*choice = (struct openmpi_choice){.id = 0};
	mpq_init(choice->time);
}

void openmpi_choice_clear(struct openmpi_choice *choice)
{
	mpq_clear(choice->time);
}

/* Tries all trees for messages of one size; the problem says how many messages.
 */
static enum status try_trees(struct openmpi_choice *choice,
	const struct machine *machine, struct problem *problem,
	uint64_t segment, const mpq_t size, struct err *err)
{
	static const struct algorithm_options usual = {0};
	enum status status;
	mpq_t send, time;

	mpq_inits(send, time, NULL);
	status = machine_lambda(problem->lambda, send, machine, size, err);
	for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
		if (status != STATUS_OK ||
			(segment > 0 && !trees[i].has_segments))
			continue;
		status = trees[i].time(time, problem, &usual, err);
		mpq_mul(time, time, send);
		if (status == STATUS_OK &&
			(choice->id == 0 || mpq_cmp(time, choice->time) < 0)) {
			choice->id = trees[i].id;
			choice->segment = segment;
			mpq_set(choice->time, time);
		}
	}
	mpq_clears(send, time, NULL);
	return status;
}

enum status openmpi_choose(struct openmpi_choice *choice,
	const struct machine *machine, const mpz_t n, const mpz_t bytes,
	uint64_t max_bits, struct err *err)
{
	struct problem problem;
	enum status status;
	mpq_t size;
	mpz_t segment;

	problem_init(&problem);
	problem.max_bits = max_bits;
	mpz_set(problem.n, n);
	mpq_init(size);
	mpz_init_set_ui(segment, 1);
	choice->id = 0;
	mpq_set_z(size, bytes);
	status = try_trees(choice, machine, &problem, 0, size, err);
	for (unsigned k = SEGMENT_LEAST; k <= SEGMENT_MOST; k++) {
		mpz_set_ui(segment, 1);
		mpz_mul_2exp(segment, segment, k);
		if (mpz_cmp(segment, bytes) >= 0 || status != STATUS_OK)
			break;
		mpz_cdiv_q(problem.m, bytes, segment);
		mpq_set_z(size, segment);
		status = try_trees(choice, machine, &problem,
			number_get_u64(segment), size, err);
	}
	mpz_clear(segment);
	mpq_clear(size);
	problem_clear(&problem);
	return status;
}
