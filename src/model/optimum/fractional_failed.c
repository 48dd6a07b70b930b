/*
 * A state's key has everything about it that matters from now on: the time
 * left, the number of fresh messages, who has each spreading message from when
 * on, and when each processor is free.  Times are counted from now, and all
 * times before now are alike, as a send must begin as soon as it can
 * (fractional.c).
 *
 * Processors and messages are listed in an order that does not depend on their
 * names: by hashes of what a processor has and of who has a message, refined
 * twice, as colours are in tests for isomorphism.  If two different ones have
 * the same hash, the key depends on the names, and alike states may have
 * different keys.  Such a state may be missed, but two states that differ are
 * never taken for each other, as the key describes the state completely.
 *   Example: 1 has message 0 and 2 lacks it, or the other way round: one key.
 */
#include "model/optimum/fractional.h"

#include <string.h>

#include "base/mem.h"
#include "number/random.h"

enum { FIRST_SLOTS = 1 << 10, REFINEMENTS = 2, KEY_HEAD = 8 };

/* The table of who has which spreading message, and the order of its rows and
 * columns. */
struct fractional_order {
	int processor[FRACTIONAL_SEARCHED];
	uint64_t processor_hash[FRACTIONAL_SEARCHED];
	int *message; /* the spreading messages */
	int *column;  /* their indices, in order */
	uint64_t *message_hash;
	int messages;
	uint8_t *code; /* [p * messages + k]: when p has message[k]; 0: never */
};

void fractional_failed_init(
	struct fractional_failed *failed, int n, int m, uint64_t most)
{
	size_t cells = (size_t)n * (size_t)m;
	struct fractional_order *order = mem_array(1, sizeof *order);

	*failed = (struct fractional_failed){
		.most = most, .slots = FIRST_SLOTS, .order = order};
	failed->slot = mem_array(failed->slots, sizeof *failed->slot);
	failed->key = mem_array(
		cells + 2 * (size_t)n + KEY_HEAD, sizeof *failed->key);
	order->message = mem_array((size_t)m, sizeof *order->message);
	order->column = mem_array((size_t)m, sizeof *order->column);
	order->message_hash = mem_array((size_t)m, sizeof *order->message_hash);
	order->code = mem_array(cells, sizeof *order->code);
}

void fractional_failed_clear(struct fractional_failed *failed)
{
	if (failed->order) {
		mem_free(failed->order->message);
		mem_free(failed->order->column);
		mem_free(failed->order->message_hash);
		mem_free(failed->order->code);
	}
	mem_free(failed->order);
	mem_free(failed->key);
	mem_free(failed->slot);
	mem_free(failed->text);
}

/* A time counted from now, as a byte that is not 0. */
static uint8_t tell(const struct fractional_state *state, int tick)
{
	return (uint8_t)(tick < state->tick ? 1 : 2 + tick - state->tick);
}

static uint8_t *code_of(struct fractional_order *order, int p)
{
	return order->code + (size_t)p * (size_t)order->messages;
}

static void set_codes(
	struct fractional_order *order, const struct fractional_state *state)
{
	order->messages = 0;
	for (int i = state->oldest; i < state->fresh; i++)
		if (fractional_is_spreading(state, i))
			order->message[order->messages++] = i;
	for (int p = 1; p < state->n; p++)
		for (int k = 0; k < order->messages; k++) {
			int since =
				fractional_since(state, p, order->message[k]);

			code_of(order, p)[k] = since == FRACTIONAL_NEVER
						       ? 0
						       : tell(state, since);
		}
}

static uint64_t mix_two(uint64_t x, uint64_t y)
{
	return random_mix(x + random_mix(y));
}

static void hash_processors(
	struct fractional_order *order, const struct fractional_state *state)
{
	for (int p = 1; p < state->n; p++) {
		const struct fractional_processor *processor =
			&state->processor[p];
		uint64_t sum = mix_two(tell(state, processor->sends_from),
			tell(state, processor->receives_from));

		for (int k = 0; k < order->messages; k++)
			sum += mix_two(
				order->message_hash[k], code_of(order, p)[k]);
		order->processor_hash[p] = sum;
	}
}

static void hash_messages(
	struct fractional_order *order, const struct fractional_state *state)
{
	for (int k = 0; k < order->messages; k++) {
		uint64_t sum = 0;

		for (int p = 1; p < state->n; p++)
			sum += mix_two(
				order->processor_hash[p], code_of(order, p)[k]);
		order->message_hash[k] = sum;
	}
}

