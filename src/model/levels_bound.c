/*
 * Lower bounds on the time of a collective operation on N nodes of p processors
 * each.  A message between nodes takes at least as long as one inside a node.
 *
 * - As if all messages were inside nodes: the bound of one level.
 * - Something gets from one processor to all, or from all to one, in messages
 * that are at least a block, an operand, or one byte of an allreduce: the bound
 * of a broadcast on nodes, model/nodes.  If times are rounded down, to fewer
 * ticks, they are those of a faster machine, whose bound holds as well.
 *   A gather, and a reduce-scatter of each block, is a broadcast backwards, but
 * only if a processor pauses equally long after each receive, for max(g-o, 0):
 * after a short pause the next receive, if it asks for a long one, may end
 * sooner than a send of that message allows the next send to start.  With rdma
 * a receive ends b later than it keeps its processor, so that o must not be
 * above g.
 * - Bytes.  Let u(s) >= a + sG and e(s) >= l + sG, a >= 0, at each level, and
 * G1 <= G2.  Consider a processor whose receives, or sends, carry `inner' bytes
 * inside its node and `outer' bytes between nodes.  All its messages but the
 * last keep it busy for G1 inner + G2 outer less the last message's share; the
 * last message ends after that share and l.  So the time is at least G1 inner +
 * G2 outer + min(l1, l2).
 *   If at least `all' bytes are received per processor on average, at least
 * `outer' of them from other nodes, then some processor has at least G1 (all -
 * outer) + G2 outer, as G1 <= G2.
 *     allgather  each of the n-p blocks of other nodes gets into a node at
 * least once: outer = (N-1)B, all = (n-1)B.  reduce-scatter: backwards.
 *     alltoall   outer = (n-p)B, all = (n-1)B, as each block is for one
 * processor.
 *     allreduce  at least 2(n-1) messages carry each byte of S; of the messages
 * between nodes, where a node knows what its processors know together, at least
 * 2(N-1) do: all = 2(n-1)S/n, outer = 2(N-1)S/n.
 *     gather     n-p blocks get into node 0, through p ports: outer = (n-p)B/p,
 * and nothing else.  scatter: backwards.
 */
#include "model/bounds.h"

#include "core/machine.h"
#include "model/nodes/nodes.h"
#include "number/number.h"

/* The longest time of a message, in ticks: few enough for a small table in
 * model/nodes. */
enum { LEAST_TICKS = 32, MOST_TICKS = 512, TABLE_WORK = 1 << 15 };

/* -- all messages inside */

static enum status bound_inside(mpq_t bound, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	const struct nodes *nodes = problem->nodes;
	struct algorithm_options given = *options;
	struct block_cost blocks;
	struct problem one;
	enum status status;

	problem_init(&one);
	problem_set(&one, problem);
	one.nodes = NULL;
	if (options->blocks) {
		blocks = *options->blocks;
		blocks.machine = nodes->machine;
		given.blocks = &blocks;
	} else {
		mpq_div(one.lambda, nodes->latency, nodes->send);
	}
	status = collective_bound(bound, &one, &given, err);
	if (!options->blocks)
		mpq_mul(bound, bound, nodes->send);
	problem_clear(&one);
	return status;
}

/* -- a broadcast */

/* time = time, rounded down to a tick. */
static void round_down(mpq_t time, const mpq_t tick)
{
	mpq_div(time, time, tick);
	mpz_fdiv_q(mpq_numref(time), mpq_numref(time), mpq_denref(time));
	mpz_set_ui(mpq_denref(time), 1);
}

/* Sets all times to the machine's least for messages of these bytes or more;
 * unit: of a send between nodes. */
static void set_broadcast(struct problem *one, struct nodes *nodes, mpq_t unit,
	const struct block_cost *blocks, const mpq_t bytes)
{
	machine_least(unit, one->lambda, blocks->machine, bytes);
	machine_least(nodes->send, nodes->latency, nodes->machine, bytes);
}

/* Sets tick to one in which all times are whole, if the longest time then has
 * at most so many ticks; else to that part of the longest time. */
