/*
 * Time by time: the free senders and the free receivers of that time are
 * matched, with an edge where the sender has an item that the receiver lacks;
 * then, of these items, one that few have.  A receiver that has no more free
 * steps than items to get must be served; the others are if possible.  The
 * source sends a new item as long as there is one.
 */
#include "model/optimum/steady_tail.h"

#include <string.h>

#include "base/mem.h"

static const uint32_t NOBODY = UINT32_MAX;

enum { COPY = 8, NOISE = 24 };

struct fill {
	struct steady_tail *tail;
	const struct steady_numbers *numbers;
	const struct steady_edge *edge;
	struct random *random;
	uint64_t *has, *got; /* items of each processor; also those under way */
	uint64_t *coming;    /* [u % L · P + p]: they arrive at time u */
	uint32_t *lacks, *slots; /* items; free steps to receive them */
	uint32_t copies[STEADY_ITEMS_MAX];
	uint32_t fresh; /* the next item of the source */
	/* Of one time. */
	uint32_t *from, *to, count; /* free senders; free receivers */
	uint32_t *match;	    /* by sender: its receiver's index */
	uint8_t *seen;
};

/* What the sender can offer. */
static uint64_t get_offer(const struct fill *fill, uint32_t from)
{
	if (from == 0 && fill->fresh < fill->numbers->items)
		return (uint64_t)1 << fill->fresh;
	return fill->has[from];
}

/* Finds the b-th receiver a sender, moving others if necessary. */
static int augment(struct fill *fill, uint32_t b, uint32_t first)
{
	uint64_t lacks = ~fill->got[fill->to[b]];

	for (uint32_t j = 0; j < fill->count; j++) {
		uint32_t a = first + j < fill->count ? first + j
						     : first + j - fill->count;

		if (fill->seen[a] ||
			(get_offer(fill, fill->from[a]) & lacks) == 0)
			continue;
		fill->seen[a] = 1;
		if (fill->match[a] == NOBODY ||
			augment(fill, fill->match[a], first)) {
			fill->match[a] = b;
			return 1;
		}
	}
	return 0;
}

/* Puts the receivers that must be served first, in a random order; those that
 * have all are left out.  Returns how many must. */
static uint32_t order_receivers(struct fill *fill, uint32_t *receivers)
{
	uint32_t must = 0, count = 0;

	for (uint32_t i = 0; i < fill->count; i++) {
		uint32_t p = fill->to[i];

		fill->slots[p]--;
		if (fill->lacks[p] > 0)
			fill->to[count++] = p;
	}
	for (uint32_t i = 0; i + 1 < count; i++) {
		uint32_t j = i + random_below(fill->random, count - i);
		uint32_t p = fill->to[j];

		fill->to[j] = fill->to[i];
		fill->to[i] = p;
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t p = fill->to[i];

		if (fill->lacks[p] <= fill->slots[p])
			continue;
		fill->to[i] = fill->to[must];
		fill->to[must++] = p;
	}
	*receivers = count;
	return must;
}

static int match_all(struct fill *fill)
{
	uint32_t receivers, must = order_receivers(fill, &receivers);

	memset(fill->match, 0xff, fill->count * sizeof *fill->match);
	for (uint32_t b = 0; b < receivers; b++) {
		memset(fill->seen, 0, fill->count);
		if (!augment(
			    fill, b, random_below(fill->random, fill->count)) &&
			b < must)
			return 0;
	}
	return 1;
}

