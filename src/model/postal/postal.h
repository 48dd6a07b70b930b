/*
 * Broadcasting in the postal model: the algorithms of Bar-Noy & Kipnis 1994,
 * their exact times, and their schedules; DTREE is in model/trees.
 *
 * A send started at t takes [t, t+1] of its sender and [t+lambda-1, t+lambda]
 * of its receiver; a processor does one send and one receive at a time.  All m
 * messages are at processor 0 at time 0.
 */
#ifndef FIBCAST_MODEL_POSTAL_POSTAL_H
#define FIBCAST_MODEL_POSTAL_POSTAL_H

#include <gmp.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/part.h"
#include "core/schedule.h"

/*
 * The exact times of the algorithms, in units of one send; 0 for n = 1.  The
 * number of messages does not matter to BCAST.
 * Errors: STATUS_LIMIT if a number would pass max_bits.
 * Lemmas 12, 14 and 16; Lemma 10 is exact only if f(n) - lambda is whole:
 * REPEAT starts an iteration as soon as the root has ended its last sends.
 */
enum status postal_bcast_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;
enum status postal_repeat_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;
enum status postal_pack_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;
enum status postal_pipeline_time(mpq_t time, const struct problem *problem,
	const struct algorithm_options *options, struct err *err) WARN_UNUSED;

/*
 * Open their schedules; close them with schedule_close.
 * BCAST and REPEAT stream in memory of the order of the tree's depth and the
 * number of different times; the others keep a record for each processor that
 * has begun and not ended its sends.
 * Errors: STATUS_LIMIT if n, m or a time, in ticks of the latency's
 * denominator, reach 2^63, or the times are too many.
 */
enum status postal_bcast_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;
enum status postal_repeat_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;
enum status postal_pack_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;
enum status postal_pipeline_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

/*
 * Open one processor's part in them, rank 0 <= r < n, without the others';
 * close it with part_close.
 * Errors: STATUS_LIMIT if F at the points visited takes too much memory or
 * work for max_bits.   O(f) splits, for large latencies O(log n).
 */
enum status postal_bcast_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err) WARN_UNUSED;
enum status postal_repeat_part(struct part **part,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank, const struct part_span *span,
	struct err *err) WARN_UNUSED;
enum status postal_pack_part(struct part **part, const struct problem *problem,
	const struct algorithm_options *options, const mpz_t rank,
	const struct part_span *span, struct err *err) WARN_UNUSED;
enum status postal_pipeline_part(struct part **part,
	const struct problem *problem, const struct algorithm_options *options,
	const mpz_t rank, const struct part_span *span,
	struct err *err) WARN_UNUSED;

#endif
