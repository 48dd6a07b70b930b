/* What the files of this folder share: latencies, plans and tries. */
#ifndef FIBCAST_MODEL_MACHINE_WAYS_H
#define FIBCAST_MODEL_MACHINE_WAYS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "model/machine/machine.h"

/* The most transmissions of a schedule that is built to be carried out on the
 * machine; the most fractions that are tried. */
enum { MACHINE_ROWS = 100000, MACHINE_FRACTIONS = 6 };

/* choice = other. */
void machine_choice_set(
	struct machine_choice *choice, const struct machine_choice *other);

/* Whether the choice's time is below the best's, if that has one. */
int machine_is_better(
	const struct machine_choice *best, const struct machine_choice *choice);

/*
 * Carries the choice's schedule out: sets whether the machine allows a plan,
 * whose time is known, or else the schedule's time.
 * Errors: those of machine_open.
 */
enum status machine_carry_out(struct machine_choice *choice, int *is_allowed,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* Whether a formula gives the algorithm's time for any latency. */
int machine_is_formula(const struct algorithm *algorithm);

/* Sets the problem of the choice's postal schedule; problem_clear it. */
void machine_set_problem(struct problem *problem,
	const struct machine_problem *asked,
	const struct machine_choice *choice);

/*
 * The postal time of the choice's algorithm or, if that is NULL, of the best of
 * all, for the choice's latency; sets its algorithm, degree and is_most, the
 * algorithm to NULL if no time is found.  bound: at most the time, or NULL.
 * Errors: those of machine_find.
 */
enum status machine_find_postal(struct machine_choice *choice, mpq_t time,
	const mpq_t bound, struct ranking *ranking,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* -- plans */

/* Sets the choice's send for its latency: the least that the latency and relays
 * allow. */
void machine_plan_send(
	struct machine_choice *choice, const struct machine_message *message);

/* Whether the theorem of plan.c holds for the choice: for its send, if its
 * latency is whole. */
int machine_plan_holds(const struct machine_choice *choice,
	const struct machine_message *message);

/* Whether the machine may allow a plan with the choice's send, of a whole or a
 * fractional latency, if each processor keeps to one phase. */
int machine_plan_fits(const struct machine_choice *choice,
	const struct machine_message *message);

/* Sets the choice's time, the last start plus e, from the time of the postal
 * schedule in units of one send. */
void machine_plan_time(struct machine_choice *choice, const mpq_t postal,
	const struct machine_message *message);

/* Sets the choice's time to a lower bound, and bound to the same in units of
 * one send.  Errors: those of the bound. */
enum status machine_plan_least(struct machine_choice *choice, mpq_t bound,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* Takes the best plan at a whole latency of an algorithm, or of all if that is
 * NULL, if it is better than the choice.  Errors: those of machine_find. */
enum status machine_plan_whole(struct machine_choice *best,
	struct ranking *ranking, const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* The same for one message, which each processor receives once: planned at e/u.
 */
enum status machine_plan_single(struct machine_choice *best,
	struct ranking *ranking, const struct algorithm *algorithm,
	const struct machine_problem *problem, struct err *err) WARN_UNUSED;

/* -- latencies */

/* ratio = e divided by the spacing, or 1 if that is more. */
void machine_ratio(mpq_t ratio, const struct machine_message *message,
	void (*spacing)(mpq_t time, const struct machine_message *message));

/* Rounds a ratio to one for which schedules are found sooner and are as good.
 */
void machine_round_ratio(mpq_t ratio);

/*
 * Lists the fractions at which plans are tried, those nearest to e/u_2 first,
 * and returns their number.  fraction must be initialised.
 */
size_t machine_fractions(mpq_t fraction[MACHINE_FRACTIONS],
	const struct machine_message *message);

/* -- exchanged.c: one message on a machine whose e is below the spacing of
 * sends or, for a reduction, of receives */

/*
 * Opens the schedule for such a machine that a tree of Algorithm BCAST becomes,
 * and closes the tree's.
 * Errors: STATUS_LIMIT if it takes more memory than max_bits.
 */
enum status machine_exchanged(struct schedule **exchanged,
	struct schedule *broadcast, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/* -- built.c: schedules built for the machine */

/*
 * Builds schedules for the machine with the work of machine_build_work, and
 * sets the choice's way, time, header and rows to the best that ends before
 * `known'.  choice: its algorithm is set.
 * Errors: STATUS_LIMIT if none is found, or the problem is too large.
 */
enum status machine_build(struct machine_choice *choice,
	const struct machine_problem *problem, const mpq_t known,
	struct err *err) WARN_UNUSED;

/* -- tries */

/* Ratios of tries are whole numbers, of which this is 1. */
enum { MACHINE_RATIO = 1 << 20 };

/* time/unit in 2^-32, rounded down; a number above all of interest if that is
 * large or the unit is 0. */
uint64_t machine_score(const mpq_t time, const mpq_t unit);

/* m (n-1), or UINT64_MAX if that is more. */
uint64_t machine_rows(const struct machine_problem *problem);

/* Whether a message is there before its sender, or a processor that passes it
 * on, can send the next: e is below u_2, as g is above L + 2o. */
int machine_is_sooner(const struct machine_message *message);

/* Whether one message is to be broadcast or reduced. */
int machine_is_single(const struct machine_problem *problem);

#endif
