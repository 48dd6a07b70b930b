/*
 * How many segments are best for a message of so many bytes on a machine.
 *
 * m segments have s = B/m bytes, so that a send takes u(s), its message e(s),
 * and all of it u(s) T(n, m, e(s)/u(s)), T the best algorithm's.
 */
#ifndef FIBCAST_MODEL_SEGMENTS_H
#define FIBCAST_MODEL_SEGMENTS_H

#include <stdint.h>

#include <gmp.h>

#include "core/machine.h"
#include "model/ranking.h"

/* The most segments. */
enum { SEGMENTS_MAX = 1 << 16 };

/* Work of about a second. */
#define SEGMENTS_WORK UINT64_C(1000000000)

struct segments {
	mpz_t count;	       /* m */
	mpq_t size;	       /* s */
	struct candidate best; /* its time is the machine's */
	mpq_t bound; /* no segmentation up to SEGMENTS_MAX is faster */
	int is_cut;  /* sometimes not all that may be faster were looked at */
	/* Needed to find it. */
	struct ranking ranking;
};

void segments_init(struct segments *segments);
void segments_clear(struct segments *segments);

/*
 * The best segmentation of B = bytes into 1 <= m <= min(B, SEGMENTS_MAX), for n
 * processors: exactly the least over all m of the times of the algorithms that
 * ranking_find gives for these flags and that work; of equal ones one.  It ends
 * with the best so far, and is_cut, when all have taken that much in total.
 * Errors: STATUS_USAGE where e(s) < u(s) for some s; those of ranking_find;
 * STATUS_LIMIT if the time of none is found.
 * As many rankings as there are m whose lower bound is below that time, and
 * some times as many lower bounds.
 */
enum status segments_find(struct segments *segments,
	const struct machine *machine, const mpz_t n, const mpz_t bytes,
	unsigned flags, uint64_t work, uint64_t total, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

/*
 * The time that no schedule with 1 <= m <= min(B, SEGMENTS_MAX) segments can
 * beat: segments_find's bound, without the algorithms.
 * Errors: STATUS_USAGE, as above; those of the bound.
 */
enum status segments_bound(mpq_t bound, const struct machine *machine,
	const mpz_t n, const mpz_t bytes, uint64_t max_bits,
	struct err *err) WARN_UNUSED;

#endif
