/*
 * Several messages on nodes, in three ways; the try that ends first is taken.
 * Nothing is known of how far it is from the best.
 *
 * Greedily: tick by tick, each free processor sends the message that seems to
 * be needed most, to another node or inside its own.  The weights that decide
 * are drawn anew for each try.
 *
 * By deputies (deputies.c): the best schedule known among the nodes, carried
 * out by their processors.
 *
 * Flat: the best schedule known among all processors, whose rows are carried
 * out in their order, as soon as possible.  For nodes of one processor that is
 * the schedule itself.
 *
 * Where a latency is too many ticks, all this is done in longer ticks, in which
 * a receive begins no later, and ends no earlier, than it does: what is allowed
 * then is allowed.
 */
#include "model/nodes/nodes.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "model/ranking.h"
#include "number/number.h"
#include "number/random.h"

enum {
	TRIES_MOST = 1000,
	WORK = 1 << 25, /* processors times messages, each tick of all tries */
	SIZE_MAX_ALL = 1 << 22, /* processors times messages */
	PORTS_MOST = 1 << 30,	/* processors times ticks */
	TICKS_MOST = 1 << 10,	/* of a latency, before they become longer */
	WEIGHTS = 1000,
	PLAN_WORK = 1 << 26
};

/* A try.  held: when processor q has message i; UINT64_MAX if that is not on
 * its way.  in_node, copies: how many processors of a node, or of all, have a
 * message or will have it; with: how many nodes; load: how many messages a
 * processor has received. */
struct several {
	const struct nodes_figures *figures;
	size_t n, m, p, words; /* words: of a processor's ticks */
	uint64_t horizon, finish;
	uint64_t *held, *free_at, *busy;
	uint32_t *in_node, *with, *copies, *load;
	uint64_t *without; /* [message · node_words + ..]: nodes without it */
	size_t node_words;
	uint64_t *informed; /* the processors that have or await a message */
	uint64_t lanes,
		*lane; /* of a node, 0 for no limit; when each is free */
	int lanes_in;  /* a lane is the receiver's, not the sender's */
	uint32_t *next_lane;
	uint64_t left;
	uint32_t out, in, fresh, noise; /* weights */
	int to_deputy; /* the source sends new messages inside */
	struct random random;
	struct transmissions list;
};

static int is_port_free(
	const struct several *s, size_t q, uint64_t begin, uint64_t end)
{
	return end <= s->horizon &&
	       !bits_has_any(s->busy + q * s->words, begin, end);
}

/* The processor of a node with the least load of those that lack the message
 * and whose port is free when it arrives; n if there is none. */
static size_t find_receiver(const struct several *s, size_t node, size_t i,
	uint64_t begin, uint64_t end)
{
	size_t best = s->n;

	for (size_t q = node * s->p; q < (node + 1) * s->p; q++)
		if (s->held[q * s->m + i] == UINT64_MAX &&
			(best == s->n || s->load[q] < s->load[best]) &&
			is_port_free(s, q, begin, end))
			best = q;
	return best;
}

/* The lane of the next send outside: the first one to be free. */
static uint64_t *find_lane(const struct several *s, size_t from, size_t to)
{
	size_t node = (s->lanes_in ? to : from) / s->p;

	return &s->lane[node * s->lanes + s->next_lane[node] % s->lanes];
}

static void take_send(struct several *s, uint64_t t, size_t from, size_t to,
	size_t i, int is_out)
{
	const struct nodes_figures *f = s->figures;
	uint64_t u = is_out ? f->u2 : f->u1, end = t + (is_out ? f->e2 : f->e1);

	s->free_at[from] = t + u;
	if (is_out && s->lanes > 0) {
		*find_lane(s, from, to) = t + u;
		s->next_lane[(s->lanes_in ? to : from) / s->p]++;
	}
	s->held[to * s->m + i] = end;
	bits_add_range(s->busy + to * s->words, end - u, end);
	if (s->in_node[to / s->p * s->m + i]++ == 0) {
		s->with[i]++;
		bits_remove(s->without + i * s->node_words, to / s->p);
	}
	s->copies[i]++;
	s->load[to]++;
	bits_add(s->informed, to);
	s->left--;
	if (end > s->finish)
		s->finish = end;
	transmissions_add(&s->list,
		&(struct transmission){
			.tick = t, .from = from, .to = to, .message = i + 1});
}

