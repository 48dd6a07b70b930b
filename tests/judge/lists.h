/* The fastest of all lists of rounds that gather all blocks, found by trying
 * them. */
#ifndef FIBCAST_TEST_JUDGE_LISTS_H
#define FIBCAST_TEST_JUDGE_LISTS_H

#include "model/symmetric/symmetric.h"

/*
 * Whether some list of rounds gathers the blocks of n processors before the
 * time `before', which then becomes the least time of such a list.  Only ports
 * take time.  Tries every wait and every number of blocks in every message; if
 * is_full, only messages of all blocks that the sender has or that are missing.
 * Each further block must add the same to a message's time at the port and to
 * its end, and a machine's figures must have few digits.
 */
int lists_find_before(
	mpq_t before, struct symmetric_cost *cost, unsigned n, int is_full);

/* time = the list's, in units of time.  Errors: those of symmetric_timing_find.
 */
enum status lists_time(mpq_t time, const struct symmetric_list *list,
	struct symmetric_cost *cost, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

#endif
