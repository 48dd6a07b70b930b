#include "core/schedule.h"

const char *const schedule_models[] = {"postal", "logp", "telephone",
	"telegraph", "sendrecv", "locality", NULL};

enum status schedule_next(struct schedule *schedule,
	struct transmission *buffer, size_t size, size_t *count,
	struct err *err)
{
	return schedule->ops->next(schedule, buffer, size, count, err);
}

void schedule_close(struct schedule *schedule)
{
	if (schedule)
		schedule->ops->close(schedule);
}
