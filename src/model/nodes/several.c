/*
 * Several messages on nodes, greedily: a tick after the other, each processor
 * that is free sends what seems to be lacking most, to another node or to its
 * own.  How much each counts is drawn anew for every try, and the try that ends
 * first is taken.  Nothing is known of how far it is from the best.
 */
#include "model/nodes/nodes.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/random.h"

enum {
	TRIES_LEAST = 48,
	TRIES_MOST = 1000,
	WORK = 1 << 26, /* processors times messages, each tick of all tries */
	SIZE_MAX_ALL = 1 << 18, /* processors times messages */
	TICKS_MOST = 1 << 10,	/* of a latency */
	WEIGHTS = 1000
};

/* A try.  held: when processor q has message i, UINT64_MAX if it is not on its
 * way; in_node, copies: how many of a node, or of all, have it then. */
struct several {
	const struct nodes_figures *figures;
	size_t n, m, p, words; /* words: of a processor's ticks */
	uint64_t horizon, finish;
	uint64_t *held, *free_at, *busy;
	uint32_t *in_node, *with, *copies, *load;
	uint64_t left;
	uint32_t out, in, fresh, noise; /* weights */
	int to_deputy;			/* the source sends new ones inside */
	struct random random;
	struct transmissions list;
};

static int is_port_free(
	const struct several *s, size_t q, uint64_t begin, uint64_t end)
{
	if (end > s->horizon)
		return 0;
	for (; begin < end; begin++)
		if (bits_has(s->busy + q * s->words, begin))
			return 0;
	return 1;
}

/* The processor of a node that has least, of those that lack the message and
 * have their port free when it arrives; n if there is none. */
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

static void take_send(struct several *s, uint64_t t, size_t from, size_t to,
	size_t i, int is_out)
{
	const struct nodes_figures *f = s->figures;
	uint64_t u = is_out ? f->u2 : f->u1, end = t + (is_out ? f->e2 : f->e1);

	s->free_at[from] = t + u;
	s->held[to * s->m + i] = end;
	for (uint64_t tick = end - u; tick < end; tick++)
		bits_add(s->busy + to * s->words, tick);
	s->with[i] += s->in_node[to / s->p * s->m + i]++ == 0;
	s->copies[i]++;
	s->load[to]++;
	s->left--;
	if (end > s->finish)
		s->finish = end;
	transmissions_add(&s->list,
		&(struct transmission){
			.tick = t, .from = from, .to = to, .message = i + 1});
}

/* Tries to send message i, which it has, outside or inside. */
static int try_send(
	struct several *s, uint64_t t, size_t from, size_t i, int is_out)
{
	const struct nodes_figures *f = s->figures;
	size_t count = s->n / s->p, own = from / s->p, to = s->n;
	uint64_t end = t + (is_out ? f->e2 : f->e1);
	uint64_t begin = end - (is_out ? f->u2 : f->u1);
	size_t first = random_below(&s->random, (uint32_t)count);

	if (!is_out)
		to = find_receiver(s, own, i, begin, end);
	for (size_t k = 0; is_out && k < count && to == s->n; k++) {
		size_t node = (first + k) % count;

		if (s->in_node[node * s->m + i] == 0)
			to = find_receiver(s, node, i, begin, end);
	}
	if (to < s->n)
		take_send(s, t, from, to, i, is_out);
	return to < s->n;
}

/* What it is worth to send message i; 0: nobody there lacks it. */
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

/* One processor's send, if it has one. */
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

/* All sends of a try, up to the best finish so far. */
static void run_try(struct several *s, unsigned try, uint64_t best)
{
	size_t n = s->n, m = s->m;

	draw_weights(s, try);
	memset(s->held, 255, n * m * sizeof *s->held);
	memset(s->free_at, 0, n * sizeof *s->free_at);
	memset(s->busy, 0, n * s->words * sizeof *s->busy);
	memset(s->in_node, 0, n / s->p * m * sizeof *s->in_node);
	memset(s->load, 0, n * sizeof *s->load);
	s->finish = 0;
	s->left = (uint64_t)m * (n - 1);
	s->list.count = 0;
	for (size_t i = 0; i < m; i++) {
		s->held[i] = 0;
		s->in_node[i] = s->with[i] = s->copies[i] = 1;
	}
	for (uint64_t t = 0; s->left > 0 && t + s->figures->e1 < best; t++)
		for (size_t q = 0; q < n && s->left > 0; q++)
			if (s->free_at[q] <= t)
				send_one(s, t, q);
	if (s->left > 0)
		s->finish = UINT64_MAX;
}

/* More where one has taken little. */
static unsigned count_tries(const struct several *s)
{
	uint64_t each = (uint64_t)s->n * s->m * (s->m + s->figures->e2);
	uint64_t tries = WORK / each;

	if (tries < TRIES_LEAST)
		return TRIES_LEAST;
	return tries < TRIES_MOST ? (unsigned)tries : TRIES_MOST;
}

static void several_init(struct several *s)
{
	size_t n = s->n, m = s->m;

	s->words = bits_words(s->horizon);
	s->held = mem_array(n * m, sizeof *s->held);
	s->free_at = mem_array(n, sizeof *s->free_at);
	s->busy = mem_array(n * s->words, sizeof *s->busy);
	s->in_node = mem_array(n / s->p * m, sizeof *s->in_node);
	s->with = mem_array(m, sizeof *s->with);
	s->copies = mem_array(m, sizeof *s->copies);
	s->load = mem_array(n, sizeof *s->load);
}

static void several_clear(struct several *s)
{
	mem_free(s->held);
	mem_free(s->free_at);
	mem_free(s->busy);
	mem_free(s->in_node);
	mem_free(s->with);
	mem_free(s->copies);
	mem_free(s->load);
	transmissions_clear(&s->list);
}

enum status nodes_several(struct transmissions *list,
	const struct nodes_figures *figures, uint64_t n, uint64_t m,
	struct err *err)
{
	struct several s = {.figures = figures,
		.n = (size_t)n,
		.m = (size_t)m,
		.p = figures->p};
	uint64_t best = UINT64_MAX;
	unsigned tries = TRIES_LEAST;

	if (n > SIZE_MAX_ALL || m > SIZE_MAX_ALL / n ||
		figures->e2 > TICKS_MOST)
		return err_set(err, STATUS_LIMIT,
			"so many messages on so many nodes take long", NULL);
	/* Far more than any try takes: 18 doublings, and two for a message. */
	s.horizon = figures->e2 * (2 * m + 64);
	several_init(&s);
	for (unsigned try = 0; try < tries; try++) {
		run_try(&s, try, best);
		if (try == 0)
			tries = count_tries(&s);
		if (s.finish >= best)
			continue;
		best = s.finish;
		list->count = 0;
		for (size_t i = 0; i < s.list.count; i++)
			transmissions_add(list, &s.list.row[i]);
	}
	several_clear(&s);
	if (best == UINT64_MAX)
		return err_set(err, STATUS_LIMIT,
			"no schedule on these nodes was found", NULL);
	return STATUS_OK;
}
