/*
 * Parts along a tree, by formula: a processor gets all messages from one
 * parent, and sends each of them to each of its children.
 *   Either messages come a period apart, and each goes to one child after the
 * other, a unit apart; or they come as a train, a unit apart, and go on as one
 * to each child.  So the start of the i-th event of either kind is known, and a
 * span of time can be entered without going through what is before it.
 */
#ifndef FIBCAST_MODEL_POSTAL_PART_H
#define FIBCAST_MODEL_POSTAL_PART_H

#include <gmp.h>

#include "core/part.h"

/* Events 0 .. count-1: run of them a unit apart, the next run a period later
 * than this; period >= run. */
struct postal_beat {
	mpq_t first;
	mpz_t run, period, count;
	mpz_t at, end; /* those still to come: at .. end-1 */
};

struct postal_part {
	struct part part;
	/* What the opener fills in.  received: the start of the first receive;
	 * sent: of the first send. */
	mpz_t parent, messages, children, period;
	mpq_t received, sent;
	int has_parent, is_train;
	/* Child 0 <= k < children; and what the opener has to clear, or NULL.
	 */
	void (*child)(mpz_t child, struct postal_part *part, const mpz_t k);
	void (*clear)(struct postal_part *part);

	struct postal_beat receives, sends;
	mpz_t k, message;
};

/* A zeroed part becomes one of no events. */
void postal_part_init(struct postal_part *part);

/* The part, filled in, begins with the span. */
struct part *postal_part_begin(
	struct postal_part *part, const struct part_span *span);

/* Frees it, filled in or not; for an opener that fails. */
void postal_part_free(struct postal_part *part);

#endif
