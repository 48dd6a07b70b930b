/*
 * format/program/solution: the output of each solver, and the errors for broken
 * output. The program sends one item from one processor to another: four rows,
 * variables x_2, s_1_1_1 and r_1_2_2; in the only solution the last two are 1.
 */
#include <string.h>

#include "number/number.h"
#include "format/program/program.h"
#include "model/program/size.h"
#include "test.h"

static struct err err;

/* The program of P processors, k items, latency L. */
static void make(struct program_broadcast *program, unsigned long P,
	unsigned long k, unsigned long L)
{
	struct program_size size;
	const struct problem *problem = test_problem_words(P, k, L, 1 << 20);

	program_size_init(&size);
	CHECK(program_broadcast_size(&size, problem, &err) == STATUS_OK);
	program_broadcast_init(program, problem, &size);
	program_size_clear(&size);
}

static enum status read_text(struct ilp_assignment *assignment, int *is_optimal,
	const char *text, size_t size)
{
	FILE *in = tmpfile();
	enum status status;

	fwrite(text, 1, size, in);
	rewind(in);
	status = solution_read(assignment, is_optimal, in, &err);
	fclose(in);
	return status;
}

#define RAW_HEAD "c Problem:    \nc Status:     INTEGER OPTIMAL\nc\n"
#define RAW_ROWS "i 1 0\ni 2 0\ni 3 1\ni 4 0\n"
#define LIST_HEAD                                                              \
	"Problem:    \nRows:       4\nColumns:    3 (3 integer, 3 binary)\n"   \
	"Non-zeros:  6\nStatus:     INTEGER OPTIMAL\n"                         \
	"Objective:  obj = 0 (MINimum)\n\n"                                    \
	"   No.   Row name        Activity     Lower bound   Upper bound\n"    \
	"------ ------------    ------------- ------------- -------------\n"   \
	"     1 c1_1_1                      1                           1 \n"  \
	"     2 c3_2_2                      1                           1 \n"  \
	"     3 c4_1_2                      1             1             = \n"  \
	"     4 c6_1_1                      0            -0             = "    \
	"\n\n"
#define LIST_COLUMNS                                                           \
	"   No. Column name       Activity     Lower bound   Upper bound\n"    \
	"------ ------------    ------------- ------------- -------------\n"   \
	"     1 x_2          *              0             0             1 \n"
#define LIST_TAIL "\nInteger feasibility conditions:\n\nEnd of output\n"
#define HIGHS_HEAD                                                             \
	"Model status\nOptimal\n\n# Primal solution values\nFeasible\n"        \
	"Objective 0\n"

/* Files; the values of x_2, s_1_1_1, r_1_2_2 in them, and the message. */
static const struct {
	const char *text;
	const char *values;
	int is_optimal;
} solutions[] = {
	{RAW_HEAD "s mip 4 3 o 0\n" RAW_ROWS "j 1 0\nj 2 1\nj 3 1\ne o f\n",
		"011", 1},
	{"s mip 4 3 f 1\nj 3 1\nj 1 1\nj 2 1\ne o f\n\n", "111", 0},
	{"s mip 4 3 o 0\r\nj 1 0\r\nj 2 1\r\nj 3 1\r\ne o f\r\n", "011", 1},
	{LIST_HEAD LIST_COLUMNS
		"     2 s_1_1_1      *              1             0         1\n"
		"     3 r_1_2_2      *              1             0         "
		"1\n" LIST_TAIL,
		"011", 1},
	{LIST_HEAD LIST_COLUMNS
		"     2 s_1_1_1\n"
		"                    *              1             0         1\n"
		"     3 r_1_2_2\n"
		"                                   1             0         "
		"1\n" LIST_TAIL,
		"011", 1},
	{"Optimal - objective value 0.00000000\n"
	 "      1 s_1_1_1                1                       0\n"
	 "      2 r_1_2_2                1                       0\n",
		" 11", 1},
	{"Optimal - objective value 0.00000000\n"
	 "      0 c1_1_1                 1                       0\n"
	 "      1 s_1_1_1       0.99999999                       0\n"
	 "      2 r_1_2_2        1.0000099                       0\n"
	 "      0 x_2       -9.9999e-06                       0\n",
		"011", 1},
	{"Stopped on time - objective value 0.00000000\n"
	 "1 s_1_1_1 1 0\n2 r_1_2_2 1 0\n",
		" 11", 0},
	{"Optimal (within gap tolerance) - objective value 0.00000000\n"
	 "1 s_1_1_1 1 0\n2 r_1_2_2 1 0\n",
		" 11", 0},
	{HIGHS_HEAD "# Columns 3\nx_2 0\ns_1_1_1 1\nr_1_2_2 1\n# Rows 4\n"
		    "c1_1_1 1\n\n# Dual solution values\nNone\n",
		"011", 1},
	{"Model status\nTime limit reached\n\n# Primal solution values\n"
	 "Feasible\nObjective 0\n# Columns 3\nx_2 -0\ns_1_1_1 1\nr_1_2_2 "
	 "0.9999999999999\n# Rows 4\n",
		"011", 0},
	{"solution status: optimal solution found\n"
	 "objective value:                                    0\n"
	 "s_1_1_1                             1 \t(obj:0)\n"
	 "r_1_2_2                             1 \t(obj:0)\n",
		" 11", 1},
	{"solution status: time limit reached\nobjective value:  1\n"
	 "x_2 1 \t(obj:1)\ns_1_1_1 1 \t(obj:0)\nr_1_2_2 1 \t(obj:0)\n",
		"111", 0},
	{"# Solution for model obj\n# Objective value = 0\nx_2 0\n"
	 "s_1_1_1 1\nr_1_2_2 1\n",
		"011", 1},
	{"s_1_1_1 1.0e0\n\n# more\n\tr_1_2_2 1\n", " 11", 1},
	{"r_1_2_2 1\rs_1_1_1 1", " 11", 1},
};

