/*
 * A schedule of several messages among nodes, a plan, carried out by their
 * processors, e1 later.
 *
 * Where the plan first sends a message from the source, the source sends it
 * inside, to one of the others of its node, its deputies, in turn; the source
 * sends nothing else.  So the others of its node are like any other node, where
 * each message arrives once.  A row of the plan from node v to node w is sent
 * by a free processor of v that has the message, and received by the processors
 * of w in turn; no other copy enters w.  All who are free send inside,
 * greedily.  So nodes do not depend on each other: each has tries of its own,
 * and keeps the one that ends first.
 * Example: a plan that sends message 1 from node 0 to node 1 at time 0: the
 * source sends it to a deputy at 0, and the deputy sends it to node 1 at e1.
 *
 * If the plan finishes at X, they mostly end by X + e1 + u1 f(p) + 3, with f
 * for the latency e1/u1.
 */
#include "model/nodes/nodes.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"
#include "number/random.h"

enum {
	TRIES_LEAST = 3,
	TRIES_MOST = 48,
	WORK = 1 << 25, /* of all tries: rows times processors of a node */
	WAITING = 32, /* a try with so many messages under way would end late */
	UNIT = 100,
	NOISE = 20
};

/* What the plan wants of a node at t: that a deputy receives a message from the
 * source, or a processor a message from another node, in a send that starts
 * then; or that a processor sends the row's message to another node. */
enum event_kind { DEPUTY, ARRIVAL, DEPARTURE };

struct event {
	uint64_t t;
	size_t node, row, message;
	enum event_kind kind;
	size_t chosen, kept; /* the processor that does it, in this try and in
				the best */
};

/* A try of a node, whose processors are first .. first + size - 1 and are
 * counted from 0 here.  held: when a processor has a message; UINT64_MAX if the
 * message is not on its way.  copies: how many have the message or will have
 * it; load: how many messages a processor has received; useful: how many of its
 * messages others lack.  active: the messages that some have and others lack.
 */
struct trial {
	const struct nodes_figures *figures;
	size_t m, first, size, words;
	uint64_t horizon, left, finish;
	uint64_t *held, *free_at, *busy;
	uint32_t *copies, *load, *useful, *active, *cost;
	size_t actives, turn;
	uint32_t few,
		early;	/* weights of the copies, and of the message's number */
	int is_sparing; /* senders inside are those that can best be spared, not
			   any */
	unsigned tries;
	struct random random;
	struct transmissions inside;
};

static void trial_init(struct trial *trial, size_t rows)
{
	size_t p = trial->figures->p, m = trial->m;
	uint64_t tries = WORK / ((uint64_t)(rows + 1) * p * p);

	trial->tries = tries < TRIES_LEAST  ? TRIES_LEAST
		       : tries > TRIES_MOST ? TRIES_MOST
					    : (unsigned)tries;
	trial->words = (size_t)bits_words(trial->horizon);
	trial->held = mem_array(p * m, sizeof *trial->held);
	trial->free_at = mem_array(p, sizeof *trial->free_at);
	trial->busy = mem_array(p * trial->words, sizeof *trial->busy);
	trial->copies = mem_array(m, sizeof *trial->copies);
	trial->load = mem_array(p, sizeof *trial->load);
	trial->useful = mem_array(p, sizeof *trial->useful);
	trial->active = mem_array(m, sizeof *trial->active);
	trial->cost = mem_array(m, sizeof *trial->cost);
}

static void trial_clear(struct trial *trial)
{
	mem_free(trial->held);
	mem_free(trial->free_at);
	mem_free(trial->busy);
	mem_free(trial->copies);
	mem_free(trial->load);
	mem_free(trial->useful);
	mem_free(trial->active);
	mem_free(trial->cost);
	transmissions_clear(&trial->inside);
}

static void trial_begin(struct trial *trial, size_t node, unsigned try)
{
	static const uint32_t weights[][2] = {
		{UNIT, 0}, {30, 10}, {UNIT, 5}, {0, UNIT}};
	size_t p = trial->figures->p, m = trial->m;

	trial->first = node * p + (node == 0);
	trial->size = p - (node == 0);
	trial->left = (uint64_t)m * trial->size;
	trial->finish = 0;
	trial->actives = 0;
	trial->turn = 0;
	trial->is_sparing = try % 3 == 0;
	trial->few = weights[try % 4][0];
	trial->early = weights[try % 4][1];
	trial->random = (struct random){.seed = node * TRIES_MOST + try};
	trial->inside.count = 0;
	memset(trial->held, 255, p * m * sizeof *trial->held);
	memset(trial->free_at, 0, p * sizeof *trial->free_at);
	memset(trial->busy, 0, p * trial->words * sizeof *trial->busy);
	memset(trial->copies, 0, m * sizeof *trial->copies);
	memset(trial->load, 0, p * sizeof *trial->load);
	memset(trial->useful, 0, p * sizeof *trial->useful);
}

