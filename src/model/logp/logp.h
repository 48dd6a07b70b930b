/*
 * The LogP model with o = 0, g = 1: P processors, the source included, k items
 * and an integer latency L >= 1.  It is the postal model with lambda = L,
 * except that messages may wait at their receivers.  Times are elapsed times:
 * the paper's step is one more, and its f_i is F_L(i-1).  For P = 1 or k = 0
 * nothing is sent, and all times are 0.
 * Errors of all: STATUS_LIMIT beyond max_bits.
 * Subramonian & Venkatasubramanian 1993, Section 3.
 */
#ifndef FIBCAST_MODEL_LOGP_LOGP_H
#define FIBCAST_MODEL_LOGP_LOGP_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "core/tree.h"
#include "model/postal/counting.h"

/* The least time for one item, f_L(P), the paper's B(P,L) - 1. */
enum status logp_time(mpz_t time, const mpz_t P, const mpz_t L,
	uint64_t max_bits, struct err *err) WARN_UNUSED;

/* The bound of Theorem 3.3 as printed, f_L(P-1) + L + (k-1) - k*, where
 * start->count is k*; it may be too large if k <= k*.  P >= 2, k >= 1. */
void logp_printed_bound(mpz_t time, const struct postal_start *start,
	const struct problem *problem);

/* The time of continuous broadcast, L + f_(L+1)(P-1) + k-1, the paper's
 * T_max - 1. */
enum status logp_upper_bound(
	mpz_t time, const struct problem *problem, struct err *err) WARN_UNUSED;

/* Appends every bound of the paper, lower bounds first, and k*.  k >= 1. */
enum status logp_bound_list(struct bound_list *list,
	const struct problem *problem, struct err *err) WARN_UNUSED;

/*
 * -- Summation: operands, placed on any processors, are added up at one
 * processor.  An addition takes a cycle; receives of a processor are g apart.
 * All parameters are whole and >= 0.
 */
struct logp_sum {
	mpz_srcptr latency, overhead, gap; /* L, o, g, in cycles */
	mpz_srcptr processors;		   /* P >= 1 */
};

/* The most operands that can be added by T >= 0. */
enum status logp_sum_reach(mpz_t operands, const struct logp_sum *machine,
	const mpz_t T, uint64_t max_bits, struct err *err) WARN_UNUSED;

/* The least T by which that many operands, at least 1, can be added.
 * O(log T) sums of F. */
enum status logp_sum_time(mpz_t T, const struct logp_sum *machine,
	const mpz_t operands, uint64_t max_bits, struct err *err) WARN_UNUSED;

/* -- sum_tree.c: who sends to whom.
 *
 * Node 0 has the sum at T; every other node sends its sum to its parent when it
 * is due, and adds operands of its own until then.  Only processors that have
 * time for an operand of their own take part.  All times are in cycles.
 */
struct logp_sum_plan {
	struct tree tree; /* of latency delay/spacing */
	int has_tree;
	uint64_t latency, overhead, gap; /* L, o, g */
	uint64_t time, spacing, delay;	 /* T, R, D */
};

/* Errors: STATUS_LIMIT if a number is 2^60 or more, or beyond max_bits. */
enum status logp_sum_plan_init(struct logp_sum_plan *plan,
	const struct logp_sum *machine, const mpz_t T, uint64_t max_bits,
	struct err *err) WARN_UNUSED;
void logp_sum_plan_clear(struct logp_sum_plan *plan);

/* How many operands of its own a node adds. */
uint64_t logp_sum_own(const struct logp_sum_plan *plan, size_t node);

/* The plan's schedule in the machine model, in cycles, with that many
 * processors and operands in its header; machine: the header's text, which must
 * outlive the schedule. */
struct schedule *logp_sum_schedule(const struct logp_sum_plan *plan,
	uint64_t processors, uint64_t operands, const char *machine);

#endif
