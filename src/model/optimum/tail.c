/*
 * Step by step: a matching of senders and receivers, with an edge where the
 * sender has an item that the receiver lacks; then, of these items, one that
 * few have.  The source sends a new item as long as there is one.
 */
#include "model/optimum/tail.h"

#include <string.h>

#include "base/mem.h"

static const uint32_t NOBODY = UINT32_MAX;

enum { COPY = 8, NOISE = 24 };

struct fill {
	struct optimum_tail *tail;
	struct random *random;
	uint64_t *has, *got; /* items of each processor; also those under way */
	uint64_t *coming;    /* [u % L · P + p]: they arrive in step u */
	uint32_t copies[OPTIMUM_TAIL_ITEMS];
	uint32_t fresh; /* the next item of the source */
	/* Of one step, by place among its sends. */
	struct optimum_send *send;
	uint32_t count;
	uint32_t *match; /* by receiver: its sender */
	uint8_t *seen;
	struct optimum_send *sent; /* as they are matched */
};

/* What the sender can offer in this step. */
static uint64_t get_offer(const struct fill *fill, uint32_t from)
{
	if (from == 0 && fill->fresh < fill->tail->items)
		return (uint64_t)1 << fill->fresh;
	return fill->has[from];
}

/* Finds the sender a receiver, moving others if necessary. */
static int augment_tail(struct fill *fill, uint32_t a, uint32_t first)
{
	uint64_t offer = get_offer(fill, fill->send[a].from);

	for (uint32_t j = 0; j < fill->count; j++) {
		uint32_t b = (first + j) % fill->count;

		if (fill->seen[b] ||
			(offer & ~fill->got[fill->send[b].to]) == 0)
			continue;
		fill->seen[b] = 1;
		if (fill->match[b] == NOBODY ||
			augment_tail(fill, fill->match[b], first)) {
			fill->match[b] = a;
			return 1;
		}
	}
	return 0;
}

static int match_all(struct fill *fill)
{
	memset(fill->match, 0xff, fill->count * sizeof *fill->match);
	for (uint32_t a = 0; a < fill->count; a++) {
		memset(fill->seen, 0, fill->count);
		if (!augment_tail(
			    fill, a, random_below(fill->random, fill->count)))
			return 0;
	}
	return 1;
}

/* One of the items, of those with fewest copies. */
static uint32_t choose_item(struct fill *fill, uint64_t items)
{
	uint32_t best = 0, least = UINT32_MAX;

	for (uint32_t i = 0; i < fill->tail->items; i++) {
		uint32_t many = fill->copies[i] * COPY;

		if ((items >> i & 1) == 0)
			continue;
		many += random_below(fill->random, NOISE);
		if (many < least) {
			least = many;
			best = i;
		}
	}
	return best;
}

/* Sends what was matched: the b-th receiver keeps its place. */
static void send_all_tail(struct fill *fill, uint64_t *coming)
{
	for (uint32_t b = 0; b < fill->count; b++) {
		uint32_t from = fill->send[fill->match[b]].from;
		uint32_t to = fill->send[b].to, item;

		item = choose_item(
			fill, get_offer(fill, from) & ~fill->got[to]);
		fill->sent[b] = (struct optimum_send){from, to, item};
		fill->got[to] |= (uint64_t)1 << item;
		coming[to] |= (uint64_t)1 << item;
		fill->copies[item]++;
	}
	fill->fresh += fill->fresh < fill->tail->items;
	memcpy(fill->send, fill->sent, fill->count * sizeof *fill->sent);
}

static int fill_step(struct fill *fill, uint32_t u)
{
	const struct optimum_tail *tail = fill->tail;
	uint64_t *coming = fill->coming + (size_t)(u % tail->L) * tail->P;

	for (uint32_t p = 0; p < tail->P; p++) {
		fill->has[p] |= coming[p];
		coming[p] = 0;
	}
	fill->send = tail->send + tail->end[u];
	fill->count = (uint32_t)(tail->end[u + 1] - tail->end[u]);
	if (!match_all(fill))
		return 0;
	send_all_tail(fill, coming);
	return 1;
}

int optimum_tail_fill(struct optimum_tail *tail, struct random *random)
{
	struct fill fill = {.tail = tail, .random = random};
	size_t P = tail->P;
	uint32_t u = 0;

	fill.has = mem_array(P, sizeof *fill.has);
	fill.got = mem_array(P, sizeof *fill.got);
	/* What is sent arrives in one of the steps, or is of no use. */
	fill.coming =
		mem_array(P * (tail->L < tail->steps ? tail->L : tail->steps),
			sizeof *fill.coming);
	fill.match = mem_array(P, sizeof *fill.match);
	fill.seen = mem_array(P, 1);
	fill.sent = mem_array(P, sizeof *fill.sent);
	fill.has[0] = fill.got[0] = UINT64_MAX >> (64 - tail->items);
	while (u < tail->steps && fill_step(&fill, u))
		u++;
	mem_free(fill.has);
	mem_free(fill.got);
	mem_free(fill.coming);
	mem_free(fill.match);
	mem_free(fill.seen);
	mem_free(fill.sent);
	return u == tail->steps;
}