static int is_port_free(
	const struct trial *trial, size_t q, uint64_t begin, uint64_t end)
{
	return end <= trial->horizon &&
	       !bits_has_any(trial->busy + q * trial->words, begin, end);
}

/* Removes a message that all have from the active ones. */
static void drop_active(struct trial *trial, size_t i)
{
	for (size_t k = 0; k < trial->actives; k++)
		if (trial->active[k] == i)
			trial->active[k] = trial->active[--trial->actives];
	for (size_t q = 0; q < trial->size; q++)
		trial->useful[q]--;
}

/* Processor q receives message i in the u ticks up to end. */
static void take(
	struct trial *trial, size_t q, size_t i, uint64_t u, uint64_t end)
{
	trial->held[q * trial->m + i] = end;
	bits_add_range(trial->busy + q * trial->words, end - u, end);
	trial->load[q]++;
	trial->useful[q]++;
	trial->left--;
	if (end > trial->finish)
		trial->finish = end;
	if (trial->copies[i]++ == 0)
		trial->active[trial->actives++] = (uint32_t)i;
	if (trial->copies[i] == trial->size)
		drop_active(trial, i);
}

/* The sender for a message: of the free processors that have it, the one with
 * the fewest messages that others lack if is_sparing, otherwise any; size if
 * there is none. */
static size_t find_sender(
	struct trial *trial, uint64_t t, size_t i, int is_sparing)
{
	size_t best = trial->size;
	uint32_t least = UINT32_MAX;

	for (size_t q = 0; q < trial->size; q++) {
		uint32_t useful = trial->useful[q];

		if (trial->held[q * trial->m + i] > t || trial->free_at[q] > t)
			continue;
		if (!is_sparing)
			useful = random_below(&trial->random, 1 << 16);
		if (useful < least) {
			least = useful;
			best = q;
		}
	}
	return best;
}

/* The processor with the least load of those that lack the message and can
 * receive it; size if there is none. */
static size_t find_beneficiary(
	const struct trial *trial, size_t i, uint64_t begin, uint64_t end)
{
	size_t best = trial->size;

	for (size_t q = 0; q < trial->size; q++)
		if (trial->held[q * trial->m + i] == UINT64_MAX &&
			(best == trial->size ||
				trial->load[q] < trial->load[best]) &&
			is_port_free(trial, q, begin, end))
			best = q;
	return best;
}

/* The next processor in turn whose port is free; size if there is none. */
static size_t find_in_turn(struct trial *trial, uint64_t begin, uint64_t end)
{
	for (size_t k = 0; k < trial->size; k++) {
		size_t q = trial->turn;

		trial->turn = (q + 1) % trial->size;
		if (is_port_free(trial, q, begin, end))
			return q;
	}
	return trial->size;
}

/* Returns 0 if nobody can do it. */
static int serve_event(struct trial *trial, struct event *event)
{
	const struct nodes_figures *f = trial->figures;
	uint64_t u = event->kind == DEPUTY ? f->u1 : f->u2;
	uint64_t end = event->t + (event->kind == DEPUTY ? f->e1 : f->e2);
	size_t q = event->kind == DEPARTURE
			   ? find_sender(trial, event->t, event->message, 1)
			   : find_in_turn(trial, end - u, end);

	if (q == trial->size)
		return 0;
	event->chosen = trial->first + q;
	if (event->kind == DEPARTURE)
		trial->free_at[q] = event->t + u;
	else
		take(trial, q, event->message, u, end);
	return 1;
}

/* The less, the sooner message i is sent inside. */
static uint32_t find_cost(struct trial *trial, size_t i)
{
	return trial->few * trial->copies[i] + trial->early * (uint32_t)i +
	       random_below(&trial->random, NOISE);
}

static void send_inside(struct trial *trial, uint64_t t, size_t i)
{
	const struct nodes_figures *f = trial->figures;
	size_t from = find_sender(trial, t, i, trial->is_sparing), to;

	trial->cost[i] = UINT32_MAX;
	if (from == trial->size)
		return;
	to = find_beneficiary(trial, i, t + f->e1 - f->u1, t + f->e1);
	if (to == trial->size)
		return;
	trial->free_at[from] = t + f->u1;
	transmissions_add(&trial->inside, &(struct transmission){.tick = t,
						  .from = trial->first + from,
						  .to = trial->first + to,
						  .message = i + 1});
	take(trial, to, i, f->u1, t + f->e1);
	trial->cost[i] = find_cost(trial, i);
}

/* Sends inside as long as somebody can: first what few have, or early messages.
 */
static void send_all_inside(struct trial *trial, uint64_t t)
{
	for (size_t k = 0; k < trial->actives; k++)
		trial->cost[trial->active[k]] =
			find_cost(trial, trial->active[k]);
	for (;;) {
		uint32_t least = UINT32_MAX, message = 0;

		for (size_t k = 0; k < trial->actives; k++)
			if (trial->cost[trial->active[k]] < least) {
				message = trial->active[k];
				least = trial->cost[message];
			}
		if (least == UINT32_MAX)
			break;
		send_inside(trial, t, message);
	}
}

