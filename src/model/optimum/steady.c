/*
 * Let N = P - 1, r = B(N,L) - 1, and f_1 + .. + f_r = k* N + rest.  T_lb is
 * (k - k*) + r + L for k > k*: that is when a continuous broadcast of k - k*
 * items ends, if its delay is L + B(N,L), the least.  Once the source has sent
 * the last of them, the processors that would have dealt with later items are
 * free, f_1, f_2, .., f_r in the next r steps; together they suffice for k*
 * items, and rest receives are left over.
 *   The broadcast is made of groups that take turns.  A processor that receives
 * at offsets of mean v, one item in each step, lacks v of the items begun at
 * any time (as many as a juggler has balls).  So it has r - v free receives,
 * and needs k*: v is to be r - k* at most.  The tree's offsets sum to
 * (r - k*) N - rest, so all groups together may lack as much as the rest.
 *   A leaf may also be later than at offset r, if the rest allows; then the
 * broadcast ends as many items earlier, and the tail has more of them.
 *   Begun an item later, all is the same with each processor in the place of
 * the next one of its group.  So it is the same tail, too, whatever k is: with
 * one design T_lb is attained for every k > k*.
 *   Up to k* items need no broadcast: f_1, .., f_t sends are useful in the
 * first t steps, so T_lb is t + L with the first t for which these suffice, and
 * the tail is all there is, in which everybody is free all the time.
 *   The lower bound is Theorem 3.3 of Subramonian & Venkatasubramanian 1993;
 * attaining it in this way is new.  A design and its tail are found for all P
 * from 3 to 64 with L from 3 to 14, and with L from 15 to 25 but for 8 pairs
 * (tests/grid/grid_steady.c).
 */
#include "model/optimum/steady.h"

#include "base/mem.h"

enum { PROCESSORS_MAX = 1024, LATENCY_MAX = 1024 };

/* Nanoseconds to draw a design, and for two processors, or so. */
enum { DRAW = 1 << 14, DRAW_PAIR = 64 };

/* Bytes a processor, for each item and step of the latency. */
enum { PROCESSOR_BYTES = 64 };

struct steady_schedule {
	struct schedule schedule;
	struct steady steady;
	struct transmission *by_sender, *row;
	uint64_t tick, first, last; /* first: items of the broadcast */
};

/* The tail's numbers where it is all there is. */
static void take_few(struct steady_numbers *numbers, uint32_t k)
{
	uint64_t wanted = (uint64_t)k * (numbers->P - 1), sends = 0, sum = 0;

	numbers->items = k;
	for (numbers->steps = 1; sum < wanted; numbers->steps++) {
		sends += numbers->nodes[numbers->steps - 1];
		sum += sends;
	}
}

int steady_init(struct steady *steady, uint64_t P, uint64_t L, uint64_t k,
	uint64_t bytes)
{
	struct steady_numbers *numbers = &steady->numbers;

	*steady = (struct steady){.k = k};
	if (P > PROCESSORS_MAX || L > LATENCY_MAX ||
		P * (L + STEADY_ITEMS_MAX + 64) * PROCESSOR_BYTES > bytes ||
		!steady_numbers_init(numbers, P, L))
		return 0;
	if (k <= numbers->items)
		take_few(numbers, (uint32_t)k);
	return numbers->items > 0 && numbers->items <= STEADY_ITEMS_MAX;
}

static void drop_design(struct steady *steady)
{
	steady_fill_free(steady->fill);
	mem_free(steady->drawn);
	steady->fill = NULL;
	steady->drawn = NULL;
}

void steady_clear(struct steady *steady)
{
	drop_design(steady);
	steady_numbers_clear(&steady->numbers);
	mem_free(steady->edge);
	steady_tail_clear(&steady->tail);
	*steady = (struct steady){.edge = NULL};
}

/* Begins to search a tail for that design; the items of the broadcast end so
 * much earlier as some offsets are later. */
static void begin_tail(struct steady *steady, uint64_t seed)
{
	struct steady_numbers numbers = steady->numbers;

	numbers.steps += steady->late;
	numbers.items += steady->late;
	if (numbers.items <= steady->k && numbers.items <= STEADY_ITEMS_MAX)
		steady->fill = steady_fill_new(&numbers, steady->drawn, seed);
}

