/*
 * Every tree with every segment size; a tree that cannot be better than the
 * best so far is not built.
 */
#include "model/machine/machine.h"

#include "model/segments.h"
#include "number/number.h"

enum { SEGMENT_LEAST = 10, SEGMENT_MOST = 31, RADIX = 4 };

/* Their numbers in ompi/mca/coll/tuned, in all versions from 4 to 6, of a
 * broadcast and of a reduction, 0: none. */
static const struct {
	unsigned broadcast, reduce;
	int has_segments;
	const char *name;
} trees[] = {
	{6, 5, 1, "binomial"},
	{7, 0, 1, "knomial"},
	{5, 4, 1, "binary"},
	{3, 3, 1, "chain"}, /* their pipeline */
	{1, 1, 0, "flat"},
};

enum { TREES = sizeof trees / sizeof *trees };

/* What is asked, and the best schedule found so far, of all trees and segments.
 */
struct openmpi_search {
	const struct segments_problem *asked;
	struct ranking ranking;
	struct machine_choice found;
};

static void search_init(struct openmpi_search *search)
{
	ranking_init(&search->ranking);
	machine_choice_init(&search->found);
}

static void search_clear(struct openmpi_search *search)
{
	machine_choice_clear(&search->found);
	ranking_clear(&search->ranking);
}

void openmpi_choice_init(struct openmpi_choice *choice)
{
	*choice = (struct openmpi_choice){.id = 0};
	mpq_init(choice->time);
}

void openmpi_choice_clear(struct openmpi_choice *choice)
{
	mpq_clear(choice->time);
}

/* Tries the tree with segments of so many bytes, 0 for none; the last segment
 * counts as full. */
static enum status find_tree(struct openmpi_search *search, const char *tree,
	uint64_t segment, struct err *err)
{
	const struct algorithm *algorithm = algorithm_find(tree);
	const struct segments_problem *asked = search->asked;
	struct machine_message message;
	enum status status;
	mpz_t m, radix;
	mpq_t size;

	mpz_init_set_ui(m, 1);
	mpz_init_set_ui(radix, RADIX);
	mpq_init(size);
	machine_message_init(&message);
	mpq_set_z(size, asked->bytes);
	if (segment > 0) {
		number_set_u64(mpq_numref(size), segment);
		mpz_cdiv_q(m, asked->bytes, mpq_numref(size));
	}
	machine_message_set(&message, asked->machine, size);
	status = machine_find(&search->found, &search->ranking, algorithm,
		&(struct machine_problem){.n = asked->n,
			.m = m,
			.message = &message,
			.operation = asked->operation,
			.degree = algorithm->uses & USES_RADIX ? radix : NULL,
			.work = ALGORITHM_WORK,
			.max_bits = asked->max_bits},
		err);
	machine_message_clear(&message);
	mpz_clears(m, radix, NULL);
	mpq_clear(size);
	return status;
}

/* Takes the best of the trees with those segments, if it is better. */
static enum status try_trees(struct openmpi_choice *choice,
	struct openmpi_search *search, uint64_t segment, struct err *err)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; i < TREES && status == STATUS_OK; i++) {
		unsigned id = search->asked->operation == OPERATION_REDUCE
				      ? trees[i].reduce
				      : trees[i].broadcast;

		if (id == 0 || (segment > 0 && !trees[i].has_segments))
			continue;
		status = find_tree(search, trees[i].name, segment, err);
		if (!search->found.algorithm ||
			(choice->id != 0 &&
				mpq_equal(search->found.time, choice->time)))
			continue;
		choice->id = id;
		choice->segment = segment;
		mpq_set(choice->time, search->found.time);
	}
	return status;
}

enum status openmpi_choose(struct openmpi_choice *choice,
	const struct segments_problem *problem, struct err *err)
{
	struct openmpi_search search = {.asked = problem};
	const __mpz_struct *bytes = problem->bytes;
	enum status status;

	choice->id = 0;
	search_init(&search);
	status = try_trees(choice, &search, 0, err);
	for (unsigned k = SEGMENT_LEAST; k <= SEGMENT_MOST; k++)
		if (status == STATUS_OK && mpz_sizeinbase(bytes, 2) > k &&
			mpz_cmp_ui(bytes, 1ul << k) > 0)
			status = try_trees(choice, &search, 1ul << k, err);
	search_clear(&search);
	return status;
}

enum status openmpi_tree_time(mpq_t time, const char *tree, uint64_t segment,
	const struct segments_problem *problem, struct err *err)
{
	struct openmpi_search search = {.asked = problem};
	enum status status;

	search_init(&search);
	status = find_tree(&search, tree,
		mpz_cmp_ui(problem->bytes, (unsigned long)segment) > 0 ? segment
								       : 0,
		err);
	if (status == STATUS_OK && !search.found.algorithm)
		status = err_limit(err, "the time of ", tree, " is not known");
	mpq_set(time, search.found.time);
	search_clear(&search);
	return status;
}
