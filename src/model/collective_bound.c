/*
 * Lower bounds on the time of a collective operation: no schedule is faster,
 * with messages of any size, in any order, even with waiting.  A send of s
 * bytes takes u(s), and ends at its receiver after e(s).
 *
 * - scatter, gather, allgather, alltoall, reduce-scatter: one processor gets a
 * block from, or for, each of the others: T(n) of model/scatter.
 * - alltoall, where u(s) >= a + sG and e(s) >= l + sG: M >= 2(n-1) messages
 * carry V >= 2n(n-1) - M blocks of B bytes, counted once for each hop, so that
 * it takes
 *   min((n-1)(a + BG), (2(n-1)/n)(a + (n-1)BG)) + l - a.
 * - allreduce: each byte is in 2(n-1) messages, so that some processor sends
 * 2(n-1)S/n bytes of a vector of S, which takes that times G, and l; besides, a
 * byte gets from one processor to all.
 * - census, barrier, scan, exscan: an operand gets from one processor to all,
 * or from all to one.
 * - all operations in which everybody hears from everybody, where receives are
 * as far apart as sends: postal_exchange_bound with the smallest messages.
 *
 * The volume of an allreduce: Patarasuk & Yuan 2009.
 */
#include "model/bounds.h"

#include "core/machine.h"
#include "model/postal/bounds.h"
#include "model/scatter/scatter.h"
#include "number/number.h"

/* time = min(time, other), or just other if is_first. */
static void lower_time(mpq_t time, const mpq_t other, int is_first)
{
	if (is_first || mpq_cmp(other, time) < 0)
		mpq_set(time, other);
}

/* Whether everybody hears from everybody, and receives are as far apart as
 * sends: they need not be where the time between two receives depends on both
 * messages, see scatter/paired.c. */
static int is_exchange(
	const struct problem *problem, const struct algorithm_options *options)
{
	enum operation operation = (enum operation)options->operation;
	const struct machine *machine =
		options->blocks ? options->blocks->machine : NULL;

	if (problem->ports > 1 ||
		(machine && (machine->points > 1 || machine->rdma)))
		return 0;
	return operation == OPERATION_ALLGATHER ||
	       operation == OPERATION_REDUCE_SCATTER ||
	       operation == OPERATION_ALLTOALL ||
	       operation == OPERATION_ALLREDUCE ||
	       operation == OPERATION_CENSUS || operation == OPERATION_BARRIER;
}

/* Raises the bound to that of an exchange, on one port, of messages with these
 * u and e. */
static void add_exchange(mpq_t bound, const mpq_t send, const mpq_t end,
	const struct problem *problem)
{
	mpq_t lambda, time;

	mpq_inits(lambda, time, NULL);
	mpq_div(lambda, end, send);
	postal_exchange_bound(time, lambda, problem->n);
	mpq_mul(time, time, send);
	number_raise(bound, time);
	mpq_clears(lambda, time, NULL);
}

/*
 * Unless a bound is already known, sets it to the time of a broadcast of one of
 * the smallest messages; then raises it to that of an exchange, where that
 * applies.
 */
static enum status spread_bound(mpq_t bound, int is_known,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	const struct block_cost *blocks = options->blocks;
	enum operation operation = (enum operation)options->operation;
	enum status status = STATUS_OK;
	mpq_t send, end, byte;

	mpq_inits(send, end, byte, NULL);
	mpq_set_ui(byte, 1, 1);
	mpq_set(send, byte);
	mpq_set(end, problem->lambda);
	if (blocks)
		machine_least(send, end, blocks->machine,
			operation == OPERATION_ALLREDUCE ? byte
							 : blocks->block);
	if (!is_known)
		status = scatter_broadcast_time(bound, send, end, problem, err);
	if (status == STATUS_OK && is_exchange(problem, options))
		add_exchange(bound, send, end, problem);
	mpq_clears(send, end, byte, NULL);
	return status;
}

/* The lines u(s) >= a + sG and e(s) >= l + sG; byte: G. */
struct lower_line {
	mpq_t a, l, byte;
};

/* Lowers a and l so that the lines, whose G is set, are below the costs of
 * messages from the point's size on. */
static void lower_to_point(struct lower_line *line,
	const struct machine *machine, const struct machine_point *point)
{
	int is_first = point == machine->point;
	mpq_t rise, time;

	mpq_inits(rise, time, NULL);
	if (!is_first) {
		mpq_sub(time, point->byte, line->byte);
		mpq_set_z(rise, point->bytes);
		mpq_mul(rise, rise, time);
	} else {
		mpq_sub(rise, point->byte, line->byte);
	}
	mpq_sub(rise, rise, point->byte);
	mpq_add(time, rise, point->gap);
	lower_time(line->a, time, is_first);
	mpq_add(time, rise, machine->latency);
	mpq_add(time, time, machine->point->overhead);
	mpq_add(time, time, machine->point->overhead);
	lower_time(line->l, time, is_first);
	mpq_clears(rise, time, NULL);
}

/* Sets the lines; returns whether 0 <= a <= l. */
static int set_line(struct lower_line *line, const struct machine *machine)
{
	for (size_t i = 0; i < machine->points; i++)
		lower_time(line->byte, machine->point[i].byte, i == 0);
	for (size_t i = 0; i < machine->points; i++)
		lower_to_point(line, machine, &machine->point[i]);
	return mpq_sgn(line->a) >= 0 && mpq_cmp(line->a, line->l) <= 0;
}