/* Whether no lane is free for a send outside, wherever it goes. */
static int is_lane_taken(const struct several *s, size_t from, uint64_t t)
{
	return s->lanes > 0 && !s->lanes_in && *find_lane(s, from, from) > t;
}

/* The processor of a node of [node, end) without message i that can receive it;
 * n if there is none. */
static size_t find_outside(struct several *s, size_t from, size_t i,
	size_t node, size_t end, uint64_t t)
{
	const struct nodes_figures *f = s->figures;
	const uint64_t *without = s->without + i * s->node_words;
	size_t to = s->n;

	while (to == s->n &&
		(node = (size_t)bits_next(without, node, end)) < end) {
		if (!s->lanes_in || *find_lane(s, from, node * s->p) <= t)
			to = find_receiver(
				s, node, i, t + f->e2 - f->u2, t + f->e2);
		node++;
	}
	return to;
}

/* Tries to send message i, which `from` has, outside or inside. */
static int try_send(
	struct several *s, uint64_t t, size_t from, size_t i, int is_out)
{
	const struct nodes_figures *f = s->figures;
	size_t count = s->n / s->p, to;
	size_t first = random_below(&s->random, (uint32_t)count);

	if (is_out && is_lane_taken(s, from, t))
		return 0;
	if (is_out)
		to = find_outside(s, from, i, first, count, t);
	else
		to = find_receiver(
			s, from / s->p, i, t + f->e1 - f->u1, t + f->e1);
	if (is_out && to == s->n)
		to = find_outside(s, from, i, 0, first, t);
	if (to < s->n)
		take_send(s, t, from, to, i, is_out);
	return to < s->n;
}

/* What sending message i is worth; 0 if nobody there lacks it. */
static uint32_t worth_of(struct several *s, size_t from, size_t i, int is_out)
{
	uint32_t all = (uint32_t)(is_out ? s->n / s->p : s->p);
	uint32_t have =
		is_out ? s->with[i] : s->in_node[from / s->p * s->m + i];
	uint32_t worth = 1;

	if (have >= all)
		return 0;
	worth += (is_out ? s->out : s->in) * (all - have) / all;
	worth += random_below(&s->random, s->noise + 1);
	if (s->copies[i] == 1 && is_out != s->to_deputy)
		worth += 4 * WEIGHTS;
	return worth + s->fresh / s->copies[i];
}

/* One processor's send, if there is any to do. */
static void send_one(struct several *s, uint64_t t, size_t from)
{
	uint32_t best = 0;
	size_t message = 0;
	int best_out = 0;

	for (size_t i = 0; i < s->m; i++)
		for (int is_out = 0; is_out < 2; is_out++) {
			uint32_t worth;

			if (s->held[from * s->m + i] > t)
				continue;
			worth = worth_of(s, from, i, is_out);
			if (worth > best) {
				best = worth;
				message = i;
				best_out = is_out;
			}
		}
	if (best > 0 && !try_send(s, t, from, message, best_out))
		try_send(s, t, from, message, !best_out);
}

static void draw_weights(struct several *s, unsigned try)
{
	s->random = (struct random){.seed = try};
	s->out = 1 + random_below(&s->random, 2 * WEIGHTS);
	s->in = 1 + random_below(&s->random, WEIGHTS);
	s->fresh = random_below(&s->random, WEIGHTS);
	s->noise = random_below(&s->random, WEIGHTS / 4);
	if (try % 2 == 0)
		s->noise = 0;
	s->to_deputy = try % 3 != 0;
}

