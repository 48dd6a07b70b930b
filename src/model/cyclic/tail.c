/*
 * Tick by tick: what has arrived is held, the slots that the groups have are
 * listed, their senders and receivers matched anew, and what is matched is
 * sent.  If a few sends are late then, all those that arrive too late to be
 * passed on are looked at together.
 */
#include "model/cyclic/tail.h"

#include "base/mem.h"
#include "model/cyclic/late.h"
#include "model/cyclic/matcher.h"

/* How often the late sends of one tail are tried, each time a tick later. */
enum { TRIES = 3 };

/* The matched ones send. */
static void send_all_tail(struct cyclic_matcher *matcher, uint64_t t)
{
	struct periodic_tail *tail = matcher->tail;
	uint64_t arrival = t + matcher->groups->p, potential = 1;
	size_t before = tail->sends;
	int has_source = 0;

	if (matcher->end > arrival)
		potential += (matcher->end - arrival) / matcher->groups->q;
	for (uint32_t s = 0; s < matcher->slots; s++) {
		uint32_t from = matcher->from[s], to;
		uint8_t item = matcher->item[s];

		if (matcher->peer[s] == CYCLIC_NOBODY)
			continue;
		to = matcher->to[matcher->peer[s]];
		tail->send[tail->sends] = (struct periodic_link){from, to};
		tail->item[tail->sends++] = item;
		cyclic_set_add(&matcher->given, to, (uint64_t)1 << item);
		matcher->potential[item] += potential;
		has_source |= from == 0;
	}
	if (has_source && matcher->fresh < tail->items)
		matcher->fresh++;
	if (tail->sends > before)
		periodic_tail_note(tail, t);
}

static int run_tail(struct cyclic_matcher *matcher, size_t sends, uint64_t most)
{
	int tries = 0;

	while (matcher->tail->sends < sends && cyclic_matcher_next(matcher) &&
		matcher->walk.tick <= most) {
		cyclic_match_all(matcher);
		send_all_tail(matcher, matcher->walk.tick);
		if (matcher->walk.tick >= matcher->end && tries < TRIES &&
			cyclic_late_are_few(
				matcher, sends - matcher->tail->sends)) {
			tries++;
			cyclic_late_send(matcher);
		}
	}
	return matcher->tail->sends == sends;
}

int cyclic_tail_init(struct periodic_tail *tail,
	const struct periodic_groups *groups, uint32_t items, uint64_t seed,
	uint64_t most)
{
	struct cyclic_matcher matcher = {
		.groups = groups, .tail = tail, .items = items};
	size_t sends = (size_t)items * (groups->processors - (size_t)1);
	int is_done;

	*tail = (struct periodic_tail){.items = items};
	if (items == 0)
		return 1;
	tail->send = mem_array(sends, sizeof *tail->send);
	tail->item = mem_array(sends, sizeof *tail->item);
	cyclic_matcher_init(&matcher, seed);
	is_done = run_tail(&matcher, sends, most);
	cyclic_matcher_clear(&matcher);
	if (!is_done)
		periodic_tail_clear(tail);
	return is_done;
}
