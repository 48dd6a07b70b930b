/*
 * What an option's argument becomes in args: a choice, a number, a sweep, a
 * machine, by the kind that the option's row names.
 */
#include "cli/option/option.h"

#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "cli/input/input.h"
#include "format/formats.h"
#include "format/machine.h"

/* "'x' is none of a, b, c", and the nearest of them. */
static enum status no_choice(const struct option *option, const char *text,
	size_t size, struct err *err)
{
	char list[OPTION_CHOICE_LIST], others[OPTION_CHOICE_LIST];
	struct nearest nearest;
	const char *name;

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
	return err_usage(err, ERR_TEXT, text, " is none of ", list,
		nearest.word ? ": did you mean '" : NULL, nearest.word, "'?");
}

static enum status set_choice(const struct option *option, int *value,
	const char *text, struct err *err)
{
	int index = option_choice_index(option, text, strlen(text));

	if (index < 0)
		return no_choice(option, text, strlen(text), err);
	*value = index;
	return STATUS_OK;
}

static enum status set_format(const struct option *option,
	const struct format **value, const char *text, struct err *err)
{
	int index = option_choice_index(option, text, strlen(text));

	if (index < 0)
		return no_choice(option, text, strlen(text), err);
	*value = format_choice(option->formats, (size_t)index);
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

static enum status set_word(const struct option *option, int64_t *value,
	const char *text, struct err *err)
{
	mpq_t number;
	mpz_t most;
	enum status status;

	mpq_init(number);
	mpz_init(most);
	number_set_u64(most, (uint64_t)option->most);
	status = slip_check(text, option->least, 1, 0, 0, err);
	if (status == STATUS_OK)
		status = number_parse(number, text, 4096, err);
	if (status == STATUS_OK && mpz_cmp_ui(mpq_denref(number), 1) != 0)
		status = err_usage(
			err, ERR_TEXT, text, " is not a whole number");
	else if (status == STATUS_LIMIT ||
		 (status == STATUS_OK && mpz_cmp(mpq_numref(number), most) > 0))
		status = err_usage(err,
			status == STATUS_LIMIT ? "must be a whole number up to "
					       : "must be at most ",
			ERR_OWN, number_integer_text(most), ", not ", ERR_TEXT,
			text);
	else if (status == STATUS_OK) {
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
		.letters = option->letters,
	};

	return sweep_parse(sweep, text, &domain, max_bits, err);
}

enum status option_set(const struct option *option, void *args,
	const char *text, uint64_t max_bits, struct err *err)
{
	void *value = option_field(option, args);

	switch (option->kind) {
	case OPTION_REFUSED:
		return err_usage(err, option->help);
	case OPTION_FLAG:
		*(int *)value = 1;
		return STATUS_OK;
	case OPTION_CHOICE:
		return set_choice(option, value, text, err);
	case OPTION_CHOICES:
		return set_choices(option, value, text, err);
	case OPTION_FORMAT:
		return set_format(option, value, text, err);
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
