/*
 * The fastest-growing tree leaves open which nodes have a child at the last
 * tick of a class; once these are chosen, the leaves are dealt.  If either step
 * fails for a class, a few of its nodes are moved from the last layer but one
 * to the last, and everything is planned again; this costs nothing as long as
 * the mean offset of the class, rounded up, stays the same.  If all that fails,
 * the lag may exceed the mean by more.
 *
 * Example: latency 1, six nodes.  The tree has nodes at 0, 1, 2 and 2; each of
 * these four could have a child at 3, where only two are wanted.  parents.c
 * chooses the root and one of the nodes at 2, and shows the groups and leaves.
 *
 * A class with E = 1 may put off some of its last nodes by a unit, which the
 * class of their parents has to know.  So classes are planned from children to
 * parents, beginning after a class that never puts nodes off.
 */
#include "model/cyclic/plan.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"

/* The most rounds until the numbers of nodes put off agree. */
enum { FIXED_POINT_MAX = 20 };

/* Up to PLANS times per class more nodes are moved: 1/MOVE_GROWTH of those
 * moved so far and 1/MOVE_SHARES of the class.  plan_sparse puts off a layer in
 * steps of 1/OFF_SHARES. */
enum { PLANS = 64, MOVE_GROWTH = 8, MOVE_SHARES = 1024, OFF_SHARES = 32 };

/* The most kinds of leaves, as a deal takes several tables of them. */
enum { KINDS_MAX = 1 << 12 };

/* Lags exceed the mean by less than this, in units. */
enum { EXTRA = 4 };

/* Steps of a search for a plan for few nodes that is better than one found. */
enum { BETTER = 1 << 16 };

struct planner {
	struct cyclic_plan *plan;
	struct cyclic_classes natural;	  /* the tree with no nodes moved */
	uint64_t moved[PERIODIC_CLASSES]; /* nodes from X - 1 to X, by class */
	uint64_t extra;	  /* by how much a lag may exceed the mean */
	int is_sparse;	  /* where E > 1: make few small groups, */
	uint64_t put_off; /* and put off this many nodes */
	uint64_t could[PERIODIC_CLASSES];      /* Y, by class */
	int64_t excess[PERIODIC_CLASSES];      /* E, by class */
	uint64_t chosen_off[PERIODIC_CLASSES]; /* nodes put off, by class */
	int64_t *work;			       /* steps left for dealing */
	int without_pure; /* the pure receiver's lag does not count */
	uint32_t failed;  /* the class to move more nodes of; count: none */
};

/* How many children the nodes of class k have: all nodes of the next class,
 * except the root. */
static uint64_t count_children(const struct cyclic_classes *classes, uint32_t k)
{
	uint32_t next = cyclic_classes_next(classes, k);

	return classes->class[next].quota - (next == 0);
}

/* Finds Y and E of each class; returns 0 if there is no plan with these. */
static int measure_plan(struct planner *planner)
{
	const struct cyclic_classes *classes = &planner->plan->classes;

	for (uint32_t k = 0; k < classes->count; k++) {
		const struct cyclic_class *class = &classes->class[k];
		const struct cyclic_class *next =
			&classes->class[cyclic_classes_next(classes, k)];
		uint64_t end = next->phase + classes->q * next->last;

		if (end < class->hop + class->phase)
			return 0;
		planner->could[k] =
			(end - class->hop - class->phase) / classes->q + 1;
		planner->excess[k] =
			(int64_t) class->last - (int64_t)planner->could[k];
		if (planner->excess[k] < 0 ||
			planner->excess[k] + 3 > KINDS_MAX)
			return 0;
	}
	return 1;
}

/* Chooses the parents of class k; off: how many of their children are put
 * off. */
