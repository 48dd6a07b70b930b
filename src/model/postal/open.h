/*
 * The steps of F, in words: what the builders split ranges by.
 *
 * F changes only at 0 and at i + j·lambda, i >= 0, j >= 1.  These times, with
 * the values from there on, are the steps; time here is in ticks, lambda =
 * latency/unit.  A broadcast tree is *exact* if its size is the value of a
 * step: tree k has reach[k] processors and takes tick[k].  Its root sends at
 * once; what it keeps is tree stay[k], a unit later, what it gives away tree
 * descend[k], a latency later.
 *
 * All sends of an exact tree start at the tick of a step k >= 1 less the
 * latency; so a step also stands for that moment, step 1 for a tree's first.
 * Bar-Noy & Kipnis 1994, Section 3.
 */
#ifndef FIBCAST_MODEL_POSTAL_OPEN_H
#define FIBCAST_MODEL_POSTAL_OPEN_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "core/merge.h"
#include "model/postal/postal.h"

struct postal_step {
	uint64_t tick, reach;
	uint32_t stay;	  /* the last step with tick <= this tick - unit */
	uint32_t descend; /* the same for the latency */
	/* That step's tick is exactly this one's less the unit (latency), and
	 * it is not step 0. */
	uint8_t stay_exact, descend_exact;
	/* Seen from a tree's start, only its root can send at this moment. */
	uint8_t alone;
};

struct postal_steps {
	uint64_t latency, unit, ports;
	struct postal_step *step;
	size_t count, capacity;
};

/*
 * Fills steps up to the first with reach >= n, which is at most 2^63.
 * latency >= unit >= 1 unless n = 1; ports: 0 or 1, or several; all below 2^63.
 * Errors: STATUS_LIMIT if there are more than 2^24 steps, or a tick reaches
 * 2^63.  O(count).
 */
enum status postal_steps_init(struct postal_steps *steps, uint64_t latency,
	uint64_t unit, uint64_t ports, uint64_t n, struct err *err) WARN_UNUSED;
void postal_steps_clear(struct postal_steps *steps);

/* The first step with reach >= s, which is f(s).  1 <= s <= n. */
size_t postal_steps_time(const struct postal_steps *steps, uint64_t s);

/* The last step with tick <= the given one. */
size_t postal_steps_at(const struct postal_steps *steps, uint64_t tick);

/* F(f(s) - 1), what the sender keeps of s ranks.  2 <= s <= n. */
uint64_t postal_steps_split(const struct postal_steps *steps, uint64_t s);

/* -- The sends of all small exact trees as flat lists, by moment and sender.
 * Streaming a large broadcast then is copying slices, moved to where the small
 * tree's ranks begin. */

/* A send in a small tree, as ranks from its base. */
struct postal_hop {
	uint16_t from, to;
};

struct postal_flat {
	size_t trees; /* trees 0 .. trees-1 are here */
	struct postal_hop *hop;
	/* Tree k's sends at moment e, 1 <= e <= k, are hop[start[i]] up to
	 * hop[start[i + 1]], i = k·(k-1)/2 + e-1. */
	uint32_t *start;
};

/* Lists trees as long as they, and all of them together, stay small. */
void postal_flat_init(
	struct postal_flat *flat, const struct postal_steps *steps);
void postal_flat_clear(struct postal_flat *flat);

/* Tree k's sends at moment e, from *hop to *end; k < trees. */
static inline void postal_flat_slice(const struct postal_flat *flat, size_t k,
	size_t e, const struct postal_hop **hop, const struct postal_hop **end)
{
	const uint32_t *start = flat->start + k * (k - 1) / 2 + e - 1;

	*hop = flat->hop + start[0];
	*end = flat->hop + start[1];
}

/* -- What the builders of postal schedules share. */

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
