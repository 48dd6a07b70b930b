/*
 * Any file as a labelled tree: it is read or refused, in one line; judged; and
 * measured where it is legal.
 */
#include "check/check.h"
#include "format/tree/tree.h"
#include "fuzz.h"

enum { NODES_MAX = 1000 };

static void check_measure(const struct label_tree *tree, const char *latency)
{
	struct value_precision precision = {.bits = 64, .max_bits = FUZZ_BITS};
	struct label_measure measure;
	struct cost *cost;
	struct err err = {.code = STATUS_OK};
	enum status status;

	MUST(cost_parse(&cost, latency, FUZZ_BITS, &err) == STATUS_OK);
	value_init(&measure.cost);
	status = label_tree_measure(&measure, tree, cost, &precision, &err);
	if (status != STATUS_OK) {
		fuzz_check_error(status, &err);
	} else {
		MUST(measure.leaves > 0 && measure.leaves <= tree->count);
		MUST(measure.size > 0 && measure.size <= tree->count);
		MUST(measure.height < tree->count);
	}
	value_clear(&measure.cost);
	cost_free(cost);
}

static void check_tree(struct label_tree *tree)
{
	struct check check;

	label_tree_check(tree, &check);
	MUST(check.listed <= check.violations);
	MUST((check.violations == 0) == (check.listed == 0));
	if (check.violations > 0)
		return;
	check_measure(tree, "k");
	check_measure(tree, "sqrt(k)/log(k+1)");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct err err = {.code = STATUS_OK};
	struct label_tree tree = {0};
	FILE *file = fuzz_file(data, size);
	enum status status = label_tree_read(&tree, file, NODES_MAX, &err);

	MUST(tree.count <= NODES_MAX);
	if (status != STATUS_OK)
		fuzz_check_error(status, &err);
	else
		check_tree(&tree);
	label_tree_clear(&tree);
	fclose(file);
	return 0;
}
