/*
 * Reads options and operands in any order: -x5, -x 5, -x=5, -xy, --name 5,
 * --name=5; "--" ends the options, "-" is an operand.  Of a repeated option the
 * last counts.  --help, -h and -xh end the reading.
 *
 * The arguments are read twice: the first pass sets only counts, --max-bits
 * among them, the second everything else, so that `time -n 2^99 --max-bits 64`
 * is refused like `time --max-bits 64 -n 2^99`.
 */
#include "cli/option/option.h"

#include <string.h>

#include "cli/input/input.h"
#include "core/machine.h"
#include "format/formats.h"
#include "format/out.h"
#include "number/number.h"

/* The state of both passes. */
struct parser {
	const struct option *options;
	void *args;
	int argc, at; /* at: the next argument */
	char *const *argv;
	size_t operands; /* how many have been read in this pass */
	uint64_t given;	 /* bit i is set if the table's row i was given */
	int is_first;	 /* this pass sets counts, the other one the rest */
	int help;	 /* --help was found */
	const struct option *stream; /* the reader of standard input, or NULL */
	struct err *err;
};

static int is_given(const struct parser *parser, const struct option *option)
{
	return parser->given >> (option - parser->options) & 1;
}

static void give(struct parser *parser, const struct option *option)
{
	parser->given |= 1ULL << (option - parser->options);
}

/* The value of --max-bits; until it has been read, the default. */
static uint64_t max_bits_so_far(const struct parser *parser)
{
	const struct option *option =
		option_find(parser->options, "max-bits", strlen("max-bits"));

	return option ? *(const uint64_t *)option_field(option, parser->args)
		      : (uint64_t)OPTION_MAX_BITS;
}

/* "--format: FORMAT is missing, one of text, tsv". */
static enum status report_no_argument(
	const struct option *option, struct err *err)
{
	char list[OPTION_CHOICE_LIST];

	option_list_choices(list, option);
	return err_usage(err, "--", option->name, ": ", option->arg,
		" is missing", *list ? ", one of " : NULL, list);
}

/* Whether the option is a sweep that was given as "-". */
static int is_streamed(const struct parser *parser, const struct option *option)
{
	const struct sweep *sweep = option_field(option, parser->args);

	return option->kind >= OPTION_INTEGER && sweep->stream;
}

/* Before an option is given again, with another argument: it no longer reads
 * standard input, but another option may. */
static void leave_stream(
	struct parser *parser, const struct option *option, const char *text)
{
	if (!text || strcmp(text, "-") == 0 || !is_streamed(parser, option))
		return;
	sweep_clear(option_field(option, parser->args));
	if (parser->stream != option)
		return;
	parser->stream = NULL;
	for (const struct option *o = parser->options; o->help; o++)
		if (is_streamed(parser, o))
			parser->stream = o;
}

/* Notes that the option reads standard input, if text is "-".  Several sweeps
 * can share it as columns; anything else must be its only reader. */
static enum status check_stream(
	struct parser *parser, const struct option *option, const char *text)
{
	const struct option *reader = parser->stream;

	if (!text || !option->streams || strcmp(text, "-") != 0)
		return STATUS_OK;
	if (!reader)
		parser->stream = option;
	if (!reader || (reader != option && reader->kind >= OPTION_INTEGER &&
			       option->kind >= OPTION_INTEGER))
		return STATUS_OK;
	return err_usage(parser->err, "--", option->name,
		": standard input is read by --", reader->name, " already");
}

/* Makes a sweep that reads standard input a column beside the first one that
 * does. */
static enum status join_stream(
	struct parser *parser, const struct option *option)
{
	const struct option *reader = parser->stream;

	if (!is_streamed(parser, option) || reader == option ||
		sweep_join(option_field(option, parser->args),
			option_field(reader, parser->args)))
		return STATUS_OK;
	return err_usage(
		parser->err, "standard input has no room for more columns");
}

/* Sets the option from text or, if that is NULL, from the next argument; skips
 * what the other pass sets. */
static enum status take_argument(
	struct parser *parser, const struct option *option, const char *text)
{
	char name[64] = "--";
	enum status status;
	int is_option;

	if (option->kind != OPTION_FLAG && !text) {
		if (parser->at == parser->argc)
			return report_no_argument(option, parser->err);
		text = parser->argv[parser->at++];
	}
	/* An option where a number should be is reported in the first pass,
	 * before anything after it. */
	is_option = option->kind >= OPTION_COUNT && text[0] == '-' && text[1];
	if (!is_option && (option->kind == OPTION_COUNT) != parser->is_first)
		return STATUS_OK;
	leave_stream(parser, option, text);
	status = check_stream(parser, option, text);
	if (status != STATUS_OK)
		return status;
	status = option_set(option, parser->args, text, max_bits_so_far(parser),
		parser->err);
	give(parser, option);
	if (status == STATUS_OK)
		status = join_stream(parser, option);
	if (status != STATUS_OK) {
		strncat(name, option->name ? option->name : option->arg,
			sizeof name - 3);
		err_prefix(parser->err, option->name ? name : name + 2);
	}
	return status;
}

