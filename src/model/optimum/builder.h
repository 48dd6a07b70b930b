/*
 * Schedules that are built tick by tick, so as to end by a given time: in every
 * tick an assignment of greatest weight between the processors that can receive
 * and those that can send, with a look ahead at who will have nothing of use to
 * send a latency later.  Where that is stuck, it goes back some ticks, and
 * after many failures begins anew, with other noise.  If it finds no
 * schedule, that proves nothing.
 *
 * Words, in all files of the builder, besides those of fractional.h.  Item: a
 * message that may be sent from now on and that somebody has not been sent;
 * they are numbered from 0 anew in every tick, the fresh ones last.  Slot: the
 * tick at which a processor can begin one of its next sends, if it always sends
 * as soon as it can.  Window: a unit of time; the first one may be shorter, so
 * that one begins where what is sent now arrives.  Cell: a processor's slot in
 * a window.
 */
#ifndef FIBCAST_MODEL_OPTIMUM_BUILDER_H
#define FIBCAST_MODEL_OPTIMUM_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "core/assignment.h"
#include "core/problem.h"
#include "core/schedule.h"
#include "model/optimum/fractional.h"
#include "number/random.h"

/* The most items in a tick, which are the bits of a word; latencies are below
 * so many units. */
enum { BUILDER_ITEMS = 64, BUILDER_LATENCY = 16 };

struct builder_item {
	int message;
	int wanting; /* how many processors have not been sent it */
	int slack;   /* how long it can wait, in quarters of a unit */
	int share;   /* see builder_look.c; of BUILDER_SHARE */
};

enum { BUILDER_SHARE = 1024, BUILDER_URGENCIES = 192 };

/* A flow of items through cells (builder_flow.c). */
struct builder_flow {
	uint64_t *held; /* [window * n + p]: the items that p has at its slot */
	int windows;
	int *got;   /* of each window: how many cells send something of use */
	int *taken; /* of each cell: the item that it sends, or -1, */
	int *place; /* and where it stands in the item's list */
	int *list;  /* [item * n + ..]: the cells that send the item, */
	int used[BUILDER_ITEMS]; /* so many of them */
	uint64_t open;		 /* items that can be sent more often */
	/* -- One search: what it has reached, and from where. */
	uint64_t seen; /* items */
	char *cell_seen, *window_seen;
	int item_from[BUILDER_ITEMS];
	int *cell_from, *queue, queued;
};

struct builder_send {
	struct fractional_send send;
	int tick;
};

struct builder {
	struct fractional_state state;
	int upper; /* the time to beat, in ticks */
	struct random random;
	uint32_t noise; /* bits of it in the weights */
	uint32_t waits; /* in one of so many ticks, at random, a receiver that
			 * has the time waits; 0: never */
	int64_t urgency[BUILDER_URGENCIES]; /* see builder_step.c */
	/* -- Attempts: the latest tick of this one that failed, and how often
	 * ticks up to it have failed since. */
	int attempt, top, stuck;
	/* All sends so far; those of the attempt that came furthest, which has
	 * all before best_tick; and those of a whole schedule. */
	struct builder_send *send, *best, *found;
	size_t sends, bests, founds;
	int best_tick;
	/* -- One tick. */
	struct builder_item item[BUILDER_ITEMS];
	int items, old; /* all; those that are not fresh */
	uint64_t *has;	/* of each processor: items that it has been sent */
	int *holder;	/* when each holder of one item can send it */
	struct builder_flow flow;
	char *needs;	  /* of each processor: whether it lacks an item for
			   * its slot in the last window */
	uint64_t useless; /* items that do not help there */
	int *receiver, *sender;
	uint64_t *sendable; /* of each sender: items that it can send now */
	struct assignment assignment;
	int *choice; /* as assignment.weight: the item that counts there */
	uint64_t work;
};

/*
 * Begins to look for schedules that end before upper, the time of a known one.
 * NULL if the problem is too large.
 */
struct builder *builder_new(const struct problem *problem, const mpq_t upper);
void builder_free(struct builder *builder);

/* Fills a tick, or fails and goes back; whether a schedule is complete that
 * ends before builder->upper, which then is its finish.  The next call looks
 * for a better one. */
int builder_advance(struct builder *builder);

/* upper = the finish of the best schedule found, or that of builder_new. */
void builder_upper(mpq_t upper, const struct builder *builder);

/* The best schedule found; NULL if there is none. */
struct schedule *builder_open(const struct builder *builder);

/* -- one tick */

/* Lists the items, and what is known of each and of each processor; 0 if there
 * are too many (builder_look.c). */
int builder_look(struct builder *builder);

/* Finds the greatest flow through the windows, each after those before it, and
 * from it who needs something for the last one (builder_flow.c). */
void builder_flow_set(struct builder *builder);

/* Chooses the sends of this tick; 0 if the state is hopeless
 * (builder_step.c). */
int builder_fill(struct builder *builder);

#endif
