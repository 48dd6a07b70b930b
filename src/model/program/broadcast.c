/*
 * The integer program of k items.  Its constraints are the paper's six and its
 * objective, with three corrections.  T_lb is right for every k; as printed it
 * may be too large, and the optimum with it (P = 8, L = 2, k = 1: 7, not 6).
 * Nobody receives in the first L steps, for nothing can have been sent; as
 * printed P = 3, L = 2, k = 1 is feasible with T_max = 1, where 4 steps are
 * needed.  Nor does the source ever receive, or anybody send what could not
 * arrive by T_max.  All these variables are 0 and left out, with the sends of
 * others in the first L steps, when they have nothing.
 * Subramonian & Venkatasubramanian 1993, Section 4.
 */
#include "model/program/size.h"

#include "number/number.h"
#include "model/program/match.h"

static const struct program_broadcast *broadcast(const struct program *program)
{
	return (const struct program_broadcast *)program;
}

/* Minimise the sum of X(t) for t > T_lb - L. */
static void objective_row(
	const struct program *program, struct program_row *row)
{
	const struct program_broadcast *self = broadcast(program);

	row->terms = self->last + self->latency - self->sure;
}

static void objective_term(const struct program *program,
	const struct program_row *row, uint64_t number,
	struct program_term *term)
{
	(void)row;
	program_variable_set(&term->variable, PROGRAM_STEP, 0, 0,
		broadcast(program)->sure + 1 + number);
}

static void send_row(const struct program *program, struct program_row *row)
{
	const struct program_broadcast *self = broadcast(program);
	int is_sure = row->at[PROGRAM_TIME] <= self->sure;

	program_row_set(row, self->items + !is_sure, PROGRAM_AT_MOST, is_sure);
}

static void send_term(const struct program *program,
	const struct program_row *row, uint64_t number,
	struct program_term *term)
{
	uint64_t time = row->at[PROGRAM_TIME];

	if (number < broadcast(program)->items) {
		program_variable_set(&term->variable, PROGRAM_SEND, number + 1,
			row->at[PROGRAM_PROCESSOR], time);
		return;
	}
	term->sign = -1;
	program_variable_set(&term->variable, PROGRAM_STEP, 0, 0, time);
}

static void gap_row(const struct program *program, struct program_row *row)
{
	(void)program;
	program_row_set(row, 2, PROGRAM_AT_LEAST, 0);
}

static void gap_term(const struct program *program,
	const struct program_row *row, uint64_t number,
	struct program_term *term)
{
	(void)program;
	if (number > 0)
		term->sign = -1;
	program_variable_set(&term->variable, PROGRAM_STEP, 0, 0,
		row->at[PROGRAM_TIME] + number);
}

static void receive_row(const struct program *program, struct program_row *row)
{
	program_row_set(row, broadcast(program)->items, PROGRAM_AT_MOST, 1);
}

static void receive_term(const struct program *program,
	const struct program_row *row, uint64_t number,
	struct program_term *term)
{
	(void)program;
	program_variable_set(&term->variable, PROGRAM_RECEIVE, number + 1,
		row->at[PROGRAM_PROCESSOR], row->at[PROGRAM_TIME]);
}

static void once_row(const struct program *program, struct program_row *row)
{
	program_row_set(row, broadcast(program)->last, PROGRAM_EQUAL, 1);
}

static void once_term(const struct program *program,
	const struct program_row *row, uint64_t number,
	struct program_term *term)
{
	program_variable_set(&term->variable, PROGRAM_RECEIVE,
		row->at[PROGRAM_ITEM], row->at[PROGRAM_PROCESSOR],
		broadcast(program)->latency + 1 + number);
}

static void hold_row(const struct program *program, struct program_row *row)
{
	program_row_set(row,
		1 + row->at[PROGRAM_TIME] - broadcast(program)->latency,
		PROGRAM_AT_MOST, 0);
}

static void hold_term(const struct program *program,
	const struct program_row *row, uint64_t number,
	struct program_term *term)
{
	uint64_t time = broadcast(program)->latency + number;

	term->sign = number == 0 ? 1 : -1;
	program_variable_set(&term->variable,
		number == 0 ? PROGRAM_SEND : PROGRAM_RECEIVE,
		row->at[PROGRAM_ITEM], row->at[PROGRAM_PROCESSOR],
		number == 0 ? row->at[PROGRAM_TIME] : time);
}

/* In the first L steps only the source sends. */
static uint64_t senders(const struct program_broadcast *self, uint64_t time)
{
	return time <= self->latency ? 1 : self->processors;
}

static void arrive_row(const struct program *program, struct program_row *row)
{
	const struct program_broadcast *self = broadcast(program);

	program_row_set(row,
		senders(self, row->at[PROGRAM_TIME]) + self->processors - 1,
		PROGRAM_EQUAL, 0);
}

