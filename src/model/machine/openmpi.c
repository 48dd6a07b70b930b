/*
 * Every algorithm with every size of segments, the least time of the postal
 * model first: once that, for messages that go u apart, is no less than the
 * best time on the machine, the rest is no better.
 */
#include "model/machine/machine.h"

#include "number/number.h"

enum { SEGMENT_LEAST = 10, SEGMENT_MOST = 31, SIZES = 23, RADIX = 4 };

/* Their numbers in ompi/mca/coll/tuned, in all versions from 4 to 6. */
static const struct {
	unsigned id;
	int has_segments;
	const char *name;
} trees[] = {
	{6, 1, "binomial"},
	{7, 1, "knomial"},
	{5, 1, "binary"},
	{3, 1, "chain"}, /* their pipeline */
	{1, 0, "flat"},
};

enum { TREES = sizeof trees / sizeof *trees };

/* A tree with segments of so many bytes; 0: of all. */
struct tree_try {
	size_t tree;
	uint64_t segment;
	mpq_t least;
	int is_tried;
};

struct openmpi_search {
	struct openmpi_choice *choice;
	const struct machine *machine;
	const __mpz_struct *n, *bytes;
	uint64_t max_bits;
	struct tree_try item[SIZES * TREES];
	size_t count;
	struct machine_message message;
	mpz_t m, radix;
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

/* The messages, and what each takes, the last as full as the others. */
static void set_segment(struct openmpi_search *search, uint64_t segment)
{
	mpq_t size;

	mpq_init(size);
	mpq_set_z(size, search->bytes);
	mpz_set_ui(search->m, 1);
	if (segment > 0) {
		number_set_u64(mpq_numref(size), segment);
		mpz_cdiv_q(search->m, search->bytes, mpq_numref(size));
	}
	machine_message_set(&search->message, search->machine, size);
	mpq_clear(size);
}

/* Its time in the postal model, in the machine's unit. */
static enum status set_least(
	struct openmpi_search *search, struct tree_try *one, struct err *err)
{
	const struct algorithm *algorithm =
		algorithm_find(trees[one->tree].name);
	const struct algorithm_options options = {
		.degree = algorithm->uses & USES_RADIX ? search->radix : NULL};
	struct problem problem;
	enum status status;
	mpq_t send;

	mpq_init(send);
	problem_init(&problem);
	problem.max_bits = search->max_bits;
	mpz_set(problem.n, search->n);
	mpz_set(problem.m, search->m);
	machine_message_send(send, &search->message);
	mpq_div(problem.lambda, search->message.end, send);
	if (mpq_cmp_ui(problem.lambda, 1, 1) < 0)
		mpq_set_ui(problem.lambda, 1, 1);
	status = algorithm_time(
		one->least, algorithm, &problem, &options, ALGORITHM_WORK, err);
	mpq_mul(one->least, one->least, send);
	problem_clear(&problem);
	mpq_clear(send);
	return status;
}

static enum status add_trees(
	struct openmpi_search *search, uint64_t segment, struct err *err)
{
	enum status status = STATUS_OK;

	set_segment(search, segment);
	for (size_t i = 0; i < TREES && status == STATUS_OK; i++) {
		struct tree_try *one = &search->item[search->count];

		if (segment > 0 && !trees[i].has_segments)
			continue;
		*one = (struct tree_try){.tree = i, .segment = segment};
		mpq_init(one->least);
		search->count++;
		status = set_least(search, one, err);
	}
	return status;
}

static enum status add_all_trees(struct openmpi_search *search, struct err *err)
{
	enum status status = add_trees(search, 0, err);
	mpz_t segment;

	mpz_init(segment);
	for (unsigned k = SEGMENT_LEAST; k <= SEGMENT_MOST; k++) {
		mpz_set_ui(segment, 1);
		mpz_mul_2exp(segment, segment, k);
		if (status != STATUS_OK || mpz_cmp(segment, search->bytes) >= 0)
			break;
		status = add_trees(search, number_get_u64(segment), err);
	}
	mpz_clear(segment);
	return status;
}

static struct tree_try *next_tree(struct openmpi_search *search)
{
	struct tree_try *next = NULL;

