/*
 * A schedule that passes on the rows of another one and counts them.  What was
 * written to the terminal is erased when the work is done.
 */
#include "cli/output/output.h"

#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"

enum { MANY_ROWS = 10000000 };

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

/* As "90 s left" or "2 min left". */
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

	/* A reader may have changed its unit. */
	schedule->header = progress->watched->header;
	progress->seen += status == STATUS_OK ? *count : 0;
	meter_show(&progress->meter, progress->seen, progress->rows);
	return status;
}

static void close_watched(struct schedule *schedule)
{
	struct progress *progress = (struct progress *)schedule;

	meter_stop(&progress->meter);
	schedule_close(progress->watched);
	mem_free(progress);
}

static const struct schedule_ops ops = {next, close_watched};

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
