/* What the files of this folder share: latencies, plans and tries. */
#ifndef FIBCAST_MODEL_MACHINE_WAYS_H
#define FIBCAST_MODEL_MACHINE_WAYS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "model/machine/machine.h"

/* The most transmissions of a schedule that is built to see what the machine
 * makes of it; the most fractions of one list. */
enum { MACHINE_ROWS = 100000, MACHINE_FRACTIONS = 6 };

/* choice = other. */
void machine_choice_set(
	struct machine_choice *choice, const struct machine_choice *other);

/* Whether the choice's time is below the best's, if that has one. */
int machine_is_better(
	const struct machine_choice *best, const struct machine_choice *choice);

/*
 * Carries the choice's schedule out.  What is planned is then allowed or not,
 * and keeps its time; the time of the other is set.
 * Errors: those of machine_open.
 */
enum status machine_carry_out(struct machine_choice *choice, int *is_allowed,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* Whether the algorithm's time is found at once for any latency. */
int machine_is_formula(const struct algorithm *algorithm);

/* The problem of a postal schedule of that latency; problem_clear it. */
void machine_set_problem(struct problem *problem,
	const struct machine_problem *asked, const mpq_t lambda);

/*
 * The postal time of the choice's algorithm, or of the best of all if it is
 * NULL, for its latency; its algorithm, degree and is_most are set, the
 * algorithm to NULL if no time is found.  bound: at most the time, or NULL.
 * Errors: as those of machine_find.
 */
enum status machine_find_postal(struct machine_choice *choice, mpq_t time,
	const mpq_t bound, struct ranking *ranking,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* -- plans */

/* Sets the choice's send for its latency: the least that this and relays allow.
 */
void machine_plan_send(
	struct machine_choice *choice, const struct machine_message *message);

/* Whether the theorem of plan.c holds for the choice's send and a whole
 * latency. */
int machine_plan_holds(const struct machine_choice *choice,
	const struct machine_message *message);

/* Whether the machine may allow what is planned with the choice's send, whole
 * or not, if each processor keeps to one phase. */
int machine_plan_fits(const struct machine_choice *choice,
	const struct machine_message *message);

/* The choice's time, if that of the postal schedule, in units of one send, is
 * this: its last start and e. */
void machine_plan_time(struct machine_choice *choice, const mpq_t postal,
	const struct machine_message *message);

/* The least that the choice's time could be; bound: the same in units of one
 * send.  Errors: those of the bound. */
enum status machine_plan_least(struct machine_choice *choice, mpq_t bound,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* The best that is planned at whole latencies of an algorithm, or of all if it
 * is NULL, if that is better than the choice.  Errors: as machine_find. */
enum status machine_plan_whole(struct machine_choice *best,
	struct ranking *ranking, const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* One message, which each processor receives once: at e/u. */
enum status machine_plan_single(struct machine_choice *best,
	struct ranking *ranking, const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* -- latencies */

/* e divided by the spacing, at least 1. */
void machine_ratio(mpq_t ratio, const struct machine_message *message,
	void (*spacing)(mpq_t time, const struct machine_message *message));

/* Rounds a ratio to one for which schedules are found sooner and are as good.
 */
void machine_round_ratio(mpq_t ratio);

/*
 * Lists the fractions at which plans are tried, those nearest to e/u_2 first;
 * returns how many.  fraction: inited.
 */
size_t machine_fractions(mpq_t fraction[MACHINE_FRACTIONS],
	const struct machine_message *message);

/* -- exchanged.c: one message on a machine whose e is below the spacing of
 * sends, or of a reduction's receives */

/* Opens the schedule for such a machine that a tree of Algorithm BCAST becomes,
 * and closes that.
 * Errors: STATUS_LIMIT if it takes more memory than max_bits. */
enum status machine_exchanged(struct schedule **exchanged,
	struct schedule *broadcast, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* -- tries */

/* Ratios of tries are whole numbers, of which this is 1. */
enum { MACHINE_RATIO = 1 << 20 };

/* time/unit in 2^-32, rounded down; more than any of interest if it is large.
 */
uint64_t machine_score(const mpq_t time, const mpq_t unit);

/* m (n-1), or UINT64_MAX if that is more. */
uint64_t machine_rows(const struct machine_problem *problem);

/* Whether there is one message to be broadcast or reduced. */
int machine_is_single(const struct machine_problem *problem);

#endif
