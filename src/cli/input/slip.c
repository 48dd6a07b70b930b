/* The text is looked at character by character: it need not be a number. */
#include "cli/input/input.h"

#include <string.h>

#include "number/number.h"

enum { SLIP_TEXT = 40, SLIP_JOINED = 3 * SLIP_TEXT };

static const char digits[] = "0123456789";

static const char *const units[] = {"ns", "us", "\302\265s", "\316\274s", "ms",
	"s", "sec", "min", "B", "kB", "KB", "MB", "GB", "KiB", "MiB", "GiB"};

enum status slip_below(const char *text, int64_t least, struct err *err)
{
	char number[NUMBER_U64_MAX + 1];

	number[number_u64(number, (uint64_t)least)] = '\0';
	return err_set(err, STATUS_USAGE, "must be at least ", number, ", not ",
		ERR_TEXT, text, NULL);
}

/* The unit after a number, or NULL. */
static const char *find_slip_unit(const char *text)
{
	const char *word = text + strspn(text, "0123456789._/");

	if (word == text)
		return NULL;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strcmp(word, units[i]) == 0)
			return word;
	return NULL;
}

/* A unit after the number; of bytes only KB is a slip: it is used for both. */
static enum status report_unit(const char *text, int bytes, struct err *err)
{
	const char *unit = find_slip_unit(text);

	if (!unit)
		return STATUS_OK;
	if (!bytes)
		return err_set(err, STATUS_USAGE, ERR_TEXT, text,
			" has the unit ", unit,
			", but a plain number is needed", NULL);
	if (strcmp(unit, "KB") == 0)
		return err_set(err, STATUS_USAGE, ERR_TEXT, text,
			" has the unit KB: write kB for 1000 bytes, KiB for "
			"1024",
			NULL);
	if (unit[strlen(unit) - 1] == 'B')
		return STATUS_OK;
	return err_set(err, STATUS_USAGE, ERR_TEXT, text, " has the unit ",
		unit, ", but bytes are needed", NULL);
}

/* "1,000" and the like; *has_zero: a group after the first begins with 0. */
static int is_grouped(const char *text, int *has_zero)
{
	size_t size = strspn(text, digits);

	*has_zero = 0;
	if (size < 1 || size > 3 || text[size] != ',')
		return 0;
	for (text += size; *text == ','; text += 4) {
		if (strspn(text + 1, digits) != 3)
			return 0;
		*has_zero |= text[1] == '0';
	}
	return *text == '\0';
}

/* "2,5". */
static int is_decimal(const char *text)
{
	size_t size = strspn(text, digits), rest;

	if (size == 0 || text[size] != ',')
		return 0;
	rest = strspn(text + size + 1, digits);
	return rest > 0 && text[size + 1 + rest] == '\0';
}

/* The text with its commas replaced, the last by something else. */
static void join_digits(char joined[SLIP_JOINED], const char *text,
	const char *with, const char *last)
{
	const char *end = strrchr(text, ',');

	*joined = '\0';
	for (; *text; text++)
		if (*text == ',')
			strcat(joined, text == end ? last : with);
		else
			strncat(joined, text, 1);
}

static enum status report_list(
	const char *text, int is_thousands, struct err *err)
{
	char items[SLIP_JOINED], plain[SLIP_JOINED], marked[SLIP_JOINED];

	join_digits(items, text, ", ", " and ");
	join_digits(plain, text, "", is_thousands ? "" : ".");
	join_digits(marked, text, "_", "_");
	return err_set(err, STATUS_USAGE, ERR_TEXT, text, " is a list of ",
		items, ": write ", plain, is_thousands ? " or " : NULL, marked,
		NULL);
}

/* "2^53-1": arithmetic without parentheses. */
static int is_arithmetic(const char *text)
{
	int has_operator = 0;

	for (; *text; text++) {
		if (!number_is_digit(*text))
			return 0;
		text += strspn(text, "0123456789.");
		if (*text == '\0')
			return has_operator && number_is_digit(text[-1]);
		if (!strchr("+-*/^", *text))
			return 0;
		has_operator |= strchr("+-*", *text) != NULL;
	}
	return 0;
}

enum status slip_check(const char *text, int64_t least, int whole, int list,
	int bytes, struct err *err)
{
	int has_zero;

	if (*text == '-' && number_begins(text + 1))
		return slip_below(text, least, err);
	if (report_unit(text, bytes, err) != STATUS_OK)
		return err->code;
	if (strlen(text) > SLIP_TEXT)
		return STATUS_OK;
	if (!strstr(text, "..") && is_arithmetic(text))
		return err_set(err, STATUS_USAGE, ERR_TEXT, text,
			" needs parentheses: '(", text, ")'", NULL);
	if (is_grouped(text, &has_zero) && (has_zero || !list))
		return report_list(text, 1, err);
	if (!list && !whole && is_decimal(text))
		return report_list(text, 0, err);
	return STATUS_OK;
}
