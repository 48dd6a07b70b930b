/*
 * Options and operands in any order; -x5, -x 5, -xy, --name 5, --name=5;
 * "--" ends the options, "-" is an operand.  The last of a repeated option
 * counts.
 */
#include "cli/option.h"

#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "number/number.h"
#include "cli/input.h"
#include "cli/nearest.h"
#include "cli/slip.h"
#include "cli/sweep.h"
#include "format/machine.h"

static void *field(const struct option *option, void *args)
{
	return (char *)args + option->field;
}

const char *option_choice(const struct option *option, size_t i)
{
	size_t stride = option->stride ? option->stride : sizeof(char *);

	return *(const char *const *)((const char *)option->choices +
				      i * stride);
}

const char *option_unused(const struct option_use *uses, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (uses[i].given && !uses[i].used)
			return uses[i].name;
	return NULL;
}

enum status option_check_uses(const struct option_use *uses, size_t count,
	const char *where, const char *whom, struct err *err)
{
	const char *unused = option_unused(uses, count);

	return unused ? err_set(err, STATUS_USAGE, unused, ": not used ", where,
				whom, NULL)
		      : STATUS_OK;
}

static int choice_index(
	const struct option *option, const char *text, size_t size)
{
	const char *name;

	for (size_t i = 0; (name = option_choice(option, i)); i++)
		if (strlen(name) == size && strncasecmp(name, text, size) == 0)
			return (int)i;
	return -1;
}

enum { CHOICE_LIST = ERR_MSG_MAX / 2 };

/* "a, b, c", as many as fit. */
static void list_option_choices(
	char list[CHOICE_LIST], const struct option *option)
{
	const char *name;

	*list = '\0';
	for (size_t i = 0; (name = option_choice(option, i)); i++) {
		if (strlen(list) + strlen(name) + 3 > CHOICE_LIST)
			return;
		if (i > 0)
			strcat(list, ", ");
		strcat(list, name);
	}
}

/* "'x' is none of a, b, c", and the nearest of them. */
static enum status no_choice(const struct option *option, const char *text,
	size_t size, struct err *err)
{
	char list[CHOICE_LIST];
	struct nearest nearest;
	const char *name;

	list_option_choices(list, option);
	nearest_init(&nearest, text, size);
	for (size_t i = 0; (name = option_choice(option, i)); i++)
		nearest_try(&nearest, name);
	return err_set(err, STATUS_USAGE, ERR_TEXT, text, " is none of ", list,
		nearest.word ? ": did you mean '" : NULL, nearest.word, "'?",
		NULL);
}

static enum status set_choice(const struct option *option, int *value,
	const char *text, struct err *err)
{
	int index = choice_index(option, text, strlen(text));

	if (index < 0)
		return no_choice(option, text, strlen(text), err);
	*value = index;
	return STATUS_OK;
}

static enum status set_choices(const struct option *option, unsigned *value,
	const char *text, struct err *err)
{
	const char *at = text;
	unsigned set = 0;

	for (;;) {
		size_t size = strcspn(at, ",");
		int index = choice_index(option, at, size);

		if (index < 0)
			return no_choice(option, at, size, err);
		set |= 1u << index;
		if (at[size] == '\0')
			break;
		at += size + 1;
	}
	*value = set;
	return STATUS_OK;
}

