/*
 * What a command prints, and where: formats, limits, schedules, messages,
 * progress; and how long a search runs.
 */
#ifndef FIBCAST_CLI_OUTPUT_OUTPUT_H
#define FIBCAST_CLI_OUTPUT_OUTPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include <gmp.h>

#include "base/err.h"
#include "check/check.h"
#include "cli/input/input.h"
#include "cli/option/option.h"
#include "core/schedule.h"
#include "core/search.h"
#include "format/formats.h"
#include "format/tree/tree.h"

/*
 * -- The options of every command that prints numbers: format, header, digits
 * and limits.
 */

struct output {
	const struct format *format;
	int no_header;
	int64_t decimals; /* -1: fractions */
	int64_t max_bits, max_rows;
	unsigned log;	   /* of a picture: a bit for each of picture_axes */
	int ascii;	   /* without Unicode */
	int64_t max_lanes; /* the most processors to draw; 0: the default */
	const char *title; /* of a table's picture, or NULL */
};

enum { OUTPUT_DECIMALS_MAX = 1000000 };

#define OUTPUT_MAX_ROWS INT64_C(1000000000)

/* The option rows for the struct output at args.output; kinds: of formats. */
#define OUTPUT_OPTIONS(args, kinds)                                            \
	OUTPUT_FORMATS(args, kinds), OUTPUT_DECIMALS(args), OUTPUT_LIMITS(args)

/* The parts of that, for commands that print nothing with decimals. */
#define OUTPUT_FORMATS(args, kinds)                                            \
	OPTION(args, output.format, "format", OPTION_FORMAT, "FORMAT",         \
		"what to print", .letters = "f", .formats = (kinds)),          \
		OPTION(args, output.no_header, "no-header", OPTION_FLAG, NULL, \
			"leave the header line out", .further = 1,             \
			.letters = "H")

#define OUTPUT_DECIMALS(args)                                                  \
	OPTION(args, output.decimals, "decimals", OPTION_COUNT, "D",           \
		"print times with D digits after the point", .further = 1,     \
		.letters = "d", .most = OUTPUT_DECIMALS_MAX, .start = -1)

#define OUTPUT_LIMITS(args)                                                    \
	OPTION(args, output.max_bits, "max-bits", OPTION_COUNT, "BITS",        \
		"refuse longer numbers (default: 2^33)", .further = 1,         \
		.least = 64, .most = OPTION_MOST_BITS,                         \
		.start = OPTION_MAX_BITS),                                     \
		OPTION(args, output.max_rows, "max-rows", OPTION_COUNT,        \
			"ROWS", "refuse longer answers (default: 10^9)",       \
			.further = 1, .least = 1, .most = INT64_MAX,           \
			.start = OUTPUT_MAX_ROWS)

/* Whether the names of the columns are printed.  is_table: it is more than a
 * single value, which has them in few formats. */
int output_has_head(const struct output *output, int is_table);

/* Opens a table in the output's format, with columns up to NULL.  unit: that of
 * the columns of times, which are named with it; or NULL. */
void output_table(struct table *table, const struct output *output,
	const char *const *columns, const char *unit, FILE *out);

/* Prints a tree in the output's format and with its decimals; clears times.
 * Errors: STATUS_LIMIT if it is too large for a picture. */
enum status output_tree(const struct tree *tree, struct tree_times *times,
	const struct output *output, FILE *out, struct err *err) WARN_UNUSED;

/* A column's names, in the order of enum time_unit: "time", "time_ns" .. */
#define OUTPUT_UNITS(name)                                                     \
	{                                                                      \
		name, name "_ns", name "_us", name "_ms", name "_s"            \
	}

/* The name of a column of times, "time" or "bound": "time_us" where the unit
 * is not NULL. */
const char *unit_column(const char *name, const char *unit);

/* Errors: STATUS_USAGE for an option that the format does not use. */
enum status output_check_format(
	const struct output *output, struct err *err) WARN_UNUSED;

/* Errors: STATUS_LIMIT if count, 0 or more, is above max_rows; the message says
 * that `what`, such as "the table", would have so many. */
enum status output_check_rows(const char *what, const mpz_t count,
	int64_t max_rows, struct err *err) WARN_UNUSED;

