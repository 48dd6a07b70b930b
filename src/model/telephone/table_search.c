/*
 * A depth-first search along the phases that own two ages.
 *
 * From one phase to the next both ages grow by one.  A phase that owns A is OLD
 * and gives it, or MEET, or SWAP; the age that it gets takes the place of A. An
 * OLD, YOUNG, SOURCE or IDLE phase sends one of its two ages, and the other is
 * unsent.  The pattern determines how many phases have age a unsent, 2 h[a] -
 * h[a+1], and how many get age c: h[c+1] - h[c], and 1 for c = 0, the source's.
 * All phases after the pairs send the only age that they own.  So the pairs
 * must use up all that is unsent, but for one age of the last pair, whose other
 * age is A and is dropped.
 *
 * Example: h[1..4] = 1, 2, 3, 5.  Of the two phases that own age 2 one sends
 * it, so that three phases own age 3, and in one it stays unsent: 2·2 - 3.  Of
 * those three, two send it and one does not, 2·3 - 5.
 *
 * States are remembered by hash and not entered twice; where two hashes collide
 * a state is skipped.
 */
#include "model/telephone/odd.h"

#include <string.h>

#include "base/mem.h"
#include "number/random.h"

/* A phase on the search's path. */
struct search_frame {
	struct double_phase phase;
	uint8_t met;	/* an earlier phase is MEET */
	uint8_t choice; /* the next to be tried */
};

/* count += sign, and the hash, the sum of all counts times keys, changes. */
static void change(struct telephone_search *search, uint32_t *count, int sign)
{
	size_t place = (size_t)((char *)count - (char *)search->unsent);
	uint64_t key = random_mix(place + 1);

	*count += (uint32_t)sign;
	search->hash += sign > 0 ? key : 0 - key;
}

static void clear_seen(struct telephone_search *search)
{
	memset(search->seen, 0, search->capacity * sizeof *search->seen);
	search->seen_count = 0;
}

/* Whether the state was entered before in this attempt; if not, notes it. */
static int is_seen(struct telephone_search *search, uint32_t depth,
	const struct search_frame *frame)
{
	uint64_t hash = search->hash;
	size_t at;

	hash ^= random_mix(search->attempt << 32 | depth);
	hash ^= random_mix((uint64_t)frame->phase.x << 16 |
			   (uint64_t)frame->phase.y << 8 |
			   (frame->met ? 3 : 2));
	hash = random_mix(hash) | 1;
	at = (size_t)(hash >> 8) & (search->capacity - 1);
	while (search->seen[at] != 0) {
		if (search->seen[at] == hash)
			return 1;
		at = (at + 1) & (search->capacity - 1);
	}
	search->seen[at] = hash;
	search->seen_count++;
	return 0;
}

/* Tries to make the phase, which owns A, LONE's partner: its y must be meet. */
static int try_meet(struct telephone_search *search, struct search_frame *frame,
	unsigned meet)
{
	unsigned lone = search->doubles->lone;

	if (frame->met || frame->phase.y != meet || lone == meet ||
		search->begin[lone] == 0)
		return 0;
	change(search, &search->begin[lone], -1);
	frame->phase.kind = PHASE_MEET;
	frame->phase.give = frame->phase.y;
	frame->phase.get = (uint8_t)lone;
	return 1;
}

/* Tries a swap of y for c: one that an earlier SWAP wants, or a new one. */
static int try_swap(struct telephone_search *search, struct search_frame *frame,
	unsigned c, int wanted)
{
	unsigned y = frame->phase.y;

	if (search->swaps == 0 || c == y || search->begin[c] == 0 ||
		(search->open[c][y] > 0) != wanted)
		return 0;
	if (!wanted && search->opens + 2 > search->swaps)
		return 0;
	change(search, &search->begin[c], -1);
	search->swaps--;
	if (wanted) {
		change(search, &search->open[c][y], -1);
		search->opens--;
	} else {
		change(search, &search->open[y][c], 1);
		search->opens++;
	}
	/* undo() tells by the choice which of the two it was. */
	frame->phase.kind = PHASE_SWAP;
	frame->phase.give = (uint8_t)y;
	frame->phase.get = (uint8_t)c;
	return 1;
}

/* Tries to give A and get c; y remains unsent. */
static int try_old(
	struct telephone_search *search, struct search_frame *frame, unsigned c)
{
	unsigned y = frame->phase.y;

