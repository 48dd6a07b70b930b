/*
 * Prints usage lines, options wrapped to 80 columns, and the help of the
 * program itself.
 */
#include "cli/option/option.h"

#include <string.h>

#include "format/formats.h"

static void print_name(FILE *file, const struct option *row)
{
	if (row->letters)
		fprintf(file, "-%c %s", row->letters[0], row->arg);
	else
		fprintf(file, "--%s %s", row->name, row->arg);
}

/* Prints the options that are required, and pairs of which one can stand in the
 * other's place. */
static void print_required(FILE *file, const struct option *row)
{
	for (; row->help; row++) {
		if (!row->name || !(row->required || row->or_next))
			continue;
		putc(' ', file);
		if (!row->or_next) {
			print_name(file, row);
			continue;
		}
		putc(row->required ? '(' : '[', file);
		print_name(file, row);
		fputs(" | ", file);
		print_name(file, row + 1);
		putc(row->required ? ')' : ']', file);
	}
}

static void print_operands(FILE *file, const struct option *row)
{
	for (; row->help; row++)
		if (!row->name)
			fprintf(file, row->required ? " %s%s" : " [%s%s]",
				row->arg,
				row->kind == OPTION_TEXTS ? "..." : "");
}

/* Required operands, which say what to print, come first; files come last. */
static void print_usage(FILE *file, const struct command *command)
{
	const struct option *rows = command->options;
	const struct option *operand = option_operand(rows, 0);
	int is_first = operand && operand->required;

	fprintf(file, "usage: fibcast %s", command->name);
	if (is_first)
		print_operands(file, rows);
	print_required(file, rows);
	fputs(" [OPTIONS]", file);
	if (!is_first)
		print_operands(file, rows);
	putc('\n', file);
}

/* Wraps text from column *at on, and moves *at to where it ends; prints it
 * unless file is NULL.  Returns how many lines it breaks. */
static int wrap(FILE *file, const char *text, int *at)
{
	int lines = 0;

	while (*text) {
		int word = (int)strcspn(text, " ");
		int blank = *at > HELP_COLUMN;
		int is_broken = *at + blank + word > HELP_WIDTH;

		if (is_broken) {
			*at = HELP_COLUMN;
			blank = 0;
		}
		if (is_broken && file)
			fprintf(file, "\n%*s", HELP_COLUMN, "");
		if (file)
			fprintf(file, "%*s%.*s", blank, "", word, text);
		lines += is_broken;
		*at += blank + word;
		text += word;
		text += strspn(text, " ");
	}
	return lines;
}

int help_wrapped(FILE *file, const char *text, int at)
{
	wrap(file, text, &at);
	return at;
}

/* The most lines on one screen: of an option, and of the options that are only
 * named. */
enum { SCREEN_LINES = 2, NAMED_LINES = 3, WORD_ROOM = 96, NAMES_MAX = 64 };

/* The heading in the list of formats of the group that the i-th belongs to. */
static const char *group_of(const struct option *row, size_t i)
{
	const struct format *format;

	if (row->kind != OPTION_FORMAT)
		return "";
	format = format_choice(row->formats, i);
	return format->uses & FORMAT_DRAWN    ? "pictures: "
	       : format->uses & FORMAT_EXPORT ? "exports: "
					      : "";
}

/* The next choice from the *i-th on that the words before the list do not begin
 * with, as "best, or one of" does; NULL at the end. */
static const char *next_shown(const struct option *row, size_t *i)
{
	const char *name = option_offer(row, i);
	size_t size = name ? strlen(name) : 0;

	if (name && strncmp(row->help, name, size) == 0 &&
		row->help[size] == ',')
		return option_offer(row, i);
	return name;
}

/* Prints "a, b; pictures: c, d", wrapped, from column at on. */
static void print_choices(FILE *file, const struct option *row, int at)
{
	const char *name, *next, *group = "", *last = "";
	size_t i = 0;

	for (name = next_shown(row, &i); name; name = next) {
		char word[WORD_ROOM] = "";

		group = group_of(row, i - 1);
		if (strcmp(group, last) != 0)
			strcat(word, group);
		last = group;
		strncat(word, name, WORD_ROOM / 2);
		next = next_shown(row, &i);
		if (next)
			strcat(word, strcmp(group, group_of(row, i - 1)) != 0
					     ? ";"
					     : ",");
		at = help_wrapped(file, word, at);
	}
}

/* A list of names, shortened to a number of lines. */
struct names {
	const char *name[NAMES_MAX];
	size_t count;
	int lines;	   /* how many it may take */
	const char *mark;  /* before each name */
	const char *comma; /* after each name but the last */
	const char *end;   /* after the whole list */
	const char *more;  /* after "and 9 more" of a shortened one */
};

static void add_name(struct names *names, const char *name)
{
	if (names->count < NAMES_MAX)
		names->name[names->count++] = name;
}