/* At first only the source has the messages. */
static void begin_try(struct several *s)
{
	size_t n = s->n, m = s->m;

	memset(s->held, 255, n * m * sizeof *s->held);
	memset(s->free_at, 0, n * sizeof *s->free_at);
	memset(s->busy, 0, n * s->words * sizeof *s->busy);
	memset(s->in_node, 0, n / s->p * m * sizeof *s->in_node);
	memset(s->load, 0, n * sizeof *s->load);
	memset(s->lane, 0, n / s->p * (size_t)s->lanes * sizeof *s->lane);
	memset(s->next_lane, 0, n / s->p * sizeof *s->next_lane);
	memset(s->informed, 0, (size_t)bits_words(n) * sizeof *s->informed);
	bits_add(s->informed, 0);
	s->finish = 0;
	s->left = (uint64_t)m * (n - 1);
	s->list.count = 0;
	memset(s->without, 255, m * s->node_words * sizeof *s->without);
	for (size_t i = 0; i < m; i++) {
		bits_remove(s->without + i * s->node_words, 0);
		s->held[i] = 0;
		s->in_node[i] = s->with[i] = s->copies[i] = 1;
	}
}

/* All sends that begin at a tick. */
static void send_informed(struct several *s, uint64_t t)
{
	uint64_t q = bits_next(s->informed, 0, s->n);

	for (; q < s->n && s->left > 0; q = bits_next(s->informed, q + 1, s->n))
		if (s->free_at[q] <= t)
			send_one(s, t, (size_t)q);
}

/* Makes all sends of a try, up to the best finish so far. */
static void run_greedy(struct several *s, unsigned try, uint64_t best)
{
	if (best > s->horizon)
		best = s->horizon;
	draw_weights(s, try);
	begin_try(s);
	for (uint64_t t = 0; s->left > 0 && t + s->figures->e1 < best; t++)
		send_informed(s, t);
	if (s->left > 0)
		s->finish = UINT64_MAX;
}

/* -- schedules that ignore the nodes */

enum status nodes_read_ticks(struct transmissions *list,
	struct schedule *schedule, uint64_t send, struct err *err)
{
	enum status status =
		transmissions_pull(list, schedule, UINT64_MAX, err);
	uint64_t unit = schedule->header.unit;

	for (size_t i = 0; i < list->count; i++) {
		uint64_t *tick = &list->row[i].tick;

		*tick = *tick / unit * send + *tick % unit * send / unit;
	}
	schedule_close(schedule);
	return status;
}

/* Drops the rows that bring a processor what it already has. */
static void drop_repeats(struct transmissions *plan, size_t n, size_t m)
{
	uint64_t *has =
		mem_array((size_t)bits_words((uint64_t)n * m), sizeof *has);
	size_t kept = 0;

	for (size_t k = 0; k < plan->count; k++) {
		const struct transmission *row = &plan->row[k];
		uint64_t place = row->to * m + row->message - 1;

		if (row->to == 0 || bits_has(has, place))
			continue;
		bits_add(has, place);
		plan->row[kept++] = *row;
	}
	plan->count = kept;
	mem_free(has);
}

/* Reads the best schedule known among n equal processors, at the figures of
 * messages between nodes. */
static enum status read_plan(struct transmissions *plan,
	const struct several *s, size_t n, uint64_t max_bits, struct err *err)
{
	const struct nodes_figures *f = s->figures;
	const struct algorithm_options options = {.work = PLAN_WORK};
	struct schedule *schedule;
	struct problem problem;
	enum status status;

	problem_init(&problem);
	problem_set_words(&problem, n, s->m, f->e2);
	number_set_u64(mpq_denref(problem.lambda), f->u2);
	mpq_canonicalize(problem.lambda);
	problem.max_bits = max_bits;
	status = ranking_open_best(&schedule, &problem, &options, err);
	if (status == STATUS_OK)
		status = nodes_read_ticks(plan, schedule, f->u2, err);
	drop_repeats(plan, n, s->m);
	problem_clear(&problem);
	return status;
}