/* One of the items, of those with fewest copies. */
static uint32_t choose_item(struct fill *fill, uint64_t items)
{
	uint32_t best = 0, least = UINT32_MAX;

	for (uint32_t i = 0; i < fill->numbers->items; i++) {
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

static void send_all(struct fill *fill, uint32_t u)
{
	struct steady_tail *tail = fill->tail;
	uint64_t *coming = fill->coming +
			   (size_t)(u % fill->numbers->L) * fill->numbers->P;
	size_t sends = tail->end[u];

	for (uint32_t a = 0; a < fill->count; a++) {
		struct optimum_send send = {.from = fill->from[a]};

		if (fill->match[a] == NOBODY)
			continue;
		send.to = fill->to[fill->match[a]];
		send.item = choose_item(
			fill, get_offer(fill, send.from) & ~fill->got[send.to]);
		fill->got[send.to] |= (uint64_t)1 << send.item;
		coming[send.to] |= (uint64_t)1 << send.item;
		fill->copies[send.item]++;
		fill->lacks[send.to]--;
		if (send.from == 0 && send.item == fill->fresh)
			fill->fresh++;
		tail->send[sends++] = send;
	}
	tail->end[u + 1] = sends;
}

/* The sends of time u: edges in the order of their ages. */
static void list_free(struct fill *fill, uint32_t u)
{
	fill->count = 0;
	for (uint32_t i = 0; i + 1 < fill->numbers->P; i++) {
		const struct steady_edge *edge = &fill->edge[i];

		if (edge->age > u)
			continue;
		fill->from[fill->count] =
			i == 0 ? 0 : steady_at(&edge->from, u - edge->age);
		fill->to[fill->count++] = steady_at(&edge->to, u - edge->age);
	}
}

static int fill_time(struct fill *fill, uint32_t u)
{
	const struct steady_numbers *numbers = fill->numbers;
	uint64_t *coming = fill->coming + (size_t)(u % numbers->L) * numbers->P;

	for (uint32_t p = 0; p < numbers->P; p++) {
		fill->has[p] |= coming[p];
		coming[p] = 0;
	}
	list_free(fill, u);
	if (!match_all(fill))
		return 0;
	send_all(fill, u);
	return 1;
}

static int fill_tail(struct fill *fill)
{
	const struct steady_numbers *numbers = fill->numbers;
	uint32_t P = numbers->P, u = 0;

	fill->has[0] = fill->got[0] = UINT64_MAX >> (64 - numbers->items);
	for (uint32_t p = 1; p < P; p++)
		fill->lacks[p] = numbers->items;
	for (uint32_t t = 0; t + 1 < numbers->steps; t++) {
		list_free(fill, t);
		for (uint32_t i = 0; i < fill->count; i++)
			fill->slots[fill->to[i]]++;
	}
	while (u + 1 < numbers->steps && fill_time(fill, u))
		u++;
	if (u + 1 < numbers->steps)
		return 0;
	for (uint32_t p = 1; p < P; p++)
		if (fill->lacks[p] > 0)
			return 0;
	return 1;
}

int steady_tail_fill(struct steady_tail *tail,
	const struct steady_numbers *numbers, const struct steady_edge *edge,
	struct random *random)
{
	struct fill fill = {.tail = tail,
		.numbers = numbers,
		.edge = edge,
		.random = random};
	size_t P = numbers->P, N = P - 1;
	int found;

	tail->send = mem_array(numbers->items * N, sizeof *tail->send);
	tail->end = mem_array(numbers->steps + (size_t)1, sizeof *tail->end);
	fill.has = mem_array(P, (2 + numbers->L) * sizeof *fill.has);
	fill.got = fill.has + P;
	fill.coming = fill.got + P;
	fill.lacks = mem_array(P, 5 * sizeof *fill.lacks);
	fill.slots = fill.lacks + P;
	fill.from = fill.slots + P;
	fill.to = fill.from + P;
	fill.match = fill.to + P;
	fill.seen = mem_array(P, 1);
	found = fill_tail(&fill);
	mem_free(fill.has);
	mem_free(fill.lacks);
	mem_free(fill.seen);
	if (!found)
		steady_tail_clear(tail);
	return found;
}

void steady_tail_clear(struct steady_tail *tail)
{
	mem_free(tail->send);
	mem_free(tail->end);
	*tail = (struct steady_tail){NULL, NULL};
}