static void test_read(void)
{
	struct program_broadcast program;
	struct ilp_assignment assignment;
	int is_optimal;

	make(&program, 2, 1, 1);
	CHECK(program.program.variables == 3 && program.program.rows == 4);
	for (size_t i = 0; i < sizeof solutions / sizeof *solutions; i++) {
		const char *text = solutions[i].text;

		ilp_assignment_init(&assignment, &program.program);
		CHECK_FOR(read_text(&assignment, &is_optimal, text,
				  strlen(text)) == STATUS_OK,
			"solution %d: %s", (int)i, err.msg);
		CHECK_FOR(is_optimal == solutions[i].is_optimal, "solution %d",
			(int)i);
		for (size_t j = 0; j < 3; j++)
			CHECK_FOR(" 01"[assignment.value[j]] ==
					  solutions[i].values[j],
				"solution %d, variable %d", (int)i, (int)j);
		ilp_assignment_clear(&assignment);
	}
}

static const struct {
	const char *text, *message;
} others[] = {
	{"", "line 1: the file is empty"},
	{"\n \n", "line 3: the file is empty"},
	{"hello world\n",
		"line 1: not the beginning of a solution of this program by "
		"glpsol, cbc, HiGHS, SCIP or Gurobi"},
	{"<?xml version = \"1.0\"?>\n",
		"line 1: not the beginning of a solution of this program by "
		"glpsol, cbc, HiGHS, SCIP or Gurobi"},
	{"s_2_1_1 1\n",
		"line 1: not the beginning of a solution of this program by "
		"glpsol, cbc, HiGHS, SCIP or Gurobi"},
	/* glpsol -w */
	{RAW_HEAD, "line 4: the file ends too soon"},
	{"s mip 4 3 o 0\n" RAW_ROWS "j 1 0\nj 2 1\n",
		"line 8: the file ends too soon"},
	{"s mip 4 3 o 0\nj 1 0\nj 2 1\ne o f\n",
		"line 4: r_1_2_2 has no value"},
	{"s mip 4 3 o 0\nj 1 0\nj 2 1\nj 3 1\ne o f\nj\n",
		"line 6: there is more after the end"},
	{"s mip 4 3 n 0\nj 1 0\nj 2 0\nj 3 0\ne o f\n",
		"line 1: the solver found no solution"},
	{"s mip 4 3 u 0\n", "line 1: the solver found no solution"},
	{"s mip 4 3\n", "line 1: the solver found no solution"},
	{"s bas 4 3 f f 2\n", "line 1: a solution in which the variables need "
			      "not be whole: solve it as an integer program"},
	{"s mip 5 3 o 0\n", "line 1: a solution of another program: 5 rows, "
			    "not 4"},
	{"s mip 4 4 o 0\n", "line 1: a solution of another program: 4 "
			    "columns, not 3"},
	{"s mip 4 99999999999999999999 o 0\n",
		"line 1: '99999999999999999999' is not below 2^63"},
	{"s mip 4 3 o 0\ns mip 4 3 o 0\n", "line 2: not as glpsol writes it"},
	{"c\nj 1 0\n", "line 2: not as glpsol writes it"},
	{"s mip 4 3 o 0\nj 0 1\n", "line 2: there is no such column"},
	{"s mip 4 3 o 0\nj 4 1\n", "line 2: there is no such column"},
	{"s mip 4 3 o 0\nj x 1\n", "line 2: 'x' is not a whole number"},
	{"s mip 4 3 o 0\nj\n", "line 2: too few columns"},
	{"s mip 4 3 o 0\nj 1\n", "line 2: x_2 has no value"},
	{"s mip 4 3 o 0\nj 1 1\nj 1 1\n", "line 3: x_2 has a second value"},
	{"s mip 4 3 o 0\nj 1 0.5\n", "line 2: x_2 is '0.5', neither 0 nor 1"},
	{"s mip 4 3 o 0\nj 1 2\n", "line 2: x_2 is '2', neither 0 nor 1"},
	{"s mip 4 3 o 0\nj 1 -1\n", "line 2: x_2 is '-1', neither 0 nor 1"},
	{"s mip 4 3 o 0\nj 1 1.00001000001\n",
		"line 2: x_2 is '1.00001000001', neither 0 nor 1"},
	{"s mip 4 3 o 0\nj 1 1e99999999\n",
		"line 2: x_2 is '1e99999999', neither 0 nor 1"},
	{"s mip 4 3 o 0\nj 1 nan\n", "line 2: x_2 is 'nan', neither 0 nor 1"},
	{"s mip 4 3 o 0\nj 1 1/1\n", "line 2: x_2 is '1/1', neither 0 nor 1"},
	{"s mip 4 3 o 0\nj 1 -\n", "line 2: x_2 is '-', neither 0 nor 1"},
	{"s mip 4 3 o 0\nj 1 0\nj 2 1\nj 3 0\ne o f\n",
		"no solution of this program: c4_1_2 does not hold"},
	/* glpsol -o */
	{LIST_HEAD, "line 15: the file ends too soon"},
	{LIST_HEAD LIST_COLUMNS, "line 18: the file ends too soon"},
	{LIST_HEAD LIST_COLUMNS "2 s_1_1_1\n",
		"line 19: the file ends too soon"},
	{LIST_HEAD LIST_COLUMNS "2 s_1_1_1 *\n",
		"line 18: s_1_1_1 has no value"},
	{LIST_HEAD LIST_COLUMNS "2 s_1_1_1 * 1 0 1\n3 r_1_2_2 * 1 0 1\n",
		"line 20: the file ends too soon"},
	{LIST_HEAD LIST_COLUMNS "2 s_1_1_2 * 1 0 1\n",
		"line 18: 's_1_1_2' is not a variable of this program"},
	{"Problem:\nRows: 3\n",
		"line 2: a solution of another program: 3 rows, not 4"},
	{"Problem:\nColumns: 30\n",
		"line 2: a solution of another program: 30 columns, not 3"},
	{"Problem:\nStatus:     INTEGER EMPTY\n",
		"line 2: the solver found no solution"},
	{"Problem:\nStatus:     INTEGER UNDEFINED\n",
		"line 2: the solver found no solution"},
	{"Problem:\nStatus:     OPTIMAL\n",
		"line 2: a solution in which the variables need not be whole: "
		"solve it as an integer program"},
	{"Problem:\n" LIST_COLUMNS, "line 2: no line 'Status:'"},
	/* cbc */
	{"Infeasible - objective value 3.00000000\n      0 x_2  1  0\n",
		"line 1: the solver found no solution"},
	{"Integer infeasible - objective value 3.00000000\n",
		"line 1: the solver found no solution"},
	{"Unbounded - objective value 3.00000000\n",
		"line 1: the solver found no solution"},
	{"Stopped on time (no integer solution - continuous used) - objective "
	 "value 0.5\n 0 x_2 0.5 0\n",
		"line 1: the solver found no solution"},
	{"Optimal - objective value 0.00000000\n**      0 x_2  2 0\n",
		"line 2: the solver found no solution"},
	{"Optimal - objective value 0.00000000\n 0 x_9  1 0\n",
		"line 2: 'x_9' is not a variable of this program"},
	{"Optimal - objective value 0.00000000\n 0\n",
		"line 2: too few columns"},
	{"Optimal - objective value 0.00000000\n 0 x_2\n",
		"line 2: x_2 has no value"},
	{"Optimal - objective value 0.00000000\n 1 s_1_1_1 1 0\n",
		"no solution of this program: c4_1_2 does not hold"},
	/* HiGHS */
	{"Model status\nInfeasible\n\n# Primal solution values\nNone\n",
		"line 5: the solver found no solution"},
	{"Model status\nOptimal\n", "line 3: the file ends too soon"},
	{HIGHS_HEAD "# Columns 4\n", "line 7: a solution of another program: "
				     "4 columns, not 3"},
	{HIGHS_HEAD "# Columns 3\nx_2 0\ns_1_1_1 1\n",
		"line 10: the file ends too soon"},
	{HIGHS_HEAD "# Columns 3\nx_2 0\ns_1_1_1 1\n# Rows 4\n",
		"line 10: r_1_2_2 has no value"},
	/* SCIP */
	{"solution status: infeasible\nno solution available\n",
		"line 2: the solver found no solution"},
	{"solution status: unknown\n", "line 2: the file ends too soon"},
	{"solution status: optimal solution found\nobjective value: 0\n"
	 "s_1_1_1 1 (obj:0)\nquadobjvar 7 (obj:1)\n",
		"line 4: 'quadobjvar' is not a variable of this program"},
	/* names and values */
	{"# nothing\n", "no solution of this program: c4_1_2 does not hold"},
	{"x_2 1 1\n",
		"line 1: not the beginning of a solution of this program by "
		"glpsol, cbc, HiGHS, SCIP or Gurobi"},
	{"x_2 0\ns_1_1_1 1 1\n", "line 2: too many columns"},
	{"x_2 0\nx_2 0\n", "line 2: x_2 has a second value"},
	{"x_2 0\ns_1_1_1\n", "line 2: s_1_1_1 has no value"},
	{"x_2 0\ns_1_1_1 1\nr_1_2_2 0.99\n",
		"line 3: r_1_2_2 is '0.99', neither 0 nor 1"},
};

