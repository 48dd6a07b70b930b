/*
 * Standard error: messages, and the progress of long work, which is erased when
 * the work is done.  Violations.  The terminal's width, and whether it has
 * colours.
 */
#include "cli/output/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/mem.h"

enum { MANY_ROWS = 10000000, COLUMNS_MOST = 100000 };

/* Prints a parameter that the library names as the option that sets it:
 * "max_bits", marked by ERR_NAME, as "--max-bits". */
void message_print(const char *command, const struct err *err)
{
	int is_name = 0;

	fputs("fibcast: ", stderr);
	if (command)
		fprintf(stderr, "%s: ", command);
	for (const char *msg = err->msg; *msg; msg++) {
		is_name = *msg == ERR_NAME[0] || (is_name && *msg != ' ');
		if (*msg == ERR_NAME[0])
			fputs("--", stderr);
		else
			fputc(is_name && *msg == '_' ? '-' : *msg, stderr);
	}
	fputc('\n', stderr);
}

/* -- violations */

/* Prints "FILE:7: ", "line 7: " for standard input, or "FILE: ". */
static void print_place(const char *place, uint64_t line, FILE *out)
{
	if (line == 0 && *place)
		fprintf(out, "%s: ", place);
	else if (line > 0)
		fprintf(out, "%s%s%" PRIu64 ": ", *place ? place : "line ",
			*place ? ":" : "", line);
}

enum status violations_print(
	const struct check *check, const char *place, FILE *out)
{
	for (size_t i = 0; i < check->listed; i++) {
		const struct check_violation *violation = &check->violation[i];

		print_place(place, violation->line, out);
		fprintf(out, "%s\n", violation->reason.msg);
	}
	if (check->violations > check->listed) {
		print_place(place, 0, out);
		fprintf(out, "%" PRIu64 " violations in all\n",
			check->violations);
	}
	return STATUS_INVALID;
}

/* -- progress */

/* A schedule that passes on the rows of another one and counts them. */
struct progress {
	struct schedule schedule;
	struct schedule *watched;
	uint64_t rows, seen;
	struct meter meter;
};

void meter_start(struct meter *meter)
{
	meter->is_shown = isatty(STDERR_FILENO);
	meter->is_said = 0;
	meter->started = meter->said = time(NULL);
}

/* Shows "90 s left" or "2 min left". */
static void say_left(double seconds)
{
	if (seconds < 100)
		fprintf(stderr, ", %.0f s left ", seconds);
	else
		fprintf(stderr, ", %.0f min left ", seconds / 60);
}

void meter_show(struct meter *meter, uint64_t done, uint64_t all)
{
	time_t now;

	if (!meter->is_shown || (now = time(NULL)) == meter->said)
		return;
	meter->said = now;
	meter->is_said = 1;
	fprintf(stderr, "\rfibcast: %3.0f %%",
		100 * (double)done / (double)all);
	if (done > 0)
		say_left(difftime(now, meter->started) * (double)(all - done) /
			 (double)done);
}

void meter_stop(struct meter *meter)
{
	if (meter->is_said)
		fprintf(stderr, "\r%32s\r", "");
	meter->is_said = 0;
}

static enum status next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct progress *progress = (struct progress *)schedule;
	enum status status = schedule_next(progress->watched, rows, count, err);

	/* A reader may have made its unit finer. */
	schedule->header = progress->watched->header;
	progress->seen += status == STATUS_OK ? *count : 0;
	/* Repeated transmissions are seen, but not counted in advance. */
	meter_show(&progress->meter, least_u64(progress->seen, progress->rows),
		progress->rows);
	return status;
}

static void clear_watched(struct schedule *schedule)
{
	struct progress *progress = (struct progress *)schedule;

	meter_stop(&progress->meter);
	schedule_close(progress->watched);
}

static const struct schedule_ops ops = {next, clear_watched};

struct schedule *progress_watch(struct schedule *schedule, uint64_t rows)
{
	struct progress *progress;

	schedule->rows = rows;
	if (rows < MANY_ROWS || !isatty(STDERR_FILENO) || isatty(STDOUT_FILENO))
		return schedule;
	progress = mem_array(1, sizeof *progress);
	progress->schedule.header = schedule->header;
	progress->schedule.ops = &ops;
	progress->watched = schedule;
	progress->rows = progress->schedule.rows = rows;
	meter_start(&progress->meter);
	return &progress->schedule;
}

/* -- the terminal */

/* The value of COLUMNS; 0 if it is unset or makes no sense. */
static uint64_t columns_given(void)
{
	const char *text = getenv("COLUMNS");
	uint64_t columns = 0;

	for (; text && *text; text++) {
		if (*text < '0' || *text > '9' || columns > COLUMNS_MOST)
			return 0;
		columns = 10 * columns + (uint64_t)(*text - '0');
	}
	return columns;
}

uint64_t terminal_columns(FILE *out)
{
	struct winsize size;

	if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return columns_given();
}

/* https://no-color.org: a NO_COLOR that is not empty turns colours off. */
int terminal_colour(FILE *out)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (no_color && *no_color)
		return 0;
	return isatty(fileno(out)) && !(term && strcmp(term, "dumb") == 0);
}
