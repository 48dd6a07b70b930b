/*
 * A schedule on a LogGP machine, simulated and judged straight from the rules,
 * with no thought of speed; for tests.
 */
#ifndef FIBCAST_JUDGE_LOGGOP_H
#define FIBCAST_JUDGE_LOGGOP_H

#include <stddef.h>
#include <stdint.h>

#include "core/schedule.h"

/* When a row starts and when it is taken, by the simulator. */
struct loggop_row {
	uint64_t start, taken;
};

/*
 * Carries out the rows, of a schedule whose receives end at held[i], on the
 * machine of the header: as soon as possible, or keeping the times of the rows,
 * by a calculation as long as the processor is idle before each send.
 * row[i] is set for each; whether all were carried out.
 */
int loggop_simulate(struct loggop_row *row,
	const struct schedule_header *machine, const struct transmission *rows,
	const uint64_t *held, size_t count, int keep);

/* The same as soon as possible, but no send before its row's time, and row i
 * with an L of its own, flight[i]. */
int loggop_vary(struct loggop_row *row, const struct schedule_header *machine,
	const struct transmission *rows, const uint64_t *held, size_t count,
	const uint64_t *flight);

/*
 * Whether the rows, in time order, are a schedule of the machine so far as
 * processors and ports go; if not, the processor that is taken twice first, by
 * its number, and when, and whether it is its CPU or a port.
 */
struct loggop_clash {
	int is_any, is_cpu;
	uint64_t processor, tick;
};
struct loggop_clash loggop_clash(const struct schedule_header *machine,
	const struct transmission *rows, size_t count);

#endif
