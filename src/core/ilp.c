/*
 * The arithmetic that finds variables and rows in boxes, and the judging of
 * assignments.
 */
#include "core/ilp.h"

#include <assert.h>

#include "base/mem.h"

const struct ilp_range ilp_none = {0, 1};

static uint64_t box_size(const struct ilp_box *box)
{
	return box->range[0].count * box->range[1].count * box->range[2].count;
}

static void box_point(uint64_t at[ILP_AXES], const struct ilp *program,
	const struct ilp_box *box, uint64_t number)
{
	for (int i = ILP_AXES - 1; i >= 0; i--) {
		enum ilp_axis axis = program->order[i];
		const struct ilp_range *range = &box->range[axis];

		at[axis] = range->first + number % range->count;
		number /= range->count;
	}
}

static int box_number(uint64_t *number, const struct ilp *program,
	const struct ilp_box *box, const uint64_t at[ILP_AXES])
{
	*number = 0;
	for (int i = 0; i < ILP_AXES; i++) {
		enum ilp_axis axis = program->order[i];
		const struct ilp_range *range = &box->range[axis];

		if (at[axis] < range->first ||
			at[axis] - range->first >= range->count)
			return 0;
		*number = *number * range->count + (at[axis] - range->first);
	}
	return 1;
}

void ilp_variable_set(struct ilp_variable *variable, enum ilp_kind kind,
	uint64_t item, uint64_t processor, uint64_t time)
{
	*variable = (struct ilp_variable){kind, {item, processor, time}};
}

void ilp_row_set(
	struct ilp_row *row, uint64_t terms, enum ilp_sense sense, int right)
{
	row->terms = terms;
	row->sense = sense;
	row->right = right;
}

void ilp_add_block(
	struct ilp *program, enum ilp_kind kind, const struct ilp_box *box)
{
	assert(program->blocks < ILP_BLOCKS);
	program->block[program->blocks++] = (struct ilp_block){kind, *box};
	program->variables += box_size(box);
}

void ilp_add_part(struct ilp *program, const struct ilp_constraint *constraint,
	const struct ilp_box *box)
{
	assert(program->parts < ILP_PARTS);
	program->part[program->parts++] = (struct ilp_part){constraint, *box};
	program->rows += box_size(box);
}

void ilp_variable(struct ilp_variable *variable, const struct ilp *program,
	uint64_t number)
{
	const struct ilp_block *block = program->block;

	assert(number < program->variables);
	for (; number >= box_size(&block->box); block++)
		number -= box_size(&block->box);
	variable->kind = block->kind;
	box_point(variable->at, program, &block->box, number);
}

int ilp_find(uint64_t *number, const struct ilp *program,
	const struct ilp_variable *variable)
{
	uint64_t before = 0;

	for (size_t i = 0; i < program->blocks; i++) {
		const struct ilp_block *block = &program->block[i];

		if (block->kind == variable->kind &&
			box_number(
				number, program, &block->box, variable->at)) {
			*number += before;
			return 1;
		}
		before += box_size(&block->box);
	}
	return 0;
}

void ilp_objective(struct ilp_row *row, const struct ilp *program)
{
	*row = (struct ilp_row){.constraint = program->objective};
	row->constraint->row(program, row);
}

int ilp_next(struct ilp_row *row, struct ilp_cursor *cursor)
{
	const struct ilp *program = cursor->program;
	const struct ilp_part *part;

	while (cursor->part < program->parts &&
		cursor->row == box_size(&program->part[cursor->part].box)) {
		cursor->part++;
		cursor->row = 0;
	}
	if (cursor->part == program->parts)
		return 0;
	part = &program->part[cursor->part];
	row->constraint = part->constraint;
	box_point(row->at, program, &part->box, cursor->row++);
	row->constraint->row(program, row);
	return 1;
}

void ilp_term(struct ilp_term *term, const struct ilp *program,
	const struct ilp_row *row, uint64_t number)
{
	*term = (struct ilp_term){.sign = 1};
	row->constraint->term(program, row, number, term);
}

void ilp_assignment_init(
	struct ilp_assignment *assignment, const struct ilp *program)
{
	assignment->program = program;
	assignment->value = mem_array((size_t)program->variables, 1);
}

void ilp_assignment_clear(struct ilp_assignment *assignment)
{
	mem_free(assignment->value);
	*assignment = (struct ilp_assignment){NULL, NULL};
}

int ilp_is_one(const struct ilp_assignment *assignment,
	const struct ilp_variable *variable)
{
	uint64_t number;

	return ilp_find(&number, assignment->program, variable) &&
	       assignment->value[number] == PROGRAM_ONE;
}

static int64_t row_value(
	const struct ilp_assignment *assignment, const struct ilp_row *row)
{
	struct ilp_term term;
	int64_t sum = 0;

	for (uint64_t i = 0; i < row->terms; i++) {
		ilp_term(&term, assignment->program, row, i);
		if (ilp_is_one(assignment, &term.variable))
			sum += term.sign;
	}
	return sum;
}

uint64_t ilp_value(const struct ilp_assignment *assignment)
{
	struct ilp_row row;

	ilp_objective(&row, assignment->program);
	return (uint64_t)row_value(assignment, &row);
}

static int row_holds(const struct ilp_row *row, int64_t value)
{
	switch (row->sense) {
	case ILP_AT_MOST:
		return value <= row->right;
	case ILP_AT_LEAST:
		return value >= row->right;
	case ILP_EQUAL:
		break;
	}
	return value == row->right;
}

int ilp_violated(struct ilp_row *row, const struct ilp_assignment *assignment)
{
	struct ilp_cursor cursor = {.program = assignment->program};

	while (ilp_next(row, &cursor))
		if (!row_holds(row, row_value(assignment, row)))
			return 1;
	return 0;
}
