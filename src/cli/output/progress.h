/*
 * Progress of long work, on standard error, if that is a terminal.
 */
#ifndef FIBCAST_CLI_OUTPUT_PROGRESS_H
#define FIBCAST_CLI_OUTPUT_PROGRESS_H

#include <stdint.h>
#include <time.h>

#include "core/schedule.h"

/* How much of all has been done, said at most once a second. */
struct meter {
	int is_shown, is_said;
	time_t said;
};

void meter_start(struct meter *meter);
void meter_show(struct meter *meter, uint64_t done, uint64_t all);
/* Erases what was written. */
void meter_stop(struct meter *meter);

/*
 * Watches a schedule of that many rows go by; the result is used and closed in
 * its stead.  Shows each second how far it is, if standard error is a terminal,
 * standard output is not, and there are many rows.
 */
struct schedule *progress_watch(struct schedule *schedule, uint64_t rows);

#endif