static void arrive_term(const struct program *program,
	const struct program_row *row, uint64_t number,
	struct program_term *term)
{
	const struct program_broadcast *self = broadcast(program);
	uint64_t item = row->at[PROGRAM_ITEM], time = row->at[PROGRAM_TIME];
	uint64_t sending = senders(self, time);

	if (number < sending) {
		program_variable_set(
			&term->variable, PROGRAM_SEND, item, number + 1, time);
		return;
	}
	term->sign = -1;
	program_variable_set(&term->variable, PROGRAM_RECEIVE, item,
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

static const struct program_constraint send = {"c1",
	PROGRAM_PROCESSORS | PROGRAM_TIMES, send_comment, send_row, send_term};
static const struct program_constraint gap = {
	"c2", PROGRAM_TIMES, gap_comment, gap_row, gap_term};
static const struct program_constraint receive = {"c3",
	PROGRAM_PROCESSORS | PROGRAM_TIMES, receive_comment, receive_row,
	receive_term};
static const struct program_constraint once = {"c4",
	PROGRAM_ITEMS | PROGRAM_PROCESSORS, once_comment, once_row, once_term};
static const struct program_constraint hold = {"c5",
	PROGRAM_ITEMS | PROGRAM_PROCESSORS | PROGRAM_TIMES, hold_comment,
	hold_row, hold_term};
static const struct program_constraint arrive = {"c6",
	PROGRAM_ITEMS | PROGRAM_TIMES, arrive_comment, arrive_row, arrive_term};

static const char *const objective_comment[] = {
	"(7) The steps after T_lb - L in which anybody sends: the least number",
	"of steps is T_lb and the objective.  T_lb is the paper's Theorem 3.3,",
	"corrected for few items, where it is too large as printed.", NULL};

static const struct program_constraint objective = {
	"obj", 0, objective_comment, objective_row, objective_term};

/* What the indices run over. */
struct ranges {
	struct program_range items, source, others;
	/* The steps that the source sends in, the others send in, and receive
	 * in; those in which sends may be allowed. */
	struct program_range sending, passing, receiving, allowing;
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

static void add_variables(struct program *program, const struct ranges *range)
{
	const struct program_box allowed = {
		{program_none, program_none, range->allowing}};
	const struct program_box sent = {
		{range->items, range->source, range->sending}};
	const struct program_box passed = {
		{range->items, range->others, range->passing}};
	const struct program_box received = {
		{range->items, range->others, range->receiving}};

	program_add_block(program, PROGRAM_STEP, &allowed);
	program_add_block(program, PROGRAM_SEND, &sent);
	program_add_block(program, PROGRAM_SEND, &passed);
	program_add_block(program, PROGRAM_RECEIVE, &received);
}

static void add_rows(struct program *program, const struct ranges *range)
{
	const struct program_range none = program_none;
	struct {
		const struct program_constraint *constraint;
		struct program_box box;
	} part[] = {
		{&send, {{none, range->source, range->sending}}},
		{&send, {{none, range->others, range->passing}}},
		{&gap, {{none, none, range->allowing}}},
		{&receive, {{none, range->others, range->receiving}}},
		{&once, {{range->items, range->others, none}}},
		{&hold, {{range->items, range->others, range->passing}}},
		{&arrive, {{range->items, none, range->sending}}},
	};

	part[2].box.range[PROGRAM_TIME].count--;
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		program_add_part(program, part[i].constraint, &part[i].box);
}

void program_broadcast_init(struct program_broadcast *self, const mpz_t P,
	const mpz_t k, const mpz_t L, const struct program_size *size)
{
	static const struct program start = {.objective = &objective,
		.order = {PROGRAM_PROCESSOR, PROGRAM_TIME, PROGRAM_ITEM}};
	uint64_t low = number_get_u64(size->low);
	uint64_t high = number_get_u64(size->high);
	uint64_t latency = number_get_u64(L);
	struct ranges range;

	*self = (struct program_broadcast){
		.program = start,
		.processors = number_get_u64(P),
		.items = number_get_u64(k),
		.latency = latency,
		.sure = low > latency ? low - latency : 0,
		.last = high > latency ? high - latency : 1,
	};
	range = ranges(self);
	add_variables(&self->program, &range);
	add_rows(&self->program, &range);
}

struct schedule *program_broadcast_schedule(
	const struct program_assignment *assignment)
{
	const struct program_broadcast *self = broadcast(assignment->program);
	struct transmissions list = {NULL, 0, 0};

	for (uint64_t t = 1; t <= self->last; t++)
		for (uint64_t i = 1; i <= self->items; i++) {
			struct program_variable sent, received;

			program_variable_set(&sent, PROGRAM_SEND, i, 0, t);
			program_variable_set(&received, PROGRAM_RECEIVE, i, 0,
				t + self->latency);
			program_match(&list, assignment, self->processors,
				&sent, &received,
				(struct transmission){
					.tick = t - 1, .message = i});
		}
	return program_matched(
		&list, self->processors, self->items, self->latency);
}
