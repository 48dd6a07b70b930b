/*
 * Progress of a long schedule, on standard error.
 */
#ifndef FIBCAST_CLI_PROGRESS_H
#define FIBCAST_CLI_PROGRESS_H

#include <stdint.h>

#include "core/schedule.h"

/*
 * Watches a schedule of that many rows go by: the same schedule, to be used
 * and closed instead.  Says each second how far it is if standard error is a
 * terminal, standard output is none, and there are many rows.
 */
struct schedule *progress_watch(struct schedule *schedule, uint64_t rows);

#endif
