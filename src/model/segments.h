/*
 * The best number of segments for a message of B bytes on a machine.
 *
 * Each of m segments counts as ceil(B/m) bytes; the lower bound is for B/m
 * bytes.
 */
#ifndef FIBCAST_MODEL_SEGMENTS_H
#define FIBCAST_MODEL_SEGMENTS_H

#include <stddef.h>
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

/* -- The search: segments_ranges.c has the bounds and what is planned,
 * segments.c what has to be built; internal to both. */

struct segments_range {
	uint64_t first, last;
	int is_exact; /* the bound is not rounded */
	mpq_t bound;
};

/* A heap: the bound of range i is at least that of range (i-1)/2. */
struct segments_queue {
	struct segments_range *range;
	size_t count, capacity;
};

struct segment_search {
	struct segments *segments; /* NULL: only the bound is sought */
	mpq_ptr bound;
	const struct segments_problem *asked;
	struct machine_message message;
	struct segments_queue queue;
	struct machine_tries tries;
	uint64_t spent; /* so far, in nanoseconds */
	uint64_t most;	/* the most segments */
	uint64_t work;	/* for one schedule */
	uint64_t left;	/* what is left of the work for tries */
	mpz_t m;
	int has_best, has_bound;
};

/* bound = that for `messages' messages of B/m bytes. */
enum status segments_set_bound(mpq_t bound, struct segment_search *search,
	uint64_t messages, uint64_t m, int is_exact,
	struct err *err) WARN_UNUSED;

/* The problem for search->m segments. */
struct machine_problem segments_problem_of(struct segment_search *search);

/* Finds the best planned schedule for m segments, and keeps it if it is
 * better. */
enum status segments_find_planned(
	struct segment_search *search, uint64_t m, struct err *err) WARN_UNUSED;

/* Makes the queue: ranges of all m up to search->most. */
enum status segments_add_all(
	struct segment_search *search, struct err *err) WARN_UNUSED;

/* Searches the queue to its end; if is_first, only until the bound over all m
 * and a first time are known. */
enum status segments_search_ranges(struct segment_search *search, int is_first,
	struct err *err) WARN_UNUSED;

#endif
