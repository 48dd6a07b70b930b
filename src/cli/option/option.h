/*
 * Options: the table that describes those of a command, and all that is made
 * from it: the parser, --help, and the completions for shells.
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
 * -- The table of options: constant, one for each command.  Its rows store
 * values at offsets into the command's own args struct.
 */

enum option_kind {
	OPTION_FLAG,	 /* int: 1 if given */
	OPTION_CHOICE,	 /* int: index into choices */
	OPTION_CHOICES,	 /* unsigned: bit i is set for the i-th of choices */
	OPTION_FORMAT,	 /* const struct format * */
	OPTION_TEXT,	 /* const char *: the argument itself */
	OPTION_TEXTS,	 /* struct texts: an operand, and all after it */
	OPTION_COUNT,	 /* int64_t between least and most */
	OPTION_LOGP,	 /* struct machine_option, from L,o,g */
	OPTION_LOGGP,	 /* struct machine_option, from L,o,g,G */
	OPTION_MACHINE,	 /* struct machine, from a file */
	OPTION_INTEGER,	 /* struct sweep of one integer >= least */
	OPTION_INTEGERS, /* struct sweep of integers >= least */
	OPTION_RATIONAL, /* struct sweep of one rational >= least */
	OPTION_RATIONALS /* struct sweep of rationals >= least */
};

struct option {
	const char *name;    /* the long name; NULL: this row is an operand */
	const char *letters; /* short names; the help shows the first */
	enum option_kind kind;
	size_t field;
	const char *arg;	    /* what the help calls the argument */
	const char *const *choices; /* names, up to NULL; NULL: no choice */
	unsigned formats;	    /* the kinds of formats to choose from */
	const char *help;
	const char *advice; /* ends the error if it is missing; or NULL */
	const char *usual;  /* the default argument; or NULL */
	int64_t least, most;
	int64_t start; /* default of a choice or a count; -1 often means none */
	int required;  /* 1: always; 2: unless a choice or a flag is given */
	int or_next;   /* one of that many next rows can stand in its place */
	int further;   /* --help only names it; help COMMAND explains it */
	int streams;   /* "-" reads its values, or file, from standard input */
	int best;      /* SWEEP_BEST: a sweep can be "best" */
	int bytes;     /* its numbers may end in B */
	size_t stride; /* bytes from name to name; 0: choices are pointers */
	/* Whether to list the i-th choice in the help; NULL: list all. */
	int (*offers)(size_t i);
};

/* The arguments of OPTION_TEXTS. */
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

/* A row of the table: the type of args and its member for the value, the long
 * name, the kind, the argument as the help calls it, the help, other fields. */
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

/* Points to the option's value in args. */
void *option_field(const struct option *option, void *args);

/* Finds a row by its long name, the first size bytes of name; NULL if there is
 * none. */
const struct option *option_find(
	const struct option *options, const char *name, size_t size);

/* The same by one of its letters, which is not '\0'. */
const struct option *option_find_letter(
	const struct option *options, char letter);

/* The row of the index-th operand, from 0; NULL if there are not that many.
 * OPTION_TEXTS stands for all operands from its own on. */
const struct option *option_operand(const struct option *options, size_t index);

/* Whether the argument must be one of a list of names. */
int option_has_choices(const struct option *option);

/* The name of the i-th choice; NULL after the last, and for an option without
 * choices. */
const char *option_choice(const struct option *option, size_t i);

/* The first choice from the *i-th on that the help lists; *i is moved past it.
 * NULL after the last. */
const char *option_offer(const struct option *option, size_t *i);

/* The index of the choice that text, of size bytes, names, ignoring case and
 * hyphens, as in k-nomial; -1 if there is none. */
int option_choice_index(
	const struct option *option, const char *text, size_t size);

enum { OPTION_CHOICE_LIST = ERR_MSG_MAX / 2 };

/* "a, b, c": the choices that the help lists, as many as fit. */
void option_list_choices(
	char list[OPTION_CHOICE_LIST], const struct option *option);

/* "'bound', 'compare'": the commands that have an option of that name and, if
 * choice is not NULL, that choice for it; "" if there are none. */
void option_list_commands(char list[OPTION_CHOICE_LIST], const char *name,
	size_t size, const char *choice, size_t choice_size);

/* Whether an option was given, and whether it means anything here. */
struct option_use {
	const char *name;
	int given, used;
};

/* The length of an array of them; a row without a name ends it early. */
enum { OPTION_USES = 17 };

/* The name of the first option that was given but means nothing; or NULL. */
const char *option_unused(const struct option_use uses[OPTION_USES]);

/* Refuses that option: "(name): not used (where)(whom)".
 * Errors: STATUS_USAGE. */
enum status option_check_uses(const struct option_use uses[OPTION_USES],
	const char *where, const char *whom, struct err *err) WARN_UNUSED;

