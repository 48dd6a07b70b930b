/* Looks up rows of option tables and their choices; finds unused options. */
#include "cli/option/option.h"

#include <string.h>
#include <strings.h>

#include "format/formats.h"
#include "format/out.h"

void *option_field(const struct option *option, void *args)
{
	return (char *)args + option->field;
}

const struct option *option_find(
	const struct option *options, const char *name, size_t size)
{
	for (; options->help; options++)
		if (options->name && strlen(options->name) == size &&
			memcmp(options->name, name, size) == 0)
			return options;
	return NULL;
}

const struct option *option_find_letter(
	const struct option *options, char letter)
{
	for (; options->help; options++)
		if (options->letters && strchr(options->letters, letter))
			return options;
	return NULL;
}

const struct option *option_operand(const struct option *options, size_t index)
{
	for (; options->help; options++)
		if (!options->name &&
			(index-- == 0 || options->kind == OPTION_TEXTS))
			return options;
	return NULL;
}

int option_has_choices(const struct option *option)
{
	return option->choices || option->kind == OPTION_FORMAT;
}

const char *option_choice(const struct option *option, size_t i)
{
	size_t stride = option->stride ? option->stride : sizeof(char *);

	if (option->kind == OPTION_FORMAT) {
		const struct format *format = format_choice(option->formats, i);

		return format ? format->name : NULL;
	}
	return option->choices
		       ? *(const char *const *)((const char *)option->choices +
						i * stride)
		       : NULL;
}

/* How many hyphens the text, of size bytes, begins with. */
static size_t count_hyphens(const char *text, size_t size)
{
	size_t count = 0;

	while (count < size && text[count] == '-')
		count++;
	return count;
}

/* Whether both, of that many bytes, are the same but for case and hyphens. */
static int is_same_word(
	const char *x, size_t x_size, const char *y, size_t y_size)
{
	size_t i = 0, j = 0;

	for (;; i++, j++) {
		i += count_hyphens(x + i, x_size - i);
		j += count_hyphens(y + j, y_size - j);
		if (i == x_size || j == y_size)
			return i == x_size && j == y_size;
		if (strncasecmp(x + i, y + j, 1) != 0)
			return 0;
	}
}

int option_choice_index(
	const struct option *option, const char *text, size_t size)
{
	const char *name;

	for (size_t i = 0; (name = option_choice(option, i)); i++)
		if (is_same_word(name, strlen(name), text, size))
			return (int)i;
	return -1;
}

const char *option_offer(const struct option *option, size_t *i)
{
	const char *name;

	do
		name = option_choice(option, (*i)++);
	while (name && option->offers && !option->offers(*i - 1));
	return name;
}

void option_list_choices(
	char list[OPTION_CHOICE_LIST], const struct option *option)
{
	const char *name;

	*list = '\0';
	for (size_t i = 0; (name = option_offer(option, &i));) {
		if (strlen(list) + strlen(name) + 3 > OPTION_CHOICE_LIST)
			return;
		if (*list)
			strcat(list, ", ");
		strcat(list, name);
	}
}

void option_list_commands(char list[OPTION_CHOICE_LIST], const char *name,
	size_t size, const char *choice, size_t choice_size)
{
	*list = '\0';
	for (size_t i = 0; commands[i]; i++) {
		const struct option *option =
			option_find(commands[i]->options, name, size);

		if (option && (!choice || option_choice_index(option, choice,
						  choice_size) >= 0))
			text_add(list, OPTION_CHOICE_LIST, "%s'%s'",
				*list ? ", " : "", commands[i]->name);
	}
}

const char *option_unused(const struct option_use uses[OPTION_USES])
{
	for (size_t i = 0; i < OPTION_USES && uses[i].name; i++)
		if (uses[i].given && !uses[i].used)
			return uses[i].name;
	return NULL;
}

enum status option_check_uses(const struct option_use uses[OPTION_USES],
	const char *where, const char *whom, struct err *err)
{
	const char *unused = option_unused(uses);

	return unused ? err_usage(err, unused, ": not used ", where, whom)
		      : STATUS_OK;
}
