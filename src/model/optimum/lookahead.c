/*
 * Deadlines.  Suppose that from now on every holder of an item sends it in
 * every step, and that the last of those sends is in step e: then the item can
 * wait last - e steps before it needs everybody, plus a fraction for the
 * surplus of sends in step e.  A new item takes B(P,L) steps, and the source
 * has others to send first, one a step.
 *   On the same supposition, an item's share is the number of copies wanting in
 * step t+L divided by its holders then.
 *
 * Example: P = 8, L = 2; two processors hold an item, and nothing of it is
 * under way.  Each sends it in this step and in the next; in the second
 * step from now it has four holders, and two copies are wanting.  So e is two
 * steps from now, the surplus is 2 sends of 4, which is half a step, and the
 * share is 2/4.
 */
#include "model/optimum/builder.h"

#include <string.h>

#include "base/mem.h"

enum { SHARE_ONE = 1024 };

uint64_t lookahead_size(uint32_t P, uint32_t k, uint32_t last, uint32_t steps)
{
	uint64_t words = (uint64_t)k / 64 + 1;

	return sizeof(struct optimum_item) * (uint64_t)k +
	       sizeof(uint64_t) * words * P *
		       ((uint64_t)optimum_least(steps, last) + 1) +
	       sizeof(uint32_t) * ((uint64_t)last + 2);
}

void lookahead_init(struct lookahead *look, const struct optimum_state *state,
	uint32_t steps)
{
	size_t words = (size_t)state->k / 64 + 1, P = state->P;

	look->P = state->P;
	look->item = mem_array(state->k, sizeof *look->item);
	look->held = mem_array(words * P * optimum_least(steps, state->last),
		sizeof *look->held);
	look->has = mem_array(words * P, sizeof *look->has);
	look->count = mem_array((size_t)state->last + 2, sizeof *look->count);
}

void lookahead_clear(struct lookahead *look)
{
	mem_free(look->item);
	mem_free(look->held);
	mem_free(look->has);
	mem_free(look->count);
}

/* Items under way first, then as many new ones as the source may send. */
static void list_items(
	struct lookahead *look, const struct optimum_state *state)
{
	uint32_t fresh = optimum_least(look->steps, state->k - state->unsent);

	look->items = 0;
	for (uint32_t i = state->first; i < state->unsent + fresh; i++) {
		uint32_t wanting = state->P - state->copies[i];

		if (i == state->unsent)
			look->sent = look->items;
		if (wanting > 0)
			look->item[look->items++] = (struct optimum_item){
				.item = i, .wanting = wanting};
	}
	if (fresh == 0)
		look->sent = look->items;
	look->words = ((size_t)look->items + 63) / 64;
}

/* Sets of what p holds: each item from the step on in which p can send it. */
static void set_held(
	struct lookahead *look, const struct optimum_state *state, uint32_t p)
{
	size_t stride = (size_t)state->P * look->words;
	uint64_t *held = look->held + (size_t)p * look->words;

	for (uint32_t a = 0; a < look->items; a++) {
		uint32_t since = optimum_since(state, p, look->item[a].item);
		uint64_t bit = (uint64_t)1 << a % 64;
		uint32_t d = since > state->step ? since - state->step : 0;

		if (p == 0 && a > look->sent)
			d = a - look->sent;
		if (since == OPTIMUM_NEVER)
			continue;
		look->has[(size_t)p * look->words + a / 64] |= bit;
		if (d < look->steps)
			held[d * stride + a / 64] |= bit;
	}
	for (uint32_t d = 1; d < look->steps; d++)
		for (size_t w = 0; w < look->words; w++)
			held[d * stride + w] |= held[(d - 1) * stride + w];
}

/* count[d]: who can send item i from the d-th step on, among those it has been
 * sent to; later holders are not known. */
static void count_holders(
	struct lookahead *look, const struct optimum_state *state, uint32_t i)
{
	uint32_t left = state->last - state->step + 1;
	/* The source alone can spread it in that time. */
	uint32_t most = optimum_least(left, (uint32_t)state->caps.spread + 1);

	memset(look->count, 0, ((size_t)most + 1) * sizeof *look->count);
	for (uint32_t p = 0; p < state->P; p++) {
		uint32_t since = optimum_since(state, p, i);

		if (since <= state->step)
			look->count[0]++;
		else if (since <= state->last)
			look->count[since - state->step]++;
	}
}

/* Spreads an item from now on as fast as possible; 0 if that is too late. */
static int set_deadline(struct lookahead *look,
	const struct optimum_state *state, struct optimum_item *item)
{
	uint32_t left = state->last - state->step + 1;
	uint64_t copies = state->copies[item->item], holders = 0;

	count_holders(look, state, item->item);
	for (uint32_t d = 0; d < left; d++) {
		holders += look->count[d];
		if (d >= state->L)
			holders += look->count[d - state->L];
		look->count[d] = (uint32_t)holders;
		if (d == state->L) {
			uint64_t share = (state->P - copies) * SHARE_ONE;

			share /= holders;
			item->share =
				share < SHARE_ONE ? (uint32_t)share : SHARE_ONE;
		}
		copies += holders;
		if (copies >= state->P) {
			item->slack = 4 * (int64_t)(left - 1 - d);
			item->slack +=
				(int64_t)(4 * (copies - state->P) / holders);
			return 1;
		}
	}
	return 0;
}

/* The source sends the remaining new items, one a step, and the last of them
 * then spreads as if alone. 0 if that is too late. */
static int set_new(struct lookahead *look, const struct optimum_state *state)
{
	int64_t begun = (int64_t)state->step + (state->k - state->unsent) - 2;
	int64_t slack = 4 * (state->last - begun - state->caps.spread);

	for (uint32_t a = look->sent; a < look->items; a++) {
		look->item[a].slack = slack;
		look->item[a].share = SHARE_ONE;
	}
	return look->sent == look->items || slack >= 0;
}

int lookahead_set(struct lookahead *look, const struct optimum_state *state,
	uint32_t steps)
{
	size_t sets = state->P;

	look->steps = optimum_least(steps, state->last - state->step + 1);
	list_items(look, state);
	if (!set_new(look, state))
		return 0;
	for (uint32_t a = 0; a < look->sent; a++)
		if (!set_deadline(look, state, &look->item[a]))
			return 0;
	memset(look->has, 0, sets * look->words * sizeof *look->has);
	memset(look->held, 0,
		sets * look->steps * look->words * sizeof *look->held);
	for (uint32_t p = 0; p < state->P; p++)
		set_held(look, state, p);
	return 1;
}
