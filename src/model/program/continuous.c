/*
 * The reduced integer program of continuous broadcast.  The source sends item
 * i in step i, so the program describes only the other processors, from the
 * item's first reception, at offset 0, to offset B-1, B = B(P-1,L).  It is
 * feasible if and only if there is a schedule of delay L+B, the lower bound, in
 * which item i+q is broadcast like item i, q steps later.
 *
 * The paper restricts items and steps to the first B and says that the rest
 * follows.  But only the first item is complete in that window, so the paper's
 * program may be feasible without such a schedule.  Here a period takes the
 * place of the window.  Subramonian & Venkatasubramanian 1993, Section 5.
 */
#include "number/number.h"
#include "model/program/size.h"

static const struct program_continuous *continuous(const struct ilp *program)
{
	return (const struct program_continuous *)program;
}

/* The offsets at which an item can be received: 0, L, L+1, ... */
static uint64_t offset(const struct program_continuous *self, uint64_t number)
{
	return number == 0 ? 0 : self->latency + number - 1;
}

/* Minimise the sum of r(1,p,0) over p, which is 1 by (1): any solution will do.
 */
static void objective_row(const struct ilp *program, struct ilp_row *row)
{
	row->terms = continuous(program)->processors - 1;
}

static void objective_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	(void)program;
	(void)row;
	ilp_variable_set(&term->variable, ILP_RECEIVE, 1, number + 2, 0);
}

static void first_row(const struct ilp *program, struct ilp_row *row)
{
	ilp_row_set(row, continuous(program)->processors - 1, ILP_EQUAL, 1);
}

static void first_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	(void)program;
	ilp_variable_set(
		&term->variable, ILP_RECEIVE, row->at[ILP_ITEM], number + 2, 0);
}

static void once_row(const struct ilp *program, struct ilp_row *row)
{
	ilp_row_set(row, 1 + continuous(program)->offsets, ILP_EQUAL, 1);
}

static void once_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	ilp_variable_set(&term->variable, ILP_RECEIVE, row->at[ILP_ITEM],
		row->at[ILP_PROCESSOR], offset(continuous(program), number));
}

static void hold_row(const struct ilp *program, struct ilp_row *row)
{
	uint64_t latency = continuous(program)->latency;
	uint64_t time = row->at[ILP_TIME];

	ilp_row_set(row, 2 + (time >= latency ? time - latency + 1 : 0),
		ILP_AT_MOST, 0);
}

static void hold_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	uint64_t item = row->at[ILP_ITEM];
	uint64_t processor = row->at[ILP_PROCESSOR];

	if (number == 0) {
		ilp_variable_set(&term->variable, ILP_SEND, item, processor,
			row->at[ILP_TIME]);
		return;
	}
	term->sign = -1;
	ilp_variable_set(&term->variable, ILP_RECEIVE, item, processor,
		offset(continuous(program), number - 1));
}

static void arrive_row(const struct ilp *program, struct ilp_row *row)
{
	ilp_row_set(row, 2 * (continuous(program)->processors - 1),
		ILP_AT_LEAST, 0);
}

static void arrive_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	const struct program_continuous *self = continuous(program);
	uint64_t others = self->processors - 1;
	uint64_t item = row->at[ILP_ITEM], time = row->at[ILP_TIME];

	if (number < others) {
		ilp_variable_set(&term->variable, ILP_SEND, item, number + 2,
			time - self->latency);
		return;
	}
	term->sign = -1;
	ilp_variable_set(
		&term->variable, ILP_RECEIVE, item, number - others + 2, time);
}

/* The item for which steps of that residue mod q are at the offset. */
static uint64_t item_at(const struct program_continuous *self, uint64_t residue,
	uint64_t offset_in)
{
	uint64_t q = self->period;

	return (residue + q - offset_in % q) % q + 1;
}

static void receive_row(const struct ilp *program, struct ilp_row *row)
{
	ilp_row_set(row, 1 + continuous(program)->offsets, ILP_AT_MOST, 1);
}

static void receive_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	const struct program_continuous *self = continuous(program);
	uint64_t at = offset(self, number);

	ilp_variable_set(&term->variable, ILP_RECEIVE,
		item_at(self, row->at[ILP_TIME], at), row->at[ILP_PROCESSOR],
		at);
}

static void send_row(const struct ilp *program, struct ilp_row *row)
{
	ilp_row_set(row, continuous(program)->offsets, ILP_AT_MOST, 1);
}

static void send_term(const struct ilp *program, const struct ilp_row *row,
	uint64_t number, struct ilp_term *term)
{
	ilp_variable_set(&term->variable, ILP_SEND,
		item_at(continuous(program), row->at[ILP_TIME], number),
		row->at[ILP_PROCESSOR], number);
}

static const char *const objective_comment[] = {
	"Any solution will do: by (1) this is 1.  (No objective at all is an",
	"error to some solvers.)", NULL};
static const char *const first_comment[] = {
	"(1) Added, for Section 5.1, 3: the source sends each item once, to",
	"one processor, and nobody else has it before offset L.", NULL};
