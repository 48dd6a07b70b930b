/*
 * How many segments are best for a message of so many bytes on a machine.
 *
 * m segments count as ceil(B/m) bytes each; the lower bound is for B/m.
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
	mpz_t count; /* m */
	struct machine_choice best;
	mpq_t bound; /* no segmentation up to SEGMENTS_MAX is faster */
	int is_cut;  /* sometimes not all that may be faster were looked at */
	/* Needed to find it. */
	struct ranking ranking;
};

void segments_init(struct segments *segments);
void segments_clear(struct segments *segments);

/* What is asked. */
struct segments_problem {
	const struct machine *machine;
	const __mpz_struct *n, *bytes; /* bytes >= 1 */
	enum operation operation;
	unsigned flags; /* of ranking_find */
	uint64_t work;	/* that a schedule may take */
	uint64_t total; /* of all sizes: then it ends with the best so far */
	uint64_t max_bits;
};

/*
 * The best segmentation into 1 <= m <= min(B, SEGMENTS_MAX): of what is planned
 * at whole latencies (model/machine/machine.h) exactly the least over all m; of
 * what has to be tried, what promises most.  It is cut when all have taken that
 * much in total.
 * Errors: those of machine_find_best; STATUS_LIMIT for n of over 1024 bits.
 */
enum status segments_find(struct segments *segments,
	const struct segments_problem *problem, struct err *err) WARN_UNUSED;

/*
 * The time that no schedule with 1 <= m <= min(B, SEGMENTS_MAX) segments can
 * beat: segments_find's bound, without the algorithms.
 * Errors: those of machine_bound; STATUS_LIMIT as above.
 */
enum status segments_bound(mpq_t bound, const struct segments_problem *problem,
	struct err *err) WARN_UNUSED;

/* message = what each of m segments, of B/m bytes rounded up, takes. */
void segments_message(struct machine_message *message,
	const struct machine *machine, const mpz_t bytes, const mpz_t m);

#endif
