/*
 * What every command that prints numbers understands: format, header, digits
 * and limits.
 */
#ifndef FIBCAST_CLI_OUTPUT_H
#define FIBCAST_CLI_OUTPUT_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "cli/option.h"

struct output {
	int format; /* index into the command's own list */
	int no_header;
	int64_t decimals; /* -1: fractions */
	int64_t max_bits, max_rows;
};

enum { OUTPUT_DECIMALS_MAX = 1000000 };

/* What --max-bits is unless given, and at most: GMP counts bits in a long. */
#if ULONG_MAX > UINT32_MAX
#define OUTPUT_MAX_BITS (INT64_C(1) << 33)
#define OUTPUT_MOST_BITS (INT64_C(1) << 36)
#else
#define OUTPUT_MAX_BITS (INT64_C(1) << 31)
#define OUTPUT_MOST_BITS OUTPUT_MAX_BITS
#endif
#define OUTPUT_MAX_ROWS INT64_C(1000000000)

#define OUTPUT_DEFAULTS                                                        \
	{                                                                      \
		.decimals = -1, .max_bits = OUTPUT_MAX_BITS,                   \
		.max_rows = OUTPUT_MAX_ROWS                                    \
	}

/* The option rows for the struct output at args.output. */
#define OUTPUT_OPTIONS(args, formats)                                          \
	{"format", "f", OPTION_CHOICE, offsetof(args, output.format),          \
		"FORMAT", formats, "what to print", 0, 0, 0},                  \
		{"no-header", "H", OPTION_FLAG,                                \
			offsetof(args, output.no_header), NULL, NULL,          \
			"leave the header line out", 0, 0, 0},                 \
		{"decimals", "d", OPTION_COUNT,                                \
			offsetof(args, output.decimals), "D", NULL,            \
			"print times with D digits after the point", 0,        \
			OUTPUT_DECIMALS_MAX, 0},                               \
		OUTPUT_LIMITS(args)

#define OUTPUT_LIMITS(args)                                                    \
	{"max-bits", NULL, OPTION_COUNT, offsetof(args, output.max_bits),      \
		"BITS", NULL, "refuse longer numbers (2^33)", 64,              \
		OUTPUT_MOST_BITS, 0},                                          \
	{                                                                      \
		"max-rows", NULL, OPTION_COUNT,                                \
			offsetof(args, output.max_rows), "ROWS", NULL,         \
			"refuse longer answers (10^9)", 1, INT64_MAX, 0        \
	}

/* Errors: STATUS_LIMIT if count is more than max_rows, with what would have
 * that many. */
enum status output_check_rows(const char *what, const mpz_t count,
	int64_t max_rows, struct err *err) WARN_UNUSED;

/* The --max-bits in args so far. */
uint64_t output_max_bits(const struct option *options, const void *args);

#endif