static enum status take_long(struct parser *parser, const char *text)
{
	size_t size = strcspn(text, "=");
	const struct option *option = option_find(parser->options, text, size);

	if (!option)
		return option_unknown(parser->options, text, size, parser->err);
	if (option->kind == OPTION_FLAG && text[size] == '=')
		return err_usage(parser->err, "--", option->name,
			": takes no argument, but ", ERR_TEXT, text + size + 1,
			" follows");
	return take_argument(
		parser, option, text[size] ? text + size + 1 : NULL);
}

static enum status take_letters(struct parser *parser, const char *text)
{
	const char *start = text - 1;

	for (; *text; text++) {
		const struct option *option =
			option_find_letter(parser->options, *text);
		enum status status;

		parser->help = *text == 'h';
		if (parser->help)
			return STATUS_OK;
		if (!option)
			return option_unknown_letter(*text, start, parser->err);
		if (option->kind != OPTION_FLAG)
			return take_argument(parser, option,
				text[1] ? text + 1 + (text[1] == '=') : NULL);
		status = take_argument(parser, option, NULL);
		if (status != STATUS_OK)
			return status;
	}
	return STATUS_OK;
}

static enum status take_operand(struct parser *parser, const char *text)
{
	const struct option *option =
		option_operand(parser->options, parser->operands++);
	const struct option *chooser =
		option_chooser(parser->options, text, strlen(text));

	if (!option)
		return option_extra(parser->options, text, parser->err);
	if (chooser && option_has_choices(option) &&
		option_choice_index(option, text, strlen(text)) < 0)
		return err_usage(parser->err, option->arg, ": ", ERR_TEXT, text,
			" is an argument of --", chooser->name);
	return take_argument(parser, option, text);
}

/* Whether the option was given, or one that can stand in its place. */
static int is_any_given(
	const struct parser *parser, const struct option *option)
{
	for (int i = 0; i <= option->or_next; i++)
		if (is_given(parser, option + i))
			return 1;
	return 0;
}

/* The option of that name, if the command has it and it was not given. */
static const struct option *find_open(
	const struct parser *parser, const char *name)
{
	const struct option *option =
		option_find(parser->options, name, strlen(name));

	return option && !is_given(parser, option) ? option : NULL;
}

/* Sets -n, unless it was given, to a machine's number of processors. */
static void take_processors(
	struct parser *parser, const struct machine *machine)
{
	const struct option *option = find_open(parser, "processors");
	mpq_t value;

	if (!option || mpz_sgn(machine->processors) == 0)
		return;
	mpq_init(value);
	mpq_set_z(value, machine->processors);
	sweep_set(option_field(option, parser->args), value);
	mpq_clear(value);
	give(parser, option);
}

/* Sets --node and --inside, unless they were given, to those of a machine.
 * Errors: STATUS_USAGE if the command has no nodes. */
static enum status take_nodes(
	struct parser *parser, const struct machine *machine)
{
	const struct option *node = find_open(parser, "node");
	const struct option *inside = find_open(parser, "inside");

	if (machine->node == 0)
		return STATUS_OK;
	if (!option_find(parser->options, "node", strlen("node")))
		return err_usage(parser->err,
			"--machine: not used with nodes: take out the keys "
			"node and inside");
	if (node) {
		mpq_t size;

		mpq_init(size);
		number_set_u64(mpq_numref(size), machine->node);
		sweep_set(option_field(node, parser->args), size);
		mpq_clear(size);
		give(parser, node);
	}
	if (inside) {
		*(const char **)option_field(inside, parser->args) =
			machine->inside;
		give(parser, inside);
	}
	return STATUS_OK;
}

/* Takes from the file of --machine what other options leave open. */
static enum status take_machine(struct parser *parser)
{
	const struct option *option =
		option_find(parser->options, "machine", strlen("machine"));
	const struct machine *machine;

	if (!option || !is_given(parser, option))
		return STATUS_OK;
	machine = option_field(option, parser->args);
	take_processors(parser, machine);
	return take_nodes(parser, machine);
}

/* Whether an option is missing for sure.  Where required is 2, a choice, such
 * as the model, or a flag can make the option unnecessary: the command knows,
 * so any choice or flag that was given leaves the check to it. */
