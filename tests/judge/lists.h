/* The fastest list of rounds that gathers all blocks at all, by trying all. */
#ifndef FIBCAST_TEST_JUDGE_LISTS_H
#define FIBCAST_TEST_JUDGE_LISTS_H

#include "model/symmetric/symmetric.h"

/*
 * Whether a list of rounds gathers the blocks of n processors before that time,
 * by the cost's ports: every wait is tried, and every number of blocks of every
 * message or, if they are full, all that its sender has or that are missing.
 * *before becomes the least time at which one does.  A block more adds the same
 * to what a message takes of a port and to its end; a machine's figures are few
 * digits long.
 */
int lists_find_before(
	mpq_t before, struct symmetric_cost *cost, unsigned n, int is_full);

/* time = the list's, in units of time.  Errors: as symmetric_timing_find. */
enum status lists_time(mpq_t time, const struct symmetric_list *list,
	struct symmetric_cost *cost, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

#endif
