/*
 * The best number of segments for a message of B bytes on a machine.
 *
 * Each of m segments counts as ceil(B/m) bytes; the lower bound is for B/m
 * bytes.
 */
#ifndef FIBCAST_MODEL_SEGMENTS_H
#define FIBCAST_MODEL_SEGMENTS_H

#include <stdint.h>

#include <gmp.h>

#include "model/machine/machine.h"

/* The most segments. */
enum { SEGMENTS_MAX = 1 << 16 };

/* Work of about a second. */
#define SEGMENTS_WORK UINT64_C(1000000000)

struct segments {
	mpz_t count; /* m, of the best */
	struct machine_choice best;
	mpq_t bound; /* no segmentation up to SEGMENTS_MAX is faster */
	int is_cut;  /* the work ran out before all that may be faster was
		      * looked at */
	struct ranking ranking; /* for the search */
};

void segments_init(struct segments *segments);
void segments_clear(struct segments *segments);

struct segments_problem {
	const struct machine *machine;
	const __mpz_struct *n, *bytes; /* bytes >= 1 */
	enum operation operation;
	unsigned flags; /* of ranking_find */
	uint64_t work;	/* for one schedule */
	uint64_t total; /* for all numbers of segments together */
	uint64_t max_bits;
};

/*
 * The best segmentation into 1 <= m <= min(B, SEGMENTS_MAX) segments.  Of
 * schedules planned at whole latencies (model/machine/machine.h) it is exactly
 * the least over all m; of those that have to be tried, only the most promising
 * are considered.  The search is cut when its work exceeds problem->total.
 * Errors: those of machine_find_best; STATUS_LIMIT for n of over 1024 bits.
 */
enum status segments_find(struct segments *segments,
	const struct segments_problem *problem, struct err *err) WARN_UNUSED;

/*
 * A time that no schedule with 1 <= m <= min(B, SEGMENTS_MAX) segments can
 * beat: the bound of segments_find, found without the algorithms.
 * Errors: those of machine_bound; STATUS_LIMIT as above.
 */
enum status segments_bound(mpq_t bound, const struct segments_problem *problem,
	struct err *err) WARN_UNUSED;

/* Sets message to the cost of each of m segments, of B/m bytes rounded up. */
void segments_message(struct machine_message *message,
	const struct machine *machine, const mpz_t bytes, const mpz_t m);

#endif