/*
 * -- "Did you mean": the possible word that is nearest to what was typed, by
 * edit distance: a step inserts, drops or changes a letter, or swaps two
 * neighbours; case is ignored.
 */

struct nearest {
	const char *text; /* what was typed; no NUL ends it */
	size_t size;
	const char *word; /* the nearest so far; NULL: none is near enough */
	uint64_t steps;	  /* a word must be nearer than that */
};

/* A word is near enough within (size + 1) / 3 steps.  A word that begins with
 * the text is one step away if the text has three letters or more. */
void nearest_init(struct nearest *nearest, const char *text, size_t size);

/* Considers another word.  Of equally near words the first is kept. */
void nearest_try(struct nearest *nearest, const char *word);

/* Translates a name that other programs use for an option, a choice or a
 * command into ours; NULL if it is not known. */
const char *nearest_own_name(const char *text, size_t size);

/*
 * -- Arguments that a command does not have, which are refused: STATUS_USAGE.
 */

/* The option, no operand, that has the word as a choice; or NULL. */
const struct option *option_chooser(
	const struct option *options, const char *text, size_t size);

/* Refuses an option; text: what follows "--"; size: that of the name, up to
 * "=". */
enum status option_unknown(const struct option *options, const char *text,
	size_t size, struct err *err) WARN_UNUSED;

/* Refuses a letter of the text "-xy". */
enum status option_unknown_letter(
	char letter, const char *text, struct err *err) WARN_UNUSED;

/* Refuses an operand too many: a number was most likely meant for -t where that
 * is needed, and else for -n. */
enum status option_extra(const struct option *options, const char *text,
	struct err *err) WARN_UNUSED;

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

/* Sets choices and counts to their defaults. */
void option_start(const struct option *options, void *args);

/* Frees what option_set put into args. */
void option_clear(const struct option *options, void *args);

/*
 * -- Reading a command's arguments.
 */

/*
 * Reads argv[0..argc) into args, which option_start has prepared.  At --help it
 * sets *help and stops.  Call option_clear afterwards, even after an error.
 * Errors: STATUS_USAGE, naming the option and the offending text; STATUS_LIMIT
 * for a number past --max-bits.
 */
enum status option_parse(const struct option *options, void *args, int argc,
	char *const argv[], int *help, struct err *err) WARN_UNUSED;

/*
 * -- Commands.  The file of a command in src/cli/command/ exports it as
 * cmd_<name>; src/cli/commands.c lists them.
 */

struct command {
	const char *name;
	const char *group;   /* its heading in the list of commands: a word */
	const char *summary; /* a noun phrase of up to 50 letters */
	const char *example; /* a command line */
	const char *shows;   /* what the example prints, or NULL */
	const char *also;    /* another command line */
	const struct option *options;
	size_t size;		     /* of the args struct */
	void (*explain)(FILE *file); /* more help, after the options; or NULL */
	/* Whether the option means anything where the first operand is that
	 * choice; NULL: every option always does. */
	int (*uses)(const char *choice, const char *option);
	/* Writes the answer to out, nothing before all checks have passed. */
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

/* Prints text from column at on, wrapped; further lines are indented to
 * HELP_COLUMN.  Returns the column in which it ends. */
enum { HELP_COLUMN = 28, HELP_WIDTH = 80 };
int help_wrapped(FILE *file, const char *text, int at);

/* Prints a command's help, whole or on one screen; for NULL the program's. */
void help_print(FILE *file, const struct command *command, int is_whole);

/*
 * -- The options --logp and --loggp: a machine, each of whose figures can be a
 * range; lists are not possible, since commas separate the figures.
 *   machine = figure "," figure "," figure [ "," figure ]
 *   figure  = time [ ".." time [ "+" time | "x" number ] ]
 *   time    = number [ unit ]
 */

struct machine_option {
	struct machine machine; /* with the first value of each figure */
	/* All figures, in the machine's unit, if one is a range; else none are
	 * given. */
	struct sweep figure[MACHINE_FIGURES];
};

/*
 * Reads "L,o,g", or "L,o,g,G" if has_byte; either all times have a unit or none
 * has, and the machine's unit is that of L.  option is zeroed, or was read
 * before.
 * Errors: STATUS_USAGE, also if a send could take no time; STATUS_LIMIT.
 */
enum status machine_option_parse(struct machine_option *option,
	const char *text, int has_byte, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* The number of commas in a machine's text: one less than its figures. */
size_t machine_option_commas(const char *text);

/*
 * Options that describe the machine as messages of that size see it, bytes
 * being the size of all of them together: "--loggp 6us,2us,4us,1us --bytes 9",
 * or "--logp 6,2,4" without G.  NULL if L is below 0 at that size.  mem_free
 * it.
 */
char *machine_option_text(
	const struct machine *machine, const mpq_t size, const mpz_t bytes);

void machine_option_clear(struct machine_option *option);

#endif