static int plan_class(struct planner *planner, uint32_t k, uint64_t off)
{
	const struct cyclic_classes *classes = &planner->plan->classes;
	uint32_t next = cyclic_classes_next(classes, k);
	const struct cyclic_class *class = &classes->class[k],
				  *child = &classes->class[next];
	struct cyclic_ends ends = {
		.class = class,
		.has_slack = k == classes->slack,
		.could = planner->could[k],
		.excess = planner->excess[k],
		.last = class->layer[class->last],
		.children = count_children(classes, k),
		.last_children = child->layer[child->last],
		.off_children = off,
		.moved = planner->moved[next],
		.is_sparse = planner->is_sparse,
		.put_off = planner->put_off,
	};
	struct cyclic_runs *runs = &planner->plan->runs[k];
	enum cyclic_choice_status status;

	cyclic_runs_clear(runs);
	cyclic_runs_init(
		runs, (size_t)ends.excess + 3 + (planner->is_sparse ? 1 : 0));
	status = cyclic_parents(runs, &planner->chosen_off[k], &ends);
	planner->failed = status == CYCLIC_MOVE_CHILDREN ? next : k;
	return status == CYCLIC_CHOSEN;
}

/* Chooses the parents of all classes, from children to parents, beginning with
 * the class `start'; off: how many of its children are put off. */
static int plan_round(struct planner *planner, uint32_t start, uint64_t off)
{
	uint32_t q = planner->plan->classes.count;

	for (uint32_t x = 0; x < q; x++) {
		uint32_t k = (start + q - x) % q;

		if (x > 0)
			off = planner->chosen_off[(k + 1) % q];
		if (!plan_class(planner, k, off))
			return 0;
	}
	return 1;
}

/* Begins with a class whose children are never put off.  If all classes may put
 * nodes off, guesses the number for one class and repeats until a round
 * confirms the guess. */
static int plan_parents(struct planner *planner)
{
	uint32_t q = planner->plan->classes.count, start = q - 1;
	uint64_t off = 0;

	assert(q > 0);
	for (uint32_t k = 0; k < q; k++)
		if (planner->excess[(k + 1) % q] != 1)
			start = k;
	for (int i = 0; i < FIXED_POINT_MAX; i++) {
		uint64_t then;

		if (!plan_round(planner, start, off))
			return 0;
		then = planner->chosen_off[(start + 1) % q];
		if (then == off)
			return 1;
		off = then;
	}
	planner->failed = start;
	return 0;
}

/* Moves the nodes to be put off from X to X + 1. */
static void put_off(struct planner *planner)
{
	struct cyclic_classes *classes = &planner->plan->classes;

	for (uint32_t k = 0; k < classes->count; k++) {
		struct cyclic_class *class = &classes->class[k];
		uint64_t off = planner->chosen_off[k];

		class->layer[class->last] -= off;
		class->layer[class->last + 1] += off;
	}
}

uint64_t *cyclic_plan_leaves(const struct cyclic_plan *plan, uint32_t k)
{
	const struct cyclic_class *class = &plan->classes.class[k];
	const struct cyclic_runs *runs = &plan->runs[k];
	uint64_t *leaf = mem_array(runs->kinds, sizeof *leaf);

	for (size_t kind = 0; kind < runs->kinds; kind++)
		if (kind <= class->last + 1)
			leaf[kind] = class->layer[class->last + 1 - kind];
	for (size_t i = 0; i < runs->count; i++) {
		uint64_t kind = class->last + 1 - runs->run[i].o;

		if (kind < runs->kinds)
			leaf[kind] -= runs->run[i].count;
	}
	return leaf;
}

/* The lag D of a group of class k, in ticks. */
static int64_t lag_of(
	const struct cyclic_classes *classes, uint32_t k, int64_t balls)
{
	const struct cyclic_class *class = &classes->class[k];
	int64_t units = (int64_t) class->last - balls - 1;

	return (int64_t) class->phase + (int64_t)classes->q * units;
}

/* Sets the lags and the last offset of a plan whose leaves are dealt. */
static void set_lags(struct cyclic_plan *plan)
{
	const struct cyclic_classes *classes = &plan->classes;

	plan->lag = INT64_MIN;
	plan->last = 0;
	for (uint32_t k = 0; k < classes->count; k++) {
		const struct cyclic_class *class = &classes->class[k];
		const struct cyclic_runs *runs = &plan->runs[k];
		uint64_t end =
			class->last + (class->layer[class->last + 1] > 0);

		plan->last =
			most_u64(plan->last, class->phase + classes->q * end);
		for (size_t i = 0; i < runs->count; i++) {
			int64_t lag = lag_of(classes, k, runs->run[i].balls);

			if (lag > plan->lag)
				plan->lag = lag;
		}
	}
	plan->pure_lag =
		lag_of(classes, classes->slack, (int64_t)plan->pure - 1);
}