static void draw_design(struct steady *steady)
{
	struct random random = {.seed = random_u64(steady->designs++, 0)};
	uint64_t N = steady->numbers.P - 1;

	steady->work += DRAW + DRAW_PAIR * N * N;
	steady->drawn = mem_array((size_t)N, sizeof *steady->drawn);
	if (steady_design(
		    steady->drawn, &steady->late, &steady->numbers, &random))
		begin_tail(steady, random_u64(random.seed, random.drawn));
	if (!steady->fill)
		drop_design(steady);
}

int steady_try(struct steady *steady)
{
	enum search_state state;

	if (!steady->fill && steady->k == steady->numbers.items)
		steady->fill = steady_fill_new(&steady->numbers, NULL,
			random_u64(steady->designs++, 0));
	else if (!steady->fill)
		draw_design(steady);
	if (!steady->fill)
		return 0;
	state = steady_fill_round(steady->fill, &steady->tail, &steady->work);
	if (state == SEARCH_FOUND) {
		steady->edge = steady->drawn;
		steady->drawn = NULL;
		steady->numbers.steps += steady->late;
		steady->numbers.items += steady->late;
	}
	if (state != SEARCH_RUNNING)
		drop_design(steady);
	return state == SEARCH_FOUND;
}

static void put_sender(struct steady_schedule *steady, uint32_t from,
	uint32_t to, uint64_t item)
{
	steady->by_sender[from] = (struct transmission){.tick = steady->tick,
		.from = from,
		.to = to,
		.message = item + 1};
}

/* The sends of the broadcast. */
static void put_broadcast(struct steady_schedule *steady)
{
	uint32_t P = steady->steady.numbers.P;

	for (uint32_t i = 0; steady->steady.edge && i + 1 < P; i++) {
		const struct steady_edge *edge = &steady->steady.edge[i];
		uint64_t item = steady->tick - edge->age;

		if (edge->age > steady->tick || item >= steady->first)
			continue;
		put_sender(steady, steady_at(&edge->from, item),
			steady_at(&edge->to, item), item);
	}
}

static void put_tail(struct steady_schedule *steady)
{
	const struct steady_tail *tail = &steady->steady.tail;
	uint64_t u = steady->tick - steady->first;

	if (steady->tick < steady->first)
		return;
	for (size_t i = tail->end[u]; i < tail->end[u + 1]; i++)
		put_sender(steady, tail->send[i].from, tail->send[i].to,
			steady->first + tail->send[i].item);
}

static enum status steady_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct steady_schedule *steady = (struct steady_schedule *)schedule;

	(void)err;
	*rows = steady->row;
	*count = 0;
	if (steady->tick > steady->last)
		return STATUS_OK;
	put_broadcast(steady);
	put_tail(steady);
	for (uint32_t p = 0; p < steady->steady.numbers.P; p++) {
		if (steady->by_sender[p].message == 0)
			continue;
		steady->row[(*count)++] = steady->by_sender[p];
		steady->by_sender[p].message = 0;
	}
	steady->tick++;
	return STATUS_OK;
}

static void steady_close(struct schedule *schedule)
{
	struct steady_schedule *steady = (struct steady_schedule *)schedule;

	steady_clear(&steady->steady);
	mem_free(steady->by_sender);
	mem_free(steady->row);
	mem_free(steady);
}

static const struct schedule_ops ops = {steady_next, steady_close};

/* Has item i take the way of item i - items, so that the tail is the same after
 * any number of items. */
static void turn_edges(struct steady *steady, uint64_t items)
{
	for (uint32_t i = 0; steady->edge && i + 1 < steady->numbers.P; i++) {
		struct steady_place *ends[] = {
			&steady->edge[i].from, &steady->edge[i].to};

		for (int end = 0; end < 2; end++)
			ends[end]->at += ends[end]->size -
					 (uint32_t)(items % ends[end]->size);
	}
}

struct schedule *steady_open(
	const struct schedule_header *header, struct steady *from)
{
	struct steady_schedule *steady = mem_array(1, sizeof *steady);
	size_t P = from->numbers.P;

	steady->schedule.header = *header;
	steady->schedule.ops = &ops;
	steady->steady = *from;
	*from = (struct steady){.edge = NULL};
	steady->first = header->messages - steady->steady.numbers.items;
	steady->last = steady->first + steady->steady.numbers.steps - 2;
	steady->schedule.header.finish = steady->last + header->latency;
	steady->schedule.header.has_finish = 1;
	steady->by_sender = mem_array(P, sizeof *steady->by_sender);
	steady->row = mem_array(P, sizeof *steady->row);
	turn_edges(&steady->steady, steady->first);
	return &steady->schedule;
}
