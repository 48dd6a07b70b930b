/*
 * A number option's values: one, or a sweep of them.
 *   sweep = range { "," range }
 *   range = number | number ".." number [ "+" number | "x" number ] "-" stands
 * for the numbers on standard input, one a line.  They are read one by one: the
 * last one read is the sweep's only value.
 */
#ifndef FIBCAST_CLI_INPUT_SWEEP_H
#define FIBCAST_CLI_INPUT_SWEEP_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/machine.h"

struct sweep_stream;

struct sweep_range {
	mpq_t first, last, step; /* last: one of the values, */
	mpq_t end;		 /* which need not be what was written */
	int multiply;
	mpz_t count;
};

struct sweep {
	struct sweep_range *range; /* NULL: not given */
	size_t ranges, capacity;
	int is_sweep; /* more than one plain number was written */
	mpz_t count;  /* of all values; of those on standard input 0 */
	int is_best;  /* "best": left to the command; its value is 1 */
	struct sweep_stream *stream; /* where they come from, or NULL */
};

/* Whether "best" is a value, or refused with the way to do without it. */
enum { SWEEP_BEST = 1, SWEEP_NO_BEST };

/* The options of how many processors and messages there are; kind: one value
 * or a sweep. */
#define PROCESSORS_OPTION(args, type)                                          \
	{                                                                      \
		.name = "processors", .letters = "nP", .kind = (type),         \
		.field = offsetof(args, processors), .arg = "N",               \
		.help = "how many, the source included", .least = 1,           \
		.required = 1, .streams = 1,                                   \
	}

#define MESSAGES_OPTION(args, type)                                            \
	{                                                                      \
		.name = "messages", .letters = "mk", .kind = (type),           \
		.field = offsetof(args, messages), .arg = "M",                 \
		.help = "how many to broadcast (1)", .least = 1, .streams = 1, \
		.best = SWEEP_NO_BEST,                                         \
	}

/* The same where they can be the best number of segments. */
#define SEGMENTS_OPTION(args, type)                                            \
	{                                                                      \
		.name = "messages", .letters = "mk", .kind = (type),           \
		.field = offsetof(args, messages), .arg = "M",                 \
		.help = "how many to broadcast (1); best: of --bytes",         \
		.least = 1, .streams = 1, .best = SWEEP_BEST,                  \
	}

/* The units in which the times of an option are written: that of the first is
 * the unit of all its values. */
struct sweep_units {
	enum time_unit unit;
	int with, without; /* some number has one, or none */
};

/* What values an option takes. */
struct sweep_domain {
	int whole;		   /* integers only */
	long least;		   /* and nothing below */
	int allowed;		   /* a sweep, not just one number */
	int streams;		   /* and "-", standard input */
	int best;		   /* and "best": SWEEP_BEST */
	int bytes;		   /* and sizes with a B, "64KiB" */
	struct sweep_units *units; /* of times; NULL: plain numbers */
	const char *option; /* whose values they are, for messages about it */
};

/*
 * Reads text into sweep, which is zeroed or was given before; all values are
 * checked against the domain.
 * Errors: STATUS_USAGE; STATUS_LIMIT past max_bits, for all values together.
 */
enum status sweep_parse(struct sweep *sweep, const char *text,
	const struct sweep_domain *domain, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * Reads the next value of a sweep that is standard input, and sets *more if
 * there is one; its cursors must then be reset.
 * Errors: STATUS_INPUT, naming the line, also for an input without any;
 * STATUS_LIMIT past max_bits.
 */
enum status sweep_read(
	const struct sweep *sweep, int *more, struct err *err) WARN_UNUSED;

/* Whether sweep_read need not wait for it. */
int sweep_is_ready(const struct sweep *sweep);

/* Refuses fractions on standard input from now on. */
void sweep_ask_whole(const struct sweep *sweep);

/* copy, which is not given yet, = that many times the values of sweep. */
void sweep_scaled(
	struct sweep *copy, const struct sweep *sweep, const mpq_t factor);

/* The sweep that is one number. */
void sweep_set(struct sweep *sweep, const mpq_t value);

/* For an option that is 1 unless given: given itself, or one, set to 1. */
const struct sweep *sweep_or_one(struct sweep *one, const struct sweep *given);

void sweep_clear(struct sweep *sweep);

/* The single value, the least or the greatest of all. */
const __mpq_struct *sweep_value(const struct sweep *sweep);
const __mpq_struct *sweep_least(const struct sweep *sweep);
const __mpq_struct *sweep_greatest(const struct sweep *sweep);

/* Whether all values are whole; of standard input, only those of now. */
int sweep_is_whole(const struct sweep *sweep);

#endif
