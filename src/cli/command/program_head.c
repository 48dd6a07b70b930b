/*
 * The comment lines at the head of a program: the problem, its bounds, and how
 * to solve the program.
 */
#include "cli/command/command.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Letters of all arguments, and of those for the latency. */
enum { ARGUMENTS_MAX = 200, LATENCY_MAX = 100 };

__attribute__((format(printf, 2, 3))) static void add_line(
	struct program_head *head, const char *format, ...)
{
	size_t count = 0;
	va_list values;

	while (head->line[count])
		count++;
	va_start(values, format);
	vsnprintf(head->text[count], PROGRAM_HEAD_MAX, format, values);
	va_end(values);
	head->line[count] = head->text[count];
}

/* Adds the size, and how to solve the program and read the solution. */
static void add_use(struct program_head *head, const struct ilp *program,
	const char *arguments, const char *more)
{
	add_line(head, "%" PRIu64 " variables, %" PRIu64 " constraints.",
		program->variables, program->rows);
	add_line(head, "Solve: glpsol --lp p.lp -w p.sol");
	add_line(head, "   or: cbc p.lp solve solu p.sol");
	add_line(head,
		"   or HiGHS, SCIP, Gurobi, which write such solutions, too");
	add_line(head, "Read:  fibcast program %s%s --solution p.sol",
		arguments, more);
}

/* The options given for the latency, or, if they are too long, "-l L", written
 * into text. */
static const char *latency_options(
	char text[LATENCY_MAX], const char *given, uint64_t L)
{
	if (strlen(given) < LATENCY_MAX)
		return given;
	snprintf(text, LATENCY_MAX, "-l %" PRIu64, L);
	return text;
}

void program_head_broadcast(struct program_head *head,
	const struct program_broadcast *program, const char *latency)
{
	uint64_t P = program->processors, k = program->items;
	uint64_t L = program->latency;
	char arguments[ARGUMENTS_MAX], text[LATENCY_MAX];

	*head = (struct program_head){0};
	snprintf(arguments, sizeof arguments,
		"-n %" PRIu64 " -m %" PRIu64 " %s", P, k,
		latency_options(text, latency, L));
	add_line(head, "fibcast program %s", arguments);
	add_line(head,
		"k = %" PRIu64 " item%s from processor 1 to all of P = %" PRIu64
		" processor%s in the least number of",
		k, k == 1 ? "" : "s", P, P == 1 ? "" : "s");
	add_line(head,
		"steps; latency L = %" PRIu64 ".  T_lb = %" PRIu64
		", T_max = %" PRIu64 ".",
		L, P > 1 ? program->sure + L : 0,
		P > 1 ? program->last + L : 0);
	add_line(head, "Subramonian & Venkatasubramanian 1993, Section 4, "
		       "corrected.");
	add_line(head,
		"s_i_p_t: processor p sends item i in step t; r_i_p_t: it "
		"receives it;");
	add_line(head,
		"x_t: there may be sends in step t.  Variables that must be "
		"0 are left out.");
	add_use(head, &program->program, arguments, "");
}

void program_head_continuous(struct program_head *head,
	const struct program_continuous *program, const char *latency)
{
	uint64_t L = program->latency, q = program->period;
	char arguments[ARGUMENTS_MAX], text[LATENCY_MAX];

	*head = (struct program_head){0};
	snprintf(arguments, sizeof arguments,
		"--continuous --period %" PRIu64 " -n %" PRIu64 " %s", q,
		program->processors, latency_options(text, latency, L));
	add_line(head, "fibcast program %s", arguments);
	add_line(head,
		"Continuous broadcast to P = %" PRIu64
		" processors, the source sending item i in step i; L = %" PRIu64
		".",
		program->processors, L);
	add_line(head,
		"Feasible if every item can reach all in B(P-1,L) + L = "
		"%" PRIu64 " steps,",
		program->steps + L);
	add_line(head,
		"the item i + %" PRIu64 " being sent as the item i, "
		"%" PRIu64 " steps later.",
		q, q);
	add_line(head,
		"Subramonian & Venkatasubramanian 1993, Section 5, with a "
		"period.");
	add_line(head,
		"s_i_p_e: processor p sends item i, e steps after its first "
		"reception, in step");
	add_line(head,
		"i + L + e; r_i_p_e: it receives it.  Variables that must be "
		"0 are left out.");
	add_use(head, &program->program, arguments, " -m 20");
}