	for (size_t i = 0; i < search->count; i++) {
		struct tree_try *one = &search->item[i];

		if (!one->is_tried &&
			(!next || mpq_cmp(one->least, next->least) < 0))
			next = one;
	}
	return next;
}

/* Takes it if it is better on the machine. */
static enum status try_tree(struct openmpi_search *search, struct tree_try *one,
	struct ranking *ranking, struct err *err)
{
	struct openmpi_choice *choice = search->choice;
	const struct algorithm *algorithm =
		algorithm_find(trees[one->tree].name);
	const struct machine_problem problem = {.n = search->n,
		.m = search->m,
		.message = &search->message,
		.degree = algorithm->uses & USES_RADIX ? search->radix : NULL,
		.work = ALGORITHM_WORK,
		.max_bits = search->max_bits};
	struct machine_choice found;
	enum status status;

	one->is_tried = 1;
	machine_choice_init(&found);
	set_segment(search, one->segment);
	status = machine_find(&found, ranking, algorithm, &problem, err);
	if (status == STATUS_OK && found.algorithm &&
		(choice->id == 0 || mpq_cmp(found.time, choice->time) < 0)) {
		choice->id = trees[one->tree].id;
		choice->segment = one->segment;
		mpq_set(choice->time, found.time);
	}
	machine_choice_clear(&found);
	return status;
}

enum status openmpi_choose(struct openmpi_choice *choice,
	const struct machine *machine, const mpz_t n, const mpz_t bytes,
	uint64_t max_bits, struct err *err)
{
	struct openmpi_search search = {.choice = choice,
		.machine = machine,
		.n = n,
		.bytes = bytes,
		.max_bits = max_bits};
	struct ranking ranking;
	struct tree_try *next;
	enum status status;

	choice->id = 0;
	ranking_init(&ranking);
	machine_message_init(&search.message);
	mpz_init(search.m);
	mpz_init_set_ui(search.radix, RADIX);
	status = add_all_trees(&search, err);
	while (status == STATUS_OK && (next = next_tree(&search)) != NULL &&
		(choice->id == 0 || mpq_cmp(next->least, choice->time) < 0))
		status = try_tree(&search, next, &ranking, err);
	for (size_t i = 0; i < search.count; i++)
		mpq_clear(search.item[i].least);
	mpz_clears(search.m, search.radix, NULL);
	machine_message_clear(&search.message);
	ranking_clear(&ranking);
	return status;
}

enum status openmpi_tree_time(mpq_t time, const struct machine *machine,
	const char *tree, enum operation operation, const mpz_t n,
	const mpz_t bytes, uint64_t segment, uint64_t max_bits, struct err *err)
{
	struct openmpi_search search = {
		.machine = machine, .n = n, .bytes = bytes};
	const struct algorithm *algorithm = algorithm_find(tree);
	struct machine_choice found;
	struct ranking ranking;
	enum status status;

	ranking_init(&ranking);
	machine_choice_init(&found);
	machine_message_init(&search.message);
	mpz_init(search.m);
	mpz_init_set_ui(search.radix, RADIX);
	set_segment(&search,
		mpz_cmp_ui(bytes, (unsigned long)segment) > 0 ? segment : 0);
	status = machine_find(&found, &ranking, algorithm,
		&(struct machine_problem){.n = n,
			.m = search.m,
			.message = &search.message,
			.operation = operation,
			.degree = algorithm->uses & USES_RADIX ? search.radix
							       : NULL,
			.work = ALGORITHM_WORK,
			.max_bits = max_bits},
		err);
	if (status == STATUS_OK && !found.algorithm)
		status = err_limit(err, "the time of ", tree, " is not known");
	mpq_set(time, found.time);
	mpz_clears(search.m, search.radix, NULL);
	machine_message_clear(&search.message);
	machine_choice_clear(&found);
	ranking_clear(&ranking);
	return status;
}
