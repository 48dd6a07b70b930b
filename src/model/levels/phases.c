/*
 * Which phases an operation has in each order, the problem of each phase's
 * groups, and the fastest list for it that model/symmetric has.
 *
 * Why the phases do what they should:
 *   allgather  out: (v, x) has the blocks of all (., x).  in: those of every x.
 *              in-out: the same with nodes and places exchanged.
 *   reduce-scatter  the same backwards.
 *   alltoall   in: (v, y) has all that any (v, x) has for any (w, y).  out:
 *              (w, y) has all that any (v, x) has for it.
 *   census     in: everybody has the sum of its node.  out: that of all.
 *   barrier    in: everybody knows that its node has come.  out: that all have.
 *   scan       in: (v, x) has the sum of its node up to x and, by the mirrored
 *              scan, the sum of what follows; both together, in order, are the
 *              sum of the node.  out: the sums of the nodes before.
 */
#include "model/levels/levels.h"

#include <string.h>

#include "model/scatter/scatter.h"
#include "model/symmetric/symmetric.h"
#include "number/number.h"

static int is_separate(const struct algorithm_options *options)
{
	return strcmp(options->name, "separate") == 0;
}

/* The most processors of a group for which a quick phase tries windows. */
enum { WINDOWED = 4 };

#define IN(what, which)                                                        \
	{                                                                      \
		.is_inside = 1, .operation = (what), .share = (which)          \
	}
#define OUT(what, which)                                                       \
	{                                                                      \
		.operation = (what), .share = (which)                          \
	}
#define APART(what)                                                            \
	{                                                                      \
		.operation = (what), .is_apart = 1                             \
	}

/* The steps of each operation in each order; an unused step has the operation
 * broadcast. */
static const struct levels_steps {
	enum operation operation;
	const char *order;
	struct levels_step step[LEVELS_STEPS];
} all_steps[] = {
	{OPERATION_SCATTER, "in-out",
		{{.is_inside = 1,
			 .operation = OPERATION_SCATTER,
			 .share = SHARE_ALL,
			 .is_root = 1},
			OUT(OPERATION_SCATTER, SHARE_ONE)}},
	{OPERATION_SCATTER, "out-in",
		{{.operation = OPERATION_SCATTER,
			 .share = SHARE_ALL,
			 .is_root = 1},
			IN(OPERATION_SCATTER, SHARE_ONE)}},
	{OPERATION_GATHER, "in-out",
		{IN(OPERATION_GATHER, SHARE_ONE),
			{.operation = OPERATION_GATHER,
				.share = SHARE_ALL,
				.is_root = 1}}},
	{OPERATION_GATHER, "out-in",
		{OUT(OPERATION_GATHER, SHARE_ONE),
			{.is_inside = 1,
				.operation = OPERATION_GATHER,
				.share = SHARE_ALL,
				.is_root = 1}}},
	{OPERATION_ALLGATHER, "in-out",
		{IN(OPERATION_ALLGATHER, SHARE_ONE),
			OUT(OPERATION_ALLGATHER, SHARE_ALL)}},
	{OPERATION_ALLGATHER, "out-in",
		{OUT(OPERATION_ALLGATHER, SHARE_ONE),
			IN(OPERATION_ALLGATHER, SHARE_ALL)}},
	{OPERATION_REDUCE_SCATTER, "in-out",
		{IN(OPERATION_REDUCE_SCATTER, SHARE_ALL),
			OUT(OPERATION_REDUCE_SCATTER, SHARE_ONE)}},
	{OPERATION_REDUCE_SCATTER, "out-in",
		{OUT(OPERATION_REDUCE_SCATTER, SHARE_ALL),
			IN(OPERATION_REDUCE_SCATTER, SHARE_ONE)}},
	{OPERATION_ALLREDUCE, "in-out",
		{IN(OPERATION_ALLREDUCE, SHARE_ALL),
			OUT(OPERATION_ALLREDUCE, SHARE_ALL)}},
	{OPERATION_ALLREDUCE, "in-out-in",
		{IN(OPERATION_REDUCE_SCATTER, SHARE_ALL),
			OUT(OPERATION_ALLREDUCE, SHARE_ONE),
			IN(OPERATION_ALLGATHER, SHARE_ALL)}},
	{OPERATION_ALLREDUCE, "out-in-out",
		{OUT(OPERATION_REDUCE_SCATTER, SHARE_ALL),
			IN(OPERATION_ALLREDUCE, SHARE_ONE),
			OUT(OPERATION_ALLGATHER, SHARE_ALL)}},
	{OPERATION_CENSUS, "census",
		{IN(OPERATION_CENSUS, SHARE_ONE),
			OUT(OPERATION_CENSUS, SHARE_ALL)}},
	{OPERATION_ALLTOALL, "in-out",
		{IN(OPERATION_ALLTOALL, SHARE_ALL),
			OUT(OPERATION_ALLTOALL, SHARE_ALL)}},
	{OPERATION_ALLTOALL, "out-in",
		{OUT(OPERATION_ALLTOALL, SHARE_ALL),
			IN(OPERATION_ALLTOALL, SHARE_ALL)}},
	{OPERATION_ALLGATHER, "separate",
		{APART(OPERATION_ALLGATHER),
			IN(OPERATION_ALLGATHER, SHARE_ONE)}},
	{OPERATION_REDUCE_SCATTER, "separate",
		{APART(OPERATION_REDUCE_SCATTER),
			IN(OPERATION_REDUCE_SCATTER, SHARE_ONE)}},
	{OPERATION_ALLTOALL, "separate",
		{APART(OPERATION_ALLTOALL), IN(OPERATION_ALLTOALL, SHARE_ONE)}},
	{OPERATION_BARRIER, "in-out",
		{IN(OPERATION_BARRIER, SHARE_ONE),
			OUT(OPERATION_BARRIER, SHARE_ALL)}},
	{OPERATION_SCAN, "in-out",
		{IN(OPERATION_SCAN, SHARE_ONE),
			{.is_inside = 1,
				.operation = OPERATION_SCAN,
				.share = SHARE_ONE,
				.is_mirrored = 1},
			OUT(OPERATION_SCAN, SHARE_ALL)}},
};