static enum status set_word(const struct option *option, int64_t *value,
	const char *text, struct err *err)
{
	mpq_t number;
	mpz_t most;
	enum status status;
	char digits[NUMBER_U64_MAX + 1];

	mpq_init(number);
	mpz_init(most);
	number_set_u64(most, (uint64_t)option->most);
	status = slip_check(text, option->least, 1, 0, 0, err);
	if (status == STATUS_OK)
		status = number_parse(number, text, 4096, err);
	if (status == STATUS_OK && mpz_cmp_ui(mpq_denref(number), 1) != 0)
		status = err_set(err, STATUS_USAGE, ERR_TEXT, text,
			" is not a whole number", NULL);
	else if (status == STATUS_LIMIT ||
		 (status == STATUS_OK &&
			 mpz_cmp(mpq_numref(number), most) > 0)) {
		digits[number_u64(digits, (uint64_t)option->most)] = '\0';
		status = err_set(err, STATUS_USAGE,
			status == STATUS_LIMIT ? "must be a whole number up to "
					       : "must be at most ",
			digits, ", not ", ERR_TEXT, text, NULL);
	} else if (status == STATUS_OK) {
		*value = (int64_t)number_get_u64(mpq_numref(number));
		if (*value < option->least)
			status = slip_below(text, option->least, err);
	}
	mpq_clear(number);
	mpz_clear(most);
	return status;
}

static void add_text(struct texts *texts, const char *text)
{
	texts->text = mem_grow(texts->text, &texts->capacity, texts->count,
		sizeof *texts->text);
	texts->text[texts->count++] = text;
}

/* A machine from a file, "-" for standard input. */
static enum status set_machine_file(struct machine *machine, const char *name,
	uint64_t max_bits, struct err *err)
{
	FILE *file;
	enum status status = input_file(&file, name, err);

	if (status != STATUS_OK)
		return status;
	status = machine_read(machine, file, max_bits, err);
	if (status != STATUS_OK)
		input_blame(err, name);
	input_close(file);
	return status;
}

static enum status set_sweep(const struct option *option, void *sweep,
	const char *text, uint64_t max_bits, struct err *err)
{
	struct sweep_domain domain = {
		.whole = option->kind == OPTION_INTEGER ||
			 option->kind == OPTION_INTEGERS,
		.least = (long)option->least,
		.allowed = option->kind == OPTION_INTEGERS ||
			   option->kind == OPTION_RATIONALS,
		.streams = option->streams,
		.best = option->best,
		.bytes = option->bytes,
		.option = option->name,
	};

	return sweep_parse(sweep, text, &domain, max_bits, err);
}

/* Parses one operand or argument, of the kind that the row names. */
static enum status set_option(const struct option *option, void *args,
	const char *text, uint64_t max_bits, struct err *err)
{
	void *value = field(option, args);

	switch (option->kind) {
	case OPTION_REFUSED:
		return err_set(err, STATUS_USAGE, option->help, NULL);
	case OPTION_FLAG:
		*(int *)value = 1;
		return STATUS_OK;
	case OPTION_CHOICE:
		return set_choice(option, value, text, err);
	case OPTION_CHOICES:
		return set_choices(option, value, text, err);
	case OPTION_TEXT:
		*(const char **)value = text;
		return STATUS_OK;
	case OPTION_TEXTS:
		add_text(value, text);
		return STATUS_OK;
	case OPTION_COUNT:
		return set_word(option, value, text, err);
	case OPTION_LOGP:
	case OPTION_LOGGP:
		return machine_parse(value, text, option->kind == OPTION_LOGGP,
			max_bits, err);
	case OPTION_MACHINE:
		return set_machine_file(value, text, max_bits, err);
	case OPTION_INTEGER:
	case OPTION_INTEGERS:
	case OPTION_RATIONAL:
	case OPTION_RATIONALS:
		break;
	}
	return set_sweep(option, value, text, max_bits, err);
}

static const struct option *find_name(
	const struct option *options, const char *name, size_t size)
{
	for (; options->help; options++)
		if (options->name && strlen(options->name) == size &&
			memcmp(options->name, name, size) == 0)
			return options;
	return NULL;
}

static const struct option *find_letter(
	const struct option *options, char letter)
{
	for (; options->help; options++)
		if (options->letters && strchr(options->letters, letter))
			return options;
	return NULL;
}

static const struct option *find_operand(
	const struct option *options, size_t index)
{
	for (; options->help; options++)
		if (!options->name &&
			(index-- == 0 || options->kind == OPTION_TEXTS))
			return options;
	return NULL;
}

