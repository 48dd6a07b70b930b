/*
 * The best radix of knomial.  With L = ceil(log_k n) levels processor 0 has
 * more than (k-1)(L-1) children, and the tree contains a complete subtree of
 * k^(L-1) processors.  So m messages take at least (L-1)(k-2+lambda) +
 * (m-1)((k-1)(L-1)+1), and lambda more if n > 2k^(L-1), since then the root of
 * such a subtree is a child of processor 0.  While L stays the same and the
 * last condition does, too, this bound grows with k: once it reaches the best
 * time so far, the search jumps to the first k for which one of them changes.
 */
#include "model/trees/trees.h"

#include "model/trees/shape.h"
#include "number/number.h"

/* The most levels of all trees tried together; each level takes a few
 * operations on numbers of n's length. */
enum { WORK_MAX = 1 << 19 };

struct radix_search {
	const struct problem *problem;
	mpz_t radix, power; /* of the present tree; radix^(levels-1) < n */
	unsigned long levels, work;
	unsigned long fewest; /* levels of all trees that may be better */
	mpq_t time, bound;
	mpz_t best;  /* radix so far; 0: none yet */
	mpq_t least; /* its time */
};

static void radix_search_init(
	struct radix_search *search, const struct problem *problem)
{
	*search = (struct radix_search){.problem = problem};
	mpz_init_set_ui(search->radix, 2);
	mpz_inits(search->power, search->best, NULL);
	mpq_inits(search->time, search->bound, search->least, NULL);
	search->levels = (unsigned long)number_ceil_log2(problem->n);
}

static void radix_search_clear(struct radix_search *search)
{
	mpz_clears(search->radix, search->power, search->best, NULL);
	mpq_clears(search->time, search->bound, search->least, NULL);
}

/* Sets levels and power after the radix has grown: levels can only decrease.
 * 2^((bits of radix - 1)(levels-1)) <= radix^(levels-1) < n. */
static void find_levels(struct radix_search *search)
{
	size_t bits = mpz_sizeinbase(search->radix, 2) - 1;
	size_t most = mpz_sizeinbase(search->problem->n, 2) / bits + 1;

	if (search->levels > most)
		search->levels = (unsigned long)most;
	mpz_pow_ui(search->power, search->radix, search->levels - 1);
	while (mpz_cmp(search->power, search->problem->n) >= 0) {
		mpz_divexact(search->power, search->power, search->radix);
		search->levels--;
	}
}

/* Whether n > 2·radix^(levels-1). */
static int has_whole_child(const struct radix_search *search)
{
	mpz_t twice;
	int is_whole;

	mpz_init(twice);
	mpz_mul_2exp(twice, search->power, 1);
	is_whole = mpz_cmp(twice, search->problem->n) < 0;
	mpz_clear(twice);
	return is_whole;
}

/* Whether sends + latencies·lambda reaches the best time so far. */
static int reaches_least(
	struct radix_search *search, const mpz_t sends, unsigned long latencies)
{
	mpz_t depth;

	mpz_init_set_ui(depth, latencies);
	trees_set_time(search->bound, sends, depth, search->problem);
	mpz_clear(depth);
	return mpq_cmp(search->bound, search->least) >= 0;
}

/* Whether no tree of at least below + 1 levels can be better, from this radix
 * on; latencies: how many one of them takes at least. */
static int are_hopeless(struct radix_search *search, unsigned long below,
	unsigned long latencies)
{
	int hopeless;
	mpz_t sends, children;

	mpz_init(sends);
	mpz_init(children);
	mpz_sub_ui(children, search->radix, 1);
	mpz_mul_ui(children, children, below);
	mpz_set(sends, children);
	mpz_sub_ui(sends, sends, below);
	mpz_add_ui(children, children, 1);
	mpz_addmul(sends, children, search->problem->m);
	mpz_sub(sends, sends, children);
	hopeless = reaches_least(search, sends, latencies);
	mpz_clear(sends);
	mpz_clear(children);
	return hopeless;
}

/* Whether no tree of as many levels can be better, from this radix on. */
static int is_hopeless(struct radix_search *search)
{
	unsigned long below = search->levels - 1;

	return are_hopeless(
		search, below, below + (unsigned long)has_whole_child(search));
}

