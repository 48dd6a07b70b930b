/*
 * What the options of a command are, how they are read, and what is said of
 * them in the help and to the shells.
 */
#ifndef FIBCAST_CLI_OPTION_OPTION_H
#define FIBCAST_CLI_OPTION_OPTION_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "base/err.h"
#include "cli/input/input.h"
#include "core/machine.h"

/*
 * -- Options: one constant table for each command.  Parsing, --help and the
 * completions come from it; fields are offsets into the command's own args
 * struct.
 */

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
	const char *advice; /* where it is missing; or NULL */
	const char *usual;  /* the argument it has unless given; or NULL */
	int64_t least, most;
	int64_t start; /* of a choice or a count that is not given; often -1 */
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

/* A row: the member of args that holds the value, the long name, the kind, what
 * the help calls the argument, the help; then further fields, if any. */
#define OPTION(args, member, long_name, type, operand, ...)                    \
	{                                                                      \
		.name = (long_name), .kind = (type),                           \
		.field = offsetof(args, member), .arg = (operand),             \
		.help = __VA_ARGS__                                            \
	}

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

/* Whether the text of that size is one of an option's choices, case apart; its
 * index, or -1. */
int option_choice_index(
	const struct option *option, const char *text, size_t size);

enum { OPTION_CHOICE_LIST = ERR_MSG_MAX / 2 };

/* "a, b, c": its choices that are of use, as many as fit. */
void option_list_choices(
	char list[OPTION_CHOICE_LIST], const struct option *option);

/* "'bound', 'compare'": the commands that have an option of that name and, if
 * choice is not NULL, that choice for it; "" if none has. */
void option_list_commands(char list[OPTION_CHOICE_LIST], const char *name,
	size_t size, const char *choice, size_t choice_size);

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

/*
 * -- Did you mean: of the words that are possible in a place, the one nearest
 * to what was typed.  A step inserts, drops or changes a letter, or exchanges
 * two; case does not count.
 */

struct nearest {
	const char *text; /* not ended by a 0 */
	size_t size;
	const char *word; /* so far; NULL: none is near enough */
	size_t steps;
};

/* Near enough is one step for every three letters; a text of three letters
 * or more is also near to what begins with it. */
void nearest_init(struct nearest *nearest, const char *text, size_t size);

/* Another word.  Of words equally near the first one counts. */
void nearest_try(struct nearest *nearest, const char *word);

/* Our name of an option, a choice or a command that others call by this one,
 * or NULL. */
const char *nearest_own_name(const char *text, size_t size);

/*
 * -- The values of options in a command's args struct.
 */

/*
 * Sets the option's field of args from its argument, or, of a flag, to 1.
 * Errors: STATUS_USAGE, naming the offending text; STATUS_LIMIT for a number
 * past max_bits.
 */
enum status option_set(const struct option *option, void *args,
	const char *text, uint64_t max_bits, struct err *err) WARN_UNUSED;

/* Sets choices and counts to what they are unless given. */
void option_start(const struct option *options, void *args);

/* Frees what option_set put into args. */
void option_clear(const struct option *options, void *args);

/*
 * -- Reading a command's arguments.
 */

/*
 * Reads argv[0..argc) into args, which have their start.  At --help it sets
 * *help and reads no further. Errors: STATUS_USAGE, naming the option and the
 * offending text; STATUS_LIMIT for a number past --max-bits.  After an error,
 * too, what args then hold is freed by option_clear (option_value.h).
 */
enum status option_parse(const struct option *options, void *args, int argc,
	char *const argv[], int *help, struct err *err) WARN_UNUSED;

/*
 * -- What a command is.  Each file in src/cli/command/ that is one exports it
 * as cmd_<name>; src/cli/commands.c lists them.
 */

struct command {
	const char *name;
	const char *group;   /* of the list of commands: a word */
	const char *summary; /* a noun phrase of up to 50 letters */
	const char *example; /* a command line */
	const char *shows;   /* what the example prints, or NULL */
	const char *also;    /* another command line */
	const struct option *options;
	size_t size;		     /* of the args struct */
	void (*explain)(FILE *file); /* more help, after the options; or NULL */
	/* Whether the option means something where the operand is that choice;
	 * NULL: all of them do. */
	int (*uses)(const char *choice, const char *option);
	/* Writes the answer to out, but nothing before everything that can be
	 * refused has been checked. */
	enum status (*run)(const void *args, FILE *out, struct err *err);
};

/* All commands, in the order of the help; ends with NULL. */
extern const struct command *const commands[];

const struct command *command_find(const char *name);

/* Completions for shells, made from the option tables. */
void completion_bash(FILE *file);
void completion_zsh(FILE *file);
void completion_fish(FILE *file);

#define FIBCAST_VERSION "3.0.0"

/*
 * -- --help, made from the option tables.
 */

/* Prints text from column at on, wrapped to the column where the help of an
 * option begins; returns the column it ends in. */
enum { HELP_COLUMN = 28, HELP_WIDTH = 79 };
int help_wrapped(FILE *file, const char *text, int at);

/* The help of a command, whole or on one screen; of the program for NULL. */
void help_print(FILE *file, const struct command *command, int is_whole);

/*
 * -- The options --logp and --loggp: a machine, of whose figures each may be
 * swept by a range, since commas stand between them. machine = sweep "," sweep
 * "," sweep [ "," sweep ] sweep   = time | time ".." time [ "+" time | "x"
 * number ] time    = number [ unit ]
 */

struct machine_option {
	struct machine machine; /* of each figure's first value */
	/* Their values, in the machine's unit; all not given if none is
	 * swept. */
	struct sweep figure[MACHINE_FIGURES];
};

/*
 * Reads "L,o,g", or "L,o,g,G" if has_byte; all times or none have a unit, and
 * the machine's unit is that of L.  option is zeroed, or was read before.
 * Errors: STATUS_USAGE, also if a send could take no time; STATUS_LIMIT.
 */
enum status machine_option_parse(struct machine_option *option,
	const char *text, int has_byte, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * The option for the machine as it is with messages of that size, of so many
 * bytes together: "--loggp 6us,2us,4us,1us --bytes 9", or "--logp 6,2,4"
 * without G.  NULL if its L is below 0 for that size.  mem_free it.
 */
char *machine_option_text(
	const struct machine *machine, const mpq_t size, const mpz_t bytes);

void machine_option_clear(struct machine_option *option);

#endif