/* index[0 .. count-1] = first .. first+count-1, sorted by hash. */
static void sort_by_hash(int *index, const uint64_t *hash, int first, int count)
{
	for (int i = 0; i < count; i++) {
		int j = i;

		for (; j > 0 && hash[index[j - 1]] > hash[first + i]; j--)
			index[j] = index[j - 1];
		index[j] = first + i;
	}
}

static void put_byte(struct fractional_failed *failed, int byte)
{
	failed->key[failed->length++] = (uint8_t)byte;
}

static void put_word(struct fractional_failed *failed, int word)
{
	put_byte(failed, word & 255);
	put_byte(failed, word >> 8);
}

/* Sets the key of a state. */
static void set_key(
	struct fractional_failed *failed, const struct fractional_state *state)
{
	struct fractional_order *order = failed->order;
	int *column = order->column;

	set_codes(order, state);
	for (int k = 0; k < order->messages; k++)
		order->message_hash[k] = 0;
	for (int i = 0; i < REFINEMENTS; i++) {
		hash_processors(order, state);
		hash_messages(order, state);
	}
	sort_by_hash(order->processor, order->processor_hash, 1, state->n - 1);
	sort_by_hash(column, order->message_hash, 0, order->messages);
	failed->length = 0;
	put_word(failed, state->last - state->tick);
	put_word(failed, state->m - state->fresh);
	put_word(failed, order->messages);
	put_byte(failed, tell(state, state->processor[0].sends_from));
	for (int j = 0; j < state->n - 1; j++) {
		int p = order->processor[j];

		put_byte(failed, tell(state, state->processor[p].sends_from));
		put_byte(
			failed, tell(state, state->processor[p].receives_from));
		for (int k = 0; k < order->messages; k++)
			put_byte(failed, code_of(order, p)[column[k]]);
	}
}

/* The length of a key in the text, where two bytes before it tell it. */
static size_t get_length(const uint8_t *text)
{
	return (size_t)text[0] | (size_t)text[1] << 8;
}

static uint64_t hash_key(const uint8_t *key, size_t length)
{
	uint64_t hash = length;

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ key[i]) * UINT64_C(1099511628211);
	return random_mix(hash);
}

/* The slot that has the key, or the free one where it belongs. */
static size_t *find_slot(const struct fractional_failed *failed,
	const uint8_t *key, size_t length)
{
	size_t at = (size_t)hash_key(key, length) & (failed->slots - 1);

	while (failed->slot[at] > 0) {
		const uint8_t *text = failed->text + (failed->slot[at] - 1);

		if (get_length(text) == length &&
			memcmp(text + 2, key, length) == 0)
			break;
		at = (at + 1) & (failed->slots - 1);
	}
	return &failed->slot[at];
}

int fractional_failed_has(
	struct fractional_failed *failed, const struct fractional_state *state)
{
	set_key(failed, state);
	return *find_slot(failed, failed->key, failed->length) > 0;
}

/* Doubles the slots. */
static void grow_slots(struct fractional_failed *failed)
{
	failed->slots *= 2;
	mem_free(failed->slot);
	failed->slot = mem_array(failed->slots, sizeof *failed->slot);
	for (size_t at = 0; at < failed->used;) {
		const uint8_t *text = failed->text + at;
		size_t length = get_length(text);

		*find_slot(failed, text + 2, length) = at + 1;
		at += 2 + length;
	}
}

/* Makes room for one more key; 0 if that takes too much memory. */
static int has_room(struct fractional_failed *failed)
{
	size_t need = failed->used + failed->length + 2;
	size_t capacity = failed->capacity;

	while (capacity < need)
		capacity += capacity / 2 + need;
	if (capacity + 2 * failed->slots * sizeof *failed->slot > failed->most)
		return 0;
	if (capacity > failed->capacity)
		failed->text = mem_resize(failed->text, capacity, 1);
	failed->capacity = capacity;
	if (2 * failed->count >= failed->slots)
		grow_slots(failed);
	return 1;
}

void fractional_failed_add(
	struct fractional_failed *failed, const struct fractional_state *state)
{
	size_t *slot;
	uint8_t *text;

	set_key(failed, state);
	if (!has_room(failed))
		return;
	slot = find_slot(failed, failed->key, failed->length);
	if (*slot > 0)
		return;
	*slot = failed->used + 1;
	text = failed->text + failed->used;
	text[0] = (uint8_t)(failed->length & 255);
	text[1] = (uint8_t)(failed->length >> 8);
	memcpy(text + 2, failed->key, failed->length);
	failed->used += failed->length + 2;
	failed->count++;
}
