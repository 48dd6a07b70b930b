/*
 * The options of every command that prints numbers: format, header, digits and
 * limits.
 */
#ifndef FIBCAST_CLI_OUTPUT_OUTPUT_H
#define FIBCAST_CLI_OUTPUT_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "cli/option/option.h"
#include "format/formats.h"

struct output {
	const struct format *format;
	int no_header;
	int64_t decimals; /* -1: fractions */
	int64_t max_bits, max_rows;
	unsigned log;	   /* of a picture: a bit for each of picture_axes */
	int ascii;	   /* without Unicode */
	int64_t max_lanes; /* the most processors to draw, 0: the usual */
};

enum { OUTPUT_DECIMALS_MAX = 1000000 };

#define OUTPUT_MAX_ROWS INT64_C(1000000000)

#define OUTPUT_DEFAULTS                                                        \
	{                                                                      \
		.decimals = -1, .max_bits = OPTION_MAX_BITS,                   \
		.max_rows = OUTPUT_MAX_ROWS                                    \
	}

/* The option rows for the struct output at args.output; kinds: of formats. */
#define OUTPUT_OPTIONS(args, kinds)                                            \
	OUTPUT_FORMATS(args, kinds), OUTPUT_DECIMALS(args), OUTPUT_LIMITS(args)

/* Some of these rows, where nothing printed has decimals. */
#define OUTPUT_FORMATS(args, kinds)                                            \
	{                                                                      \
		.name = "format",                                              \
		.letters = "f",                                                \
		.kind = OPTION_FORMAT,                                         \
		.field = offsetof(args, output.format),                        \
		.arg = "FORMAT",                                               \
		.formats = (kinds),                                            \
		.help = "what to print (the first)",                           \
	},                                                                     \
	{                                                                      \
		.name = "no-header", .further = 1, .letters = "H",             \
		.kind = OPTION_FLAG,                                           \
		.field = offsetof(args, output.no_header),                     \
		.help = "leave the header line out",                           \
	}

#define OUTPUT_DECIMALS(args)                                                  \
	{                                                                      \
		.name = "decimals", .further = 1, .letters = "d",              \
		.kind = OPTION_COUNT,                                          \
		.field = offsetof(args, output.decimals), .arg = "D",          \
		.help = "print times with D digits after the point",           \
		.most = OUTPUT_DECIMALS_MAX,                                   \
	}

#define OUTPUT_LIMITS(args)                                                    \
	{                                                                      \
		.name = "max-bits",                                            \
		.further = 1,                                                  \
		.kind = OPTION_COUNT,                                          \
		.field = offsetof(args, output.max_bits),                      \
		.arg = "BITS",                                                 \
		.help = "refuse longer numbers (2^33)",                        \
		.least = 64,                                                   \
		.most = OPTION_MOST_BITS,                                      \
	},                                                                     \
	{                                                                      \
		.name = "max-rows", .further = 1, .kind = OPTION_COUNT,        \
		.field = offsetof(args, output.max_rows), .arg = "ROWS",       \
		.help = "refuse longer answers (10^9)", .least = 1,            \
		.most = INT64_MAX,                                             \
	}

/* Whether the table has the names of its columns above; a single value has them
 * in few formats. */
int output_has_head(const struct output *output, int is_table);

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

#endif
