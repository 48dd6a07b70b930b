/*
 * The tree grows tick by tick.  At tick t, one node appears for every node of
 * the parents' class that is at least a hop old by then, up to the quota of the
 * new nodes' class.  The layers of a class are an array indexed by o, which
 * doubles as it fills and has at least one entry after the last layer.
 *
 * Example: latency 2, one class, quota 5.  The root, at 0, has children at 2, 3
 * and 4, and the node at 2 has a child at 4, which makes 5 nodes.
 */
#include "model/cyclic/plan.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"

uint32_t cyclic_classes_next(const struct cyclic_classes *classes, uint32_t k)
{
	return k + 1 < classes->count ? k + 1 : 0;
}

static void set_classes(struct cyclic_classes *classes)
{
	uint64_t nodes = classes->nodes, q = classes->q, count = classes->count;
	uint64_t last;

	assert(q > 0 && count > 0);
	for (uint32_t x = 0; x < q; x++)
		classes->of_phase[x] = classes->count;
	for (uint32_t k = 0; k < count; k++) {
		struct cyclic_class *class = &classes->class[k];

		class->quota = nodes / count + (k < nodes % count);
		class->phase = k * (classes->p % q) % q;
		class->hop = classes->p;
		classes->of_phase[class->phase] = k;
	}
	last = count * (classes->p % q) % q;
	classes->class[count - 1].hop += last > 0 ? q - last : 0;
	classes->slack = (uint32_t)((nodes + count - 1) % count);
}

/* A class while the tree grows. */
struct growth {
	uint64_t room;	  /* capacity, in layers */
	uint64_t left;	  /* nodes still to come */
	uint64_t parents; /* nodes old enough for a child */
	uint64_t counted; /* layers included in parents */
};

static void add_layer(struct cyclic_class *class, struct growth *growth,
	uint64_t o, uint64_t nodes)
{
	if (o + 2 > growth->room) {
		uint64_t room = 2 * (o + 2);

		class->layer = mem_resize(
			class->layer, (size_t)room, sizeof *class->layer);
		memset(&class->layer[growth->room], 0,
			(size_t)(room - growth->room) * sizeof *class->layer);
		growth->room = room;
	}
	class->layer[o] = nodes;
	class->last = o;
	growth->left -= nodes;
}

/* How many nodes of a class can have a child at tick t. */
static uint64_t count_parents(const struct cyclic_classes *classes,
	const struct cyclic_class *class, struct growth *growth, uint64_t t)
{
	while (class->phase + growth->counted * classes->q + class->hop <= t) {
		if (growth->counted <= class->last)
			growth->parents += class->layer[growth->counted];
		growth->counted++;
	}
	return growth->parents;
}

void cyclic_classes_init(struct cyclic_classes *classes,
	const struct cyclic_cycle *cycle, uint64_t nodes)
{
	struct growth growth[PERIODIC_CLASSES] = {{0, 0, 0, 0}};
	uint64_t left = nodes - 1, q = cycle->q;

	assert(q >= 1 && cycle->p >= q && q <= PERIODIC_CLASSES);
	*classes = (struct cyclic_classes){
		.p = cycle->p, .q = q, .nodes = nodes, .count = cycle->classes};
	set_classes(classes);
	for (uint32_t k = 0; k < classes->count; k++)
		growth[k].left = classes->class[k].quota;
	add_layer(&classes->class[0], &growth[0], 0, 1);
	for (uint64_t t = 1; left > 0; t++) {
		uint32_t k = classes->of_phase[t % q];
		uint32_t from = k > 0 ? k - 1 : classes->count - 1;
		struct cyclic_class *class;
		uint64_t nodes_now;

		if (k == classes->count || !classes->class[from].layer)
			continue;
		class = &classes->class[k];
		nodes_now = least_u64(growth[k].left,
			count_parents(classes, &classes->class[from],
				&growth[from], t));
		if (nodes_now > 0)
			add_layer(class, &growth[k], (t - class->phase) / q,
				nodes_now);
		left -= nodes_now;
	}
}

void cyclic_classes_copy(
	struct cyclic_classes *copy, const struct cyclic_classes *classes)
{
	*copy = *classes;
	for (uint32_t k = 0; k < classes->count; k++) {
		const struct cyclic_class *class = &classes->class[k];
		size_t layers = (size_t) class->last + 2;

		copy->class[k].layer = mem_array(layers, sizeof *class->layer);
		memcpy(copy->class[k].layer, class->layer,
			layers * sizeof *class->layer);
	}
}

void cyclic_classes_clear(struct cyclic_classes *classes)
{
	for (uint32_t k = 0; k < PERIODIC_CLASSES; k++) {
		mem_free(classes->class[k].layer);
		classes->class[k].layer = NULL;
	}
}

/* The mean o of a class's nodes, rounded up; a spare one, of the last, does not
 * count. */
static int64_t mean_of(const struct cyclic_class *class, int has_spare)
{
	uint64_t count = class->quota - (uint64_t)has_spare, sum = 0;

	for (uint64_t o = 0; o <= class->last; o++)
		sum += o * class->layer[o];
	sum -= has_spare ? class->last : 0;
	return (int64_t)((sum + count - 1) / count);
}

int64_t cyclic_classes_least_lag(
	const struct cyclic_classes *classes, int has_spare)
{
	int64_t most = INT64_MIN, lag;

	for (uint32_t k = 0; k < classes->count; k++) {
		const struct cyclic_class *class = &classes->class[k];

		lag = (int64_t) class->phase +
		      (int64_t)classes->q *
			      (mean_of(class,
				       has_spare && k == classes->slack) -
				      1);
		if (lag > most)
			most = lag;
	}
	return most;
}

/* The first o by which the nodes of a class can have received all m messages:
 * those at o' receive one message in each unit from o' on.  A spare node is one
 * of the last. */
static uint64_t least_last_of(
	const struct cyclic_class *class, uint64_t m, int has_spare)
{
	uint64_t all = class->quota - (has_spare && class->quota > 0);
	uint64_t need = all * m, nodes = 0, o = 0;

	if (need == 0)
		return 0;
	for (; o <= class->last; o++) {
		nodes = least_u64(nodes + class->layer[o], all);
		if (need <= nodes)
			return o;
		need -= nodes;
	}
	return o + (need + all - 1) / all - 1;
}

int64_t cyclic_classes_least_last(
	const struct cyclic_classes *classes, uint64_t m, int has_spare)
{
	uint64_t most = 0;

	for (uint32_t k = 0; k < classes->count; k++) {
		const struct cyclic_class *class = &classes->class[k];

		if (class->last >> 31 > 0)
			return 0;
		most = most_u64(most,
			class->phase + classes->q * least_last_of(class, m,
							    has_spare));
	}
	return (int64_t)most;
}
