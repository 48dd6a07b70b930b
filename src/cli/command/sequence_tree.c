/*
 * The universal tree up to a time is the optimal tree of as many nodes as there
 * are by then: every node that knows the message sends it on without a pause.
 */
#include "cli/command/command.h"

#include "fibonacci/fibonacci.h"
#include "format/tree/tree.h"
#include "model/postal/postal.h"

/* Numbers this long are too large for any tree. */
enum { BITS_ENOUGH = 1 << 20 };

/* time = (row - 1)/b, where lambda = a/b. */
static void row_time(mpq_t time, const mpz_t row, const mpq_t lambda)
{
	mpz_sub_ui(mpq_numref(time), row, 1);
	mpz_set(mpq_denref(time), mpq_denref(lambda));
	mpq_canonicalize(time);
}

static enum status check_rows(const struct sweep *rows,
	const struct latency *latency, struct err *err)
{
	const struct sweep_range *range = rows->range;

	if (latency->sweep->is_sweep || latency->sweep->stream)
		return err_usage(
			err, "--format: a tree takes one latency, not several");
	if (rows->stream || rows->ranges > 1 || range->multiply ||
		mpq_cmp_ui(range->step, 1, 1) > 0)
		return err_usage(
			err, "--format: a tree takes rows without gaps");
	return STATUS_OK;
}

/* n = the nodes up to the row. */
static enum status count_nodes(mpz_t n, const mpz_t row, const mpq_t lambda,
	unsigned long ports, uint64_t max_bits, struct err *err)
{
	enum status status;
	mpq_t time;

	mpq_init(time);
	row_time(time, row, lambda);
	status = fibonacci_reach(n, lambda, ports, time,
		max_bits < BITS_ENOUGH ? max_bits : BITS_ENOUGH, err);
	mpq_clear(time);
	if (status == STATUS_LIMIT)
		return err_limit(err, "the tree would have too many nodes: "
				      "choose an earlier row");
	return status;
}

static void show(mpq_t shown, const void *latency, const mpq_t elapsed)
{
	latency_show(shown, latency, elapsed);
}

static enum status write_tree(const struct tree *tree,
	const struct sweep_range *range, uint64_t first,
	const struct latency *latency, const struct output *output, int is_dot,
	FILE *out, struct err *err)
{
	struct tree_times times;
	enum status status = STATUS_OK;
	mpq_t from, until;

	mpq_inits(from, until, NULL);
	row_time(from, mpq_numref(range->first), tree->lambda);
	row_time(until, mpq_numref(range->last), tree->lambda);
	tree_times_init(&times);
	times.unit = latency_unit_name(latency);
	times.show = show;
	times.context = latency;
	times.decimals = output->decimals;
	if (is_dot)
		tree_write_dot(tree, &times, out);
	else
		status = tree_write_universal_svg(
			tree, &times, first, from, until, out, err);
	tree_times_clear(&times);
	mpq_clears(from, until, NULL);
	return status;
}

enum status sequence_write_tree(const struct sweep *rows,
	const struct latency *latency, unsigned long ports,
	const struct output *output, int is_dot, FILE *out, struct err *err)
{
	const __mpq_struct *lambda;
	const struct sweep_range *range = rows->range;
	uint64_t max_bits = (uint64_t)output->max_bits;
	struct tree tree = {0};
	mpz_t n, first;
	enum status status = check_rows(rows, latency, err);

	if (status != STATUS_OK)
		return status;
	lambda = sweep_value(latency->sweep);
	mpz_inits(n, first, NULL);
	status = count_nodes(
		n, mpq_numref(range->last), lambda, ports, max_bits, err);
	if (status == STATUS_OK)
		status = is_dot ? output_check_rows(
					  "the tree", n, output->max_rows, err)
				: tree_boxes_check(n, err);
	mpz_sub_ui(first, mpq_numref(range->first), 1);
	if (status == STATUS_OK && mpz_sgn(first) > 0)
		status =
			count_nodes(first, first, lambda, ports, max_bits, err);
	if (status == STATUS_OK) {
		status = tree_init(&tree, lambda, n, max_bits, err);
		tree.ports = (uint32_t)ports;
		if (status == STATUS_OK)
			status = postal_tree_least_depth(&tree, max_bits, err);
		if (status == STATUS_OK)
			status = write_tree(&tree, range, mpz_get_ui(first),
				latency, output, is_dot, out, err);
		tree_clear(&tree);
	}
	mpz_clears(n, first, NULL);
	return status;
}
