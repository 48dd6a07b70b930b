/* Random machines and messages, and the schedules on them. */
#ifndef FIBCAST_TEST_JUDGE_MACHINE_H
#define FIBCAST_TEST_JUDGE_MACHINE_H

#include <gmp.h>

#include "core/machine.h"
#include "number/random.h"

/* value = one of the `below' whole numbers from least on, divided by one of 1
 * .. parts. */
void machine_any(mpq_t value, struct random *chance, unsigned least,
	unsigned below, unsigned parts);

/* message = what 1 to 30 bytes take on a random machine with L below `latency';
 * if is_rdma, no processor copies. */
void machine_any_message(struct machine_message *message, struct random *chance,
	unsigned latency, int is_rdma);

/*
 * Checks a random machine, with L + 2o >= g, and a random problem of up to so
 * many processors and messages: the schedule of every algorithm, in the
 * machine's time, is valid, ends at u times the algorithm's time, and not
 * before u times the lower bound.
 */
void machine_check_problem(
	struct random *chance, unsigned processors, unsigned messages);

#endif
