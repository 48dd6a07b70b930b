/*
 * The integer program of k items.  It has the paper's six constraints and its
 * objective, with three corrections:
 *   - T_lb is correct for every k; as printed it may be too large, and then the
 *     optimum is, too (P = 8, L = 2, k = 1: 7, not 6).
 *   - Nobody receives in the first L steps, as nothing can have arrived; the
 *     program as printed is feasible for P = 3, L = 2, k = 1 with T_max = 1,
 *     where 4 steps are needed.
 *   - The source never receives, and nobody sends an item that could not arrive
 *     by T_max.
 * These variables are 0 and left out, and so are the sends of all others than
 * the source in the first L steps, when they have nothing to send.
 * Subramonian & Venkatasubramanian 1993, Section 4.
 */
#include "model/program/size.h"

#include "number/number.h"

static const struct program_broadcast *broadcast(const struct ilp *program)
{
	return (const struct program_broadcast *)program;
}

/* Minimise the sum of X(t) for t > T_lb - L. */
static void objective_row(const struct ilp *program, struct ilp_row *row)
{
	const struct program_broadcast *self = broadcast(program);

	row->terms = self->last + self->latency - self->sure;
}

static void objective_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	(void)row;
	ilp_variable_set(&term->variable, ILP_STEP, 0, 0,
		broadcast(program)->sure + 1 + number);
}

static void send_row(const struct ilp *program, struct ilp_row *row)
{
	const struct program_broadcast *self = broadcast(program);
	int is_sure = row->at[ILP_TIME] <= self->sure;

	ilp_row_set(row, self->items + !is_sure, ILP_AT_MOST, is_sure);
}

static void send_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	uint64_t time = row->at[ILP_TIME];

	if (number < broadcast(program)->items) {
		ilp_variable_set(&term->variable, ILP_SEND, number + 1,
			row->at[ILP_PROCESSOR], time);
		return;
	}
	term->sign = -1;
	ilp_variable_set(&term->variable, ILP_STEP, 0, 0, time);
}

static void gap_row(const struct ilp *program, struct ilp_row *row)
{
	(void)program;
	ilp_row_set(row, 2, ILP_AT_LEAST, 0);
}

static void gap_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	(void)program;
	if (number > 0)
		term->sign = -1;
	ilp_variable_set(
		&term->variable, ILP_STEP, 0, 0, row->at[ILP_TIME] + number);
}

static void receive_row(const struct ilp *program, struct ilp_row *row)
{
	ilp_row_set(row, broadcast(program)->items, ILP_AT_MOST, 1);
}

static void receive_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	(void)program;
	ilp_variable_set(&term->variable, ILP_RECEIVE, number + 1,
		row->at[ILP_PROCESSOR], row->at[ILP_TIME]);
}

static void once_row(const struct ilp *program, struct ilp_row *row)
{
	ilp_row_set(row, broadcast(program)->last, ILP_EQUAL, 1);
}

static void once_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	ilp_variable_set(&term->variable, ILP_RECEIVE, row->at[ILP_ITEM],
		row->at[ILP_PROCESSOR],
		broadcast(program)->latency + 1 + number);
}

static void hold_row(const struct ilp *program, struct ilp_row *row)
{
	ilp_row_set(row, 1 + row->at[ILP_TIME] - broadcast(program)->latency,
		ILP_AT_MOST, 0);
}

static void hold_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	uint64_t time = broadcast(program)->latency + number;

	term->sign = number == 0 ? 1 : -1;
	ilp_variable_set(&term->variable, number == 0 ? ILP_SEND : ILP_RECEIVE,
		row->at[ILP_ITEM], row->at[ILP_PROCESSOR],
		number == 0 ? row->at[ILP_TIME] : time);
}

/* In the first L steps only the source sends. */
static uint64_t senders(const struct program_broadcast *self, uint64_t time)
{
	return time <= self->latency ? 1 : self->processors;
}

static void arrive_row(const struct ilp *program, struct ilp_row *row)
{
	const struct program_broadcast *self = broadcast(program);

	ilp_row_set(row,
		senders(self, row->at[ILP_TIME]) + self->processors - 1,
		ILP_EQUAL, 0);
}

static void arrive_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	const struct program_broadcast *self = broadcast(program);
	uint64_t item = row->at[ILP_ITEM], time = row->at[ILP_TIME];
	uint64_t sending = senders(self, time);

	if (number < sending) {
		ilp_variable_set(
			&term->variable, ILP_SEND, item, number + 1, time);
		return;
	}
	term->sign = -1;
	ilp_variable_set(&term->variable, ILP_RECEIVE, item,
		number - sending + 2, time + self->latency);
}

static const char *const send_comment[] = {
	"(1) A processor sends at most one item in a step: in any up to",
	"T_lb - L, and later only in those for which x is 1.", NULL};
static const char *const gap_comment[] = {
	"(2) No gaps: x does not rise again.", NULL};
static const char *const receive_comment[] = {
	"(3) A processor receives at most one item in a step.",
	"Added: nobody receives in steps 1 to L, nor the source ever. Without",
	"this the paper's program lets items appear that nobody sent.", NULL};
static const char *const once_comment[] = {
	"(4) Every processor but the source receives every item, once.", NULL};
