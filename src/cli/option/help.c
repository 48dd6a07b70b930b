/*
 * Usage lines, options wrapped to 80 columns, and the program's first screen.
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

/* What is required, and what there is a choice of. */
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

static const struct option *find_operand(const struct option *row)
{
	while (row->help && row->name)
		row++;
	return row;
}

static void print_operands(FILE *file, const struct option *row)
{
	for (; row->help; row++)
		if (!row->name)
			fprintf(file, row->required ? " %s%s" : " [%s%s]",
				row->arg,
				row->kind == OPTION_TEXTS ? "..." : "");
}

/* Operands that say what to print come first, files last. */
static void print_usage(FILE *file, const struct command *command)
{
	const struct option *rows = command->options;
	int is_first = find_operand(rows)->required;

	fprintf(file, "usage: fibcast %s", command->name);
	if (is_first)
		print_operands(file, rows);
	print_required(file, rows);
	fputs(" [OPTIONS]", file);
	if (!is_first)
		print_operands(file, rows);
	putc('\n', file);
}

int help_wrapped(FILE *file, const char *text, int at)
{
	while (*text) {
		int word = (int)strcspn(text, " ");

		if (at + 1 + word > HELP_WIDTH)
			at = fprintf(file, "\n%*s", HELP_COLUMN, "") - 2;
		else if (at > HELP_COLUMN)
			at += fprintf(file, " ");
		at += fprintf(file, "%.*s", word, text);
		text += word;
		text += strspn(text, " ");
	}
	return at;
}

/* How many lines the help of an option takes at most on one screen, and that of
 * the options that are only named. */
enum { SCREEN_LINES = 2, NAMED_LINES = 3, WORD_ROOM = 96, NAMES_MAX = 64 };

/* Where the text would end that begins in column *at of its first line, and in
 * which line. */
static int measure(int *at, const char *text)
{
	int line = 0;

	while (*text) {
		int word = (int)strcspn(text, " ");

		if (*at + 1 + word > HELP_WIDTH) {
			*at = HELP_COLUMN - 1;
			line++;
		}
		*at += word + (*at > HELP_COLUMN);
		text += word;
		text += strspn(text, " ");
	}
	return line;
}

/* What its choices are called that stand before and after the i-th. */
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

/* "a, b; pictures: c, d", wrapped, from that column on. */
static void print_choices(FILE *file, const struct option *row, int at)
{
	const char *name, *next, *group = "", *last = "";
	size_t i = 0;

	for (name = option_offer(row, &i); name; name = next) {
		char word[WORD_ROOM] = "";

		group = group_of(row, i - 1);
		if (strcmp(group, last) != 0)
			strcat(word, group);
		last = group;
		strncat(word, name, WORD_ROOM / 2);
		next = option_offer(row, &i);
		if (next)
			strcat(word, strcmp(group, group_of(row, i - 1)) != 0
					     ? ";"
					     : ",");
		at = help_wrapped(file, word, at);
	}
}

/* Names of which a screen shows those that have room. */
struct names {
	const char *name[NAMES_MAX];
	size_t count;
	int lines;	   /* in which they have to be */
	const char *mark;  /* before each */
	const char *comma; /* after each but the last */
	const char *end;   /* after all */
	const char *more;  /* instead, after "and 9 more" */
};

static void add_name(struct names *names, const char *name)
{
	if (names->count < NAMES_MAX)
		names->name[names->count++] = name;
}

/* "a, b and 9 more", from that column on, so many lines after the first. */
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
		if (line + measure(&end, rest) >= names->lines) {
			snprintf(rest, sizeof rest, "and %zu more%s", left + 1,
				names->more);
			help_wrapped(file, rest, at);
			return;
		}
		end = at;
		line += measure(&end, word);
		at = help_wrapped(file, word, at);
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

	for (size_t i = 0; (name = option_offer(row, &i));)
		add_name(&names, name);
	print_names(file, &names, at, line);
}

/* " (default: text)", where there is one. */
static void default_text(char text[WORD_ROOM], const struct option *row)
{
	*text = '\0';
	if (row->usual)
		snprintf(text, WORD_ROOM, " (default: %.30s)", row->usual);
	if (row->required ||
		(row->kind != OPTION_CHOICE && row->kind != OPTION_FORMAT))
		return;
	if (row->start >= 0)
		snprintf(text, WORD_ROOM, " (default: %.30s)",
			option_choice(row, (size_t)row->start));
}

static void print_option(FILE *file, const struct option *row, int is_whole)
{
	char words[WORD_ROOM * 2], usual[WORD_ROOM];
	int at = fprintf(file, row->name && !row->letters ? "      " : "  ");
	int end, line;

	for (const char *letter = row->letters; letter && *letter; letter++)
		at += fprintf(file, "-%c, ", *letter);
	if (row->name)
		at += fprintf(file, "--%s ", row->name);
	if (row->arg)
		at += fprintf(file, "%s", row->arg);
	at += fprintf(file, "%*s", at < HELP_COLUMN ? HELP_COLUMN - at : 1, "");
	default_text(usual, row);
	snprintf(words, sizeof words, "%s%s%s", row->help, usual,
		option_has_choices(row) ? ":" : "");
	end = at;
	line = measure(&end, words);
	at = help_wrapped(file, words, at);
	if (option_has_choices(row) && is_whole)
		print_choices(file, row, at);
	else if (option_has_choices(row))
		print_some_choices(file, row, at, line);
	putc('\n', file);
}

/* The group is named where it begins. */
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

/* What --help leaves out, and where it is. */
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
		if (row->kind != OPTION_REFUSED && row->further)
			add_name(&names, row->name);
	snprintf(end, sizeof end, "%smore: fibcast help %s",
		names.count > 0 ? "and " : "", command->name);
	names.more = strchr(end, ':');
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
		if (row->kind != OPTION_REFUSED && (is_whole || !row->further))
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
