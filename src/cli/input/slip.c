/*
 * Recognises numbers that are written as people do elsewhere, "5-10", "1,000"
 * or "64K": by their characters, since the text need not be a number.
 */
#include "cli/input/input.h"

#include <string.h>
#include <strings.h>

#include "number/number.h"

enum { SLIP_TEXT = 40, SLIP_JOINED = 3 * SLIP_TEXT };

static const char digits[] = "0123456789";

static const char *const units[] = {"ns", "us", "\302\265s", "\316\274s", "ms",
	"s", "nsec", "usec", "msec", "sec", "min", "B", "kB", "K", "KB", "Kb",
	"MB", "GB", "KiB", "MiB", "GiB"};

enum status slip_below(const char *text, int64_t least, struct err *err)
{
	return err_usage(err, "must be at least ", ERR_OWN,
		number_u64_text((uint64_t)least), ", not ", ERR_TEXT, text);
}

/* The unit after a number, or NULL; three letters in any case: KiB or kib. */
static const char *find_slip_unit(const char *text)
{
	const char *word = text + strspn(text, "0123456789._/");

	if (word == text)
		return NULL;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strcmp(word, units[i]) == 0 ||
			(strlen(word) == 3 && strcasecmp(word, units[i]) == 0))
			return word;
	return NULL;
}

/* "64K" and "64KB" are ambiguous: K can be 1000 or 1024. */
static enum status report_kilo(
	const char *text, const char *unit, struct err *err)
{
	return err_usage(err, ERR_TEXT, text, " has the unit ", unit,
		": write k", unit + 1, " for 1000, Ki", unit + 1, " for 1024");
}

/* Refuses a unit; sizes in bytes may have one of bytes, but not K. */
static enum status report_unit(const char *text, int bytes, struct err *err)
{
	const char *unit = find_slip_unit(text);

	if (!unit)
		return STATUS_OK;
	if (strcmp(unit, "K") == 0 ||
		(bytes && *unit == 'K' && strcasecmp(unit, "KiB") != 0))
		return report_kilo(text, unit, err);
	if (!bytes)
		return err_usage(err, ERR_TEXT, text, " has the unit ", unit,
			", but a plain number is needed");
	if (strchr("Bb", unit[strlen(unit) - 1]))
		return STATUS_OK;
	return err_usage(err, ERR_TEXT, text, " has the unit ", unit,
		", but bytes are needed");
}

/* The size of a sweep's first number, "1K" in "1K..64Kx2". */
static size_t part_size(const char *text)
{
	size_t size = strcspn(text, ".,x+");

	while (text[size] == '.' && text[size + 1] != '.')
		size += 1 + strcspn(text + size + 1, ".,x+");
	return size;
}

/* Refuses a unit of any number of a sweep. */
static enum status report_units(const char *text, int bytes, struct err *err)
{
	enum status status = STATUS_OK;

	while (*text && status == STATUS_OK) {
		char part[SLIP_TEXT + 1] = "";
		size_t size = part_size(text);

		if (size <= SLIP_TEXT)
			strncat(part, text, size);
		status = report_unit(part, bytes, err);
		text += size + strspn(text + size, ".,x+");
	}
	return status;
}

/* "n.csv": the name of a file instead of the numbers in it. */
static int is_file(const char *text)
{
	static const char *const ends[] = {".csv", ".tsv", ".txt", ".dat"};
	size_t size = strlen(text);

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (size > 4 && strcmp(text + size - 4, ends[i]) == 0)
			return 1;
	return 0;
}

/* "1,000": digits in groups of three; *has_zero: a group after the first begins
 * with 0. */
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

/* "2,5": a decimal comma. */
static int is_decimal(const char *text)
{
	size_t size = strspn(text, digits), rest;

	if (size == 0 || text[size] != ',')
		return 0;
	rest = strspn(text + size + 1, digits);
	return rest > 0 && text[size + 1 + rest] == '\0';
}

