/*
 * Times on nodes without a schedule.
 *
 * T of nodes_table_reach is the optimum wherever a schedule that ends at T was
 * looked for, except for eleven problems with e1 = 1, p = 5 and all sends of
 * length 1.  There W(T, p) = n, so that no processor of a tree can be left out,
 * and in all trees of n processors the pieces cannot be packed into nodes of
 * five. With e2 = 3 these are, for some x = 5, .., 8, x pieces of 4, x of 1,
 * five of 2 and 9 - x of 5; with the other e2 x = 5 only, and 5 for the rest.
 * Every 4 needs a 1, and twos alone do not make five.
 */
#include "model/nodes/nodes.h"

#include "fibonacci/fibonacci.h"
#include "number/number.h"

/* e2 and the number of nodes of the eleven. */
static const struct {
	uint64_t e2, nodes;
} unpacked[] = {{3, 11}, {4, 11}, {5, 11}, {5, 16}, {6, 11}, {6, 16}, {7, 11},
	{7, 16}, {8, 11}, {8, 16}, {8, 31}};

static int is_unpacked(const struct nodes_figures *f, const mpz_t n)
{
	if (f->p != 5 || f->u1 != 1 || f->e1 != 1 || f->u2 != 1)
		return 0;
	for (size_t i = 0; i < sizeof unpacked / sizeof *unpacked; i++)
		if (f->e2 == unpacked[i].e2 &&
			mpz_cmp_ui(n, (unsigned long)(5 * unpacked[i].nodes)) ==
				0)
			return 1;
	return 0;
}

enum status nodes_reach(mpz_t reach, const struct problem *problem,
	const mpq_t t, struct err *err)
{
	struct problem endless = *problem;
	struct nodes_figures figures;
	struct nodes_table table;
	enum status status;
	mpz_t ticks;

	mpz_init(ticks);
	mpz_init(endless.n);
	status = nodes_figures(&figures, &endless, err);
	nodes_table_init(&table, &figures, 0, problem->max_bits);
	number_set_u64(ticks, figures.unit);
	mpz_mul(ticks, ticks, mpq_numref(t));
	mpz_fdiv_q(ticks, ticks, mpq_denref(t));
	while (status == STATUS_OK &&
		(!number_fits_u64(ticks) ||
			number_get_u64(ticks) >= nodes_table_due(&table)))
		status = nodes_table_next(&table, err);
	if (status == STATUS_OK)
		mpz_set(reach, nodes_table_find(&table, number_get_u64(ticks))
				       ->value[figures.p - 1]);
	nodes_table_clear(&table);
	mpz_clears(ticks, endless.n, NULL);
	return status;
}

enum status nodes_leaders_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	const struct nodes *nodes = problem->nodes;
	struct nodes_figures figures;
	enum status status = nodes_figures(&figures, problem, err);
	mpz_t count;
	mpq_t inside;

	(void)options;
	if (status != STATUS_OK)
		return status;
	mpz_init(count);
	mpq_init(inside);
	mpz_divexact(count, problem->n, nodes->size);
	status = fibonacci_time(
		time, problem->lambda, 1, count, problem->max_bits, err);
	mpq_div(inside, nodes->latency, nodes->send);
	if (status == STATUS_OK)
		status = fibonacci_time(
			inside, inside, 1, nodes->size, problem->max_bits, err);
	mpq_mul(inside, inside, nodes->send);
	mpq_add(time, time, inside);
	mpq_clear(inside);
	mpz_clear(count);
	return status;
}

/* If each node is taken for a processor that has its lanes for ports, outside
 * messages alone reach at most F nodes. */
static enum status raise_to_lanes(
	mpq_t bound, const struct problem *problem, struct err *err)
{
	const struct nodes *nodes = problem->nodes;
	enum status status;
	mpz_t count;
	mpq_t time;

	mpz_init(count);
	mpq_init(time);
	mpz_divexact(count, problem->n, nodes->size);
	status = fibonacci_time(time, problem->lambda,
		(unsigned long)nodes->lanes, count, problem->max_bits, err);
	if (status == STATUS_OK)
		number_raise(bound, time);
	mpq_clear(time);
	mpz_clear(count);
	return status;
}

/* The last message leaves the source after m - 1 sends, each at least as long
 * as one inside. */
static void add_messages(mpq_t bound, const struct problem *problem)
{
	mpq_t sends;

	if (problem_is_trivial(problem))
		return;
	mpq_init(sends);
	mpz_sub_ui(mpq_numref(sends), problem->m, 1);
	mpq_mul(sends, sends, problem->nodes->send);
	mpq_add(bound, bound, sends);
	mpq_clear(sends);
}

/*
 * For several messages to several nodes: each message enters a node from
 * outside, and all of the node receive it.  That takes the ports of its p
 * processors m (u2 + (p - 1) u1) in all, and one of them at least a p-th of
 * that, rounded up.  None of them receives anything before e2 - u2.
 */
static void raise_to_ports(mpq_t bound, const struct nodes_figures *f,
	const struct problem *problem)
{
	mpq_t busy;
	mpz_ptr ticks;

	if (f->p == 1 || problem_is_trivial(problem))
		return;
	mpq_init(busy);
	ticks = mpq_numref(busy);
	number_set_u64(ticks, f->u2 + (f->p - 1) * f->u1);
	mpz_mul(ticks, ticks, problem->m);
	mpz_cdiv_q_ui(ticks, ticks, f->p);
	number_set_u64(mpq_denref(busy), f->e2 - f->u2);
	mpz_add(ticks, ticks, mpq_denref(busy));
	number_set_u64(mpq_denref(busy), f->unit);
	mpq_canonicalize(busy);
	number_raise(bound, busy);
	mpq_clear(busy);
}

enum status nodes_bound(
	mpq_t bound, const struct problem *problem, struct err *err)
{
	struct nodes_figures figures;
	struct nodes_table table;
	enum status status = nodes_figures(&figures, problem, err);

	if (status != STATUS_OK)
		return status;
	nodes_table_init(&table, &figures, 0, problem->max_bits);
	status = nodes_table_reach(&table, problem->n, err);
	if (status == STATUS_OK) {
		number_set_ratio(bound,
			nodes_table_last(&table)->tick +
				(uint64_t)is_unpacked(&figures, problem->n),
			figures.unit);
	}
	nodes_table_clear(&table);
	if (status == STATUS_OK && problem->nodes->lanes > 0 &&
		!problem->nodes->lanes_in)
		status = raise_to_lanes(bound, problem, err);
	if (status != STATUS_OK)
		return status;
	add_messages(bound, problem);
	raise_to_ports(bound, &figures, problem);
	return STATUS_OK;
}