static int is_missing(const struct parser *parser, const struct option *option)
{
	if (!option->required || is_any_given(parser, option))
		return 0;
	if (option->required == 1)
		return 1;
	for (const struct option *o = parser->options; o->help; o++)
		if ((o->kind == OPTION_CHOICE || o->kind == OPTION_FLAG) &&
			is_given(parser, o))
			return 0;
	return 1;
}

enum { MISSING_ROOM = ERR_MSG_MAX / 2 };

/* Appends the option's name, as "--latency or --logp" with the option that can
 * stand in its place: in a list, "--latency (or --logp)", and what it is, as
 * "--cost (a function of k)". */
static void append_missing(
	char list[MISSING_ROOM], const struct option *option, int is_list)
{
	text_add(list, MISSING_ROOM, "%s%s", option->name ? "--" : "",
		option->name ? option->name : option->arg);
	if (option->or_next)
		text_add(list, MISSING_ROOM,
			is_list ? " (or --%s)" : " or --%s", option[1].name);
	else if (is_list && option->advice)
		text_add(list, MISSING_ROOM, " (%s)", option->advice);
}

/* Names all missing options if one that is always required is among them. */
static enum status check_required(const struct parser *parser)
{
	char list[MISSING_ROOM] = "";
	char choices[OPTION_CHOICE_LIST] = "";
	const char *advice = NULL;
	size_t count = 0, always = 0, named = 0;

	for (const struct option *o = parser->options; o->help; o++) {
		count += (size_t)is_missing(parser, o);
		always += is_missing(parser, o) && o->required == 1;
	}
	if (always == 0)
		return STATUS_OK;
	for (const struct option *o = parser->options; o->help; o++) {
		if (!is_missing(parser, o))
			continue;
		if (named > 0)
			text_add(list, MISSING_ROOM,
				named + 1 < count ? ", " : " and ");
		append_missing(list, o, count > 1);
		if (count == 1) {
			advice = o->advice;
			option_list_choices(choices, o);
		}
		named++;
	}
	if (!advice && *choices)
		return err_usage(
			parser->err, list, " is missing, one of ", choices);
	return err_usage(parser->err, list,
		count > 1 ? " are missing" : " is missing",
		advice ? ": " : NULL, advice);
}

/* Whether it is a number with a sign, in the place of an operand that is a
 * number: no letters of options, and what reads the operand refuses it. */
static int is_negative_operand(const struct parser *parser, const char *text)
{
	const struct option *option =
		option_operand(parser->options, parser->operands);

	return option && option->kind >= OPTION_INTEGER &&
	       number_begins(text + 1);
}

/* One pass over the arguments. */
static enum status read_all(struct parser *parser)
{
	enum status status = STATUS_OK;
	int ended = 0;

	parser->at = 0;
	parser->operands = 0;
	while (parser->at < parser->argc && status == STATUS_OK &&
		!parser->help) {
		const char *text = parser->argv[parser->at++];

		if (ended || text[0] != '-' || text[1] == '\0' ||
			is_negative_operand(parser, text))
			status = take_operand(parser, text);
		else if (strcmp(text, "--") == 0)
			ended = 1;
		else if (strcmp(text, "--help") == 0)
			parser->help = 1;
		else if (text[1] == '-')
			status = take_long(parser, text + 2);
		else
			status = take_letters(parser, text + 1);
	}
	return status;
}

/* Sets options that were not given to their default arguments, and a format to
 * the first of its kinds. */
static enum status set_usual(const struct parser *parser)
{
	enum status status = STATUS_OK;

	for (const struct option *o = parser->options;
		o->help && status == STATUS_OK; o++) {
		const struct format **format = option_field(o, parser->args);

		if (o->kind == OPTION_FORMAT && !*format &&
			!(o->formats & FORMAT_OPTIONAL))
			*format = format_choice(o->formats, 0);
		if (o->usual && !is_given(parser, o))
			status = option_set(o, parser->args, o->usual,
				OPTION_MAX_BITS, parser->err);
	}
	return status;
}

enum status option_parse(const struct option *options, void *args, int argc,
	char *const argv[], int *help, struct err *err)
{
	struct parser parser = {.options = options,
		.args = args,
		.argc = argc,
		.argv = argv,
		.is_first = 1,
		.err = err};
	enum status status;

	status = read_all(&parser);
	*help = parser.help;
	if (status != STATUS_OK || *help)
		return status;
	parser.is_first = 0;
	if (read_all(&parser) != STATUS_OK ||
		take_machine(&parser) != STATUS_OK ||
		check_required(&parser) != STATUS_OK)
		return err->code;
	return set_usual(&parser);
}