/* Carries out a plan of all processors, as soon as possible. */
static void run_flat(
	struct several *s, const struct transmissions *plan, uint64_t best)
{
	const struct nodes_figures *f = s->figures;

	if (best > s->horizon)
		best = s->horizon;
	begin_try(s);
	for (size_t k = 0; k < plan->count; k++) {
		size_t from = (size_t)plan->row[k].from;
		size_t to = (size_t)plan->row[k].to;
		size_t i = (size_t)plan->row[k].message - 1;
		int is_out = from / s->p != to / s->p;
		uint64_t u = is_out ? f->u2 : f->u1;
		uint64_t e = is_out ? f->e2 : f->e1;
		uint64_t t = s->held[from * s->m + i];

		if (t < s->free_at[from])
			t = s->free_at[from];
		if (is_out && s->lanes > 0 && t < *find_lane(s, from, to))
			t = *find_lane(s, from, to);
		while (t + e < best && !is_port_free(s, to, t + e - u, t + e))
			t++;
		if (t + e >= best)
			break;
		take_send(s, t, from, to, i, is_out);
	}
	if (s->left > 0)
		s->finish = UINT64_MAX;
}

/* As many tries as WORK allows; if each is long, one if nothing else was found.
 */
static unsigned count_tries(const struct several *s, int is_found)
{
	uint64_t each = (uint64_t)s->n * s->m * (s->m + s->figures->e2);
	uint64_t tries = WORK / each;

	if (s->p == 1)
		return 0;
	if (tries == 0)
		return !is_found;
	return tries < TRIES_MOST ? (unsigned)tries : TRIES_MOST;
}

static void several_init(struct several *s)
{
	size_t n = s->n, m = s->m;

	s->words = (size_t)bits_words(s->horizon);
	s->node_words = (size_t)bits_words(n / s->p);
	s->held = mem_array(n * m, sizeof *s->held);
	s->free_at = mem_array(n, sizeof *s->free_at);
	s->busy = mem_array(n * s->words, sizeof *s->busy);
	s->in_node = mem_array(n / s->p * m, sizeof *s->in_node);
	s->without = mem_array(m * s->node_words, sizeof *s->without);
	s->with = mem_array(m, sizeof *s->with);
	s->copies = mem_array(m, sizeof *s->copies);
	s->load = mem_array(n, sizeof *s->load);
	s->informed = mem_array((size_t)bits_words(n), sizeof *s->informed);
	s->lane = mem_array(n / s->p * (size_t)s->lanes, sizeof *s->lane);
	s->next_lane = mem_array(n / s->p, sizeof *s->next_lane);
}

static void several_clear(struct several *s)
{
	mem_free(s->held);
	mem_free(s->free_at);
	mem_free(s->busy);
	mem_free(s->in_node);
	mem_free(s->without);
	mem_free(s->with);
	mem_free(s->copies);
	mem_free(s->load);
	mem_free(s->informed);
	mem_free(s->lane);
	mem_free(s->next_lane);
	transmissions_clear(&s->list);
}

/* Keeps the rows of a try that ends before all others. */
static void keep_better(
	struct transmissions *list, const struct several *s, uint64_t *best)
{
	if (s->finish >= *best)
		return;
	*best = s->finish;
	list->count = 0;
	for (size_t i = 0; i < s->list.count; i++)
		transmissions_add(list, &s->list.row[i]);
}