	if (c == y || search->unsent[y] == 0 || search->begin[c] == 0)
		return 0;
	change(search, &search->unsent[y], -1);
	change(search, &search->begin[c], -1);
	frame->phase.kind = c == 0 ? PHASE_SOURCE : PHASE_OLD;
	frame->phase.give = frame->phase.x;
	frame->phase.get = (uint8_t)c;
	return 1;
}

/* Tries to give one age, y or x; the other remains unsent. */
static int try_young(
	struct telephone_search *search, struct search_frame *frame, int is_y)
{
	unsigned kept = is_y ? frame->phase.x : frame->phase.y;

	if (search->unsent[kept] == 0)
		return 0;
	change(search, &search->unsent[kept], -1);
	frame->phase.kind = PHASE_YOUNG;
	frame->phase.give = is_y ? frame->phase.y : frame->phase.x;
	return 1;
}

/*
 * Tries the frame's next choices until one is possible; returns 0 if none is.
 * A phase that owns A: MEET; SWAPs that are wanted; new SWAPs; OLD, each from
 * the oldest age down.  Others: YOUNG, giving x, then y.
 */
static int try_next(struct telephone_search *search, struct search_frame *frame,
	unsigned meet)
{
	unsigned ages = search->doubles->ages;
	int done = 0;

	if (frame->phase.x < ages) {
		while (!done && frame->choice < 2)
			done = try_young(search, frame, frame->choice++);
		return done;
	}
	while (!done && frame->choice < 3 * ages - 1) {
		unsigned i = frame->choice++;

		if (i == 0)
			done = try_meet(search, frame, meet);
		else if (i < ages)
			done = try_swap(search, frame, ages - i, 1);
		else if (i < 2 * ages - 1)
			done = try_swap(search, frame, 2 * ages - 1 - i, 0);
		else
			done = try_old(search, frame, 3 * ages - 2 - i);
	}
	return done;
}

/* Takes the frame's present choice back. */
static void undo(struct telephone_search *search, struct search_frame *frame)
{
	unsigned x = frame->phase.x, y = frame->phase.y, c = frame->phase.get;

	if (frame->phase.kind == PHASE_YOUNG) {
		change(search, &search->unsent[x + y - frame->phase.give], 1);
		return;
	}
	change(search, &search->begin[c], 1);
	if (frame->phase.kind == PHASE_OLD || frame->phase.kind == PHASE_SOURCE)
		change(search, &search->unsent[y], 1);
	if (frame->phase.kind != PHASE_SWAP)
		return;
	search->swaps++;
	if (frame->choice <= search->doubles->ages) {
		change(search, &search->open[c][y], 1);
		search->opens++;
	} else {
		change(search, &search->open[y][c], -1);
		search->opens--;
	}
}

/* Sets next up as the phase after a frame's. */
static void follow(const struct telephone_search *search,
	const struct search_frame *frame, struct search_frame *next)
{
	unsigned a = frame->phase.y + 1u, b = frame->phase.x + 1u;

	if (frame->phase.x == search->doubles->ages)
		b = frame->phase.get + 1u;
	*next = (struct search_frame){
		.met = frame->met || frame->phase.kind == PHASE_MEET};
	next->phase.x = (uint8_t)(a > b ? a : b);
	next->phase.y = (uint8_t)(a > b ? b : a);
}

/* Whether the search may go on from here. */
static int may_enter(struct telephone_search *search, uint32_t depth,
	const struct search_frame *frame)
{
	uint32_t left = search->doubles->pairs - depth;

	return frame->phase.x != frame->phase.y && search->swaps <= left &&
	       search->opens <= search->swaps && !is_seen(search, depth, frame);
}

/* Whether the phase may be the last pair: it drops A and keeps y unsent, all
 * else is used up, and a row of single ages can begin younger than LONE's age.
 */
static int may_end(
	const struct telephone_search *search, const struct search_frame *frame)
{
	const struct telephone_two_ages *doubles = search->doubles;
	uint32_t unsent = 0, younger = 0;

	for (unsigned a = 1; a < doubles->ages; a++)
		unsent += search->unsent[a];
	for (unsigned c = 0; c < doubles->lone; c++)
		younger += search->begin[c];
	return frame->phase.x == doubles->ages && frame->met &&
	       search->swaps == 0 && unsent == 1 &&
	       search->unsent[frame->phase.y] == 1 && younger > 0;
}

