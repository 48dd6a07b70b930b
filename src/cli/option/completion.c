/*
 * Writes completion scripts for bash, zsh and fish: one walk over the commands
 * and their option tables for each shell.
 */

#include <string.h>

#include "cli/option/option.h"

/* The summary of `fibcast help COMMAND'. */
static const char help_summary[] = "all options of a command";

/* Whether the row is an option, no operand, that takes an argument. */
static int takes_argument(const struct option *row)
{
	return row->name && row->kind != OPTION_FLAG;
}

/* Whether the argument is a file. */
static int is_file(const struct option *row)
{
	return row->arg && strcmp(row->arg, "FILE") == 0;
}

/* The operand whose choice decides which options mean anything, or NULL. */
static const struct option *deciding_row(const struct command *command)
{
	return command->uses ? option_operand(command->options, 0) : NULL;
}

/* Prints the options that mean nothing with the choice, blanks in between. */
static void print_unused(
	FILE *file, const struct command *command, const char *choice)
{
	const char *between = "";

	for (const struct option *row = command->options; row->help; row++) {
		if (!row->name || command->uses(choice, row->name))
			continue;
		fprintf(file, "%s%s", between, row->name);
		between = " ";
	}
}

/* Prints the choices of a row, blanks in between. */
static void print_choices(FILE *file, const struct option *row)
{
	const char *name, *between = "";

	for (size_t i = 0; (name = option_offer(row, &i)); between = " ")
		fprintf(file, "%s%s", between, name);
}

/* Prints text that stands between single quotes. */
static void print_quoted(FILE *file, const char *text, int is_fish)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs(is_fish ? "\\'" : "'\\''", file);
		else
			putc(*text, file);
	}
}

/* -- bash */

/* The case pattern for an option that has just been typed. */
static void bash_patterns(
	FILE *file, const struct command *command, const struct option *row)
{
	fprintf(file, "%s:--%s", command->name, row->name);
	for (const char *letter = row->letters; letter && *letter; letter++)
		fprintf(file, " | %s:-%c", command->name, *letter);
}

/* One case, without completions, for all options whose arguments cannot be
 * listed, such as numbers. */
static void bash_unlisted(FILE *file)
{
	const char *between = "\t";

	for (size_t i = 0; commands[i]; i++, between = " | \\\n\t")
		for (const struct option *row = commands[i]->options; row->help;
			row++) {
			if (!takes_argument(row) || option_has_choices(row) ||
				is_file(row))
				continue;
			fputs(between, file);
			bash_patterns(file, commands[i], row);
			between = " | ";
		}
	fputs(")\n\t\t;;\n", file);
}

/* A case for each option that takes a file, or one of a few words. */
static void bash_arguments(FILE *file, const struct command *command)
{
	for (const struct option *row = command->options; row->help; row++) {
		if (!takes_argument(row) ||
			!(option_has_choices(row) || is_file(row)))
			continue;
		putc('\t', file);
		bash_patterns(file, command, row);
		fputs(")\n", file);
		if (option_has_choices(row)) {
			fputs("\t\twords='", file);
			print_choices(file, row);
			fputs("'\n", file);
		}
		if (is_file(row))
			fputs("\t\tfiles=yes\n", file);
		if (row->kind == OPTION_CHOICES)
			fputs("\t\tlist=${cur%\"${cur##*,}\"}\n", file);
		fputs("\t\t;;\n", file);
	}
}

/* Prints a case that sets the shell's variable `unused' to the options that
 * mean nothing with the choice found among words.  pattern, open, close: the
 * shell's syntax before a pattern and around a list. */
static void print_unused_cases(FILE *file, const struct command *command,
	const char *words, const char *pattern, const char *open,
	const char *close)
{
	const struct option *row = deciding_row(command);
	const char *name;

	if (!row)
		return;
	fprintf(file, "\t\tcase \" %s \" in\n", words);
	for (size_t i = 0; (name = option_choice(row, i)); i++) {
		fprintf(file, "\t\t%s*' %s '*) unused=%s", pattern, name, open);
		print_unused(file, command, name);
		fprintf(file, "%s ;;\n", close);
	}
	fputs("\t\tesac\n", file);
}

