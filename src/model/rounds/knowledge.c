/*
 * For each processor a window of 64 messages as bits, and a short, sorted list
 * of the messages before it that are missing.
 *   Example: base = 5, a window of 3, and {2} missing: it knows 1, 3, 4, 5, 6,
 * 7.
 */
#include "model/rounds/rounds.h"

#include <string.h>

#include "base/bits.h"
#include "base/mem.h"

void knowledge_init(struct knowledge *knowledge, uint32_t n, uint32_t m)
{
	*knowledge = (struct knowledge){.n = n, .m = m};
	knowledge->knower = mem_array(n, sizeof *knowledge->knower);
}

void knowledge_copy(struct knowledge *to, const struct knowledge *from)
{
	*to = *from;
	to->knower = mem_array(to->n, sizeof *to->knower);
	for (uint32_t p = 0; p < to->n; p++) {
		const struct missing *old = &from->knower[p].missing;
		struct missing *missing = &to->knower[p].missing;

		to->knower[p].window = from->knower[p].window;
		if (old->first == old->end)
			continue;
		missing->end = missing->capacity = old->end - old->first;
		missing->message =
			mem_array(missing->capacity, sizeof *missing->message);
		memcpy(missing->message, old->message + old->first,
			missing->end * sizeof *missing->message);
	}
}

void knowledge_clear(struct knowledge *knowledge)
{
	for (uint32_t p = 0; knowledge->knower && p < knowledge->n; p++)
		mem_free(knowledge->knower[p].missing.message);
	mem_free(knowledge->knower);
	knowledge->knower = NULL;
}

void knowledge_miss(struct knowledge *knowledge, uint32_t p, uint32_t message)
{
	struct missing *missing = &knowledge->knower[p].missing;

	if (missing->end == missing->capacity) {
		missing->capacity += missing->capacity / 2 + 4;
		missing->message = mem_resize(missing->message,
			missing->capacity, sizeof *missing->message);
	}
	missing->message[missing->end++] = message;
}

void knowledge_advance(struct knowledge *knowledge, uint64_t base)
{
	while (knowledge->base < knowledge->m && knowledge->base < base) {
		knowledge->base++;
		for (uint32_t p = 1; p < knowledge->n; p++) {
			uint64_t *window = &knowledge->knower[p].window;

			if (!(*window & 1))
				knowledge_miss(knowledge, p, knowledge->base);
			*window >>= 1;
		}
	}
}

/* The index at which a message is, or would be, in the sorted list. */
static uint32_t find_knowledge(const struct missing *missing, uint32_t message)
{
	uint32_t low = missing->first, high = missing->end;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (missing->message[middle] < message)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int knowledge_has(
	const struct knowledge *knowledge, uint32_t p, uint32_t message)
{
	return (int)(knowledge_window(knowledge, p) >>
			     (message - knowledge->base - 1) &
		     1);
}

void knowledge_learn(struct knowledge *knowledge, uint32_t p, uint32_t message)
{
	struct missing *missing = &knowledge->knower[p].missing;
	uint32_t at;

	if (message > knowledge->base) {
		knowledge->knower[p].window |=
			(uint64_t)1 << (message - knowledge->base - 1);
		return;
	}
	at = find_knowledge(missing, message);
	if (at == missing->first) {
		missing->first++;
		return;
	}
	missing->end--;
	memmove(missing->message + at, missing->message + at + 1,
		(missing->end - at) * sizeof *missing->message);
}

uint32_t knowledge_missing(const struct knowledge *knowledge, uint32_t p)
{
	const struct missing *missing = &knowledge->knower[p].missing;

	return missing->end - missing->first;
}

uint32_t knowledge_first_missing(
	const struct knowledge *knowledge, uint32_t from, uint32_t to)
{
	const struct missing *a = &knowledge->knower[from].missing;
	const struct missing *b = &knowledge->knower[to].missing;
	uint32_t i = a->first;

	for (uint32_t j = b->first; j < b->end; j++) {
		while (i < a->end && a->message[i] < b->message[j])
			i++;
		if (i == a->end || a->message[i] != b->message[j])
			return b->message[j];
	}
	return 0;
}

/* The set of all messages past base, in a window. */
static uint64_t all_of(const struct knowledge *knowledge)
{
	uint32_t left = knowledge->m - knowledge->base;

	return left < 64 ? ((uint64_t)1 << left) - 1 : UINT64_MAX;
}

uint64_t knowledge_window(const struct knowledge *knowledge, uint32_t p)
{
	return p == 0 ? all_of(knowledge) : knowledge->knower[p].window;
}

uint32_t knowledge_first(
	const struct knowledge *knowledge, uint32_t from, uint32_t to)
{
	uint32_t message = knowledge_first_missing(knowledge, from, to);
	uint64_t useful = knowledge_window(knowledge, from) &
			  ~knowledge_window(knowledge, to);

	return message > 0 || useful == 0
		       ? message
		       : knowledge->base + 1 + bits_lowest(useful);
}
