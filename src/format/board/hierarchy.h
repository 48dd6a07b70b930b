/*
 * A revolving hierarchy: who is at which position at which time, and who sends
 * to whom.
 */
#ifndef FIBCAST_FORMAT_BOARD_HIERARCHY_H
#define FIBCAST_FORMAT_BOARD_HIERARCHY_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

#include "base/err.h"

/* From one row to another, at every time. */
struct hierarchy_pair {
	size_t from, to;
	size_t track; /* where it is drawn, from 0 on; set by the writer */
};

struct hierarchy {
	const char *title;
	size_t rows, times;
	uint64_t first;	     /* the position of the first row */
	const uint64_t *who; /* times · rows processes, time by time */
	char *const *time;   /* the times as text */
	size_t marked;	     /* the process that is marked */
	struct hierarchy_pair *pair;
	size_t pairs;
};

/* Whether rows · times cells have room, before anything is set.
 * Errors: STATUS_LIMIT. */
enum status hierarchy_check(
	const mpz_t rows, const mpz_t times, struct err *err) WARN_UNUSED;

/* A message between nodes of the same process is left out. */
enum status hierarchy_write_svg(
	struct hierarchy *hierarchy, FILE *file, struct err *err) WARN_UNUSED;

#endif