static int is_scatter(const struct levels_step *step)
{
	return step->operation == OPERATION_SCATTER ||
	       step->operation == OPERATION_GATHER;
}

/* -- a group's problem */

/* Sets the unit and the latency: without a machine times are in sends of the
 * phase's level. */
static void set_figures(struct levels_phase *phase, const struct nodes *nodes,
	const struct problem *problem)
{
	mpq_set_ui(phase->unit, 1, 1);
	mpq_set(phase->problem.lambda, problem->lambda);
	if (phase->blocks.machine || !phase->step->is_inside)
		return;
	mpq_set(phase->unit, nodes->send);
	mpq_div(phase->problem.lambda, nodes->latency, nodes->send);
}

/* Sets the bytes of a share; count: of the nodes. */
static void set_blocks(struct levels_phase *phase, const struct nodes *nodes,
	const mpz_t count, const struct block_cost *blocks)
{
	const struct levels_step *step = phase->step;
	mpq_t shares;

	if (!blocks)
		return;
	phase->blocks.machine =
		step->is_inside ? nodes->machine : blocks->machine;
	phase->options.blocks = &phase->blocks;
	mpq_set(phase->blocks.block, blocks->block);
	if (step->share == SHARE_ONE || !schedule_is_by_block(step->operation))
		return;
	mpq_init(shares);
	mpq_set_z(shares, step->is_inside ? count : nodes->size);
	mpq_mul(phase->blocks.block, phase->blocks.block, shares);
	mpq_clear(shares);
}

void levels_phase_init(struct levels_phase *phase,
	const struct levels_step *step, const struct problem *problem)
{
	*phase = (struct levels_phase){.step = step,
		.options = {.operation = (int)step->operation},
		.is_quick = !problem->nodes};
	problem_init(&phase->problem);
	mpq_inits(phase->unit, phase->start, phase->time, phase->blocks.block,
		NULL);
	phase->problem.max_bits = problem->max_bits;
}

