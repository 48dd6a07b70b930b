/*
 * What the further files of a command give to its first.
 */
#ifndef FIBCAST_CLI_COMMAND_PARTS_H
#define FIBCAST_CLI_COMMAND_PARTS_H

#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "base/err.h"
#include "check/check.h"
#include "cli/input/sweep.h"
#include "cli/output/output.h"
#include "cli/output/schedule.h"
#include "cli/problem/latency.h"
#include "core/schedule.h"
#include "core/tree.h"
#include "model/program/size.h"
#include "number/cost.h"

/* -- check_answer.c: what check says about one file. */

struct check_answer {
	const char *name; /* of the file; "-": standard input */
	int is_one;	  /* one of several files, so named each time */
	enum model model;
	enum operation operation;
	struct check check;
	mpq_t finish, bound; /* elapsed */
};

/* Prints a line "ok: ...", or the violations. */
void check_answer_text(const struct check_answer *answer, FILE *out);

/* Prints a JSON object on one line. */
void check_answer_json(const struct check_answer *answer, FILE *out);

/* -- locality_tree_picture.c: locality-tree as a picture, each copy with its
 * cost. */

/* Draws a legal tree, or writes it for Graphviz.  Errors: those of cost_value,
 * and STATUS_LIMIT for a picture that is too large. */
enum status locality_tree_draw(const struct label_tree *tree,
	const struct cost *cost, int64_t decimals, int is_dot,
	struct value_precision *precision, FILE *out,
	struct err *err) WARN_UNUSED;

/* -- program_head.c: the comment that a program in the LP format begins with.
 */

enum { PROGRAM_HEAD_LINES = 12, PROGRAM_HEAD_MAX = 240 };

struct program_head {
	const char *line[PROGRAM_HEAD_LINES + 1]; /* up to NULL */
	char text[PROGRAM_HEAD_LINES][PROGRAM_HEAD_MAX];
};

/* latency: the options that give it; longer ones than fit a line are replaced
 * by -l. */
void program_head_broadcast(struct program_head *head,
	const struct program_broadcast *program, const char *latency);
void program_head_continuous(struct program_head *head,
	const struct program_continuous *program, const char *latency);

/* -- program_job.c: the options of the command program, and the integer program
 * that they ask for. */

struct program_args {
	struct output output;
	struct sweep processors, messages, period;
	struct latency_args latency;
	int continuous;
	const char *solution;
};

/* One of the two programs; the problem's m is the period of the other one. */
struct program_job {
	struct program_size size;
	struct problem problem;
	union {
		struct program_broadcast broadcast;
		struct program_continuous continuous;
	} as;
	const struct ilp *program;
};

/*
 * The program of the options, for that latency, a whole number.  Initialises
 * job in any case.
 * Errors: STATUS_USAGE for continuous broadcast to one processor; STATUS_LIMIT
 * if the program, or what reading a solution takes, is too large.
 */
enum status program_job_init(struct program_job *job,
	const struct program_args *args, const mpq_t lambda,
	struct err *err) WARN_UNUSED;
void program_job_clear(struct program_job *job);

/* -- replay_machine.c: replay --machine: a schedule as soon as possible on a
 * machine. */

/*
 * Writes when the schedule ends on the machine, for each of the machines and
 * sizes.
 * Errors: those of problem_grid_open and schedule_simulated.
 */
enum status replay_machine_write(struct schedule *schedule,
	const struct latency_args *latency, const struct output *output,
	FILE *out, struct err *err) WARN_UNUSED;

/* -- sequence_tree.c: sequence as a tree: the universal broadcast tree, whose
 * nodes up to a row's time are as many as the row's reach. */

/*
 * Writes the tree up to the last row; nodes before the first one are faint in
 * the picture.  is_dot: for Graphviz, instead of a picture.
 * Errors: STATUS_USAGE for several latencies, or rows with gaps; STATUS_LIMIT
 * for more nodes than have room.
 */
enum status sequence_write_tree(const struct sweep *rows,
	const struct latency *latency, const struct output *output, int is_dot,
	FILE *out, struct err *err) WARN_UNUSED;

#endif
