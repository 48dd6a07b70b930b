/*
 * Converts the argument of an option to the value in args that its kind asks
 * for: a choice, a number, a sweep, a machine.
 */
#include "cli/option/option.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "cli/input/input.h"
#include "format/formats.h"
#include "format/machine.h"

/* "'x' is none of a, b, c", then what may have been meant: a choice or a
 * command.  size: of the word at text that is no choice. */
static enum status no_choice(const struct option *option, const char *text,
	size_t size, struct err *err)
{
	char list[OPTION_CHOICE_LIST], others[OPTION_CHOICE_LIST];
	struct nearest nearest;
	const char *name;

	if (!option->name && command_find(text))
		return err_usage(err, ERR_TEXT, text,
			" is a command: see 'fibcast ", text, " --help'");
	option_list_choices(list, option);
	nearest_init(&nearest, text, size);
	for (size_t i = 0; (name = option_offer(option, &i));)
		nearest_try(&nearest, name);
	name = nearest_own_name(text, size);
	if (name && option_choice_index(option, name, strlen(name)) >= 0)
		nearest.word = name;
	*others = '\0';
	if (option->name && option->kind != OPTION_FORMAT)
		option_list_commands(
			others, option->name, strlen(option->name), text, size);
	if (*others)
		return err_usage(err, ERR_TEXT, text, " is none of ", list,
			": see ", others);
	if (!strchr(list, ','))
		return err_usage(err, ERR_TEXT, text, " is not ", list,
			", the only choice");
	return err_usage(err, ERR_TEXT, text, " is none of ", list,
		nearest.word ? ": did you mean '" : NULL, nearest.word, "'?");
}

/* Sets the int of OPTION_CHOICE, or the format of OPTION_FORMAT. */
static enum status set_choice(const struct option *option, void *value,
	const char *text, struct err *err)
{
	int index = option_choice_index(option, text, strlen(text));

	if (index < 0)
		return no_choice(option, text, strlen(text), err);
	if (option->kind == OPTION_FORMAT)
		*(const struct format **)value =
			format_choice(option->formats, (size_t)index);
	else
		*(int *)value = index;
	return STATUS_OK;
}

static enum status set_choices(const struct option *option, unsigned *value,
	const char *text, struct err *err)
{
	const char *at = text;
	unsigned set = 0;

	for (;;) {
		size_t size = strcspn(at, ",");
		int index = option_choice_index(option, at, size);

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

/* The most bits of a number that is read as a count: any is too large. */
enum { COUNT_BITS = 4096 };

static enum status report_above(const struct option *option, const char *must,
	const char *text, struct err *err)
{
	return err_usage(err, must, ERR_OWN,
		number_u64_text((uint64_t)option->most), ", not ", ERR_TEXT,
		text);
}

static enum status set_count(const struct option *option, int64_t *value,
	const char *text, struct err *err)
{
	enum status status = slip_check(text, option->least, 1, 0, 0, err);
	uint64_t count;
	mpz_t number;

	if (status != STATUS_OK)
		return status;
	mpz_init(number);
	status = input_whole(number, text, option->least, COUNT_BITS, err);
	if (status == STATUS_LIMIT)
		status = report_above(
			option, "must be a whole number up to ", text, err);
	else if (status == STATUS_OK && (!number_read_u64(&count, number, 63) ||
						count > (uint64_t)option->most))
		status = report_above(option, "must be at most ", text, err);
	else if (status == STATUS_OK)
		*value = (int64_t)count;
	mpz_clear(number);
	return status;
}

static void add_text(struct texts *texts, const char *text)
{
	texts->text = mem_grow(texts->text, &texts->capacity, texts->count,
		sizeof *texts->text);
	texts->text[texts->count++] = text;
}

/* Reads the machine from a file, or from standard input for "-". */
static enum status set_machine_file(struct machine *machine, const char *name,
	uint64_t max_bits, struct err *err)
{
	FILE *file;
	enum status status = input_file(&file, name, err);

	if (status != STATUS_OK)
		return status;
	status = machine_read(machine, file, max_bits, err);
	machine->file = name;
	input_close(file);
	return input_blame(status, name, err);
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
		.letters = option->letters,
	};
	enum status status = sweep_parse(sweep, text, &domain, max_bits, err);

	if (status == STATUS_OK && option->most > 0 &&
		mpq_cmp_ui(sweep_greatest(sweep), (unsigned long)option->most,
			1) > 0)
		return report_above(option, "must be at most ", text, err);
	return status;
}

enum status option_set(const struct option *option, void *args,
	const char *text, uint64_t max_bits, struct err *err)
{
	void *value = option_field(option, args);

	switch (option->kind) {
	case OPTION_FLAG:
		*(int *)value = 1;
		return STATUS_OK;
	case OPTION_CHOICE:
	case OPTION_FORMAT:
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
		return set_count(option, value, text, err);
	case OPTION_LOGP:
	case OPTION_LOGGP:
		return machine_option_parse(value, text,
			option->kind == OPTION_LOGGP, max_bits, err);
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

void option_start(const struct option *options, void *args)
{
	for (; options->help; options++) {
		void *value = option_field(options, args);

		if (options->kind == OPTION_CHOICE)
			*(int *)value = (int)options->start;
		else if (options->kind == OPTION_COUNT)
			*(int64_t *)value = options->start;
	}
}

static void clear_texts(struct texts *texts)
{
	mem_free(texts->text);
	*texts = (struct texts){0};
}

void option_clear(const struct option *options, void *args)
{
	for (; options->help; options++) {
		if (options->kind == OPTION_LOGP ||
			options->kind == OPTION_LOGGP)
			machine_option_clear(option_field(options, args));
		else if (options->kind == OPTION_MACHINE)
			machine_clear(option_field(options, args));
		else if (options->kind == OPTION_TEXTS)
			clear_texts(option_field(options, args));
		else if (options->kind >= OPTION_INTEGER)
			sweep_clear(option_field(options, args));
	}
}