static void init_phase(struct levels_phase *phase,
	const struct levels_step *step, const struct levels_plan *plan,
	const struct algorithm_options *options)
{
	const struct problem *problem = plan->problem;
	const struct nodes *nodes = plan->nodes_given;
	mpz_t count;

	mpz_init(count);
	mpz_divexact(count, problem->n, nodes->size);
	levels_phase_init(phase, step, problem);
	mpz_set(phase->problem.n, step->is_inside ? nodes->size : count);
	if (step->is_apart) {
		mpz_sub(phase->problem.n, problem->n, nodes->size);
		mpz_add_ui(phase->problem.n, phase->problem.n, 1);
	}
	set_blocks(phase, nodes, count, options->blocks);
	set_figures(phase, nodes, problem);
	mpz_clear(count);
}

static void clear_phase(struct levels_phase *phase)
{
	problem_clear(&phase->problem);
	mpq_clears(phase->unit, phase->start, phase->time, phase->blocks.block,
		NULL);
}

/* -- its list */

/* The lists to try, up to NULL; direct is one of radix's. */
static const char *const *lists_of(const struct levels_phase *phase)
{
	static const char *const blocks[] = {"window", "radix", NULL};
	static const char *const ways[] = {"radix", NULL};
	static const char *const operands[] = {"window", NULL};
	static const char *const doubling[] = {"recursive-doubling", NULL};
	enum operation operation = phase->step->operation;

	if (!schedule_is_by_block(operation))
		return operands;
	if (operation == OPERATION_ALLTOALL)
		return ways;
	if (phase->is_quick && operation == OPERATION_ALLREDUCE)
		return doubling;
	return phase->is_quick && mpz_cmp_ui(phase->problem.n, WINDOWED) > 0
		       ? blocks + 1
		       : blocks;
}

/* Chooses the fastest list; one that cannot be found is left out if there is
 * another. */
static enum status choose_list(struct levels_phase *phase, struct err *err)
{
	const char *list = "window";
	int is_found = 0;
	enum status status = STATUS_OK;
	mpq_t time;

	mpq_init(time);
	for (const char *const *name = lists_of(phase); *name; name++) {
		phase->options.name = *name;
		status = symmetric_time(
			time, &phase->problem, &phase->options, err);
		if (status != STATUS_OK ||
			(is_found && mpq_cmp(time, phase->time) >= 0))
			continue;
		is_found = 1;
		list = *name;
		mpq_set(phase->time, time);
	}
	mpq_clear(time);
	phase->options.name = list;
	return is_found ? STATUS_OK : status;
}

static enum status settle_phase(
	struct levels_phase *phase, int is_apart, struct err *err)
{
	enum status status;

	phase->options.name = "direct";
	if (is_scatter(phase->step))
		status = scatter_time(
			phase->time, &phase->problem, &phase->options, err);
	else if (is_apart)
		status = symmetric_time(
			phase->time, &phase->problem, &phase->options, err);
	else
		status = choose_list(phase, err);
	mpq_mul(phase->time, phase->time, phase->unit);
	return status;
}

enum status levels_phase_open(struct schedule **schedule,
	const struct levels_phase *phase, struct err *err)
{
	return (is_scatter(phase->step) ? scatter_open : symmetric_open)(
		schedule, &phase->problem, &phase->options, err);
}

enum status levels_phase_part(struct part **part,
	const struct levels_phase *phase, const mpz_t member,
	const struct part_span *span, struct err *err)
{
	return (is_scatter(phase->step) ? scatter_part : symmetric_part)(
		part, &phase->problem, &phase->options, member, span, err);
}

/* -- when it begins */

/* Adds to start how long after the end of a message on the machine before a
 * message on the other one can be sent: then the sender's port is free, and the
 * receiver's port will be when the message comes. */
