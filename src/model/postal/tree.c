/*
 * The optimal tree of least depth, built in time order without a queue of
 * nodes; and the tree of a schedule.
 *
 * A node's time is wait + depth·lambda, lambda = a/b, so its fraction depends
 * on depth mod b alone.  Nodes of equal depth mod b form a class, and their
 * times differ by whole units.  A *delivery* is an instant at which children
 * arrive.  At a delivery the parents are all senders of one class that have
 * known the message for at least lambda, and on k ports each gets k children.
 * So for each class a list of its senders in the order of their times is
 * enough, and the next delivery is the earliest of at most depth + 1 classes.
 * Depths are at most log2 n.
 *
 * The age of a node is the whole part of its time in its class:
 * time = age + (depth mod b)·lambda, age = wait + (depth div b)·a.
 */
#include "model/postal/postal.h"

#include <assert.h>

#include "base/mem.h"
#include "number/number.h"
#include "fibonacci/fibonacci.h"

static const uint32_t NONE = UINT32_MAX;

enum { DEPTHS = 34 };

struct class
{
	uint32_t first, last; /* its senders, linked; NONE if there are none */
	uint64_t age;	      /* senders of at most this age deliver next; */
	mpz_t at;	      /* when, in units of 1/b, less lambda */
};

struct builder {
	struct tree *tree;
	uint32_t *link; /* the next sender of the same class */
	struct class class[DEPTHS];
	uint32_t classes;	/* min(b, DEPTHS) */
	uint64_t shift[DEPTHS]; /* (depth div b)·a */
	mpz_t a, b, last;	/* last: the last delivery less lambda */
	uint32_t ports;
	uint32_t size;	/* nodes so far */
	uint32_t depth; /* of the tree */
	uint32_t quota; /* nodes of that depth still wanted */
};

void postal_tree_depth(mpz_t depth, mpz_t within, const mpq_t lambda,
	unsigned long ports, const mpz_t n, const mpq_t t)
{
	mpz_t sum, term, left, ways;
	unsigned long j = 0;

	mpz_inits(sum, term, left, NULL);
	mpz_init_set_ui(ways, 1);
	/* left = b·(t - j·lambda) stays whole: t is a multiple of 1/b. */
	mpz_mul(left, mpq_numref(t), mpq_denref(lambda));
	mpz_divexact(left, left, mpq_denref(t));
	for (;; j++) {
		mpz_fdiv_q(term, left, mpq_denref(lambda));
		mpz_add_ui(term, term, j);
		mpz_bin_ui(term, term, j);
		mpz_sub(left, left, mpq_numref(lambda));
		if (within)
			mpz_set(within, sum);
		mpz_addmul(sum, term, ways);
		if (mpz_cmp(sum, n) >= 0)
			break;
		mpz_mul_ui(ways, ways, ports);
	}
	mpz_set_ui(depth, j);
	mpz_clears(sum, term, left, ways, NULL);
}

/*
 * min(lambda, n), a latency with the same tree whose numerator is at most
 * 2^32·b: above n - 2 every optimal tree is a star.
 */
static void tame_latency(mpq_t tame, const struct tree *tree)
{
	mpq_set_ui(tame, tree->size, 1);
	if (mpq_cmp(tree->lambda, tame) < 0)
		mpq_set(tame, tree->lambda);
}

static uint64_t node_age(const struct builder *builder, uint32_t v)
{
	const struct tree_node *node = &builder->tree->node[v];

	return node->wait + builder->shift[node->depth];
}

/* Appends node v to the senders of its class. */
static void add_sender(struct builder *builder, uint32_t v)
{
	uint32_t depth = builder->tree->node[v].depth;
	struct class *class = &builder->class[depth % builder->classes];
	uint64_t age = node_age(builder, v);

	builder->link[v] = NONE;
	if (class->first != NONE) {
		builder->link[class->last] = v;
		class->last = v;
		return;
	}
	class->first = class->last = v;
	class->age = age;
	number_set_u64(class->at, age);
	mpz_mul(class->at, class->at, builder->b);
	mpz_addmul_ui(class->at, builder->a, depth % builder->classes);
}

static void add_child(struct builder *builder, uint32_t parent)
{
	uint32_t v = builder->size++;

	tree_attach(builder->tree, parent, v);
	if (builder->tree->node[v].depth < builder->depth)
		add_sender(builder, v);
	else
		builder->quota--;
}

/* The class that delivers next; NULL after the last delivery. */
static struct class *next_class(struct builder *builder)
{
	struct class *next = NULL;

