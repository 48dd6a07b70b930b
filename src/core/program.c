#include "core/program.h"

#include <assert.h>

#include "base/mem.h"

const struct program_range program_none = {0, 1};

static uint64_t box_size(const struct program_box *box)
{
	return box->range[0].count * box->range[1].count * box->range[2].count;
}

static void box_point(uint64_t at[PROGRAM_AXES], const struct program *program,
	const struct program_box *box, uint64_t number)
{
	for (int i = PROGRAM_AXES - 1; i >= 0; i--) {
		enum program_axis axis = program->order[i];
		const struct program_range *range = &box->range[axis];

		at[axis] = range->first + number % range->count;
		number /= range->count;
	}
}

static int box_number(uint64_t *number, const struct program *program,
	const struct program_box *box, const uint64_t at[PROGRAM_AXES])
{
	*number = 0;
	for (int i = 0; i < PROGRAM_AXES; i++) {
		enum program_axis axis = program->order[i];
		const struct program_range *range = &box->range[axis];

		if (at[axis] < range->first ||
			at[axis] - range->first >= range->count)
			return 0;
		*number = *number * range->count + (at[axis] - range->first);
	}
	return 1;
}

void program_variable_set(struct program_variable *variable,
	enum program_kind kind, uint64_t item, uint64_t processor,
	uint64_t time)
{
	*variable = (struct program_variable){kind, {item, processor, time}};
}

void program_row_set(struct program_row *row, uint64_t terms,
	enum program_sense sense, int right)
{
	row->terms = terms;
	row->sense = sense;
	row->right = right;
}

void program_add_block(struct program *program, enum program_kind kind,
	const struct program_box *box)
{
	assert(program->blocks < PROGRAM_BLOCKS);
	program->block[program->blocks++] = (struct program_block){kind, *box};
	program->variables += box_size(box);
}

void program_add_part(struct program *program,
	const struct program_constraint *constraint,
	const struct program_box *box)
{
	assert(program->parts < PROGRAM_PARTS);
	program->part[program->parts++] =
		(struct program_part){constraint, *box};
	program->rows += box_size(box);
}

void program_variable(struct program_variable *variable,
	const struct program *program, uint64_t number)
{
	const struct program_block *block = program->block;

	assert(number < program->variables);
	for (; number >= box_size(&block->box); block++)
		number -= box_size(&block->box);
	variable->kind = block->kind;
	box_point(variable->at, program, &block->box, number);
}

int program_find(uint64_t *number, const struct program *program,
	const struct program_variable *variable)
{
	uint64_t before = 0;

	for (size_t i = 0; i < program->blocks; i++) {
		const struct program_block *block = &program->block[i];

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

void program_objective(struct program_row *row, const struct program *program)
{
	*row = (struct program_row){.constraint = program->objective};
	row->constraint->row(program, row);
}

int program_next(struct program_row *row, struct program_cursor *cursor)
{
	const struct program *program = cursor->program;
	const struct program_part *part;

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

void program_term(struct program_term *term, const struct program *program,
	const struct program_row *row, uint64_t number)
{
	*term = (struct program_term){.sign = 1};
	row->constraint->term(program, row, number, term);
}

void program_assignment_init(
	struct program_assignment *assignment, const struct program *program)
{
	assignment->program = program;
	assignment->value = mem_array((size_t)program->variables, 1);
}

void program_assignment_clear(struct program_assignment *assignment)
{
	mem_free(assignment->value);
	*assignment = (struct program_assignment){NULL, NULL};
}

int program_is_one(const struct program_assignment *assignment,
	const struct program_variable *variable)
{
	uint64_t number;

	return program_find(&number, assignment->program, variable) &&
	       assignment->value[number] == PROGRAM_ONE;
}

static int64_t row_value(const struct program_assignment *assignment,
	const struct program_row *row)
{
	struct program_term term;
	int64_t sum = 0;

	for (uint64_t i = 0; i < row->terms; i++) {
		program_term(&term, assignment->program, row, i);
		if (program_is_one(assignment, &term.variable))
			sum += term.sign;
	}
	return sum;
}

uint64_t program_value(const struct program_assignment *assignment)
{
	struct program_row row;

	program_objective(&row, assignment->program);
	return (uint64_t)row_value(assignment, &row);
}

static int row_holds(const struct program_row *row, int64_t value)
{
	switch (row->sense) {
	case PROGRAM_AT_MOST:
		return value <= row->right;
	case PROGRAM_AT_LEAST:
		return value >= row->right;
	case PROGRAM_EQUAL:
		break;
	}
	return value == row->right;
}

int program_violated(
	struct program_row *row, const struct program_assignment *assignment)
{
	struct program_cursor cursor = {.program = assignment->program};

	while (program_next(row, &cursor))
		if (!row_holds(row, row_value(assignment, row)))
			return 1;
	return 0;
}
