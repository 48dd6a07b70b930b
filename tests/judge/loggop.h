/*
 * Simulates and judges a schedule on a LogGP machine straight from the rules,
 * without regard to speed; for tests.
 */
#ifndef FIBCAST_JUDGE_LOGGOP_H
#define FIBCAST_JUDGE_LOGGOP_H

#include <stddef.h>
#include <stdint.h>

#include "core/schedule.h"

/* When a row starts, and when its receiver takes it, by the simulator. */
struct loggop_row {
	uint64_t start, taken;
};

/*
 * Carries out the rows on the header's machine, as soon as possible or, if keep
 * is set, at the rows' times: then a calculation fills the processor's idle
 * time before each send.  Sets row[i] for each row; returns whether all were
 * carried out. held[i]: when row i's receive ends in the schedule.
 */
int loggop_simulate(struct loggop_row *row,
	const struct schedule_header *machine, const struct transmission *rows,
	const uint64_t *held, size_t count, int keep);

/* The same as soon as possible, but no send starts before its row's time, and
 * row i has an L of its own, flight[i]. */
int loggop_vary(struct loggop_row *row, const struct schedule_header *machine,
	const struct transmission *rows, const uint64_t *held, size_t count,
	const uint64_t *flight);

/*
 * Whether rows in time order take some processor's CPU or port twice at once
 * (is_any).  If so, the first such processor by number, the tick of its first
 * clash, and whether this is at the CPU or only at a port.
 */
struct loggop_clash {
	int is_any, is_cpu;
	uint64_t processor, tick;
};
struct loggop_clash loggop_clash(const struct schedule_header *machine,
	const struct transmission *rows, size_t count);

#endif