static void add_wait(mpq_t start, const struct machine *before,
	const struct machine *machine)
{
	struct machine_message message;
	mpq_t wait, port, arrival, latest, earliest;

	mpq_inits(wait, port, arrival, latest, earliest, NULL);
	machine_message_init(&message);
	for (size_t i = 0; i < before->points; i++) {
		machine_message_at(&message, before, i);
		mpq_sub(port, message.gap, message.end);
		number_raise(wait, port);
		mpq_add(arrival, message.latency, message.overhead);
		mpq_add(port, port, arrival);
		if (i == 0 || mpq_cmp(port, latest) > 0)
			mpq_set(latest, port);
	}
	for (size_t i = 0; i < machine->points; i++) {
		machine_message_at(&message, machine, i);
		mpq_add(arrival, message.latency, message.overhead);
		if (i == 0 || mpq_cmp(arrival, earliest) < 0)
			mpq_set(earliest, arrival);
	}
	mpq_sub(latest, latest, earliest);
	number_raise(wait, latest);
	mpq_add(start, start, wait);
	machine_message_clear(&message);
	mpq_clears(wait, port, arrival, latest, earliest, NULL);
}

void levels_phase_begin(struct levels_plan *plan, size_t i)
{
	struct levels_phase *phase = &plan->phase[i];

	mpq_set(phase->start, plan->time);
	if (i > 0 && phase->blocks.machine)
		add_wait(phase->start, plan->phase[i - 1].blocks.machine,
			phase->blocks.machine);
}

/* -- the plan */

/* Adds the step's phase, unless its groups have only one member, or it is for
 * other nodes and there are none. */
static void add_phase_step(struct levels_plan *plan,
	const struct levels_step *step, const struct algorithm_options *options)
{
	struct levels_phase *phase = &plan->phase[plan->phases];

	init_phase(phase, step, plan, options);
	if (problem_is_alone(&phase->problem) ||
		(step->is_mirrored && mpz_cmp(plan->problem->n,
					      plan->nodes_given->size) == 0))
		clear_phase(phase);
	else
		plan->phases++;
}

/* Adds the phases; an exscan has those of a scan. */
static void add_steps(
	struct levels_plan *plan, const struct algorithm_options *options)
{
	enum operation operation = plan->operation == OPERATION_EXSCAN
					   ? OPERATION_SCAN
					   : plan->operation;

	for (size_t i = 0; i < sizeof all_steps / sizeof *all_steps; i++) {
		const struct levels_steps *steps = &all_steps[i];

		if (steps->operation != operation ||
			strcmp(steps->order, options->name) != 0)
			continue;
		for (size_t k = 0; k < LEVELS_STEPS; k++)
			if (steps->step[k].operation != OPERATION_BROADCAST)
				add_phase_step(plan, &steps->step[k], options);
	}
	for (size_t k = 1; k < plan->phases; k++)
		plan->phase[k].is_second = 1;
}

enum status levels_plan_on(struct levels_plan *plan,
	const struct problem *problem, const struct nodes *nodes,
	const struct algorithm_options *options, struct err *err)
{
	enum status status = STATUS_OK;
	struct algorithm_options given;

	*plan = (struct levels_plan){.problem = problem, .nodes_given = nodes};
	mpq_inits(plan->time, plan->whole.block, NULL);
	symmetric_set_done(&given, &plan->whole, problem->n, options);
	plan->operation = (enum operation)given.operation;
	add_steps(plan, &given);
	for (size_t i = 0; i < plan->phases && status == STATUS_OK; i++) {
		struct levels_phase *phase = &plan->phase[i];

		levels_phase_begin(plan, i);
		status = settle_phase(phase, is_separate(options), err);
		mpq_add(plan->time, phase->start, phase->time);
	}
	if (number_read_u64(&plan->p, nodes->size, 63) &&
		number_read_u64(&plan->nodes, problem->n, 63))
		plan->nodes /= plan->p;
	if (status != STATUS_OK)
		levels_plan_clear(plan);
	return status;
}

void levels_plan_clear(struct levels_plan *plan)
{
	for (size_t i = 0; i < plan->phases; i++)
		clear_phase(&plan->phase[i]);
	mpq_clears(plan->time, plan->whole.block, NULL);
}