int64_t cyclic_plan_lag(const struct cyclic_plan *plan, int without_pure)
{
	return !without_pure && plan->pure_lag > plan->lag ? plan->pure_lag
							   : plan->lag;
}

static int deal_class(struct planner *planner, uint32_t k)
{
	struct cyclic_plan *plan = planner->plan;
	struct cyclic_runs *runs = &plan->runs[k];
	struct cyclic_hand hand = {
		.last = plan->classes.class[k].last,
		.leaf = cyclic_plan_leaves(plan, k),
		.kinds = runs->kinds,
		.has_slack = k == plan->classes.slack,
		.pure = CYCLIC_PURE_HEIGHT + 1,
		.work = planner->work,
	};
	int is_dealt = planner->excess[k] < 2 ||
		       cyclic_balls(runs, &hand, planner->extra);

	is_dealt = is_dealt && cyclic_deal(runs, &hand);
	mem_free(hand.leaf);
	if (hand.has_slack)
		plan->pure = hand.pure;
	planner->failed = k;
	return is_dealt;
}

static int deal_all(struct planner *planner)
{
	put_off(planner);
	for (uint32_t k = 0; k < planner->plan->classes.count; k++)
		if (!deal_class(planner, k))
			return 0;
	set_lags(planner->plan);
	return 1;
}

/* Begins with the natural tree and moves the nodes that are to be moved, by a
 * unit; returns 0 if there are too few. */
static int move_layers(struct planner *planner)
{
	struct cyclic_classes *classes = &planner->plan->classes;

	cyclic_classes_clear(classes);
	cyclic_classes_copy(classes, &planner->natural);
	for (uint32_t k = 0; k < classes->count; k++) {
		struct cyclic_class *class = &classes->class[k];
		uint64_t moved = planner->moved[k];

		if (moved == 0)
			continue;
		if (class->last == 0 || class->layer[class->last - 1] <= moved)
			return 0;
		class->layer[class->last - 1] -= moved;
		class->layer[class->last] += moved;
	}
	return 1;
}

/* Makes one plan; if that fails, planner->failed is the class to move more
 * nodes of. */
static int plan_once(struct planner *planner)
{
	planner->failed = planner->natural.count;
	memset(planner->chosen_off, 0, sizeof planner->chosen_off);
	return move_layers(planner) && measure_plan(planner) &&
	       plan_parents(planner) && deal_all(planner);
}

/* Lets more nodes of the class that failed be moved. */
static void move_more(struct planner *planner)
{
	uint64_t *moved = &planner->moved[planner->failed];
	uint64_t quota = planner->natural.class[planner->failed].quota;

	*moved += *moved / MOVE_GROWTH + quota / MOVE_SHARES + 1;
}

static int plan_with_moves(struct planner *planner)
{
	uint32_t q = planner->natural.count;

	for (uint32_t k = 0; k < q; k++)
		planner->moved[k] = 0;
	for (uint32_t i = 0; i < PLANS * q; i++) {
		if (plan_once(planner))
			return 1;
		if (planner->failed == q || *planner->work <= 0)
			return 0;
		move_more(planner);
	}
	return 0;
}

/* The lag of a plan that counts, and the least that any may have. */
static int64_t planned_lag(
	const struct planner *planner, const struct cyclic_plan *plan)
{
	return cyclic_plan_lag(plan, planner->without_pure);
}

static int64_t least_lag(const struct planner *planner)
{
	return cyclic_classes_least_lag(
		&planner->natural, planner->without_pure);
}

/* Finds a plan for few nodes; if is_found, one whose lag is smaller than that
 * of the present plan, in BETTER steps.  Returns whether there is a plan then.
 */