/* Runs the try; returns whether it ends before best. */
static int run_trial(
	struct trial *trial, struct event *event, size_t count, uint64_t best)
{
	size_t at = 0;

	for (uint64_t t = 0; trial->left > 0 || at < count; t++) {
		if (t + trial->figures->e1 >= best)
			return 0;
		for (; at < count && event[at].t == t; at++)
			if (!serve_event(trial, &event[at]))
				return 0;
		if (trial->actives > WAITING + 16 * trial->size)
			return 0;
		send_all_inside(trial, t);
	}
	return trial->finish < best;
}

static int compare_events(const void *x, const void *y)
{
	const struct event *a = x, *b = y;
	int order = number_compare_u64(a->node, b->node);

	order = number_compare_next(order, a->t, b->t);
	order = number_compare_next(order, a->kind, b->kind);
	return number_compare_next(order, a->row, b->row);
}

/* Lists the events of all nodes, by node; returns their number. */
static size_t list_events(struct event *event, const struct transmissions *plan,
	uint64_t e1, size_t m)
{
	unsigned char *sent = mem_array(m, 1);
	size_t count = 0;

	for (size_t k = 0; k < plan->count; k++) {
		const struct transmission *row = &plan->row[k];
		size_t i = (size_t)row->message - 1;
		struct event new = {
			.t = row->tick, .row = k, .message = i, .node = 0};

		if (row->from == 0 && !sent[i]) {
			sent[i] = 1;
			new.kind = DEPUTY;
			event[count++] = new;
		}
		new.t += e1;
		new.kind = DEPARTURE;
		new.node = (size_t)row->from;
		event[count++] = new;
		new.kind = ARRIVAL;
		new.node = (size_t)row->to;
		event[count++] = new;
	}
	mem_free(sent);
	qsort(event, count, sizeof *event, compare_events);
	return count;
}

/* Runs the tries of one node, up to one that ends by enough; *best becomes the
 * least finish.  Returns 0 if no try ends before *best. */
static int run_node(struct transmissions *list, struct trial *trial,
	struct event *event, size_t count, uint64_t enough, uint64_t *best)
{
	size_t kept = list->count;
	uint64_t least = *best;

	for (unsigned try = 0; try < trial->tries && least > enough; try++) {
		trial_begin(trial, event->node, try);
		if (!run_trial(trial, event, count, least))
			continue;
		least = trial->finish;
		list->count = kept;
		for (size_t i = 0; i < trial->inside.count; i++)
			transmissions_add(list, &trial->inside.row[i]);
		for (size_t i = 0; i < count; i++)
			event[i].kept = event[i].chosen;
	}
	if (least == *best)
		return 0;
	*best = least;
	return 1;
}

/* Adds the rows of the plan, with the processors that carry them out. */
static void add_planned(struct transmissions *list, const struct event *event,
	size_t count, const struct transmissions *plan, uint64_t e1)
{
	struct transmission *row = mem_array(plan->count, sizeof *row);

	for (size_t k = 0; k < plan->count; k++) {
		row[k] = plan->row[k];
		row[k].tick += e1;
	}
	for (size_t i = 0; i < count; i++) {
		if (event[i].kind == DEPARTURE)
			row[event[i].row].from = event[i].kept;
		else if (event[i].kind == ARRIVAL)
			row[event[i].row].to = event[i].kept;
		else
			transmissions_add(
				list, &(struct transmission){.tick = event[i].t,
					      .to = event[i].kept,
					      .message = event[i].message + 1});
	}
	for (size_t k = 0; k < plan->count; k++)
		transmissions_add(list, &row[k]);
	mem_free(row);
}

int nodes_deputies(struct transmissions *list,
	const struct nodes_figures *figures, const struct transmissions *plan,
	size_t m, uint64_t horizon, uint64_t *best)
{
	struct trial trial = {.figures = figures, .m = m, .horizon = horizon};
	struct event *event = mem_array(3 * plan->count, sizeof *event);
	size_t count = list_events(event, plan, figures->e1, m), end;
	uint64_t finish = 0;
	int is_better = 1;

	trial_init(&trial, plan->count);
	list->count = 0;
	for (size_t at = 0; at < count && is_better; at = end) {
		uint64_t least = *best;

		end = at + 1;
		while (end < count && event[end].node == event[at].node)
			end++;
		is_better = run_node(
			list, &trial, event + at, end - at, finish, &least);
		if (is_better && least > finish)
			finish = least;
	}
	if (is_better) {
		add_planned(list, event, count, plan, figures->e1);
		*best = finish;
	}
	trial_clear(&trial);
	mem_free(event);
	return is_better;
}
