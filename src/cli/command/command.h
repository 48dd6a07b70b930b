/*
 * The parts of commands that stand in files of their own; each command's file
 * is their only user.
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
 * -- A row of compare: an algorithm and its time, or a model's bound.
 */

/* Times as the user reads them. */
struct compare_entry {
	enum model model;
	const char *name;
	char *options;	       /* what reproduces it, or NULL */
	int is_known, is_most; /* the time is between it and the bound */
	const char *way; /* of machine_ways; NULL: the column is not there */
	mpq_t time, bound;
};

/* "--degree=3", or NULL for 0; the caller frees it. */
char *compare_entry_degree(const mpz_t degree);

/* The cells algorithm, options, time and ratio, and the row's end. */
void compare_entry_print(
	struct table *table, const struct compare_entry *entry);

/*
 * -- The algorithms for one problem, and the bounds, best first.
 */

struct comparison {
	/* Set after comparison_init. */
	int all;       /* with the trees that libraries use */
	int only_best; /* is asked for: the others may be left out */
	uint64_t work; /* that its schedules may take */
	const struct sweep
		*limit; /* seconds to search for the optimum, or NULL */
	enum operation operation;

	size_t count, capacity;
	struct compare_entry *entry;
	struct ranking ranking;		 /* of one model */
	mpq_t bound[MODEL_LOCALITY + 1]; /* of each model, elapsed */
};

/* With room for all algorithms and the bound, in every model. */
void comparison_init(struct comparison *comparison);
void comparison_clear(struct comparison *comparison);

/*
 * Fills entry[0..count): for all the models, a bit for each, the algorithms by
 * time, those of unknown time last, and then the bounds.  Where no algorithm is
 * known to attain the bound, one of them is what the first look of `optimum`
 * finds, if it is better, or with a limit its search in that time.
 * Errors: those of ranking_find and model_bound.
 */
enum status comparison_make(struct comparison *comparison, unsigned models,
	const struct problem *problem, const struct latency *latency,
	struct err *err) WARN_UNUSED;

/*
 * -- compare -m best: how many segments are best for a message of so many
 * bytes.
 */

/* What is asked: for these processors, and the bytes of the latency. */
struct compare_segments {
	const struct sweep *processors;
	const struct latency_args *latency;
	const struct output *output;
	enum operation operation;
	unsigned flags; /* of ranking_find */
	uint64_t work;	/* that a schedule may take */
	uint64_t total; /* and all that are built for one answer */
};

/*
 * Writes a row, the best segmentation, for each combination.
 * Errors: those of problem_grid_open and segments_find.
 */
enum status compare_segments_write(const struct compare_segments *what,
	FILE *out, struct err *err) WARN_UNUSED;

/*
 * -- compare's rules for Open MPI.
 */

/*
 * Writes the rules for all sizes of -n and --bytes, as text or as JSON.
 * Errors: STATUS_USAGE if these do not ascend, or come from standard input;
 * those of latency_init, openmpi_choose and segments_find.
 */
enum status compare_openmpi_write(const struct compare_segments *what,
	int is_json, FILE *out, struct err *err) WARN_UNUSED;

/*
 * -- compare --rules: what the rules of an Open MPI file cost.
 */

/*
 * Writes a row for each rule of the file: for its own processors, or for those
 * given, where it is for these, and the least of its bytes.
 * Errors: STATUS_USAGE without a machine; those of openmpi_read.
 */
enum status compare_rules_write(const char *name,
	const struct sweep *processors, const struct latency_args *latency,
	const struct output *output, FILE *out, struct err *err) WARN_UNUSED;

/*
 * -- revolve's answers, a function for each; the options have been checked.
 */

/* The format after those of tables. */

enum revolve_numbering { REVOLVE_BY_LABEL, REVOLVE_BY_POSITION };

struct revolve_args {
	struct output output;
	int what;
	struct sweep process; /* R */
	int scheme;	      /* this and below: -1 if not given */
	int numbering, app;
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

/* What these share. */

/* Opens a table with columns up to NULL; a single one has no header. */
void revolve_rows_init(struct table *table, const struct revolve_args *args,
	const char *const *columns, FILE *out);

/*
 * -- What the further files of a command give to its first.
 */

/* -- check_answer.c: what check says about one file. */

struct check_answer {
	const char *name; /* of the file; "-": standard input */
	int is_one;	  /* one of several files, so named each time */
	enum model model;
	enum operation operation;
	int64_t decimals; /* of the times, -1: all */
	struct check check;
	mpq_t finish, bound; /* elapsed */
	/* Of a valid postal schedule with a machine that does not allow it, as
	 * its only violation. */
	struct check on_machine;
};

/* Prints a line "ok: ...", or the violations. */
void check_answer_text(const struct check_answer *answer, FILE *out);

/* Prints a JSON object on one line. */
void check_answer_json(const struct check_answer *answer, FILE *out);

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

/* -- rank_table.c: the rows of rank. */

struct rank_table {
	/* Set before rank_table_open: what rows have besides event, peer, start
	 * and end; or a row is a round's. */
	int has_rank, has_message, is_in_rounds;
	const char *run;	     /* its name, or NULL */
	const struct latency *shown; /* NULL: times are the user's already */
	struct table table;
};

void rank_table_open(struct rank_table *rows, const struct output *output,
	const struct latency *latency, FILE *out);

/* The rows of a processor's part. */
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

/* The operation that is given, or else the algorithm's; the same of the model,
 * which a latency may imply. */
enum operation schedule_args_operation(const struct schedule_args *args);
enum model schedule_args_model(const struct schedule_args *args);

/* Errors: STATUS_USAGE for options that the algorithm does not use, that do not
 * go together, or that are missing. */
enum status schedule_args_check(
	const struct schedule_args *args, struct err *err) WARN_UNUSED;

/* Prints the algorithms of each model; tells whether one uses an option. */
void schedule_args_explain(FILE *file);
int schedule_args_use(const char *choice, const char *option);

/* -- sum.c: --op sum of reach, time and tree. */

/* What is asked; operands or time: NULL if the command has none. */
struct sum_args {
	const struct sweep *processors, *operands, *time;
	const struct latency_args *latency;
	const struct output *output;
};

/* Prints the table of the most operands, or of the least times.
 * Errors: STATUS_USAGE for what is missing, and figures that are not whole. */
enum status sum_print(
	const struct sum_args *args, FILE *out, struct err *err) WARN_UNUSED;

/* Writes the tree of the sum in the least time, or its schedule. */
enum status sum_write(const struct sum_args *args, int is_schedule, FILE *out,
	struct err *err) WARN_UNUSED;

#endif
