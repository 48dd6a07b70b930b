/*
 * Schedules that are built tick by tick, so as to end by a given time: in every
 * tick an assignment of greatest weight between the processors that can receive
 * and those that can send, with a look ahead at who will have nothing of use to
 * send a latency later, and some noise.  Attempts follow one path, and beams
 * keep several states at each tick; they take turns, attempts first, as a beam
 * is long under way.  If neither finds a schedule, that proves nothing.
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

/* What an operation, of which work is counted, takes in a search's work. */
enum { BUILDER_STEP = 4 };

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
	uint64_t *idle; /* cells that have something, and send nothing of use */
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

/* The sends of a tick. */
struct builder_draw {
	struct builder_send *send;
	int sends;
};

/* Of each state so many next ones are drawn.  The bits of noise in the weights:
 * of the first attempt, or draw, and less than how many more of the others. */
enum { BUILDER_DRAWS = 3, BUILDER_NOISE = 10, BUILDER_MORE_NOISE = 18 };

/* A state that is kept: that of `before' after the sends of its tick. */
struct builder_node {
	int64_t worth;
	uint64_t hash;	 /* the same if only names of processors differ */
	uint32_t before; /* a node */
	int tick;	 /* now */
	int sends;	 /* to come to it, from `first' on in the beam's list */
	size_t first;
};

/* The nodes of a tick. */
struct builder_level {
	uint32_t *node;
	uint32_t nodes;
};

/* The beam (builder_beam.c). */
struct builder_beam {
	uint32_t width, most; /* nodes kept at each tick; the most of them */
	struct builder_node *node;
	size_t nodes, node_room;
	struct builder_sent {
		uint16_t from, to, message;
	} * sent;
	size_t sents, sent_room;
	struct builder_level *level; /* [tick] */
	int tick;		     /* whose turn it is: of this level, */
	uint32_t next;		     /* this node */
	uint32_t *path;		     /* the nodes that lead to the state */
	int depth;
};

/* What a step of an attempt or a beam has come to; FOUND: builder->send is a
 * whole schedule. */
enum builder_result { BUILDER_GOING, BUILDER_ENDED, BUILDER_FOUND };

enum builder_way { BUILDER_ATTEMPTS, BUILDER_BEAM, BUILDER_WAYS };

struct builder {
	struct fractional_state state;
	int upper; /* the time to beat, in ticks */
	struct random random;
	uint32_t noise;			    /* bits of it in the weights */
	int64_t urgency[BUILDER_URGENCIES]; /* see builder_step.c */
	/* All sends so far, and those of a whole schedule. */
	struct builder_send *send, *found;
	size_t sends, founds;
	enum builder_way way; /* whose turn it is */
	uint64_t spent[BUILDER_WAYS];
	/* -- Attempts: the latest tick of this one that failed, and how often
	 * ticks up to it have failed since; the sends of the one that came
	 * furthest, which has all before best_tick. */
	int attempt; /* how many have begun */
	int top, stuck;
	uint32_t waits; /* see builder_draw */
	struct builder_send *best;
	size_t bests;
	int best_tick;
	/* -- A beam. */
	struct builder_beam beam;
	/* -- One tick. */
	struct builder_draw draw[BUILDER_DRAWS];
	struct builder_item item[BUILDER_ITEMS];
	int items, old; /* all; those that are not fresh */
	uint64_t *has;	/* of each processor: items that it has been sent */
	int *holder;	/* when each holder of one item can send it */
	struct builder_flow flow;
	char *needs;	  /* of each processor: whether it lacks an item for
			   * its slot in the last window */
	uint64_t useless; /* items that do not help there */
	int *receiver, *sender, receivers, senders;
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

/* The same for those costs instead of the problem's latency; upper is in ticks.
 */
struct builder *builder_new_at(const struct problem *problem,
	const struct fractional_costs *costs, int upper);
void builder_free(struct builder *builder);

/* Goes a step on; whether a schedule is complete that ends before
 * builder->upper, which then is its finish.  The next call looks for a better
 * one. */
int builder_advance(struct builder *builder);

/* upper = the finish of the best schedule found, or that of builder_new. */
void builder_upper(mpq_t upper, const struct builder *builder);

/* The best schedule found; NULL if there is none. */
struct schedule *builder_open(const struct builder *builder);

/* -- attempts (builder_attempts.c) */

/* Begins the next one. */
void builder_attempt_begin(struct builder *builder);

/* Fills a tick, or fails and goes back. */
enum builder_result builder_attempt_advance(struct builder *builder);

/* -- beams (builder_beam.c) */

/* most: the most bytes that it may take, beside what n and the ticks take. */
void builder_beam_init(struct builder *builder, uint64_t most);
void builder_beam_clear(struct builder *builder);

/* Begins a beam that is twice as wide as the last one. */
void builder_beam_begin(struct builder *builder);

/* Draws the next states of one that is kept. */
enum builder_result builder_beam_advance(struct builder *builder);

/* -- one tick */

/* Lists the items, and who has them; 0 if there are too many
 * (builder_look.c). */
int builder_list(struct builder *builder);

/* Finds the slack and the share of each item in the list. */
void builder_look(struct builder *builder);

/* Finds the greatest flow through the windows, each after those before it
 * (builder_flow.c), and returns how many sends that is. */
int builder_flow_find(struct builder *builder);

/* Finds the flow, and from it who needs something for the last window. */
void builder_flow_set(struct builder *builder);

/* Whether a receiver cannot get all that it lacks in time. */
int builder_is_late(const struct builder *builder);

/* Makes ready for drawing sends of this tick; 0 if there are too many items
 * (builder_step.c). */
int builder_prepare(struct builder *builder);

/* Draws sends, with noise; in one of `waits' draws, or in none if that is 0, a
 * receiver waits that has the time. */
void builder_draw(
	struct builder *builder, struct builder_draw *draw, uint32_t waits);

/* -- to and fro (builder_step.c) */

/* Carries a send out, or a draw; takes all but so many sends back. */
void builder_send(struct builder *builder, const struct builder_send *send);
void builder_carry_out(
	struct builder *builder, const struct builder_draw *draw);
void builder_take_back(struct builder *builder, size_t sends);

/* Goes to a tick by which nothing else has been sent; and to the next one at
 * which somebody is free, or something arrives. */
void builder_go_to_tick(struct builder *builder, int tick);
void builder_pass_tick(struct builder *builder);

#endif
