/*
 * Usage lines, options wrapped to 80 columns, and the program's first screen.
 */
#include "cli/option/option.h"

#include <string.h>

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

/* "a, b, c", wrapped, from that column on. */
static void print_choices(FILE *file, const struct option *row, int at)
{
	const char *name, *next;
	size_t i = 0;

	for (name = option_offer(row, &i); name; name = next) {
		char word[32] = "";

		next = option_offer(row, &i);
		strncat(word, name, sizeof word - 2);
		if (next)
			strcat(word, ",");
		at = help_wrapped(file, word, at);
	}
}

static void print_option(FILE *file, const struct option *row)
{
	int at = fprintf(file, row->name && !row->letters ? "      " : "  ");

	for (const char *letter = row->letters; letter && *letter; letter++)
		at += fprintf(file, "-%c, ", *letter);
	if (row->name)
		at += fprintf(file, "--%s ", row->name);
	if (row->arg)
		at += fprintf(file, "%s", row->arg);
	at += fprintf(file, "%*s", at < HELP_COLUMN ? HELP_COLUMN - at : 1, "");
	at = help_wrapped(file, row->help, at);
	if (option_has_choices(row))
		print_choices(file, row, at + fprintf(file, ":"));
	putc('\n', file);
}

static void print_program(FILE *file)
{
	fputs("usage: fibcast COMMAND [OPTIONS] [OPERANDS]\n"
	      "How fast one processor can inform all. More: fibcast help "
	      "COMMAND, man fibcast\n",
		file);
	for (size_t i = 0; commands[i]; i++)
		fprintf(file, "  %-20s%s\n", commands[i]->name,
			commands[i]->summary);
	fputs("Numbers are exact and of any size: 14, 1e30, 5/2; a sweep, "
	      "1..9, gives a table.\n\n"
	      "  $ fibcast time -n 14 -l 5/2\n  15/2\n",
		file);
}

/* What --help leaves out, and where it is. */
static void print_further(FILE *file, const struct command *command)
{
	int at = fprintf(file, "  -h, --help                ");
	char word[32];

	for (const struct option *row = command->options; row->help; row++) {
		if (row->kind == OPTION_REFUSED || !row->further)
			continue;
		snprintf(word, sizeof word, "--%s", row->name);
		at = help_wrapped(file, word, at);
	}
	at = help_wrapped(file, at > HELP_COLUMN ? "and more:" : "more:", at);
	at = help_wrapped(file, "fibcast help", at);
	help_wrapped(file, command->name, at);
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
			print_option(file, row);
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