static void choose_tick(mpq_t tick, const struct problem *one,
	const struct nodes *nodes, const mpq_t unit, unsigned long ticks)
{
	mpz_lcm(mpq_denref(tick), mpq_denref(unit), mpq_denref(one->lambda));
	mpz_lcm(mpq_denref(tick), mpq_denref(tick), mpq_denref(nodes->send));
	mpz_lcm(mpq_denref(tick), mpq_denref(tick), mpq_denref(nodes->latency));
	mpz_set_ui(mpq_numref(tick), ticks);
	mpq_canonicalize(tick);
	number_raise(tick, one->lambda);
	mpz_mul_ui(mpq_denref(tick), mpq_denref(tick), ticks);
	mpq_canonicalize(tick);
}

/* Rounds all times down to ticks, at most so many, and makes a send between
 * nodes the unit; returns 0 if a time becomes too short for this. */
static int set_coarse(struct problem *one, struct nodes *nodes, mpq_t unit,
	unsigned long ticks)
{
	mpq_t tick;
	int is_well;

	mpq_init(tick);
	choose_tick(tick, one, nodes, unit, ticks);
	round_down(unit, tick);
	round_down(one->lambda, tick);
	round_down(nodes->send, tick);
	round_down(nodes->latency, tick);
	is_well = mpq_sgn(nodes->send) > 0 && mpq_cmp(one->lambda, unit) >= 0 &&
		  mpq_cmp(nodes->latency, nodes->send) >= 0;
	if (is_well) {
		mpq_div(one->lambda, one->lambda, unit);
		mpq_div(nodes->send, nodes->send, unit);
		mpq_div(nodes->latency, nodes->latency, unit);
		mpq_mul(unit, unit, tick);
	}
	mpq_clear(tick);
	return is_well;
}

/* bound = that of a broadcast of messages of these bytes on a machine; returns
 * 0 if none is known. */
static int bound_coarse(mpq_t bound, const struct problem *problem,
	const struct block_cost *blocks, const mpq_t bytes, unsigned long ticks)
{
	struct nodes nodes = *problem->nodes;
	struct problem one;
	struct err err;
	int is_known;
	mpq_t unit;

	problem_init(&one);
	problem_set(&one, problem);
	mpq_inits(unit, nodes.send, nodes.latency, NULL);
	one.nodes = &nodes;
	set_broadcast(&one, &nodes, unit, blocks, bytes);
	is_known = set_coarse(&one, &nodes, unit, ticks) &&
		   nodes_bound(bound, &one, &err) == STATUS_OK;
	mpq_mul(bound, bound, unit);
	mpq_clears(unit, nodes.send, nodes.latency, NULL);
	problem_clear(&one);
	return is_known;
}

static unsigned long choose_ticks(const struct nodes *nodes)
{
	unsigned long p = mpz_cmp_ui(nodes->size, LEAST_TICKS) < 0
				  ? mpz_get_ui(nodes->size)
				  : LEAST_TICKS;
	unsigned long ticks = TABLE_WORK / (p * p);

	return ticks > MOST_TICKS ? MOST_TICKS : ticks;
}

/* pause = max(g-o, 0) at one of the machine's sizes; returns 0 if that is not
 * how long a processor pauses after a receive. */
static int set_pause(mpq_t pause, const struct machine *machine, size_t i)
{
	struct machine_message message;

	machine_message_init(&message);
	machine_message_at(&message, machine, i);
	mpq_sub(pause, machine->point[i].gap, message.overhead);
	machine_message_clear(&message);
	if (mpq_sgn(pause) >= 0)
		return 1;
	mpq_set_ui(pause, 0, 1);
	return !machine->rdma;
}

/* Whether a processor of the machine pauses so long after each receive. */
static int has_pause(const struct machine *machine, const mpq_t pause)
{
	int is_same = 1;
	mpq_t own;

	mpq_init(own);
	for (size_t i = 0; i < machine->points; i++)
		is_same &= set_pause(own, machine, i) && mpq_equal(own, pause);
	mpq_clear(own);
	return is_same;
}

/* Whether a broadcast, forwards or backwards, is part of the operation. */
static int has_broadcast(
	const struct problem *problem, const struct algorithm_options *options)
{
	const struct machine *inside = problem->nodes->machine;
	int is_same;
	mpq_t pause;

	if (!options->blocks ||
		(options->operation != OPERATION_GATHER &&
			options->operation != OPERATION_REDUCE_SCATTER))
		return 1;
	mpq_init(pause);
	is_same = set_pause(pause, inside, 0) && has_pause(inside, pause) &&
		  has_pause(options->blocks->machine, pause);
	mpq_clear(pause);
	return is_same;
}