/* output_check_rows for a table, whose rows have been counted. */
enum status output_check_table(
	uint64_t count, int64_t max_rows, struct err *err) WARN_UNUSED;

/* output_check_rows where count is only an upper bound. */
enum status output_check_rows_at_most(const char *what, const mpz_t count,
	int64_t max_rows, struct err *err) WARN_UNUSED;

/*
 * -- Error messages, as lines of standard error.
 */

/* Prints "fibcast: COMMAND: message", without COMMAND if command is NULL. */
void message_print(const char *command, const struct err *err);

/*
 * -- The terminal that a chart is printed on.
 */

/* The width in columns: the terminal's if out is one, else that in the
 * environment's COLUMNS; 0 if neither is known. */
uint64_t terminal_columns(FILE *out);

/* Whether out shows colours and the user wants them. */
int terminal_colour(FILE *out);

/*
 * -- Progress of long work, on standard error, if that is a terminal.
 */

/* Shows at most once a second how much of the work is done, and how long the
 * rest would take at the same speed. */
struct meter {
	int is_shown; /* there is a terminal */
	int is_said;  /* something stands on it */
	time_t started, said;
};

void meter_start(struct meter *meter);
void meter_show(struct meter *meter, uint64_t done, uint64_t all);
/* Erases what was shown. */
void meter_stop(struct meter *meter);

/*
 * Returns a schedule that passes on the rows of the one given, `rows` of them,
 * and is to be used and closed instead of it.  A meter shows how many have
 * passed, if standard error is a terminal, standard output is not, and there
 * are many rows.
 */
struct schedule *progress_watch(struct schedule *schedule, uint64_t rows);

/*
 * -- How long a search runs: to its end, to a limit in seconds, or until
 * somebody presses Ctrl-C.
 */

/* The option row for the struct sweep at args.limit. */
#define LIMIT_OPTION(args, text)                                               \
	OPTION(args, limit, "limit", OPTION_RATIONAL, "SECONDS", (text))

/* The work that the limit allows, 10^9 for each second; usual without one. */
uint64_t search_work(const struct sweep *limit, uint64_t usual);

/* The bits of memory that a search may take: half of what this process can
 * have, but no more than max_bits. */
uint64_t search_memory(uint64_t max_bits);

/* For search_run: no limit unless one is given. */
enum { SEARCH_FOR_EVER = -1 };

/*
 * Runs the search for as long as the limit says, or for that many seconds if
 * none is given.  Returns NULL if the search has ended, or why it was stopped,
 * a text to be put before a colon.  The time taken so far is shown if standard
 * error is a terminal.  The first Ctrl-C stops the search, a second one the
 * program.
 */
const char *search_run(
	struct search *search, const struct sweep *limit, int seconds);

/*
 * -- Schedules, written as the options and the environment say.
 */

/* The option rows for the struct output at args.output, where schedules are
 * printed. */
#define SCHEDULE_OPTIONS(args, kinds)                                          \
	OPTION(args, output.ascii, "ascii", OPTION_FLAG, NULL,                 \
		"draw the chart without Unicode", .further = 1),               \
		OPTION(args, output.max_lanes, "max-lanes", OPTION_COUNT,      \
			"LANES", "draw no more processors (default: 64)",      \
			.further = 1, .least = 1, .most = INT64_MAX),          \
		OUTPUT_OPTIONS(args, kinds)

/* Errors: STATUS_USAGE for an option that the format does not use; to be called
 * before anything is opened. */
enum status schedule_output_check(
	const struct output *output, struct err *err) WARN_UNUSED;

/* Writes the schedule in the format that output names; a chart as wide as
 * terminal_columns, in colour if terminal_colour. */
enum status schedule_output_write(struct schedule *schedule, FILE *out,
	const struct output *output, struct err *err) WARN_UNUSED;

/* schedule_output_write with progress_watch; closes the schedule. */
enum status schedule_output_close(struct schedule *schedule, uint64_t rows,
	FILE *out, const struct output *output, struct err *err) WARN_UNUSED;

/*
 * -- Violations found by a check, as lines of standard output.
 */

/* Prints the first violations and, if there are more, their number; place: the
 * file's name, from input_name.  Returns STATUS_INVALID. */
enum status violations_print(
	const struct check *check, const char *place, FILE *out);

#endif
