#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"

enum { MANY_ROWS = 10000000 };

struct progress {
	struct schedule schedule;
	struct schedule *watched;
	uint64_t rows, seen;
	time_t said; /* when something was said last */
};

static void say(struct progress *progress)
{
	time_t now = time(NULL);

	if (now == progress->said)
		return;
	progress->said = now;
	fprintf(stderr, "\rfibcast: %3.0f %%",
		100 * (double)progress->seen / (double)progress->rows);
}

static enum status next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct progress *progress = (struct progress *)schedule;
	enum status status = schedule_next(progress->watched, rows, count, err);

	/* A reader may have changed its unit. */
	schedule->header = progress->watched->header;
	progress->seen += status == STATUS_OK ? *count : 0;
	say(progress);
	return status;
}

static void close_watched(struct schedule *schedule)
{
	struct progress *progress = (struct progress *)schedule;

	fputs("\r              \r", stderr);
	schedule_close(progress->watched);
	mem_free(progress);
}

static const struct schedule_ops ops = {next, close_watched};

struct schedule *progress_watch(struct schedule *schedule, uint64_t rows)
{
	struct progress *progress;

	if (rows < MANY_ROWS || !isatty(STDERR_FILENO) || isatty(STDOUT_FILENO))
		return schedule;
	progress = mem_array(1, sizeof *progress);
	progress->schedule.header = schedule->header;
	progress->schedule.ops = &ops;
	progress->watched = schedule;
	progress->rows = rows;
	progress->said = time(NULL);
	return &progress->schedule;
}