static void raise_to_broadcast(mpq_t bound, const struct problem *problem,
	const struct algorithm_options *options)
{
	const struct block_cost *blocks = options->blocks;
	struct err err;
	int is_known;
	mpq_t other, bytes;

	mpq_inits(other, bytes, NULL);
	mpq_set_ui(bytes, 1, 1);
	if (blocks && options->operation != OPERATION_ALLREDUCE)
		mpq_set(bytes, blocks->block);
	is_known = blocks ? bound_coarse(other, problem, blocks, bytes,
				    choose_ticks(problem->nodes))
			  : nodes_bound(other, problem, &err) == STATUS_OK;
	if (is_known)
		number_raise(bound, other);
	mpq_clears(other, bytes, NULL);
}

/* -- bytes */

/* slope = G, rest = l = L + 2o - G; returns whether the machine has a single
 * point, and a >= 0. */
static int set_slope(mpq_t slope, mpq_t rest, const struct machine *machine)
{
	const struct machine_point *point = machine->point;

	mpq_set(slope, point->byte);
	mpq_add(rest, machine->latency, point->overhead);
	mpq_add(rest, rest, point->overhead);
	mpq_sub(rest, rest, point->byte);
	return machine->points == 1 && mpq_cmp(point->gap, point->byte) >= 0;
}

/* Sets all and outer, in blocks; of an allreduce a block is one nth of S. */
static void set_counts(mpz_t all, mpz_t outer, const struct problem *problem,
	enum operation operation)
{
	mpz_srcptr n = problem->n, p = problem->nodes->size;

	mpz_sub(outer, n, p);
	mpz_sub_ui(all, n, 1);
	if (operation != OPERATION_ALLTOALL) /* (n - p) / p = N - 1 */
		mpz_divexact(outer, outer, p);
	if (operation == OPERATION_SCATTER || operation == OPERATION_GATHER)
		mpz_set(all, outer);
	if (operation == OPERATION_ALLREDUCE) {
		mpz_mul_2exp(outer, outer, 1);
		mpz_mul_2exp(all, all, 1);
	}
}

static void raise_to_bytes(mpq_t bound, const struct problem *problem,
	const struct algorithm_options *options)
{
	const struct nodes *nodes = problem->nodes;
	const struct block_cost *blocks = options->blocks;
	mpq_t slope[2], rest[2], time, count;
	mpz_t all, outer;

	mpz_inits(all, outer, NULL);
	mpq_inits(slope[0], slope[1], rest[0], rest[1], time, count, NULL);
	if (set_slope(slope[0], rest[0], nodes->machine) &
		set_slope(slope[1], rest[1], blocks->machine)) {
		set_counts(all, outer, problem,
			(enum operation)options->operation);
		mpz_sub(all, all, outer);
		mpq_set_z(count, all);
		mpq_mul(time, count, slope[0]);
		mpq_set_z(count, outer);
		mpq_mul(count, count, slope[1]);
		mpq_add(time, time, count);
		mpq_mul(time, time, blocks->block);
		mpq_add(time, time,
			mpq_cmp(rest[0], rest[1]) < 0 ? rest[0] : rest[1]);
		number_raise(bound, time);
	}
	mpq_clears(slope[0], slope[1], rest[0], rest[1], time, count, NULL);
	mpz_clears(all, outer, NULL);
}

enum status levels_bound(mpq_t bound, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	enum operation operation = (enum operation)options->operation;
	struct nodes_figures figures;
	enum status status;

	if (!mpz_divisible_p(problem->n, problem->nodes->size))
		return nodes_figures(&figures, problem, err);
	status = bound_inside(bound, problem, options, err);
	if (status != STATUS_OK || problem_is_alone(problem))
		return status;
	if (has_broadcast(problem, options))
		raise_to_broadcast(bound, problem, options);
	if (options->blocks && schedule_is_by_block(operation))
		raise_to_bytes(bound, problem, options);
	return STATUS_OK;
}
