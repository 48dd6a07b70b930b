/*
 * Parts of commands that stand in files of their own; only the file of the
 * command uses them, unless they say otherwise.
 */
#ifndef FIBCAST_CLI_COMMAND_COMMAND_H
#define FIBCAST_CLI_COMMAND_COMMAND_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "base/err.h"
#include "check/check.h"
#include "cli/input/input.h"
#include "cli/output/output.h"
#include "cli/problem/problem.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "core/tree.h"
#include "format/table.h"
#include "model/program/size.h"
#include "model/ranking.h"
#include "model/revolve/revolve.h"
#include "number/cost.h"

/*
 * -- comparison.c: the rows of compare.
 */

/* A row: an algorithm and its time, or a model's bound; times are as the user
 * reads them. */
struct compare_entry {
	enum model model;
	const char *name;
	char *options; /* that reproduce it, or NULL */
	int is_known;  /* the time is */
	int is_most;   /* it is an upper bound only */
	/* One of machine_ways, or "" if it is not known; NULL: there is no such
	 * column. */
	const char *way;
	mpq_t time, bound;
};

/* "--degree=3", or NULL for 0; the caller frees it. */
char *compare_entry_degree(const mpz_t degree);

/* Prints the cell time/best, a ratio of 1 where best is 0. */
void compare_print_ratio(
	struct table *table, const mpq_t time, const mpq_t best);

/* Prints the cells algorithm, options, way, time and ratio, and ends the row.
 */
void compare_entry_print(
	struct table *table, const struct compare_entry *entry);

/* The algorithms for one problem, and the bounds, best first. */
struct comparison {
	/* Set after comparison_init. */
	int all;       /* with the trees that libraries use */
	int only_best; /* the others may be left out */
	uint64_t work; /* that a schedule may take */
	/* Seconds to search for the optimum; NULL: it is not searched for. */
	const struct sweep *limit;
	enum operation operation;

	size_t count, capacity;
	struct compare_entry *entry;
	struct ranking ranking; /* of one model */
	/* Of each model in which messages are broadcast, as the user reads it.
	 */
	mpq_t bound[MODEL_LOCALITY];
	/* Of the last comparison_make. */
	const struct problem *problem;
	const struct latency *latency;
};

void comparison_init(struct comparison *comparison);
void comparison_clear(struct comparison *comparison);

/*
 * Fills entry[0..count): the algorithms of all the models, a bit for each, by
 * time, those of unknown time last, and then the bounds.  With a limit, the
 * optimum of a small broadcast is searched for in each model in which no
 * algorithm is known to attain the bound, and what is found is a row, too.
 * Errors: those of ranking_find and operation_bound.
 */
enum status comparison_make(struct comparison *comparison, unsigned models,
	const struct problem *problem, const struct latency *latency,
	struct err *err) WARN_UNUSED;

/*
 * -- compare_segments.c: compare -m best, the best number of segments for a
 * message of so many bytes.
 */

/* What is asked; the latency has the bytes. */
struct compare_segments {
	const struct sweep *processors;
	const struct latency_args *latency;
	const struct output *output;
	enum operation operation;
	unsigned flags; /* of ranking_find */
	uint64_t work;	/* that a schedule may take */
	uint64_t total; /* that all schedules for one answer may take */
};

/*
 * Writes a row, the best segmentation, for each combination.
 * Errors: those of problem_grid_print and segments_find.
 */
enum status compare_segments_write(const struct compare_segments *what,
	FILE *out, struct err *err) WARN_UNUSED;

/*
 * -- compare_openmpi.c: compare -f openmpi, rules for Open MPI.
 */

/*
 * Writes the rules for all sizes of -n and --bytes, as text or as JSON.
 * Errors: STATUS_USAGE if these do not ascend, or come from standard input;
 * those of latency_init, openmpi_choose and segments_find.
 */
enum status compare_openmpi_write(const struct compare_segments *what,
	int is_json, FILE *out, struct err *err) WARN_UNUSED;

/*
 * Finds the best algorithm for the collective operation of options, on the
 * machine of their blocks, and its time; *name = NULL if no time is known.
 * Errors: those of ranking_find.
 */