static void test_refuse(void)
{
	struct program_broadcast program;
	struct ilp_assignment assignment;
	int is_optimal;

	make(&program, 2, 1, 1);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		const char *text = others[i].text;

		ilp_assignment_init(&assignment, &program.program);
		CHECK_REFUSED(
			read_text(&assignment, &is_optimal, text, strlen(text)),
			STATUS_INPUT, text, err, others[i].message);
		ilp_assignment_clear(&assignment);
	}
}

/* Every file, cut off anywhere or with a byte changed, is either read as the
 * solution or refused. */
static void test_damage(void)
{
	static const char bytes[] = {'\0', '\n', ' ', '0', '1', 'x', '_', '#'};
	struct program_broadcast program;
	struct ilp_assignment assignment;
	char damaged[2000];
	int is_optimal;

	make(&program, 2, 1, 1);
	for (size_t i = 0; i < sizeof solutions / sizeof *solutions; i++) {
		size_t size = strlen(solutions[i].text);

		for (size_t j = 0; j < size * (1 + sizeof bytes); j++) {
			size_t cut = j < size ? j : size;

			strcpy(damaged, solutions[i].text);
			if (j >= size)
				damaged[j % size] = bytes[j / size - 1];
			ilp_assignment_init(&assignment, &program.program);
			if (read_text(&assignment, &is_optimal, damaged, cut) ==
				STATUS_OK)
				CHECK_FOR(assignment.value[1] == PROGRAM_ONE &&
						  assignment.value[2] ==
							  PROGRAM_ONE,
					"solution %d, byte %d", (int)i, (int)j);
			else
				CHECK(err.code == STATUS_INPUT);
			ilp_assignment_clear(&assignment);
		}
	}
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	RUN(test_read());
	RUN(test_refuse());
	RUN(test_damage());
	return test_done();
}
