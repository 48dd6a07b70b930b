/*
 * Let N = P - 1, r = B(N,L) - 1, and f_1 + .. + f_r = k* N + rest.  For k > k*,
 * T_lb = (k - k*) + r + L: that is when a continuous broadcast of k - k* items
 * ends whose delay is L + B(N,L), the least.  In the r steps after the source
 * has sent the last of these, f_1, f_2, .., f_r processors that would have sent
 * later items are free.  Together these sends suffice for k* items, and rest
 * receives are left over.
 *   Example: P = 5, L = 2: N = 4, and f = 1, 1, 2, 3, 5, so B(4,2) = 5, r = 4,
 * f_1 + .. + f_4 = 7: k* = 1 and rest = 3; T_lb = k + 5 for k > 1.
 *   The broadcast is made of groups that take turns.  A processor that receives
 * one item in each step, at offsets of mean v, lacks v of the items begun, at
 * any time (as many as a juggler has balls).  So it has r - v free receives in
 * the tail and needs k* of them: v must be r - k* at most.  The tree's offsets
 * sum to (r - k*) N - rest, so by rest, summed over all processors, means may
 * be lower than that.
 *   A leaf may also have an offset above r, at the expense of the rest; then
 * the broadcast ends that many items earlier, and the tail has as many more.
 *   The same broadcast begun an item later is the same with each processor
 * replaced by the next one of its group.  So the tail, too, is the same
 * whatever k is: with one design T_lb is attained for every k > k*.
 *   Up to k* items need no broadcast: in the first t steps f_1, .., f_t sends
 * can be useful, so T_lb is t + L with the first t for which these suffice.
 * The tail is the whole schedule, and everybody is free all the time.
 *   The lower bound is Theorem 3.3 of Subramonian & Venkatasubramanian 1993;
 * attaining it in this way is new.  A design and its tail are found for all P
 * from 3 to 64 with L from 3 to 14, and with L from 15 to 25 but for 8 pairs
 * (tests/grid/grid_steady.c).
 */
#include "model/optimum/steady.h"

#include "base/mem.h"

enum { PROCESSORS_MAX = 1024, LATENCY_MAX = 1024 };

/* The work of drawing a design: in all, and for each pair of processors. */
enum { DRAW = 1 << 14, DRAW_PAIR = 64 };

/* Bytes for each processor and each item or step of the latency. */
enum { PROCESSOR_BYTES = 64 };

struct steady_schedule {
	struct schedule schedule;
	struct steady steady;
	struct transmission *by_sender, *row;
	uint64_t tick, last;
	uint64_t first; /* the first item of the tail, and the tail's time 0 */
};

/* Counts the nodes of the full tree, which has all nodes of offsets below
 * B(N,L), by offset.  As f_i > i - L, there are fewer than P + L steps. */
static void set_numbers(struct steady_numbers *numbers, uint32_t P, uint32_t L)
{
	uint32_t *nodes = mem_array((size_t)P + L, sizeof *nodes);
	uint32_t *reach = mem_array((size_t)P + L, sizeof *reach);
	uint32_t N = P - 1, sum = 0, f = 1, i = 1;

	reach[1] = nodes[0] = 1;
	while (f < N) {
		sum += f;
		nodes[i] = i >= L ? reach[i + 1 - L] : 0;
		f += nodes[i];
		reach[++i] = f;
	}
	mem_free(reach);
	*numbers = (struct steady_numbers){.P = P,
		.L = L,
		.steps = i,
		.items = sum / N,
		.rest = sum % N,
		.mean = i - 1 - sum / N,
		.missing = f - N,
		.nodes = nodes};
}

/* Sets steps and items for k <= k* items, when the tail is everything. */
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
	if (P < 3 || P > PROCESSORS_MAX || L > LATENCY_MAX ||
		P * (L + STEADY_ITEMS_MAX + 64) * PROCESSOR_BYTES > bytes)
		return 0;
	set_numbers(numbers, (uint32_t)P, (uint32_t)L);
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
	mem_free(steady->numbers.nodes);
	mem_free(steady->edge);
	steady_tail_clear(&steady->tail);
	*steady = (struct steady){.edge = NULL};
}

/* Begins the search for the design's tail, unless it has too many items: late
 * offsets make both the tail's steps and its items more. */
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

/* Makes the broadcast's sends of this tick. */
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

static void steady_rows_clear(struct schedule *schedule)
{
	struct steady_schedule *steady = (struct steady_schedule *)schedule;

	steady_clear(&steady->steady);
	mem_free(steady->by_sender);
	mem_free(steady->row);
}

static const struct schedule_ops ops = {steady_next, steady_rows_clear};

/* Has item i take the way that item i - items took, as the tail was searched
 * for a broadcast of no items. */
static void turn_edges(struct steady *steady, uint64_t items)
{
	for (uint32_t i = 0; steady->edge && i + 1 < steady->numbers.P; i++) {
		struct periodic_edge *ends[] = {
			&steady->edge[i].from, &steady->edge[i].to};

		for (int end = 0; end < 2; end++)
			ends[end]->shift += ends[end]->size -
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
