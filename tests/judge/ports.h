/* Second judges of broadcasts on several ports, by the definitions. */
#ifndef FIBCAST_TESTS_JUDGE_PORTS_H
#define FIBCAST_TESTS_JUDGE_PORTS_H

#include <stdint.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "model/algorithm.h"

/* The least i with G(i) >= n, where G(i) = 1 for i < a, G(i-b) + ports G(i-a)
 * from there on, value by value: f(n) in 1/b, lambda = a/b.  a, n < 2^16. */
uint64_t judge_ports_time(uint64_t a, uint64_t b, uint64_t ports, uint64_t n);

/*
 * Whether the schedule, in which all messages start at 0, is valid row by row:
 * at no time are more than `ports' sends or receives of a processor under way,
 * nobody sends what it does not have, and everybody has everything at the
 * header's finish.  Closes the schedule.
 */
int judge_ports_is_valid(struct schedule *schedule);

/* Opens the algorithm's schedule with several messages side by side; NULL if
 * the algorithm does not apply.  The problem's numbers are below 2^32. */
enum status judge_ports_open(struct schedule **schedule,
	const struct algorithm *algorithm, const struct problem *problem,
	struct err *err);

#endif