/* Stores the pairs that were found. */
static void keep(struct telephone_search *search)
{
	struct telephone_two_ages *doubles = search->doubles;

	mem_free(doubles->phase);
	doubles->phase = mem_array(doubles->pairs + 1, sizeof *doubles->phase);
	for (uint32_t i = 1; i <= doubles->pairs; i++)
		doubles->phase[i] = search->frame[i].phase;
	doubles->phase[doubles->pairs].kind = PHASE_IDLE;
	memcpy(doubles->rest, search->begin, sizeof doubles->rest);
}

/* Searches with LONE's age lone and MEET's meet: phase 1, which LONE becomes,
 * owns lone + 1 and meet + 1. */
static int search_from(struct telephone_search *search, unsigned meet)
{
	struct search_frame first = {.phase = {.x = (uint8_t)meet,
					     .y = search->doubles->lone,
					     .get = (uint8_t)meet}};
	uint32_t depth = 1, last = search->doubles->pairs;

	follow(search, &first, &search->frame[1]);
	search->nodes = 0;
	if (!may_enter(search, depth, &search->frame[1]))
		return 0;
	while (depth > 0) {
		struct search_frame *frame = &search->frame[depth];

		if (depth == last) {
			if (may_end(search, frame)) {
				keep(search);
				return 1;
			}
			frame->choice = UINT8_MAX;
		}
		if (!try_next(search, frame, meet)) {
			if (--depth > 0)
				undo(search, &search->frame[depth]);
			continue;
		}
		follow(search, frame, frame + 1);
		if (may_enter(search, depth + 1, frame + 1)) {
			if (++search->nodes >= search->limit)
				return 0;
			depth++;
		} else {
			undo(search, frame);
		}
	}
	return 0;
}

/* Sets the counts that the pattern determines; returns 0 if no table has it. */
static int set_counts(struct telephone_search *search)
{
	const struct telephone_two_ages *doubles = search->doubles;
	const uint32_t *h = doubles->h;
	unsigned ages = doubles->ages;
	uint64_t unsent = 0;

	memset(search->unsent, 0, sizeof search->unsent);
	memset(search->begin, 0, sizeof search->begin);
	memset(search->open, 0, sizeof search->open);
	search->hash = search->opens = 0;
	search->swaps = 2 * (h[ages] - doubles->n / 2 - 1);
	search->begin[0] = 1;
	for (unsigned a = 1; a < ages; a++) {
		if (2 * h[a] < h[a + 1] || h[a + 1] < h[a])
			return 0;
		search->unsent[a] = 2 * h[a] - h[a + 1];
		search->begin[a] = h[a + 1] - h[a];
		unsent += search->unsent[a];
	}
	return unsent >= 1 && unsent + search->swaps + 1 == doubles->pairs;
}

static void make_search_capacity(
	struct telephone_search *search, uint64_t limit)
{
	size_t frames = (size_t)search->doubles->pairs + 2, capacity = 64;

	search->limit = limit;
	if (frames > search->frames) {
		search->frame = mem_resize(
			search->frame, frames, sizeof *search->frame);
		search->frames = frames;
	}
	while (capacity < 8 * limit)
		capacity *= 2;
	if (capacity > search->capacity) {
		mem_free(search->seen);
		search->seen = mem_array(capacity, sizeof *search->seen);
		search->capacity = capacity;
		search->seen_count = 0;
	}
}

int telephone_search_pairs(struct telephone_search *search, uint64_t limit)
{
	struct telephone_two_ages *doubles = search->doubles;
	unsigned ages = doubles->ages;

	make_search_capacity(search, limit);
	for (unsigned lone = ages - 1; lone > 0; lone--)
		for (unsigned meet = ages - 1; meet > 0; meet--) {
			doubles->lone = (uint8_t)lone;
			if (!set_counts(search))
				return 0;
			if (meet == lone || search->begin[meet] == 0)
				continue;
			search->begin[meet]--;
			search->attempt++;
			if (2 * search->seen_count > search->capacity)
				clear_seen(search);
			if (search_from(search, meet))
				return 1;
			search->budget -= (int64_t)search->nodes;
			if (search->budget < 0)
				return 0;
		}
	return 0;
}

void telephone_search_clear(struct telephone_search *search)
{
	mem_free(search->frame);
	mem_free(search->seen);
	search->frame = NULL;
	search->seen = NULL;
	search->frames = search->capacity = 0;
}