	for (uint32_t i = 0; i < builder->classes; i++) {
		struct class *class = &builder->class[i];

		if (class->first == NONE)
			continue;
		if (!next || mpz_cmp(class->at, next->at) < 0)
			next = class;
	}
	return next && mpz_cmp(next->at, builder->last) <= 0 ? next : NULL;
}

/* Gives the sender a child on each port, as long as the tree needs children at
 * their depth; whether it got any. */
static int add_children(struct builder *builder, uint32_t v)
{
	const struct tree *tree = builder->tree;
	int is_last = tree->node[v].depth + 1 == builder->depth;
	uint32_t port = 0;

	while (port < builder->ports && builder->size < tree->size &&
		(!is_last || builder->quota > 0)) {
		add_child(builder, v);
		port++;
	}
	return port > 0;
}

/* One delivery: children for every sender that is old enough.  Senders that get
 * none leave the class, as they never will. */
static void deliver(struct builder *builder, struct class *class)
{
	uint32_t v = class->first, before = NONE;

	while (v != NONE && node_age(builder, v) <= class->age &&
		builder->size < builder->tree->size) {
		uint32_t next = builder->link[v];
		int wanted = add_children(builder, v);

		if (wanted) {
			/* A child may have been appended to this class. */
			next = builder->link[v];
			before = v;
		} else if (before == NONE) {
			class->first = next;
		} else {
			builder->link[before] = next;
		}
		if (!wanted && next == NONE)
			class->last = before;
		v = next;
	}
	class->age++;
	mpz_add(class->at, class->at, builder->b);
}

static void builder_init(
	struct builder *builder, struct tree *tree, const mpq_t lambda)
{
	uint64_t a = 0, b = DEPTHS;

	*builder = (struct builder){.tree = tree,
		.ports = tree->ports > 1 ? tree->ports : 1,
		.size = 1};
	mpz_inits(builder->a, builder->b, builder->last, NULL);
	mpz_set(builder->a, mpq_numref(lambda));
	mpz_set(builder->b, mpq_denref(lambda));
	if (mpz_cmp_ui(builder->b, DEPTHS) < 0) {
		a = number_get_u64(builder->a);
		b = mpz_get_ui(builder->b);
	}
	builder->classes = (uint32_t)b;
	for (uint32_t i = 0; i < DEPTHS; i++) {
		builder->shift[i] = i / b * a;
		builder->class[i].first = NONE;
		mpz_init(builder->class[i].at);
	}
	builder->link = mem_array(tree->size, sizeof *builder->link);
}

static void builder_clear(struct builder *builder)
{
	for (uint32_t i = 0; i < DEPTHS; i++)
		mpz_clear(builder->class[i].at);
	mem_free(builder->link);
	mpz_clears(builder->a, builder->b, builder->last, NULL);
}

/* Sets depth, quota and the time of the last delivery from t = f(n). */
static void set_goal(struct builder *builder, const mpq_t lambda, const mpq_t t)
{
	mpz_t n, depth, within;

	mpz_inits(n, depth, within, NULL);
	mpz_set_ui(n, builder->tree->size);
	postal_tree_depth(depth, within, lambda, builder->ports, n, t);
	mpz_sub(within, n, within);
	builder->depth = (uint32_t)mpz_get_ui(depth);
	builder->quota = (uint32_t)mpz_get_ui(within);
	assert(builder->depth < DEPTHS);
	mpz_mul(builder->last, mpq_numref(t), mpq_denref(lambda));
	mpz_divexact(builder->last, builder->last, mpq_denref(t));
	mpz_sub(builder->last, builder->last, builder->a);
	mpz_clears(n, depth, within, NULL);
}

enum status postal_tree_least_depth(
	struct tree *tree, uint64_t max_bits, struct err *err)
{
	struct builder builder;
	struct class *class;
	mpq_t lambda, t;
	mpz_t n;
	enum status status;

	mpq_inits(lambda, t, NULL);
	mpz_init_set_ui(n, tree->size);
	tame_latency(lambda, tree);
	builder_init(&builder, tree, lambda);
	status = fibonacci_time(t, lambda, builder.ports, n, max_bits, err);
	if (status == STATUS_OK) {
		set_goal(&builder, lambda, t);
		if (builder.depth > 0)
			add_sender(&builder, 0);
		while (builder.size < tree->size &&
			(class = next_class(&builder)) != NULL)
			deliver(&builder, class);
		assert(builder.size == tree->size);
	}
	builder_clear(&builder);
	mpz_clear(n);
	mpq_clears(lambda, t, NULL);
	return status;
}