/* Whether no tree of this radix or a larger one, below n - 1, can be better. */
static int knomial_is_over(struct radix_search *search)
{
	int over;
	mpz_t sends;

	mpz_init(sends);
	mpz_mul(sends, search->radix, search->problem->m);
	mpz_sub_ui(sends, sends, 2);
	over = reaches_least(search, sends, 1) ||
	       are_hopeless(search, search->fewest - 1, search->fewest - 1);
	mpz_clear(sends);
	return over;
}

/* Sets fewest, after a better tree was found: as the sends of processor 0 alone
 * take km - 2 + lambda, to that of radix (least + 2 - lambda)/m. */
static void find_fewest(struct radix_search *search)
{
	const struct problem *problem = search->problem;
	mpz_t most, power;
	mpq_t sends;

	mpz_inits(most, power, NULL);
	mpq_init(sends);
	mpq_sub(sends, search->least, problem->lambda);
	number_floor(most, sends);
	mpz_add_ui(most, most, 2);
	mpz_fdiv_q(most, most, problem->m);
	if (mpz_cmp_ui(most, 2) < 0)
		mpz_set_ui(most, 2);
	mpz_set(power, most);
	for (search->fewest = 1; mpz_cmp(power, problem->n) < 0;
		search->fewest++)
		mpz_mul(power, power, most);
	mpz_clears(most, power, NULL);
	mpq_clear(sends);
}

/* Raises the radix to the least one with radix^levels >= x, but by at least 1.
 */
static void jump(
	struct radix_search *search, const mpz_t x, unsigned long levels)
{
	mpz_t root;

	mpz_init(root);
	if (!mpz_root(root, x, levels))
		mpz_add_ui(root, root, 1);
	mpz_add_ui(search->radix, search->radix, 1);
	if (mpz_cmp(root, search->radix) > 0)
		mpz_set(search->radix, root);
	mpz_clear(root);
}

static void next_radix(struct radix_search *search)
{
	mpz_t half;

	if (!is_hopeless(search)) {
		mpz_add_ui(search->radix, search->radix, 1);
		return;
	}
	mpz_init_set(half, search->problem->n);
	if (has_whole_child(search)) {
		mpz_add_ui(half, half, 1);
		mpz_tdiv_q_2exp(half, half, 1);
	}
	jump(search, half, search->levels - 1);
	mpz_clear(half);
}

static enum status try_radix(struct radix_search *search, struct err *err)
{
	search->work += search->levels;
	if (search->work > WORK_MAX)
		return err_limit(
			err, "the best radix of knomial takes long to find");
	trees_knomial.time(search->time, search->problem, search->radix);
	if (mpz_sgn(search->best) == 0 ||
		mpq_cmp(search->time, search->least) < 0) {
		mpz_set(search->best, search->radix);
		mpq_set(search->least, search->time);
		find_fewest(search);
	}
	return STATUS_OK;
}

/* Tries the radices from 2 to n-1; n-1 sends as flat does. */
static enum status search_radix(struct radix_search *search, struct err *err)
{
	mpz_t last;
	enum status status;

	mpz_init(last);
	mpz_sub_ui(last, search->problem->n, 1);
	find_levels(search);
	status = try_radix(search, err);
	while (status == STATUS_OK && mpz_cmp(search->radix, last) < 0) {
		next_radix(search);
		if (mpz_cmp(search->radix, last) > 0 || knomial_is_over(search))
			mpz_set(search->radix, last);
		find_levels(search);
		if (mpz_cmp(search->radix, last) == 0 || !is_hopeless(search))
			status = try_radix(search, err);
	}
	mpz_clear(last);
	return status;
}

enum status trees_best_radix(
	mpz_t radix, mpq_t time, const struct problem *problem, struct err *err)
{
	struct radix_search search;
	enum status status = STATUS_OK;

	mpz_set_ui(radix, 0);
	if (trees_check_digits(&trees_knomial, problem, err) != STATUS_OK)
		return err->code;
	if (mpz_cmp_ui(problem->n, 2) <= 0) {
		const struct algorithm_options usual = {.name = "knomial"};

		return trees_time(time, problem, &usual, err);
	}
	radix_search_init(&search, problem);
	status = search_radix(&search, err);
	if (status == STATUS_OK) {
		mpz_set(radix, search.best);
		mpq_set(time, search.least);
	}
	radix_search_clear(&search);
	return status;
}
