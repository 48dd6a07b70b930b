/*
 * Options: one constant table for each command.  Parsing, --help and the
 * completions come from it; fields are offsets into the command's own args
 * struct.
 */
#ifndef FIBCAST_CLI_OPTION_OPTION_H
#define FIBCAST_CLI_OPTION_OPTION_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum option_kind {
	OPTION_REFUSED,	 /* known, but not here; its help says what to do */
	OPTION_FLAG,	 /* int: 1 if given */
	OPTION_CHOICE,	 /* int: index into choices */
	OPTION_CHOICES,	 /* unsigned: a bit for each of choices */
	OPTION_FORMAT,	 /* const struct format *: one of formats */
	OPTION_TEXT,	 /* const char *: the argument itself */
	OPTION_TEXTS,	 /* struct texts: the last operand, and all after it */
	OPTION_COUNT,	 /* int64_t between least and most */
	OPTION_LOGP,	 /* struct machine_option, from L,o,g */
	OPTION_LOGGP,	 /* the same from L,o,g,G */
	OPTION_MACHINE,	 /* struct machine, from a file */
	OPTION_INTEGER,	 /* struct sweep of one integer >= least */
	OPTION_INTEGERS, /* struct sweep of integers >= least */
	OPTION_RATIONAL, /* struct sweep of one rational >= least */
	OPTION_RATIONALS /* struct sweep of rationals >= least */
};

struct option {
	const char *name;    /* long; NULL: an operand, in its place */
	const char *letters; /* short ones; the first names a column */
	enum option_kind kind;
	size_t field;
	const char *arg;	    /* what the help calls the argument */
	const char *const *choices; /* names, up to NULL; NULL: no choice */
	unsigned formats;	    /* which kinds of them */
	const char *help;
	int64_t least, most;
	int required;  /* 1; 2: where it means something */
	int or_next;   /* how many of the next rows can stand in its place */
	int further;   /* --help only names it; help COMMAND has it */
	int streams;   /* a sweep's values can be standard input */
	int best;      /* SWEEP_BEST: a sweep can be "best" */
	int bytes;     /* its numbers may end in B */
	size_t stride; /* from name to name in bytes; 0: of an array of names */
	/* Whether the i-th choice is of use here, and so shown; NULL: all. */
	int (*offers)(size_t i);
};

/* The arguments themselves. */
struct texts {
	const char **text;
	size_t count, capacity;
};

/* The default of --max-bits, and the most it can be: GMP counts bits in a
 * long. */
#if ULONG_MAX > UINT32_MAX
#define OPTION_MAX_BITS (INT64_C(1) << 33)
#define OPTION_MOST_BITS (INT64_C(1) << 36)
#else
#define OPTION_MAX_BITS (INT64_C(1) << 31)
#define OPTION_MOST_BITS OPTION_MAX_BITS
#endif

/* A table ends with a row whose help is NULL. */
#define OPTION_END                                                             \
	{                                                                      \
		.help = NULL                                                   \
	}

/* Where args hold the option's value. */
void *option_field(const struct option *option, void *args);

/* The row of that long name, of size bytes, or NULL. */
const struct option *option_find(
	const struct option *options, const char *name, size_t size);

/* Whether there is a choice of names. */
int option_has_choices(const struct option *option);

/* The i-th of an option's choices, NULL after the last. */
const char *option_choice(const struct option *option, size_t i);

/* The first choice from the *i-th on that is of use, and then sets *i behind
 * it; NULL after the last. */
const char *option_offer(const struct option *option, size_t *i);

enum { OPTION_CHOICE_LIST = ERR_MSG_MAX / 2 };

/* "a, b, c": its choices that are of use, as many as fit. */
void option_list_choices(
	char list[OPTION_CHOICE_LIST], const struct option *option);

/* An option: whether it was given, and whether it has a meaning here. */
struct option_use {
	const char *name;
	int given, used;
};

/* The first that was given but has no meaning here, or NULL. */
const char *option_unused(const struct option_use *uses, size_t count);

/* Errors: STATUS_USAGE if there is one: "(name): not used (where)(whom)". */
enum status option_check_uses(const struct option_use *uses, size_t count,
	const char *where, const char *whom, struct err *err) WARN_UNUSED;

#endif