/* A case for the words that can follow anything else: options and choices. */
static void bash_words(FILE *file, const struct command *command)
{
	int files = 0;

	fprintf(file, "\t%s:*)\n\t\twords='", command->name);
	for (const struct option *row = command->options; row->help; row++) {
		if (row->name)
			fprintf(file, "--%s ", row->name);
		else if (option_has_choices(row)) {
			print_choices(file, row);
			putc(' ', file);
		}
		files |= !row->name && is_file(row);
	}
	fputs("--help'\n", file);
	if (files)
		fputs("\t\tfiles=yes\n", file);
	print_unused_cases(file, command, "${COMP_WORDS[*]:2}", "", "'", "'");
	fputs("\t\t;;\n", file);
}

void completion_bash(FILE *file)
{
	fputs("# bash completion for fibcast, "
	      "made by 'fibcast completion bash'\n\n"
	      "_fibcast()\n{\n"
	      "\tlocal cur=${COMP_WORDS[COMP_CWORD]} words='' files='' list='' "
	      "unused='' word\n"
	      "\tlocal prev=${COMP_WORDS[COMP_CWORD - 1]} commands='",
		file);
	for (size_t i = 0; commands[i]; i++)
		fprintf(file, "%s ", commands[i]->name);
	fputs("help'\n\n"
	      "\tif [[ $cur == '=' ]]; then\n"
	      "\t\tcur=''\n"
	      "\telif [[ $prev == '=' ]]; then\n"
	      "\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n"
	      "\tfi\n"
	      "\t((COMP_CWORD > 1)) || prev='' COMP_WORDS[1]=''\n"
	      "\tcase ${COMP_WORDS[1]}:$prev in\n",
		file);
	bash_unlisted(file);
	for (size_t i = 0; commands[i]; i++) {
		bash_arguments(file, commands[i]);
		bash_words(file, commands[i]);
	}
	fputs("\thelp:help)\n\t\twords=$commands\n\t\t;;\n"
	      "\t:)\n\t\twords=\"$commands --help --version\"\n\t\t;;\n"
	      "\tesac\n"
	      "\tfor word in $unused; do\n"
	      "\t\twords=${words//--$word /}\n"
	      "\tdone\n"
	      "\tmapfile -t COMPREPLY < <(\n"
	      "\t\tcompgen -P \"$list\" -W \"$words\" -- \"${cur#\"$list\"}\"\n"
	      "\t\t[[ -z $files ]] || compgen -f -- \"$cur\"\n"
	      "\t)\n}\n\n"
	      "complete -F _fibcast fibcast\n",
		file);
}

/* -- zsh */

/* ":NAME:" and what completes the argument. */
static void zsh_argument(FILE *file, const struct option *row)
{
	if (row->kind == OPTION_FLAG)
		return;
	fprintf(file, ":%s:", row->arg);
	if (row->kind == OPTION_CHOICES) {
		fprintf(file, "_values -s , %s ", row->arg);
		print_choices(file, row);
	} else if (option_has_choices(row)) {
		putc('(', file);
		print_choices(file, row);
		putc(')', file);
	} else {
		fputs(is_file(row) ? "_files" : " ", file);
	}
}

/* An _arguments specification: of an operand, or of an option. */
static void zsh_row(FILE *file, const struct option *row)
{
	const char *more = row->kind == OPTION_FLAG ? "" : "=";

	fputs("\n\t\t\t", file);
	if (!row->name) {
		fputs(row->required		    ? "'1"
			: row->kind == OPTION_TEXTS ? "'*:"
						    : "'::",
			file);
		if (row->required)
			zsh_argument(file, row);
		else
			fprintf(file, "%s:_files", row->arg);
		putc('\'', file);
		return;
	}
	if (row->letters)
		fprintf(file, "'(-%c --%s)'{-%c%s,--%s%s}'[", row->letters[0],
			row->name, row->letters[0], *more ? "+" : "", row->name,
			more);
	else
		fprintf(file, "'--%s%s[", row->name, more);
	print_quoted(file, row->help, 0);
	putc(']', file);
	zsh_argument(file, row);
	putc('\'', file);
}