/* The text with each comma replaced by `with`, but the last one by `last`. */
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

/* "1,000" read as a list, which it is here; how to write the number. */
static enum status report_list(
	const char *text, int is_thousands, struct err *err)
{
	char items[SLIP_JOINED], plain[SLIP_JOINED], marked[SLIP_JOINED];

	join_digits(items, text, ", ", " and ");
	join_digits(plain, text, "", is_thousands ? "" : ".");
	join_digits(marked, text, "_", "_");
	return err_usage(err, ERR_TEXT, text, " is a list of ", items,
		is_thousands ? "" : ", but one value is needed", ": write ",
		plain, is_thousands ? " or " : " for the decimal",
		is_thousands ? marked : NULL);
}

/* "5-10" or "5:10": two integers, the second one greater. */
static int is_span(const char *text)
{
	size_t first = strspn(text, digits), last;

	if (first == 0 || (text[first] != '-' && text[first] != ':'))
		return 0;
	last = strspn(text + first + 1, digits);
	return text[first + 1 + last] == '\0' &&
	       (first < last ||
		       (first == last &&
			       strncmp(text, text + first + 1, first) < 0));
}

static enum status report_span(const char *text, int list, struct err *err)
{
	size_t first = strspn(text, digits);
	char number[SLIP_TEXT + 1] = "";

	strncat(number, text, first);
	return err_usage(err, ERR_TEXT, text,
		list ? " is not a sweep: write "
		     : " is a range, but one value is needed",
		list ? number : NULL, "..", text + first + 1);
}

/* Whether *text is an operator that numbers have in parentheses only.  Outside
 * there are quotients, and powers of a number by a number. */
static int is_operator_inside(const char *text)
{
	return strchr("+-*", *text) ||
	       (*text == '^' && (text[-1] == ')' || text[1] == '('));
}

/* "2^53-1" or "2^(3*5)": arithmetic that is not in parentheses as a whole. */
static int is_arithmetic(const char *text)
{
	int has_operator = 0, depth = 0;

	for (;; text++) {
		size_t open = strspn(text, "(");

		depth += (int)open;
		text += open;
		if (!number_is_digit(*text))
			return 0;
		text += strspn(text, "0123456789.");
		if (*text == '\0' && text[-1] == '.')
			return 0;
		for (; *text == ')'; text++)
			if (--depth < 0)
				return 0;
		if (*text == '\0')
			return has_operator && depth == 0;
		if (!strchr("+-*/^", *text))
			return 0;
		has_operator |= depth == 0 && is_operator_inside(text);
	}
}

/* "1..4" or "8,16": numbers and what joins them in a sweep. */
static int is_several(const char *text)
{
	size_t size = strlen(text);

	return (strstr(text, "..") || strchr(text, ',')) &&
	       strspn(text, "0123456789.,/+x") == size &&
	       number_is_digit(*text) && number_is_digit(text[size - 1]);
}

enum status slip_check(const char *text, int64_t least, int whole, int list,
	int bytes, struct err *err)
{
	int has_zero;

	if (*text == '-' && number_begins(text + 1))
		return slip_below(text, least, err);
	if (report_units(text, bytes, err) != STATUS_OK)
		return err->code;
	if (list && is_file(text))
		return err_usage(err, ERR_TEXT, text,
			" is a file: '-' reads numbers from standard input");
	if (strlen(text) > SLIP_TEXT)
		return STATUS_OK;
	if (is_span(text))
		return report_span(text, list, err);
	if (!strstr(text, "..") && is_arithmetic(text))
		return err_usage(err, ERR_TEXT, text, " needs parentheses: '(",
			text, ")'");
	if (is_grouped(text, &has_zero) && (has_zero || !list))
		return report_list(text, 1, err);
	if (!list && !whole && is_decimal(text))
		return report_list(text, 0, err);
	if (!list && is_several(text))
		return err_usage(err, ERR_TEXT, text,
			" is a sweep, but one value is needed");
	return STATUS_OK;
}