/* time = count * block * G. */
static void set_volume(mpq_t time, const struct lower_line *line,
	const struct block_cost *blocks, const mpz_t count)
{
	mpq_set_z(time, count);
	mpq_mul(time, time, blocks->block);
	mpq_mul(time, time, line->byte);
}

/* bound = (n-1)BG + l, as one processor receives all blocks; in an allreduce
 * twice as much, where a block is one nth of the vector. */
static void set_receive_bound(mpq_t bound, const struct lower_line *line,
	const struct problem *problem, const struct algorithm_options *options)
{
	mpz_t count;

	mpz_init(count);
	mpz_sub_ui(count, problem->n, 1);
	if (options->operation == OPERATION_ALLREDUCE)
		mpz_mul_2exp(count, count, 1);
	set_volume(bound, line, options->blocks, count);
	mpq_add(bound, bound, line->l);
	mpz_clear(count);
}

/* Sets the alltoall's bound above; direct, hops: the terms of the minimum. */
static void set_alltoall_bound(mpq_t bound, const struct lower_line *line,
	const struct block_cost *blocks, const struct problem *problem)
{
	mpq_t direct, hops, others;

	mpq_inits(direct, hops, others, NULL);
	mpz_sub_ui(mpq_numref(others), problem->n, 1);
	set_volume(hops, line, blocks, mpq_numref(others));
	mpq_mul(direct, others, line->a);
	mpq_add(direct, direct, hops);
	mpq_add(hops, hops, line->a);
	mpq_mul(hops, hops, others);
	mpq_mul_2exp(hops, hops, 1);
	mpq_set_z(others, problem->n);
	mpq_div(hops, hops, others);
	mpq_set(bound, mpq_cmp(direct, hops) < 0 ? direct : hops);
	mpq_add(bound, bound, line->l);
	mpq_sub(bound, bound, line->a);
	mpq_clears(direct, hops, others, NULL);
}

/* Raises the bound to those by the number of bytes, on a machine. */
static void add_bytes(mpq_t bound, const struct problem *problem,
	const struct algorithm_options *options)
{
	struct lower_line line;
	mpq_t other;

	if (!options->blocks || problem_is_alone(problem))
		return;
	mpq_inits(other, line.a, line.l, line.byte, NULL);
	if (set_line(&line, options->blocks->machine)) {
		set_receive_bound(other, &line, problem, options);
		number_raise(bound, other);
		if (options->operation == OPERATION_ALLTOALL) {
			set_alltoall_bound(
				other, &line, options->blocks, problem);
			number_raise(bound, other);
		}
	}
	mpq_clears(other, line.a, line.l, line.byte, NULL);
}

/* What a message of these bytes costs its receiver, as in scatter/paired.c. */
static void set_receive_costs(
	mpq_t costs[4], const struct machine *machine, const mpq_t bytes)
{
	struct machine_message message;

	machine_message_init(&message);
	machine_message_set(&message, machine, bytes);
	mpq_set(costs[0], message.end);
	machine_message_receive(costs[1], &message);
	mpq_add(costs[2], message.latency, message.overhead);
	mpq_sub(costs[3], costs[0], costs[2]);
	mpq_add(costs[2], costs[2], costs[1]);
	machine_message_clear(&message);
}

/* Whether messages with more than a processor's blocks may cost less than one
 * with all of these: in an alltoall a message may also carry the blocks of
 * others. */
static int is_falling(
	const struct block_cost *blocks, const struct problem *problem)
{
	const struct machine *machine = blocks->machine;
	int falls = 0;
	mpq_t all[4], larger[4], bytes;

	mpq_init(bytes);
	mpq_set_z(bytes, problem->n);
	mpq_mul(bytes, bytes, blocks->block);
	for (int k = 0; k < 4; k++)
		mpq_inits(all[k], larger[k], NULL);
	if (mpq_cmp_ui(bytes, 1, 1) >= 0)
		set_receive_costs(all, machine, bytes);
	for (size_t i = 1; i < machine->points; i++) {
		if (mpq_cmp_z(bytes, machine->point[i].bytes) >= 0)
			continue;
		mpq_set_z(bytes, machine->point[i].bytes);
		set_receive_costs(larger, machine, bytes);
		for (int k = 0; k < 4; k++)
			falls |= mpq_cmp(larger[k], all[k]) < 0;
	}
	for (int k = 0; k < 4; k++)
		mpq_clears(all[k], larger[k], NULL);
	mpq_clear(bytes);
	return falls;
}

enum status collective_bound(mpq_t bound, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	enum operation operation = (enum operation)options->operation;
	enum status status = STATUS_LIMIT;

	if (schedule_is_by_block(operation) &&
		operation != OPERATION_ALLREDUCE && problem->ports == 1 &&
		!(operation == OPERATION_ALLTOALL && options->blocks &&
			is_falling(options->blocks, problem)))
		status = scatter_bound(bound, problem, options, err);
	if (status == STATUS_OK || status == STATUS_LIMIT)
		status = spread_bound(
			bound, status == STATUS_OK, problem, options, err);
	if (status == STATUS_OK && schedule_is_by_block(operation))
		add_bytes(bound, problem, options);
	return status;
}