/* Tries a plan for all processors, or for the nodes. */
static enum status try_plan(struct transmissions *list, struct several *s,
	int is_flat, uint64_t max_bits, uint64_t *best, struct err *err)
{
	struct transmissions plan = {0}, made = {0};
	enum status status = read_plan(
		&plan, s, is_flat ? s->n : s->n / s->p, max_bits, err);

	if (status == STATUS_OK && is_flat) {
		run_flat(s, &plan, *best);
		keep_better(list, s, best);
	}
	if (status == STATUS_OK && !is_flat &&
		nodes_deputies(
			&made, s->figures, &plan, s->m, s->horizon, best)) {
		struct transmissions other = *list;

		*list = made;
		made = other;
	}
	transmissions_clear(&plan);
	transmissions_clear(&made);
	return status == STATUS_LIMIT ? STATUS_OK : status;
}

/* Sets a horizon far above what any try should take, and finds out whether all
 * that is kept has room: the rows are, of one try and of the best. */
static enum status check_several(
	struct several *s, uint64_t max_bits, struct err *err)
{
	const struct nodes_figures *f = s->figures;

	if (s->n > SIZE_MAX_ALL || s->m > SIZE_MAX_ALL / s->n)
		return err_limit(
			err, "so many messages on so many nodes take long");
	s->horizon = f->e2 * 64 + f->u2 * 4 * s->m;
	if (s->lanes > 0)
		s->horizon += f->u2 * 4 * s->m * (s->p / s->lanes);
	if (s->horizon > PORTS_MOST / s->n)
		return err_limit(
			err, "so many messages on so many nodes take long");
	return limit_check_parts("a schedule of so many messages on nodes",
		(const struct limit_part[LIMIT_PARTS]){
			{2 * sizeof(struct transmission) + sizeof *s->held +
					sizeof *s->in_node,
				s->n, s->m},
			{sizeof *s->busy, s->n, bits_words(s->horizon)}},
		max_bits / 8, err);
}

static enum status find_several(struct transmissions *list,
	const struct nodes_figures *figures, const struct nodes *nodes,
	uint64_t n, uint64_t m, uint64_t max_bits, struct err *err)
{
	uint64_t lanes = nodes->lanes < figures->p ? nodes->lanes : 0;
	struct several s = {.figures = figures,
		.lanes = lanes,
		.lanes_in = lanes > 0 && nodes->lanes_in,
		.n = (size_t)n,
		.m = (size_t)m,
		.p = figures->p};
	uint64_t best = UINT64_MAX;
	unsigned tries;
	enum status status = check_several(&s, max_bits, err);

	if (status != STATUS_OK)
		return status;
	several_init(&s);
	status = try_plan(list, &s, 1, max_bits, &best, err);
	if (status == STATUS_OK && s.p > 1)
		status = try_plan(list, &s, 0, max_bits, &best, err);
	tries = count_tries(&s, best < UINT64_MAX);
	for (unsigned try = 0; status == STATUS_OK && try < tries; try++) {
		run_greedy(&s, try, best);
		keep_better(list, &s, &best);
	}
	several_clear(&s);
	if (status == STATUS_OK && best == UINT64_MAX)
		status = err_limit(err, "no schedule on these nodes was found");
	return status;
}

/* Turns a message's figures, send <= end, into longer ticks, of so many. */
static void lengthen(uint64_t *send, uint64_t *end, uint64_t ticks)
{
	uint64_t begin = (*end - *send) / ticks;

	*end = (*end + ticks - 1) / ticks;
	*send = *end - begin;
}

enum status nodes_several(struct transmissions *list,
	const struct nodes_figures *figures, const struct nodes *nodes,
	uint64_t n, uint64_t m, uint64_t max_bits, struct err *err)
{
	uint64_t ticks = (figures->e2 + TICKS_MOST - 1) / TICKS_MOST;
	struct nodes_figures longer = *figures;
	enum status status;

	lengthen(&longer.u1, &longer.e1, ticks);
	lengthen(&longer.u2, &longer.e2, ticks);
	status = find_several(list, &longer, nodes, n, m, max_bits, err);
	for (size_t i = 0; i < list->count; i++)
		list->row[i].tick *= ticks;
	return status;
}