void completion_zsh(FILE *file)
{
	fputs("#compdef fibcast\n"
	      "# zsh completion for fibcast, made by 'fibcast completion zsh'\n"
	      "\n_fibcast() {\n"
	      "\tlocal name\n"
	      "\tlocal -a specs unused commands=(\n",
		file);
	for (size_t i = 0; commands[i]; i++) {
		fprintf(file, "\t\t'%s:", commands[i]->name);
		print_quoted(file, commands[i]->summary, 0);
		fputs("'\n", file);
	}
	fprintf(file, "\t\t'help:%s'\n", help_summary);
	fputs("\t)\n\n"
	      "\tif (( CURRENT == 2 )); then\n"
	      "\t\t_describe command commands\n"
	      "\t\t_arguments --help --version\n"
	      "\t\treturn\n"
	      "\tfi\n"
	      "\tshift words\n"
	      "\t(( CURRENT-- ))\n"
	      "\tcase $words[1] in\n",
		file);
	for (size_t i = 0; commands[i]; i++) {
		fprintf(file, "\t%s)\n\t\tspecs=(", commands[i]->name);
		for (const struct option *row = commands[i]->options; row->help;
			row++)
			zsh_row(file, row);
		fputs("\n\t\t)\n", file);
		print_unused_cases(
			file, commands[i], "${words[2,-1]}", "(", "(", ")");
		fputs("\t\t;;\n", file);
	}
	fputs("\thelp)\n"
	      "\t\tspecs=('1:command:{ _describe command commands }')\n"
	      "\t\t;;\n"
	      "\tesac\n"
	      "\tfor name in $unused; do\n"
	      "\t\tspecs=(${specs:#*--${name}[\\)=\\[]*})\n"
	      "\tdone\n"
	      "\t_arguments -s -S --help $specs\n"
	      "}\n\n_fibcast \"$@\"\n",
		file);
}

/* -- fish */

/* Begins the line of a row, with the condition under which fish offers it: not
 * after a choice that does not use it. */
static void fish_condition(
	FILE *file, const struct command *command, const struct option *row)
{
	const struct option *decides = deciding_row(command);
	const char *name;
	int count = 0;

	fprintf(file, "complete -c fibcast -n '__fibcast_is %s", command->name);
	for (size_t i = 0;
		decides && row->name && (name = option_choice(decides, i));
		i++) {
		if (command->uses(name, row->name))
			continue;
		if (count++ == 0)
			fputs("; and not __fish_seen_subcommand_from", file);
		fprintf(file, " %s", name);
	}
	putc('\'', file);
}

/* Prints what offers the choices of an option or an operand. */
static void fish_choices(FILE *file, const struct option *row)
{
	int is_list = row->kind == OPTION_CHOICES;

	if (!option_has_choices(row))
		return;
	fputs(is_list ? " -a '(__fish_append , " : " -a '", file);
	print_choices(file, row);
	fputs(is_list ? ")'" : "'", file);
}

/* An operand with choices has no -d: fish would show it beside each choice. */
static void fish_row(
	FILE *file, const struct command *command, const struct option *row)
{
	fish_condition(file, command, row);
	for (const char *l = row->letters; l && *l; l++)
		fprintf(file, " -s %c", *l);
	if (row->name)
		fprintf(file, " -l %s", row->name);
	if (is_file(row))
		fputs(row->name ? " -r -F" : " -F", file);
	else if (takes_argument(row))
		fputs(" -x", file);
	fish_choices(file, row);
	if (row->name || is_file(row)) {
		fputs(" -d '", file);
		print_quoted(file, row->help, 1);
		putc('\'', file);
	}
	putc('\n', file);
}

static void fish_command(FILE *file, const char *name, const char *summary)
{
	fprintf(file,
		"complete -c fibcast -n __fibcast_lacks_command -a %s -d '",
		name);
	print_quoted(file, summary, 1);
	fputs("'\n", file);
}

void completion_fish(FILE *file)
{
	fputs("# fish completion for fibcast, "
	      "made by 'fibcast completion fish'\n\n"
	      "# The first word is that command.\n"
	      "function __fibcast_is\n"
	      "\tset -l words (commandline -poc)\n"
	      "\ttest \"$words[2]\" = $argv[1]\n"
	      "end\n\n"
	      "# There is no word yet, or it is help alone.\n"
	      "function __fibcast_lacks_command\n"
	      "\tset -l words (commandline -poc)\n"
	      "\tcontains -- \"$words[2..]\" '' help\n"
	      "end\n\n"
	      "complete -c fibcast -f\n"
	      "complete -c fibcast -l help -d 'show help'\n"
	      "complete -c fibcast -n __fish_use_subcommand -l version "
	      "-d 'show the version'\n",
		file);
	fish_command(file, "help", help_summary);
	for (size_t i = 0; commands[i]; i++) {
		fish_command(file, commands[i]->name, commands[i]->summary);
		for (const struct option *row = commands[i]->options; row->help;
			row++)
			fish_row(file, commands[i], row);
	}
}
