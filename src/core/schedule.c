#include "core/schedule.h"

const char *const schedule_models[] = {"postal", "logp", "telephone",
	"telegraph", "sendrecv", "locality", NULL};

enum status schedule_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	return schedule->ops->next(schedule, rows, count, err);
}

void schedule_close(struct schedule *schedule)
{
	if (schedule)
		schedule->ops->close(schedule);
}