static const char *const hold_comment[] = {
	"(5) What a processor sends it has received, at the latest in that",
	"step; so it sends nothing in steps 1 to L.", NULL};
static const char *const arrive_comment[] = {
	"(6) An item sent in a step is received L steps later.",
	"Added: nothing is sent after T_max - L, for it could not arrive.",
	NULL};

static const struct ilp_constraint send = {
	"c1", ILP_PROCESSORS | ILP_TIMES, send_comment, send_row, send_term};
static const struct ilp_constraint gap = {
	"c2", ILP_TIMES, gap_comment, gap_row, gap_term};
static const struct ilp_constraint receive = {"c3", ILP_PROCESSORS | ILP_TIMES,
	receive_comment, receive_row, receive_term};
static const struct ilp_constraint once = {
	"c4", ILP_ITEMS | ILP_PROCESSORS, once_comment, once_row, once_term};
static const struct ilp_constraint hold = {"c5",
	ILP_ITEMS | ILP_PROCESSORS | ILP_TIMES, hold_comment, hold_row,
	hold_term};
static const struct ilp_constraint arrive = {
	"c6", ILP_ITEMS | ILP_TIMES, arrive_comment, arrive_row, arrive_term};

static const char *const objective_comment[] = {
	"(7) The steps after T_lb - L in which anybody sends: the least number",
	"of steps is T_lb and the objective.  T_lb is the paper's Theorem 3.3,",
	"corrected for few items, where it is too large as printed.", NULL};

static const struct ilp_constraint objective = {
	"obj", 0, objective_comment, objective_row, objective_term};

/* The ranges of the indices. */
struct ranges {
	struct ilp_range items, source, others;
	/* The steps in which the source sends, in which the others send and
	 * receive, and for which there is an X. */
	struct ilp_range sending, passing, receiving, allowing;
};

static struct ranges ranges(const struct program_broadcast *self)
{
	uint64_t L = self->latency, last = self->last;

	return (struct ranges){
		.items = {1, self->items},
		.source = {1, 1},
		.others = {2, self->processors - 1},
		.sending = {1, last},
		.passing = {L + 1, last > L ? last - L : 0},
		.receiving = {L + 1, last},
		.allowing = {self->sure + 1, last + L - self->sure},
	};
}

static void add_variables(struct ilp *program, const struct ranges *range)
{
	const struct ilp_box allowed = {{ilp_none, ilp_none, range->allowing}};
	const struct ilp_box sent = {
		{range->items, range->source, range->sending}};
	const struct ilp_box passed = {
		{range->items, range->others, range->passing}};
	const struct ilp_box received = {
		{range->items, range->others, range->receiving}};

	ilp_add_block(program, ILP_STEP, &allowed);
	ilp_add_block(program, ILP_SEND, &sent);
	ilp_add_block(program, ILP_SEND, &passed);
	ilp_add_block(program, ILP_RECEIVE, &received);
}

static void add_rows(struct ilp *program, const struct ranges *range)
{
	const struct ilp_range none = ilp_none;
	struct {
		const struct ilp_constraint *constraint;
		struct ilp_box box;
	} part[] = {
		{&send, {{none, range->source, range->sending}}},
		{&send, {{none, range->others, range->passing}}},
		{&gap, {{none, none, range->allowing}}},
		{&receive, {{none, range->others, range->receiving}}},
		{&once, {{range->items, range->others, none}}},
		{&hold, {{range->items, range->others, range->passing}}},
		{&arrive, {{range->items, none, range->sending}}},
	};

	part[2].box.range[ILP_TIME].count--;
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		ilp_add_part(program, part[i].constraint, &part[i].box);
}

void program_broadcast_init(struct program_broadcast *self,
	const struct problem *problem, const struct program_size *size)
{
	static const struct ilp start = {.objective = &objective,
		.order = {ILP_PROCESSOR, ILP_TIME, ILP_ITEM}};
	uint64_t low = number_get_u64(size->low);
	uint64_t high = number_get_u64(size->high);
	uint64_t latency = number_get_u64(mpq_numref(problem->lambda));
	struct ranges range;

	*self = (struct program_broadcast){
		.program = start,
		.processors = number_get_u64(problem->n),
		.items = number_get_u64(problem->m),
		.latency = latency,
		.sure = low >= latency ? low - latency + 1 : 0,
		.last = high >= latency ? high - latency + 1 : 1,
	};
	range = ranges(self);
	add_variables(&self->program, &range);
	add_rows(&self->program, &range);
}

struct schedule *program_broadcast_schedule(
	const struct ilp_assignment *assignment)
{
	const struct program_broadcast *self = broadcast(assignment->program);
	struct transmissions list = {0};

	for (uint64_t t = 1; t <= self->last; t++)
		for (uint64_t i = 1; i <= self->items; i++) {
			struct ilp_variable sent, received;

			ilp_variable_set(&sent, ILP_SEND, i, 0, t);
			ilp_variable_set(&received, ILP_RECEIVE, i, 0,
				t + self->latency);
			program_match(&list, assignment, self->processors,
				&sent, &received,
				(struct transmission){
					.tick = t - 1, .message = i});
		}
	return program_matched(
		&list, self->processors, self->items, self->latency);
}
