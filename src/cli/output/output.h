/*
 * What a command prints, and to whom: formats, limits, schedules, progress, and
 * how long a search goes on.
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
	int64_t max_lanes; /* the most processors to draw, 0: the usual */
	const char *title; /* of a table's picture, or NULL */
};

enum { OUTPUT_DECIMALS_MAX = 1000000 };

#define OUTPUT_MAX_ROWS INT64_C(1000000000)

/* The option rows for the struct output at args.output; kinds: of formats. */
#define OUTPUT_OPTIONS(args, kinds)                                            \
	OUTPUT_FORMATS(args, kinds), OUTPUT_DECIMALS(args), OUTPUT_LIMITS(args)

/* Some of these rows, where nothing printed has decimals. */
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

/* Whether the table has the names of its columns above; a single value has them
 * in few formats. */
int output_has_head(const struct output *output, int is_table);

/* Opens a table in the format, with columns up to NULL; those of times are
 * named with the unit, if that is not NULL. */
void output_table(struct table *table, const struct output *output,
	const char *const *columns, const char *unit, FILE *out);

/* Prints a tree in the output's format and with its decimals; clears times.
 * Errors: STATUS_LIMIT if it is too large for a picture. */
enum status output_tree(const struct tree *tree, struct tree_times *times,
	const struct output *output, FILE *out, struct err *err) WARN_UNUSED;

/* A column's names, in the order of enum time_unit. */
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

/* Errors: STATUS_LIMIT if count is more than max_rows, saying what would have
 * that many. */
enum status output_check_rows(const char *what, const mpz_t count,
	int64_t max_rows, struct err *err) WARN_UNUSED;

/* The same for a table, whose rows have been counted. */
enum status output_check_table(
	uint64_t count, int64_t max_rows, struct err *err) WARN_UNUSED;

/* The same where count is only an upper bound. */
enum status output_check_rows_at_most(const char *what, const mpz_t count,
	int64_t max_rows, struct err *err) WARN_UNUSED;

/*
 * -- Error messages, as lines of standard error.
 */

/* Prints "fibcast: COMMAND: message", without COMMAND if command is NULL. */
void message_print(const char *command, const struct err *err);

/*
 * -- What a chart needs to know about the terminal that it is printed on.
 */

/* The width in columns: the terminal's if out is one, else COLUMNS; 0 if
 * neither is known. */
uint64_t terminal_columns(FILE *out);

/* Whether out shows colours and the user wants them. */
int terminal_colour(FILE *out);

/*
 * -- Progress of long work, on standard error, if that is a terminal.
 */

/* How much of all has been done, and how long the rest takes if it goes on like
 * that, said at most once a second. */
struct meter {
	int is_shown, is_said;
	time_t started, said;
};

void meter_start(struct meter *meter);
void meter_show(struct meter *meter, uint64_t done, uint64_t all);
/* Erases what was written. */
void meter_stop(struct meter *meter);

/*
 * Watches a schedule of that many rows go by; the result is used and closed in
 * its stead.  Shows each second how far it is, if standard error is a terminal,
 * standard output is not, and there are many rows.
 */
struct schedule *progress_watch(struct schedule *schedule, uint64_t rows);

/*
 * -- How long a search goes on: until it ends, a limit in seconds is over, or
 * somebody presses Ctrl-C.
 */

/* The option row for the struct sweep at args.limit. */
#define LIMIT_OPTION(args, text)                                               \
	OPTION(args, limit, "limit", OPTION_RATIONAL, "SECONDS", (text))

/* The work that the limit allows, a billion a second; without one, usual. */
uint64_t search_work(const struct sweep *limit, uint64_t usual);

/* The bits of memory that a search may take: half of what this process can
 * have, but no more than max_bits. */
uint64_t search_memory(uint64_t max_bits);

/* No limit unless one is given. */
enum { SEARCH_FOR_EVER = -1 };

/*
 * Runs the search, for that many seconds unless the limit says otherwise.
 * Returns NULL if it has ended, or why it was stopped, to be put before a
 * colon.  The time it has taken is shown while it runs, if standard error is a
 * terminal. Ctrl-C stops the search alone, a second one the program.
 */
const char *search_run(
	struct search *search, const struct sweep *limit, int seconds);

/*
 * -- How a schedule is to be written, from the options and the environment.
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

/* Whether the format uses the options; called before anything is opened.
 * Errors: STATUS_USAGE for one that the format does not use. */
enum status schedule_output_check(
	const struct output *output, struct err *err) WARN_UNUSED;

/* Writes the schedule in the format that output names.  The chart is as wide
 * as COLUMNS says; in colour only on a terminal, and without NO_COLOR. */
enum status schedule_output_write(struct schedule *schedule, FILE *out,
	const struct output *output, struct err *err) WARN_UNUSED;

/* The same of a schedule of so many rows, showing how far it is; closes it. */
enum status schedule_output_close(struct schedule *schedule, uint64_t rows,
	FILE *out, const struct output *output, struct err *err) WARN_UNUSED;

/*
 * -- What is wrong with what was read, as lines of standard output.
 */

/* Prints the first violations in that place, a file's name as input_name has
 * it, and, if there are more, their number; returns STATUS_INVALID. */
enum status violations_print(
	const struct check *check, const char *place, FILE *out);

#endif
