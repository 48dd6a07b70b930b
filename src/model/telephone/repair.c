/*
 * Those who miss most come first; each calls the next processor that has
 * something for it and that either gets something in return or misses nothing.
 */
#include "model/telephone/repair.h"

#include <stdlib.h>

#include "base/mem.h"
#include "model/telephone/call.h"

struct needy {
	uint32_t missing, processor;
	uint32_t next; /* in the list of those not in a call yet */
};

static int compare_repair(const void *left, const void *right)
{
	const struct needy *a = left, *b = right;

	if (a->missing != b->missing)
		return a->missing < b->missing ? 1 : -1;
	return (a->processor > b->processor) - (a->processor < b->processor);
}

/* Lists all processors, the neediest first; returns whether any is needy. */
static int list_needy(struct needy *needy, const struct knowledge *knowledge)
{
	uint32_t n = knowledge->n;

	for (uint32_t p = 0; p < n; p++)
		needy[p] =
			(struct needy){knowledge_missing(knowledge, p), p, 0};
	qsort(needy, n, sizeof *needy, compare_repair);
	for (uint32_t i = 0; i < n; i++)
		needy[i].next = i + 1;
	return needy[0].missing > 0;
}

/* The place before the best partner of place i; n if there is none. */
static uint32_t find_partner(const struct needy *needy,
	const struct knowledge *knowledge, uint32_t i)
{
	uint32_t n = knowledge->n, found = n, p = needy[i].processor;

	for (uint32_t at = i; needy[at].next < n; at = needy[at].next) {
		const struct needy *other = &needy[needy[at].next];
		uint32_t q = other->processor;

		if (knowledge_first_missing(knowledge, q, p) == 0)
			continue;
		if (other->missing == 0 ||
			knowledge_first_missing(knowledge, p, q) > 0)
			return at;
		if (found == n)
			found = at;
	}
	return found;
}

static void clean_round(struct rounds_record *record,
	struct knowledge *knowledge, struct needy *needy)
{
	struct rounds_send *send = rounds_record_add(record);
	uint32_t n = knowledge->n;

	for (uint32_t i = 0; i < n && needy[i].missing > 0; i = needy[i].next) {
		uint32_t at = find_partner(needy, knowledge, i);
		uint32_t p = needy[i].processor, q;

		if (at == n)
			continue;
		q = needy[needy[at].next].processor;
		needy[at].next = needy[needy[at].next].next;
		telephone_call_send(knowledge, send, p, q,
			knowledge_first_missing(knowledge, p, q),
			knowledge_first_missing(knowledge, q, p));
	}
}

int telephone_repair(struct rounds_record *record, struct knowledge *knowledge,
	uint64_t limit)
{
	struct needy *needy = mem_array(knowledge->n, sizeof *needy);
	int left;

	knowledge_advance(knowledge, knowledge->m);
	while ((left = list_needy(needy, knowledge)) && record->count < limit)
		clean_round(record, knowledge, needy);
	mem_free(needy);
	return !left;
}