static const char *const once_comment[] = {
	"(2) Section 4, (4): every other processor receives every item, once.",
	"The latest offset is B - 1, for the delay to be the lower bound.",
	NULL};
static const char *const hold_comment[] = {
	"(3) Section 4, (5): what a processor sends it has received, at the",
	"latest in that step.", NULL};
static const char *const arrive_comment[] = {
	"(4) Section 4, (6): what is received was sent L steps before.  There",
	"may be more sends: they are left out of the schedule.", NULL};
static const char *const receive_comment[] = {
	"(5) Section 4, (3), with the period added: a processor receives at",
	"most one item in a step.  Steps with the same residue mod q see the",
	"same, of all items: that of i at offset e has the residue i - 1 + e.",
	NULL};
static const char *const send_comment[] = {
	"(6) Section 4, (1), with the period: nor does it send more.", NULL};

static const struct ilp_constraint objective = {
	"obj", 0, objective_comment, objective_row, objective_term};
static const struct ilp_constraint first = {
	"c1", ILP_ITEMS, first_comment, first_row, first_term};
static const struct ilp_constraint once = {
	"c2", ILP_ITEMS | ILP_PROCESSORS, once_comment, once_row, once_term};
static const struct ilp_constraint hold = {"c3",
	ILP_ITEMS | ILP_PROCESSORS | ILP_TIMES, hold_comment, hold_row,
	hold_term};
static const struct ilp_constraint arrive = {
	"c4", ILP_ITEMS | ILP_TIMES, arrive_comment, arrive_row, arrive_term};
static const struct ilp_constraint receive = {"c5", ILP_PROCESSORS | ILP_TIMES,
	receive_comment, receive_row, receive_term};
static const struct ilp_constraint send = {
	"c6", ILP_PROCESSORS | ILP_TIMES, send_comment, send_row, send_term};

/* Ranges are empty where a constraint would have no terms. */
static void add_all(struct ilp *program, const struct program_continuous *self)
{
	const struct ilp_range none = ilp_none;
	const struct ilp_range items = {1, self->period};
	const struct ilp_range others = {2, self->processors - 1};
	const struct ilp_range start = {0, 1}, later = {0, self->offsets};
	const struct ilp_range end = {self->latency, self->offsets};
	const struct ilp_range residues = {0, self->period};
	const struct ilp_range busy = {0, self->offsets > 0 ? self->period : 0};
	const struct ilp_block blocks[] = {
		{ILP_RECEIVE, {{items, others, start}}},
		{ILP_RECEIVE, {{items, others, end}}},
		{ILP_SEND, {{items, others, later}}},
	};
	const struct ilp_part parts[] = {
		{&first, {{items, none, none}}},
		{&once, {{items, others, none}}},
		{&hold, {{items, others, later}}},
		{&arrive, {{items, none, end}}},
		{&receive, {{none, others, residues}}},
		{&send, {{none, others, busy}}},
	};

	for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
		ilp_add_block(program, blocks[i].kind, &blocks[i].box);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		ilp_add_part(program, parts[i].constraint, &parts[i].box);
}

void program_continuous_init(struct program_continuous *self,
	const struct problem *problem, const struct program_size *size)
{
	static const struct ilp start = {.objective = &objective,
		.order = {ILP_ITEM, ILP_PROCESSOR, ILP_TIME}};
	uint64_t B = number_get_u64(size->low) + 1,
		 latency = number_get_u64(mpq_numref(problem->lambda));

	*self = (struct program_continuous){
		.program = start,
		.processors = number_get_u64(problem->n),
		.period = number_get_u64(problem->m),
		.latency = latency,
		.steps = B,
		.offsets = B > latency ? B - latency : 0,
	};
	add_all(&self->program, self);
}

/* Adds item j, which is broadcast like item (j-1) mod q + 1 and first received
 * in step j + L. */
static void add_item(struct transmissions *list,
	const struct ilp_assignment *assignment, uint64_t j)
{
	const struct program_continuous *self = continuous(assignment->program);
	uint64_t item = (j - 1) % self->period + 1, L = self->latency;
	struct ilp_variable sent, received;

	ilp_variable_set(&received, ILP_RECEIVE, item, 2, 0);
	while (!ilp_is_one(assignment, &received))
		received.at[ILP_PROCESSOR]++;
	transmissions_add(list, &(struct transmission){.tick = j - 1,
					.to = received.at[ILP_PROCESSOR] - 1,
					.message = j});
	for (uint64_t e = 0; e < self->offsets; e++) {
		ilp_variable_set(&sent, ILP_SEND, item, 0, e);
		ilp_variable_set(&received, ILP_RECEIVE, item, 0, e + L);
		program_match(list, assignment, self->processors, &sent,
			&received,
			(struct transmission){
				.tick = j - 1 + L + e, .message = j});
	}
}

struct schedule *program_continuous_schedule(
	const struct ilp_assignment *assignment, uint64_t items)
{
	const struct program_continuous *self = continuous(assignment->program);
	struct transmissions list = {0};

	for (uint64_t j = 1; j <= items; j++)
		add_item(&list, assignment, j);
	return program_matched(&list, self->processors, items, self->latency);
}
