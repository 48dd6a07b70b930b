/*
 * Any file as a solver's answer to a small program, chosen by the first byte:
 * it is refused, in one line, or its schedule is valid.
 */
#include "number/number.h"
#include "check/check.h"
#include "format/program/program.h"
#include "fuzz.h"
#include "model/program/size.h"

enum { MEMORY = 1 << 18, ITEMS = 7 };

/* Processors, items or the period, and latency. */
static const struct program_case {
	unsigned long P, k, L;
	int is_continuous;
} cases[] = {
	{2, 1, 1, 0},
	{3, 2, 2, 0},
	{4, 2, 2, 0},
	{5, 3, 2, 0},
	{1, 1, 3, 0},
	{3, 2, 1, 1},
	{5, 3, 2, 1},
	{2, 1, 2, 1},
};

enum { CASES = sizeof cases / sizeof *cases };

struct numbers {
	struct problem problem;
	struct program_size size;
};

static void numbers_init(
	struct numbers *numbers, const struct program_case *which)
{
	problem_init(&numbers->problem);
	problem_set_words(&numbers->problem, which->P, which->k, which->L);
	numbers->problem.max_bits = FUZZ_BITS;
	program_size_init(&numbers->size);
}

static void numbers_clear(struct numbers *numbers)
{
	problem_clear(&numbers->problem);
	program_size_clear(&numbers->size);
}

static void check_valid(struct schedule *schedule)
{
	struct err err;
	struct check check;

	MUST(check_schedule(&check, schedule, MEMORY, &err) == STATUS_OK);
	MUST(check.violations == 0);
	schedule_close(schedule);
}

/* Whether the file is a solution, which is then left in assignment. */
static int is_solution(struct ilp_assignment *assignment,
	const struct ilp *program, const void *data, size_t size)
{
	struct err err = {.code = STATUS_OK};
	FILE *file = fuzz_file(data, size);
	int is_optimal;
	enum status status;

	ilp_assignment_init(assignment, program);
	status = solution_read(assignment, &is_optimal, file, &err);
	if (status != STATUS_OK)
		fuzz_check_error(status, &err);
	fclose(file);
	return status == STATUS_OK;
}

static void read_broadcast(
	struct numbers *numbers, const void *data, size_t size)
{
	struct ilp_assignment assignment;
	struct program_broadcast broadcast;
	struct err err;

	MUST(program_broadcast_size(&numbers->size, &numbers->problem, &err) ==
		STATUS_OK);
	program_broadcast_init(&broadcast, &numbers->problem, &numbers->size);
	if (is_solution(&assignment, &broadcast.program, data, size))
		check_valid(program_broadcast_schedule(&assignment));
	ilp_assignment_clear(&assignment);
}

static void read_continuous(
	struct numbers *numbers, const void *data, size_t size)
{
	struct ilp_assignment assignment;
	struct program_continuous continuous;
	struct err err;

	MUST(program_continuous_size(&numbers->size, &numbers->problem, &err) ==
		STATUS_OK);
	program_continuous_init(&continuous, &numbers->problem, &numbers->size);
	if (is_solution(&assignment, &continuous.program, data, size))
		check_valid(program_continuous_schedule(&assignment, ITEMS));
	ilp_assignment_clear(&assignment);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct program_case *which;
	struct numbers numbers;

	if (size == 0)
		return 0;
	which = &cases[data[0] % CASES];
	numbers_init(&numbers, which);
	if (which->is_continuous)
		read_continuous(&numbers, data + 1, size - 1);
	else
		read_broadcast(&numbers, data + 1, size - 1);
	numbers_clear(&numbers);
	return 0;
}