/* The --max-bits in args so far. */
static uint64_t max_bits_so_far(const struct option *options, const void *args)
{
	for (; options->help; options++) {
		const char *base = args;
		int64_t bits;

		if (!options->name || strcmp(options->name, "max-bits") != 0)
			continue;
		memcpy(&bits, base + options->field, sizeof bits);
		return (uint64_t)bits;
	}
	return (uint64_t)OPTION_MAX_BITS;
}

/* The state of one reading. */
struct parser {
	const struct option *options;
	void *args;
	int argc, at;
	char *const *argv;
	size_t operands;
	uint64_t given; /* a bit for each row of the table */
	int words;	/* set only plain words, or only what is not */
	const struct option *stream; /* what reads standard input, or NULL */
	struct err *err;
};

/* "--format: FORMAT is missing, one of text, tsv". */
static enum status report_no_argument(
	const struct option *option, struct err *err)
{
	char list[CHOICE_LIST];

	if (option->choices)
		list_option_choices(list, option);
	return err_set(err, STATUS_USAGE, "--", option->name, ": ", option->arg,
		" is missing", option->choices ? ", one of " : NULL, list,
		NULL);
}

/* Whether the option's values are standard input, which is read once. */
static enum status check_stream(
	struct parser *parser, const struct option *option, const char *text)
{
	const struct option *reader = parser->stream;

	if (!text || !option->streams || strcmp(text, "-") != 0)
		return STATUS_OK;
	parser->stream = option;
	if (!reader)
		return STATUS_OK;
	return err_set(parser->err, STATUS_USAGE, "--", option->name,
		": standard input is read by --", reader->name, " already",
		NULL);
}

/* Sets the option, from the argument given or, if NULL, the next one. */
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
	/* An option where a number should be is reported before anything
	 * after it. */
	is_option = option->kind >= OPTION_COUNT && text[0] == '-' && text[1];
	if (!is_option && (option->kind == OPTION_COUNT) != parser->words)
		return STATUS_OK;
	status = check_stream(parser, option, text);
	if (status != STATUS_OK)
		return status;
	status = set_option(option, parser->args, text,
		max_bits_so_far(parser->options, parser->args), parser->err);
	parser->given |= 1ULL << (option - parser->options);
	if (status != STATUS_OK) {
		strncat(name, option->name ? option->name : option->arg,
			sizeof name - 3);
		err_prefix(parser->err, option->name ? name : name + 2);
	}
	return status;
}

/* text: after "--". */
static enum status unknown_option(
	const struct parser *parser, const char *text, size_t size)
{
	const char *own = nearest_own_name(text, size);
	struct nearest nearest;

	nearest_init(&nearest, text, size);
	for (const struct option *o = parser->options; o->help; o++)
		if (o->name)
			nearest_try(&nearest, o->name);
	nearest_try(&nearest, "help");
	if (own && find_name(parser->options, own, strlen(own)))
		nearest.word = own;
	return err_set(parser->err, STATUS_USAGE, "unknown option ", ERR_TEXT,
		text - 2, nearest.word ? ": did you mean '--" : NULL,
		nearest.word, "'?", NULL);
}

static enum status take_long(struct parser *parser, const char *text)
{
	size_t size = strcspn(text, "=");
	const struct option *option = find_name(parser->options, text, size);

	if (!option)
		return unknown_option(parser, text, size);
	if (option->kind == OPTION_FLAG && text[size] == '=')
		return err_set(parser->err, STATUS_USAGE, "--", option->name,
			": takes no argument, but ", ERR_TEXT, text + size + 1,
			" follows", NULL);
	return take_argument(
		parser, option, text[size] ? text + size + 1 : NULL);
}

static enum status take_letters(struct parser *parser, const char *text)
{
	const char *start = text - 1;

	for (; *text; text++) {
		const struct option *option =
			find_letter(parser->options, *text);
		enum status status;

		if (!option)
			return err_set(parser->err, STATUS_USAGE,
				"unknown option ", ERR_TEXT, start, NULL);
		if (option->kind != OPTION_FLAG)
			return take_argument(
				parser, option, text[1] ? text + 1 : NULL);
		status = take_argument(parser, option, NULL);
		if (status != STATUS_OK)
			return status;
	}
	return STATUS_OK;
}

