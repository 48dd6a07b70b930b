/*
 * model/cyclic/classes with fewer classes than ticks in a unit: every hop takes
 * at least the latency, and a round of hops takes whole units; the tree is that
 * for equally long hops, with no node later.
 */
#include "model/cyclic/plan.h"

#include "base/mem.h"
#include "number/number.h"
#include "test.h"

/* The length of a round of hops, in units. */
static uint64_t round_of(const struct cyclic_cycle *cycle)
{
	return (cycle->p * cycle->classes + cycle->q - 1) / cycle->q;
}

static uint64_t first_layer(const struct cyclic_class *class)
{
	uint64_t o = 0;

	while (class->layer[o] == 0)
		o++;
	return o;
}

static int are_hops_right(
	const struct cyclic_classes *classes, const struct cyclic_cycle *cycle)
{
	uint64_t ticks = 0;

	for (uint32_t k = 0; k < classes->count; k++) {
		const struct cyclic_class *class = &classes->class[k];

		if (class->phase != ticks % classes->q ||
			class->hop < cycle->p ||
			(k + 1 < classes->count && class->hop > cycle->p))
			return 0;
		ticks += class->hop;
	}
	return ticks == round_of(cycle) * cycle->q;
}

/* Whether two classes, with ticks of 1/q and 1/k, have the same layers from
 * their first ones on, and the first class begins no later than `even'. */
static int is_as_early(const struct cyclic_class *class, uint64_t q,
	const struct cyclic_class *even, uint64_t k)
{
	uint64_t o = first_layer(class), x = first_layer(even);

	if ((class->phase + q * o) * k > (even->phase + k * x) * q ||
		class->last - o != even->last - x)
		return 0;
	for (uint64_t i = 0; o + i <= class->last; i++)
		if (class->layer[o + i] != even->layer[x + i])
			return 0;
	return 1;
}

/* Compares the tree with that for equally long hops; returns 0 if p/q of that
 * is not in lowest terms, so that there is none. */
static int check_tree(const struct cyclic_cycle *cycle, uint64_t nodes)
{
	const struct cyclic_cycle stretched = {
		round_of(cycle), cycle->classes, cycle->classes};
	struct cyclic_classes classes, even;
	uint64_t q = cycle->q, round = cycle->classes;
	int is_right;

	if (number_gcd_u64(stretched.p, stretched.q) > 1)
		return 0;
	cyclic_classes_init(&classes, cycle, nodes);
	cyclic_classes_init(&even, &stretched, nodes);
	is_right = are_hops_right(&classes, cycle);
	for (uint32_t k = 0; k < classes.count; k++)
		if (!is_as_early(&classes.class[k], q, &even.class[k], round))
			is_right = 0;
	CHECK_FOR(is_right && cyclic_classes_least_lag(&classes, 0) *
					      (int64_t)round <=
				      cyclic_classes_least_lag(&even, 0) *
					      (int64_t)q,
		"%lu/%lu, %lu classes, %lu nodes", (unsigned long)cycle->p,
		(unsigned long)cycle->q, (unsigned long)cycle->classes,
		(unsigned long)nodes);
	cyclic_classes_clear(&classes);
	cyclic_classes_clear(&even);
	return 1;
}

static void test_trees(void)
{
	static const struct {
		uint64_t p, q;
	} rows[] = {{11, 10}, {8, 7}, {7, 5}, {9, 4}, {25, 12}, {101, 11}};
	int checked = 0;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (uint32_t k = 2; k <= rows[i].q; k++)
			for (uint64_t nodes = 2 * (uint64_t)k; nodes < 100000;
				nodes += nodes / 2 + 1)
				checked += check_tree(
					&(struct cyclic_cycle){
						rows[i].p, rows[i].q, k},
					nodes);
	CHECK_FOR(checked > 850, "%d", checked);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_trees());
	return test_done();
}
