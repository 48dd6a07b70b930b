/*
 * A line is written word by word into one buffer; every choice is drawn from
 * the one generator that the seed starts.
 */
#include "line.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/option/option.h"
#include "cli/output/output.h"

enum {
	DIGITS_MAX = 1000, /* of a number */
	DEPTH_MAX = 6,	   /* of a cost function */
	TRIALS_MAX = 10000,
	FEW = 12 /* values of a sweep, at most, as a rule */
};

/* splitmix64. */
static uint64_t draw(struct line *line)
{
	uint64_t z = line->state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static uint64_t below(struct line *line, uint64_t bound)
{
	return draw(line) % bound;
}

static int one_in(struct line *line, uint64_t count)
{
	return below(line, count) == 0;
}

__attribute__((format(printf, 2, 3))) static void put(
	struct line *line, const char *format, ...)
{
	size_t room = LINE_TEXT - line->used;
	va_list args;
	int size;

	va_start(args, format);
	size = vsnprintf(line->text + line->used, room, format, args);
	va_end(args);
	line->used += (size_t)size < room ? (size_t)size : room - 1;
}

/* What is put from here on is a word of its own. */
static void begin(struct line *line)
{
	line->word[line->words++] = line->text + line->used;
}

static void end(struct line *line)
{
	if (line->used < LINE_TEXT - 1)
		line->used++;
	line->text[line->used - 1] = '\0';
}

static void put_digits(struct line *line, uint64_t count)
{
	put(line, "%d", (int)below(line, 9) + 1);
	while (--count > 0)
		put(line, "%d", (int)below(line, 10));
}

/* A size, small as a rule. */
static uint64_t length(struct line *line, uint64_t most)
{
	uint64_t bits = 1;

	while (bits < 63 && most >> bits > 0)
		bits++;
	most = below(line, UINT64_C(1) << below(line, bits)) %
	       (most > 0 ? most : 1);
	return most + 1;
}

/* Powers that are long, towers, and fractions that have nothing in common. */
static void put_long(struct line *line)
{
	static const int base[] = {2, 3, 5, 7, 9, 10};
	int a = base[below(line, 6)], b = base[below(line, 6)];
	int p = (int)length(line, 1000000000), q = (int)length(line, 100000000);

	switch (below(line, 4)) {
	case 0:
		put(line, "(%d^%d)", a, p);
		break;
	case 1:
		put(line, "(%d^%d^%d)", a, b, (int)length(line, 12));
		break;
	case 2:
		put(line, "(1/%d^%d+1/%d^%d)", a, p, b, q);
		break;
	default:
		put(line, "(%d^%d/%d^%d)", a, p, b, q);
	}
}

/* A sum or product in parentheses, perhaps of others. */
static void put_arithmetic(struct line *line, int depth)
{
	if (one_in(line, 8)) {
		put_long(line);
		return;
	}
	put(line, "(");
	if (depth > 0 && one_in(line, 2))
		put_arithmetic(line, depth - 1);
	else if (one_in(line, 2))
		put(line, "2^%d", (int)length(line, 3300));
	else
		put(line, "%d", (int)length(line, 1000));
	put(line, "%c", "+-*/^"[below(line, 5)]);
	if (depth > 0 && one_in(line, 4))
		put_arithmetic(line, depth - 1);
	else
		put(line, "%d", (int)length(line, 30));
	put(line, ")");
}

static void put_whole(struct line *line)
{
	switch (below(line, 12)) {
	case 0:
	case 1:
	case 2:
		put(line, "%d", (int)below(line, 20) + 1);
		break;
	case 3:
	case 4:
		put(line, "%d", (int)length(line, 100000));
		break;
	case 5:
		put(line, "2^%d", (int)length(line, 3300));
		break;
	case 6:
		put(line, "%d_%03d", (int)below(line, 1000) + 1,
			(int)below(line, 1000));
		break;
	case 7:
		put(line, "1e%d", (int)length(line, DIGITS_MAX));
		break;
	case 8:
		put(line, "%d%c%s", (int)below(line, 100) + 1,
			"kMGT"[length(line, 4) - 1],
			one_in(line, 2) ? "i" : "");
		break;
	case 9:
		put_arithmetic(line, (int)below(line, 3));
		break;
	default:
		put_digits(line, length(line, DIGITS_MAX));
	}
}

static void put_number(struct line *line, int whole)
{
	if (whole || one_in(line, 3)) {
		put_whole(line);
		return;
	}
	switch (below(line, 8)) {
	case 7:
		put_arithmetic(line, (int)below(line, 3));
		break;
	case 0:
		put(line, "%d/%d", (int)below(line, 40) + 1,
			(int)below(line, 12) + 1);
		break;
	case 1:
		put(line, "%d.", (int)below(line, 30) + 1);
		put_digits(line, length(line, 40));
		break;
	case 2:
		put_digits(line, length(line, DIGITS_MAX));
		put(line, "/");
		put_digits(line, length(line, DIGITS_MAX));
		break;
	case 3:
		put(line, "%d.%0*d", (int)below(line, 4) + 1,
			(int)length(line, DIGITS_MAX), 1);
		break;
	case 4:
		put(line, ".");
		put_digits(line, length(line, 40));
		break;
	case 5:
		put(line, "%d.", (int)below(line, 30) + 1);
		break;
	default:
		put_whole(line);
		put(line, ".%d", (int)below(line, 1000));
	}
}

/* Few values, but for one in some: those print much, or are refused. */
static void put_sweep(struct line *line, const struct option *option)
{
	int whole = option->kind == OPTION_INTEGERS;
	static const char *const step[] = {
		"", "", "", "", "+2", "+1/3", "x2", "x3/2"};
	uint64_t count = 1 + below(line, 3);
	int first = (int)below(line, 40) + 1;

	if (!one_in(line, 5)) {
		put_number(line, whole);
		return;
	}
	if (option->streams && one_in(line, 4)) {
		put(line, "-");
		return;
	}
	if (one_in(line, 8)) {
		put_number(line, whole);
		put(line, "..");
		put_number(line, whole);
		return;
	}
	while (count-- > 0) {
		put(line, "%d..%d%s%s", first, first + (int)below(line, FEW),
			step[below(line, sizeof step / sizeof *step)],
			count > 0 ? "," : "");
		first++;
	}
}

/* A time for each of a few processors, as many as there are as a rule. */
static void put_times(struct line *line)
{
	if (one_in(line, 4))
		put_number(line, 0);
	else
		put(line, "%d", (int)below(line, 12));
	for (uint64_t i = 1; one_in(line, 8) ? i < 20 : i < line->few; i++)
		put(line, ",%d%s", (int)below(line, 12),
			one_in(line, 4) ? "/3" : "");
}

static void put_cost(struct line *line, int depth);

static void put_call(struct line *line, int depth)
{
	static const char *const call[] = {"ceil", "floor", "log", "loglog",
		"sqrt", "clog", "csqrt", "min", "max"};
	size_t i = below(line, sizeof call / sizeof *call);

	put(line, "%s(", call[i]);
	put_cost(line, depth - 1);
	if (i >= 7) {
		put(line, ",");
		put_cost(line, depth - 1);
	}
	put(line, ")");
}

static void put_cost(struct line *line, int depth)
{
	static const char *const leaf[] = {"k", "k", "k", "clog", "csqrt",
		"log", "sqrt", "loglog", "floor(k/3)"};
	uint64_t way = depth > 0 ? below(line, 8) : below(line, 2);

	if (way == 0) {
		put_number(line, 0);
	} else if (way == 1) {
		put(line, "%s", leaf[below(line, sizeof leaf / sizeof *leaf)]);
	} else if (way <= 4) {
		put_call(line, depth);
	} else {
		put(line, "(%s", one_in(line, 12) ? "-" : "");
		put_cost(line, depth - 1);
		put(line, "%c", "+-*/^"[below(line, 5)]);
		put_cost(line, depth - 1);
		put(line, ")");
	}
}

/* A word option: anything in its range, the limits at most what they are. */
static void put_word(struct line *line, const struct option *option)
{
	uint64_t least = (uint64_t)option->least, most = (uint64_t)option->most;

	if (option->name && strcmp(option->name, "max-bits") == 0)
		most = OPTION_MAX_BITS;
	else if (option->name && strcmp(option->name, "max-rows") == 0)
		most = OUTPUT_MAX_ROWS;
	else if (option->name && strcmp(option->name, "trials") == 0)
		most = TRIALS_MAX; /* they are printed last */
	put(line, "%llu",
		(unsigned long long)(least - 1 +
				     length(line, most - least + 1)));
}

static void put_choice(struct line *line, const struct option *option)
{
	size_t count = 0;

	while (option_choice(option, count))
		count++;
	put(line, "%s", option_choice(option, below(line, count)));
	while (option->kind == OPTION_CHOICES && one_in(line, 2))
		put(line, ",%s", option_choice(option, below(line, count)));
}

/* L, o, g and G, all in one unit or none, as numbers or a sweep of some; small
 * as a rule, as those of a machine are. */
static void put_figures(struct line *line, int count)
{
	static const char *const units[] = {"", "", "us", "ns", "ms"};
	const char *unit = units[below(line, 5)];

	for (int i = 0; i < count; i++) {
		int first = (int)below(line, 12);

		if (one_in(line, 6))
			put_number(line, 0);
		else
			put(line, "%d", first);
		put(line, "%s", unit);
		if (one_in(line, 8))
			put(line, "..%d%s", first + (int)below(line, FEW),
				unit);
		put(line, "%s", i + 1 < count ? "," : "");
	}
}

/* A latency, or a machine, that is quick. */
static void put_inside(struct line *line)
{
	if (one_in(line, 3))
		put_figures(line, 3 + (int)below(line, 2));
	else if (one_in(line, 4))
		put_number(line, 0);
	else
		put(line, one_in(line, 3) ? "%d/2" : "%d",
			(int)below(line, 3) + 1);
}

static void put_text(struct line *line, const struct option *option,
	const struct line_files *files)
{
	if (strcmp(option->arg, "FUNCTION") == 0)
		put_cost(line, (int)below(line, DEPTH_MAX + 1));
	else if (strcmp(option->arg, "FILE") == 0)
		put(line, "%s", files->name[below(line, files->count)]);
	else if (strcmp(option->arg, "R,..") == 0)
		put(line, one_in(line, 3) ? "%d" : "%d,%d",
			(int)below(line, 6) + 1, (int)below(line, 6) + 1);
	else if (strcmp(option->arg, "LATENCY") == 0)
		put_inside(line);
	else if (one_in(line, 3))
		put(line, "best");
	else
		put_whole(line);
}

static void put_value(struct line *line, const struct option *option,
	const struct line_files *files)
{
	if (option->best && one_in(line, 4)) {
		put(line, "best");
		return;
	}
	if (option->name && strcmp(option->name, "processors") == 0 &&
		one_in(line, 4)) {
		put(line, "%d", (int)line->few);
		return;
	}
	switch (option->kind) {
	case OPTION_FLAG:
		break;
	case OPTION_FORMAT:
	case OPTION_CHOICE:
	case OPTION_CHOICES:
		put_choice(line, option);
		break;
	case OPTION_TEXT:
	case OPTION_TEXTS:
		put_text(line, option, files);
		break;
	case OPTION_COUNT:
		put_word(line, option);
		break;
	case OPTION_LOGP:
	case OPTION_LOGGP:
		put_figures(line, option->kind == OPTION_LOGP ? 3 : 4);
		break;
	case OPTION_MACHINE:
		put(line, "%s",
			one_in(line, 6) ? files->name[below(line, files->count)]
					: files->machine);
		break;
	case OPTION_INTEGER:
	case OPTION_RATIONAL:
		put_number(line, option->kind == OPTION_INTEGER);
		break;
	case OPTION_INTEGERS:
	case OPTION_RATIONALS:
		if (strcmp(option->arg, "TIMES") == 0 ||
			strcmp(option->arg, "LIST") == 0)
			put_times(line);
		else
			put_sweep(line, option);
		break;
	}
}

static int is_one_of(const char *name, const char *const *list)
{
	while (*list && strcmp(name, *list) != 0)
		list++;
	return *list != NULL;
}

/* What is needed is there, but for one line in some; options that are of use
 * together are often together. */
static int is_given(struct line *line, const struct option *option)
{
	static const char *const usual[] = {"messages", "time", "app", NULL},
				 *const machines[] = {"logp", "loggp",
					 "machine", NULL},
				 *const of_machine[] = {"bytes", "block", NULL},
				 *const of_node[] = {"inside", "lanes", NULL};
	uint64_t one_of = 6;

	if (!option->name)
		return !one_in(line, 4);
	if (strcmp(option->name, "latency") == 0)
		return line->has_latency = !one_in(line, 3);
	if (option->required)
		return !one_in(line, 100);
	if (is_one_of(option->name, usual))
		return !one_in(line, 5);
	if (is_one_of(option->name, machines))
		one_of = line->has_latency ? 30 : line->has_machine ? 20 : 2;
	else if (is_one_of(option->name, of_machine))
		one_of = line->has_machine ? 2 : 12;
	else if (is_one_of(option->name, of_node) && !line->has_node)
		one_of = 60;
	else if (strcmp(option->name, "inside") == 0)
		return !one_in(line, 10);
	return one_in(line, one_of);
}

/* Remembers what others go with. */
static void note(struct line *line, const char *name)
{
	static const char *const machines[] = {
		"logp", "loggp", "machine", NULL};

	line->has_machine |= is_one_of(name, machines);
	line->has_node |= strcmp(name, "node") == 0;
}

static void put_option(struct line *line, const struct option *option,
	const struct line_files *files)
{
	begin(line);
	if (option->name && option->letters && one_in(line, 2))
		put(line, "-%c",
			option->letters[below(line, strlen(option->letters))]);
	else if (option->name)
		put(line, "--%s", option->name);
	if (option->name && option->kind != OPTION_FLAG) {
		end(line);
		begin(line);
	}
	put_value(line, option, files);
	end(line);
}

void line_make(struct line *line, uint64_t seed, char *program,
	const struct line_files *files)
{
	const struct command *command;
	size_t count = 0;

	*line = (struct line){.state = seed};
	line->few = 1 + below(line, 8);
	while (commands[count])
		count++;
	command = commands[below(line, count)];
	line->word[line->words++] = program;
	begin(line);
	put(line, "%s", command->name);
	end(line);
	for (const struct option *option = command->options; option->help;
		option++) {
		/* A search has the time that it is given. */
		if (option->name && strcmp(option->name, "limit") == 0) {
			begin(line);
			put(line, "--limit=%s", one_in(line, 2) ? "0" : "1/4");
			end(line);
		} else if (is_given(line, option)) {
			put_option(line, option, files);
			note(line, option->name ? option->name : "");
		}
	}
}