enum status compare_best_collective(const char **name, mpq_t time,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/*
 * -- compare_rules.c: compare --rules, the cost of an Open MPI file's rules.
 */

/*
 * Writes a row for each rule of the file that is for the processors given; each
 * rule for its own if none are given.  A message has the rule's least bytes.
 * Errors: STATUS_USAGE without a machine; those of openmpi_read.
 */
enum status compare_rules_write(const char *name,
	const struct sweep *processors, const struct latency_args *latency,
	const struct output *output, FILE *out, struct err *err) WARN_UNUSED;

/*
 * -- revolve's answers, a function for each; the options have been checked.
 */

enum revolve_numbering { REVOLVE_BY_LABEL, REVOLVE_BY_POSITION };

/* The names of enum revolve_scheme. */
extern const char *const revolve_schemes[];

/* Choices and numbers that are not given are -1. */
struct revolve_args {
	struct output output;
	int what;
	struct sweep process; /* R */
	int scheme, numbering, app;
	int64_t arity, seed;
	int fill; /* --virtual */
	int summary;
	struct sweep processors, time, values;
};

typedef enum status revolve_print(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err) WARN_UNUSED;
revolve_print revolve_print_messages, revolve_print_positions,
	revolve_print_distances, revolve_print_properties, revolve_print_rank,
	revolve_print_simulate;

/* A picture of the messages, and of who is at which position. */
revolve_print revolve_draw_messages;

/* Opens a table with columns up to NULL; a single one has no header. */
void revolve_rows_init(struct table *table, const struct revolve_args *args,
	const char *const *columns, FILE *out);

/* shown = the user's number of a process, its label or its position. */
void revolve_show(mpz_t shown, const struct revolve_args *args,
	const struct revolve *revolve, const mpz_t process);

/* -- check_answer.c: the verdict on one file. */

struct check_answer {
	const char *name; /* of the file; "-": standard input */
	int is_one;	  /* one of several files, so it is named in text */
	enum model model;
	enum operation operation;
	int64_t decimals; /* of the times, -1: all */
	struct check check;
	mpq_t finish, bound; /* elapsed */
	/* Of a valid postal schedule in a machine's time: its violations of
	 * the machine's rules. */
	struct check on_machine;
};

/* Prints a line "ok: ...", or the violations. */
void check_answer_text(const struct check_answer *answer, FILE *out);

/* Prints a JSON object on one line. */
void check_answer_json(const struct check_answer *answer, FILE *out);

/* -- program_head.c: the comment at the head of a program in the LP format. */

enum { PROGRAM_HEAD_LINES = 12, PROGRAM_HEAD_MAX = 240 };

struct program_head {
	const char *line[PROGRAM_HEAD_LINES + 1]; /* up to NULL */
	char text[PROGRAM_HEAD_LINES][PROGRAM_HEAD_MAX];
};

/* latency: the options that give it; if they are too long for a line, -l is
 * written instead. */
void program_head_broadcast(struct program_head *head,
	const struct program_broadcast *program, const char *latency);
void program_head_continuous(struct program_head *head,
	const struct program_continuous *program, const char *latency);

/* -- program_job.c: the options of program, and the integer program that they
 * ask for. */

struct program_args {
	struct output output;
	struct sweep processors, messages, period;
	struct latency_args latency;
	int continuous;
	const char *solution;
};

/* One of the two programs; for continuous broadcast m is the period. */
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
 * Makes the program that the options ask for; lambda: a whole number.  job is
 * to be cleared in any case.
 * Errors: STATUS_USAGE for continuous broadcast to one processor; STATUS_LIMIT
 * if the program, or the memory for reading a solution, is too large.
 */
enum status program_job_init(struct program_job *job,
	const struct program_args *args, const mpq_t lambda,
	struct err *err) WARN_UNUSED;
void program_job_clear(struct program_job *job);

/* -- rank_table.c: the rows of rank. */

struct rank_table {
	/* Set before rank_table_open: the columns besides event, peer, start
	 * and end. */
	int has_rank, has_message;
	const char *run;  /* the column of what is carried, or NULL */
	int is_in_rounds; /* instead: a row for each round */
	int is_alone;	  /* of the only processor */
	const struct latency *shown; /* NULL: times are the user's already */
	mpz_srcptr processors, messages;
	struct table table;
};

void rank_table_open(struct rank_table *rows, const struct output *output,
	const struct latency *latency, FILE *out);

/* Prints the rows of a processor's part. */
void rank_table_print(
	struct rank_table *rows, struct part *part, const mpz_t rank);

/* -- schedule_args.c: the options of schedule. */

struct schedule_args {
	struct output output;
	struct latency_args latency;
	struct sweep processors, messages, limit;
	struct late_args late;
	const char *degree, *radix, *cost;
	int algorithm, model, delay, operation;
};

/* The operation given, or else the algorithm's default. */
enum operation schedule_args_operation(const struct schedule_args *args);

/* The model given, or else the one that the operation and the latency imply. */
enum model schedule_args_model(const struct schedule_args *args);

/* Errors: STATUS_USAGE for options that the algorithm does not use, that do not
 * go together, or that are missing. */
enum status schedule_args_check(
	const struct schedule_args *args, struct err *err) WARN_UNUSED;

/* Prints the algorithms of each model; * marks those for some problems only. */
void schedule_args_explain(FILE *file);

/* Whether the algorithm of that name uses the option. */
int schedule_args_use(const char *choice, const char *option);

/* -- sum.c: --op sum of reach, time and tree. */

/* What is asked; operands or time is NULL, as the answer is one of them. */
struct sum_args {
	const struct sweep *processors, *operands, *time;
	const struct latency_args *latency;
	const struct output *output;
};

/* Prints the table of the most operands by the time, or of the least time for
 * the operands.
 * Errors: STATUS_USAGE for a missing option, or a figure that is not whole. */
enum status sum_print(
	const struct sum_args *args, FILE *out, struct err *err) WARN_UNUSED;

/* Writes the tree of the sum in the least time, or its schedule. */
enum status sum_write(const struct sum_args *args, int is_schedule, FILE *out,
	struct err *err) WARN_UNUSED;

#endif
