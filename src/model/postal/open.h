/* What the builders of postal schedules share. */
#ifndef FIBCAST_MODEL_POSTAL_OPEN_H
#define FIBCAST_MODEL_POSTAL_OPEN_H

#include <gmp.h>

#include "core/merge.h"
#include "model/postal/postal.h"
#include "model/postal/steps.h"

/* The rows a builder hands out at once: few enough for the first cache. */
enum { POSTAL_ROWS = 256 };

/*
 * An algorithm: its name in files, its time, and what makes a producer of the
 * header, which postal_open has filled in; its numbers are below 2^63.
 */
struct postal_builder {
	const char *name;
	problem_time *time;
	enum status (*build)(struct schedule **schedule,
		const struct schedule_header *header,
		const struct algorithm_options *options, struct err *err);
};

/*
 * Opens the schedule of an algorithm.
 * Errors: STATUS_LIMIT if n, m or a time, in ticks, reach 2^63; the builder's.
 */
enum status postal_open(struct schedule **schedule,
	const struct postal_builder *builder, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/* A schedule whose rows are merged: put sets that of the first item, and makes
 * the item the next send of its processor, or of its link. */
struct postal_merge {
	struct schedule schedule;
	struct postal_steps steps; /* of those that split ranks */
	struct merge merge;
	void (*put)(struct postal_merge *own, struct transmission *row);
	struct transmission row[POSTAL_ROWS];
};

/* Its operations, where nothing else is to be freed; the first of them. */
extern const struct schedule_ops postal_merge_ops;
enum status postal_merge_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count,
	struct err *err) WARN_UNUSED;

/* -- ports.c: BCAST where the header has several ports. */
enum status postal_ports_build(struct schedule **schedule,
	const struct schedule_header *header, struct err *err) WARN_UNUSED;

#endif
