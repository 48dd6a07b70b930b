/*
 * What the builders of postal schedules share: the steps of F in 64-bit words,
 * flat lists of small trees, and the opening of a schedule.
 *
 * F changes only at 0 and at i + j·lambda, i >= 0, j >= 1.  A step is such a
 * time together with the value of F from there on.  Times are in ticks,
 * lambda = latency/unit.
 * A broadcast tree is *exact* if its size is the value of a step: tree k has
 * reach[k] processors and takes tick[k].  Its root sends at once; the part that
 * it keeps is tree stay[k], which starts a unit later, and the part that it
 * gives away is tree descend[k], which starts a latency later.
 * All sends of an exact tree start at the tick of a step e >= 1 less the
 * latency.  Step e therefore also stands for that *moment* of the tree; the
 * root's first send is at moment 1.
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
	uint32_t descend; /* the last step with tick <= this tick - latency */
	/* Whether that step is not step 0, and its tick is equal. */
	uint8_t stay_exact, descend_exact;
	/* Whether at this moment of a tree only its root can send. */
	uint8_t alone;
};

struct postal_steps {
	uint64_t latency, unit, ports;
	struct postal_step *step;
	size_t count, capacity;
};

/*
 * Fills in the steps up to the first with reach >= n, n <= 2^63.
 * latency >= unit >= 1 unless n = 1, ports >= 1; all below 2^63.
 * Errors: STATUS_LIMIT if there are more than 2^24 steps, or if a tick reaches
 * 2^63.  O(count).
 */
enum status postal_steps_init(struct postal_steps *steps, uint64_t latency,
	uint64_t unit, uint64_t ports, uint64_t n, struct err *err) WARN_UNUSED;
void postal_steps_clear(struct postal_steps *steps);

/* The first step with reach >= s; its tick is f(s).  1 <= s <= n. */
size_t postal_steps_time(const struct postal_steps *steps, uint64_t s);

/* The last step whose tick is at most that. */
size_t postal_steps_at(const struct postal_steps *steps, uint64_t tick);

/* F(f(s) - 1), the number of ranks that the sender keeps of s.  2 <= s <= n. */
uint64_t postal_steps_split(const struct postal_steps *steps, uint64_t s);

/* -- The sends of all small exact trees as flat lists, by moment and sender.  A
 * large broadcast is streamed by copying slices of these lists, with the ranks
 * shifted to where the small tree begins. */

/* A send in a small tree, as ranks from its base. */
struct postal_hop {
	uint16_t from, to;
};

struct postal_flat {
	size_t trees; /* trees 0 .. trees-1 are listed */
	struct postal_hop *hop;
	/* Tree k's sends at moment e, 1 <= e <= k, are hop[start[i]] up to, but
	 * not including, hop[start[i + 1]], i = k·(k-1)/2 + e-1. */
	uint32_t *start;
};

/* Lists trees 0, 1, .. up to a limit on the size of each and of all. */
void postal_flat_init(
	struct postal_flat *flat, const struct postal_steps *steps);
void postal_flat_clear(struct postal_flat *flat);

/* Tree k's sends at moment e, from *hop up to, but not including, *end;
 * k < trees. */
static inline void postal_flat_slice(const struct postal_flat *flat, size_t k,
	size_t e, const struct postal_hop **hop, const struct postal_hop **end)
{
	const uint32_t *start = flat->start + k * (k - 1) / 2 + e - 1;

	*hop = flat->hop + start[0];
	*end = flat->hop + start[1];
}

/* -- Opening a schedule. */

/* The rows a builder returns at once: few enough for the first-level cache. */
enum { POSTAL_ROWS = 256 };

/*
 * Sets the header of a schedule of an algorithm with that name in files, with
 * its finish from the time.
 * Errors: STATUS_LIMIT if n, m or a time in ticks reaches 2^63; those of time.
 */
enum status postal_header(struct schedule_header *header, const char *name,
	problem_time *time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/* A schedule whose rows come from a merge: put writes the row of the first
 * item, and turns the item into the next send of the same processor or link. */
struct postal_merge {
	struct schedule schedule;
	struct postal_steps steps; /* for builders that split ranks */
	struct merge merge;
	void (*put)(struct postal_merge *own, struct transmission *row);
	struct transmission row[POSTAL_ROWS];
};

/* Its operations, for builders with nothing else to free; the first of them. */
extern const struct schedule_ops postal_merge_ops;
enum status postal_merge_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count,
	struct err *err) WARN_UNUSED;

/* -- ports.c: BCAST where the header has several ports. */
enum status postal_ports_build(struct schedule **schedule,
	const struct schedule_header *header, struct err *err) WARN_UNUSED;

#endif