/* Prints "a, b and 9 more" from column at of the line-th line on. */
static void print_names(FILE *file, const struct names *names, int at, int line)
{
	for (size_t i = 0; i < names->count; i++) {
		size_t left = names->count - i - 1;
		char word[WORD_ROOM], rest[3 * WORD_ROOM];
		int end = at;

		snprintf(word, sizeof word, "%s%.30s%s", names->mark,
			names->name[i], left > 0 ? names->comma : "");
		if (left > 0)
			snprintf(rest, sizeof rest, "%s and %zu more%s", word,
				left, names->more);
		else
			snprintf(rest, sizeof rest, "%s %s", word, names->end);
		if (line + wrap(NULL, rest, &end) >= names->lines) {
			snprintf(rest, sizeof rest, "and %zu more%s", left + 1,
				names->more);
			help_wrapped(file, rest, at);
			return;
		}
		line += wrap(file, word, &at);
	}
	help_wrapped(file, names->end, at);
}

static void print_some_choices(
	FILE *file, const struct option *row, int at, int line)
{
	struct names names = {.lines = SCREEN_LINES,
		.mark = "",
		.comma = ",",
		.end = "",
		.more = ""};
	const char *name;

	for (size_t i = 0; (name = next_shown(row, &i));)
		add_name(&names, name);
	print_names(file, &names, at, line);
}

/* The default argument; NULL if there is none to show. */
static const char *default_argument(const struct option *row)
{
	int is_choice =
		row->kind == OPTION_CHOICE || row->kind == OPTION_FORMAT;

	return is_choice && !row->required && row->start >= 0
		       ? option_choice(row, (size_t)row->start)
		       : row->usual;
}

static void print_option(FILE *file, const struct option *row, int is_whole)
{
	const char *usual = default_argument(row);
	char words[WORD_ROOM * 2];
	int at = fprintf(file, row->name && !row->letters ? "      " : "  ");
	int line;

	for (const char *letter = row->letters; letter && *letter; letter++)
		at += fprintf(file, "-%c, ", *letter);
	if (row->name)
		at += fprintf(file, "--%s ", row->name);
	if (row->arg)
		at += fprintf(file, "%s", row->arg);
	at += fprintf(file, "%*s", at < HELP_COLUMN ? HELP_COLUMN - at : 1, "");
	snprintf(words, sizeof words, "%s%s%.30s%s%s", row->help,
		usual ? " (default: " : "", usual ? usual : "",
		usual ? ")" : "", option_has_choices(row) ? ":" : "");
	line = wrap(file, words, &at);
	if (option_has_choices(row) && is_whole)
		print_choices(file, row, at);
	else if (option_has_choices(row))
		print_some_choices(file, row, at, line);
	putc('\n', file);
}

/* Prints the program's help; each group of commands has its name in front. */
static void print_program(FILE *file)
{
	const char *last = "";

	fputs("usage: fibcast COMMAND [OPTIONS] [OPERANDS]\n", file);
	for (size_t i = 0; commands[i]; i++) {
		const char *group = commands[i]->group;

		fprintf(file, "%-11s%-20s%s\n",
			strcmp(group, last) == 0 ? "" : group,
			commands[i]->name, commands[i]->summary);
		last = group;
	}
	fputs("All: fibcast help COMMAND, man fibcast. Numbers are exact: 14, "
	      "1e30, 5/2, 1..9.\n"
	      "Papers: F_lambda reach, f_lambda and B(P,L) time, f_i "
	      "sequence, T_lb bound.\n\n"
	      "  $ fibcast time -n 14 -l 5/2\n  15/2\n",
		file);
}

/* Names the options that --help leaves out, and the command for the rest. */
static void print_further(FILE *file, const struct command *command)
{
	int at = fprintf(file, "  -h, --help                ");
	char end[WORD_ROOM];
	struct names names = {
		.lines = NAMED_LINES,
		.mark = "--",
		.comma = "",
		.end = end,
	};

	for (const struct option *row = command->options; row->help; row++)
		if (row->further)
			add_name(&names, row->name);
	snprintf(end, sizeof end, "%smore: fibcast help %s",
		names.count > 0 ? "and " : "", command->name);
	names.more = strchr(end, ':');
	if (names.count > 0)
		at = help_wrapped(file, "this; further options:", at);
	print_names(file, &names, at, 0);
	putc('\n', file);
}

void help_print(FILE *file, const struct command *command, int is_whole)
{
	if (!command) {
		print_program(file);
		return;
	}
	print_usage(file, command);
	fprintf(file, "Prints %s.\n\n", command->summary);
	for (const struct option *row = command->options; row->help; row++)
		if (is_whole || !row->further)
			print_option(file, row, is_whole);
	if (is_whole)
		fputs("  -h, --help                help on one screen\n", file);
	else
		print_further(file, command);
	if (is_whole && command->explain)
		command->explain(file);
	fprintf(file, "\n  $ %s\n", command->example);
	if (command->shows)
		fprintf(file, "  %s\n", command->shows);
	fprintf(file, "  $ %s\n", command->also);
}
