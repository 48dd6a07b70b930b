/*
 * --op sum: what of a machine an addition is measured by.
 */
#ifndef FIBCAST_CLI_PROBLEM_SUM_H
#define FIBCAST_CLI_PROBLEM_SUM_H

#include <gmp.h>

#include "base/err.h"
#include "cli/problem/problem.h"
#include "model/logp/logp.h"

/* L, o and g in additions, whole. */
struct sum_machine {
	mpz_t latency, overhead, gap;
	struct logp_sum sum;
};

/*
 * Of a machine's LogP parameters, or of a latency, where o = 0 and g = 1.
 * processors: must outlive it.  Clear it whatever comes back.
 * Errors: STATUS_USAGE for bytes, and for a figure that is not whole.
 */
enum status sum_machine_init(struct sum_machine *machine,
	const struct latency *latency, const mpq_t lambda,
	const mpz_t processors, struct err *err) WARN_UNUSED;
void sum_machine_clear(struct sum_machine *machine);

/* Its text in a schedule's header, "L=5 o=2 g=4"; mem_free it. */
char *sum_machine_text(const struct sum_machine *machine);

/* cycles = a time of the user's, whole.  Errors: STATUS_USAGE if it is not. */
enum status sum_time_read(
	mpz_t cycles, const mpq_t time, struct err *err) WARN_UNUSED;

#endif
