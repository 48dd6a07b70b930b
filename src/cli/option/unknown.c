/*
 * Refuses options and operands that a command does not have, with what was
 * probably meant.
 */
#include "cli/option/option.h"

#include <string.h>

#include "number/number.h"

/* A longer list of commands is no hint. */
enum { HINT_MOST = 80 };

static const char output_hint[] =
	": answers go to standard output, which '> FILE' keeps";

const struct option *option_chooser(
	const struct option *options, const char *text, size_t size)
{
	for (const struct option *o = options; o->help; o++)
		if (o->name && option_choice_index(o, text, size) >= 0)
			return o;
	return NULL;
}

/* The option that was probably meant: our name for what other programs call so
 * unless a name is one step away, else the nearest name; or NULL. */
static const char *find_meant(
	const struct option *options, const char *text, size_t size)
{
	const char *own = nearest_own_name(text, size);
	struct nearest nearest;

	nearest_init(&nearest, text, size);
	for (const struct option *o = options; o->help; o++)
		if (o->name)
			nearest_try(&nearest, o->name);
	nearest_try(&nearest, "help");
	if (own && nearest.steps > 1 && option_find(options, own, strlen(own)))
		return own;
	return nearest.word;
}

enum status option_unknown(const struct option *options, const char *text,
	size_t size, struct err *err)
{
	const struct option *chooser = option_chooser(options, text, size);
	const char *meant = find_meant(options, text, size);
	char others[OPTION_CHOICE_LIST], word[64] = "";

	if (strncmp(text, "output", size) == 0 && size >= 3)
		return err_usage(err, "unknown option ", ERR_TEXT, text - 2,
			output_hint);
	option_list_commands(others, text, size, NULL, 0);
	if (*others && strlen(others) <= HINT_MOST)
		return err_usage(err, "unknown option ", ERR_TEXT, text - 2,
			": see ", others);
	if (chooser)
		strncat(word, text, size < sizeof word ? size : 0);
	return err_usage(err, "unknown option ", ERR_TEXT, text - 2,
		chooser || meant ? ": did you mean '--" : NULL,
		chooser ? chooser->name : meant, chooser ? " " : "", word,
		"'?");
}

enum status option_unknown_letter(
	char letter, const char *text, struct err *err)
{
	return err_usage(err, "unknown option ", ERR_TEXT, text,
		letter == 'o' ? output_hint : NULL);
}

enum status option_extra(
	const struct option *options, const char *text, struct err *err)
{
	const struct option *time =
		option_find(options, "time", strlen("time"));
	const char *hint =
		time && time->required ? ": the time is -t "
		: option_find(options, "processors", strlen("processors"))
			? ": processors are -n "
			: NULL;

	if (!number_begins(text) ||
		text[strspn(text, "0123456789_./^ekMGTi")] != '\0')
		hint = NULL;
	return err_usage(err, "extra operand ", ERR_TEXT, text, hint, text);
}
