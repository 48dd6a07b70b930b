/* Random machines and messages, and schedules in their time. */
#ifndef FIBCAST_TEST_JUDGE_MACHINE_H
#define FIBCAST_TEST_JUDGE_MACHINE_H

#include <gmp.h>

#include "core/machine.h"
#include "number/random.h"

/* A fraction of one of below whole numbers, from least on, over 1 .. parts. */
void machine_any(mpq_t value, struct random *chance, unsigned least,
	unsigned below, unsigned parts);

/* What a message takes, of 1 to 30 bytes, on a random machine with an L below
 * that; no processor copies if is_rdma. */
void machine_any_message(struct machine_message *message, struct random *chance,
	unsigned latency, int is_rdma);

/*
 * A random machine, with L + 2o >= g, and problem, of up to so many processors
 * and messages: the schedule of every algorithm, in the machine's time, is
 * valid, is through at u times the algorithm's time, and not before u times the
 * lower bound.
 */
void machine_check_problem(
	struct random *chance, unsigned processors, unsigned messages);

#endif