static int plan_few(struct planner *planner, int is_found)
{
	struct cyclic_plan *plan = planner->plan;
	int64_t lag = least_lag(planner), end, work = *planner->work;
	struct cyclic_plan few;

	end = is_found ? planned_lag(planner, plan)
		       : lag + (int64_t)planner->natural.q;
	if (is_found && work > BETTER)
		work = BETTER;
	*planner->work -= work;
	while (lag < end && !cyclic_few_init(&few, &planner->natural, lag,
				    planner->without_pure, &work))
		lag++;
	*planner->work += work;
	if (lag >= end)
		return is_found;
	cyclic_plan_clear(plan);
	*plan = few;
	set_lags(plan);
	return 1;
}

/* Makes another plan; if its lag is smaller than that of the plan found,
 * exchanges the two. */
static int plan_better(struct planner *planner, struct cyclic_plan *found)
{
	struct cyclic_plan better;

	if (!plan_once(planner))
		return 0;
	better = *planner->plan;
	if (planned_lag(planner, &better) >= planned_lag(planner, found))
		return 0;
	*planner->plan = *found;
	*found = better;
	return 1;
}

/*
 * For a whole latency.  The last nodes with children have one or two children
 * each.  Such a small group gets its node's item late and lags less than it
 * might, at the cost of the other groups.  If too much is lost that way, nodes
 * with a single child become leaves; their children are put off by a unit, and
 * become children of other nodes that have few.  Those children are taken from
 * the last layer but one or from the last: as many as necessary.
 */
static void plan_sparse(struct planner *planner)
{
	const struct cyclic_class *class = &planner->natural.class[0];
	struct cyclic_plan *found = planner->plan, sparse = {.pure = 0};
	uint64_t last, step, put_off = 0;
	uint64_t excess = (uint64_t)planner->excess[0];

	if (planner->natural.q > 1 || excess < 2 || excess + 2 > class->last ||
		planned_lag(planner, found) <= least_lag(planner))
		return;
	planner->plan = &sparse;
	planner->is_sparse = 1;
	planner->extra = 0;
	last = class->layer[class->last - excess - 1];
	step = last / OFF_SHARES + 1;
	for (; put_off <= last && *planner->work > 0; put_off += step) {
		planner->put_off = 0;
		planner->moved[0] = put_off;
		if (plan_better(planner, found))
			break;
		planner->put_off = put_off;
		planner->moved[0] = 0;
		if (put_off > 0 && plan_better(planner, found))
			break;
	}
	cyclic_plan_clear(&sparse);
	planner->plan = found;
}

static int is_planned(const struct cyclic_cycle *cycle, uint64_t nodes)
{
	return nodes >= 3 && nodes >= 2 * (uint64_t)cycle->classes &&
	       nodes >= cycle->p / (4 * cycle->q);
}

int cyclic_plan_bound(struct cyclic_plan_bound *bound,
	const struct cyclic_cycle *cycle, uint64_t nodes, uint64_t m,
	int without_pure)
{
	struct cyclic_classes natural;

	if (!is_planned(cycle, nodes))
		return 0;
	cyclic_classes_init(&natural, cycle, nodes);
	bound->lag = cyclic_classes_least_lag(&natural, without_pure);
	bound->last = cyclic_classes_least_last(&natural, m, without_pure);
	cyclic_classes_clear(&natural);
	return 1;
}

int cyclic_plan_init(struct cyclic_plan *plan, const struct cyclic_cycle *cycle,
	uint64_t nodes, int without_pure, int64_t *work)
{
	struct planner planner = {
		.plan = plan, .work = work, .without_pure = without_pure};
	int is_found = 0;

	*plan = (struct cyclic_plan){.pure = 0};
	if (!is_planned(cycle, nodes))
		return 0;
	cyclic_classes_init(&planner.natural, cycle, nodes);
	for (; planner.extra < EXTRA && !is_found; planner.extra++)
		is_found = plan_with_moves(&planner);
	if (is_found)
		plan_sparse(&planner);
	if (nodes <= CYCLIC_FEW)
		is_found = plan_few(&planner, is_found);
	cyclic_classes_clear(&planner.natural);
	if (!is_found)
		cyclic_plan_clear(plan);
	return is_found;
}