static enum status take_operand(struct parser *parser, const char *text)
{
	const struct option *option =
		find_operand(parser->options, parser->operands++);

	if (!option)
		return err_set(parser->err, STATUS_USAGE, "extra operand ",
			ERR_TEXT, text, NULL);
	return take_argument(parser, option, text);
}

static int is_given(const struct parser *parser, const struct option *option)
{
	return parser->given >> (option - parser->options) & 1;
}

/* The row, or one that can stand in its place. */
static int is_any_given(
	const struct parser *parser, const struct option *option)
{
	for (int i = 0; i <= option->or_next; i++)
		if (is_given(parser, option + i))
			return 1;
	return 0;
}

/* A machine may say how many processors it has. */
static void take_processors(struct parser *parser)
{
	static const char name[] = "processors";
	const struct option *option =
		find_name(parser->options, name, sizeof name - 1);
	const struct option *machine = parser->options;
	const struct machine *read;
	mpq_t value;

	while (machine->help && machine->kind != OPTION_MACHINE)
		machine++;
	if (!machine->help || !is_given(parser, machine) || !option ||
		is_given(parser, option))
		return;
	read = field(machine, parser->args);
	if (mpz_sgn(read->processors) == 0)
		return;
	mpq_init(value);
	mpq_set_z(value, read->processors);
	sweep_set(field(option, parser->args), value);
	mpq_clear(value);
	parser->given |= 1ULL << (option - parser->options);
}

static enum status check_required(const struct parser *parser)
{
	const struct option *option = parser->options;

	for (; option->help; option++) {
		const struct option *other = option + !!option->or_next;

		if (option->required != 1 || is_any_given(parser, option))
			continue;
		return err_set(parser->err, STATUS_USAGE,
			option->name ? "--" : "",
			option->name ? option->name : option->arg,
			other != option ? " or --" : "",
			other != option ? other->name : "", " is missing",
			NULL);
	}
	return STATUS_OK;
}

/* Reads all arguments once. */
static enum status read_all(struct parser *parser, int *help)
{
	enum status status = STATUS_OK;
	int ended = 0;

	parser->at = 0;
	parser->operands = 0;
	while (parser->at < parser->argc && status == STATUS_OK) {
		const char *text = parser->argv[parser->at++];

		if (ended || text[0] != '-' || text[1] == '\0')
			status = take_operand(parser, text);
		else if (strcmp(text, "--") == 0)
			ended = 1;
		else if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0)
			*help = 1;
		else if (text[1] == '-')
			status = take_long(parser, text + 2);
		else
			status = take_letters(parser, text + 1);
		if (*help)
			break;
	}
	return status;
}

/* Words first: --max-bits also applies to numbers before it. */
enum status option_parse(const struct option *options, void *args, int argc,
	char *const argv[], int *help, struct err *err)
{
	struct parser parser = {.options = options,
		.args = args,
		.argc = argc,
		.argv = argv,
		.words = 1,
		.err = err};
	enum status status;

	*help = 0;
	status = read_all(&parser, help);
	if (status != STATUS_OK || *help)
		return status;
	parser.words = 0;
	status = read_all(&parser, help);
	if (status != STATUS_OK)
		return status;
	take_processors(&parser);
	return check_required(&parser);
}

void option_clear(const struct option *options, void *args)
{
	for (; options->help; options++) {
		if (options->kind == OPTION_LOGP ||
			options->kind == OPTION_LOGGP ||
			options->kind == OPTION_MACHINE)
			machine_clear(field(options, args));
		else if (options->kind == OPTION_TEXTS)
			mem_free(((struct texts *)field(options, args))->text);
		else if (options->kind >= OPTION_INTEGER)
			sweep_clear(field(options, args));
	}
}
