/*
 * With r the last offset of an optimal tree of P-1 nodes, T_lb of k > k* items
 * is (k-k*) + r + L, when a continuous broadcast of least delay of the first
 * k - k* items ends.  After its source has sent the last of them, the
 * processors that would have dealt with later items are free in each of r more
 * steps: f_1, f_2, .., f_r senders and, L steps later, as many receivers;
 * together they suffice for k* items.  If (P-1) k* = f_1 + .. + f_r, no receive
 * may be lost, so each processor must get k* of these.
 *   It does if the broadcast is balanced: if the offsets at which a processor
 * receives have the same mean for all processors.  As each receives one item in
 * every step, all then always lack the same number of the items begun.  The
 * mean of the tree's offsets is r - k*, if only nodes of its last offset are
 * removed.
 *   The lower bound is Theorem 3.3 of Subramonian & Venkatasubramanian 1993;
 * attaining it in this way is new.
 */
#include "model/optimum/compose.h"

#include "base/mem.h"
#include "core/schedule.h"
#include "model/continuous/assignment.h"
#include "model/continuous/cycle.h"
#include "model/continuous/cycle_search.h"
#include "model/continuous/tree.h"
#include "model/logp/logp.h"
#include "model/optimum/tail.h"

enum { MOVES = 3000000, PERIODS = 4, FILLS = 2000 };

/* Numbers and trees depend on P alone, which is small. */
static const uint64_t bits_max = (uint64_t)1 << 40;

struct compose {
	struct optimum_composed *composed;
	struct continuous_tree tree;
	uint32_t P, L, k, last; /* last: the last step of a send */
	uint32_t first;		/* items of the continuous broadcast */
	size_t *free_end;	/* [u]: free sends of steps up to first + u */
	struct optimum_send *free_send;
	size_t frees, capacity; /* their number; of the free sends kept */
};

/* The items of the continuous broadcast, k - k*; 0 unless T_lb is of this
 * kind. */
static uint32_t count_first(uint32_t P, uint32_t k, uint32_t L)
{
	struct postal_start start;
	uint32_t first = 0;
	struct err err;
	struct problem problem;

	problem_init(&problem);
	problem_set_words(&problem, P, k, L);
	problem.max_bits = bits_max;
	postal_start_init(&start);
	if (postal_start_set(&start, &problem, &err) == STATUS_OK &&
		mpz_sgn(start.rest) == 0 && mpz_sgn(start.count) > 0 &&
		mpz_cmp_ui(start.count, k) < 0 &&
		mpz_cmp_ui(start.count, OPTIMUM_TAIL_ITEMS) <= 0)
		first = k - (uint32_t)mpz_get_ui(start.count);
	postal_start_clear(&start);
	problem_clear(&problem);
	return first;
}

/* Draws another tree of as many nodes, with as many as possible at early
 * offsets. */
static enum status draw_tree(struct compose *compose, uint64_t *seed)
{
	struct continuous_tree given;
	enum status status;
	struct err err;
	mpz_t nodes;

	mpz_init_set_ui(nodes, compose->P - 1);
	status =
		continuous_tree_init(&given, nodes, compose->L, bits_max, &err);
	if (status == STATUS_OK)
		continuous_tree_random(&compose->tree, &given,
			continuous_tree_last(&given), seed);
	continuous_tree_clear(&given);
	mpz_clear(nodes);
	return status;
}

/* A balanced broadcast of the items begun up to the last step. */
static struct schedule *open_balanced(
	const struct compose *compose, uint32_t trial, uint64_t *seed)
{
	const struct schedule_header header = {.model = MODEL_LOGP,
		.processors = compose->P,
		.messages = compose->last,
		.unit = 1,
		.latency = compose->L};
	struct continuous_cycle cycle;
	struct schedule *schedule;

	if (trial % 2 == 0)
		return continuous_try_balanced(&header, &compose->tree);
	if (compose->P - 1 > CONTINUOUS_SEARCH_MAX ||
		!continuous_search(&cycle, &compose->tree,
			continuous_tree_width(&compose->tree) +
				trial / 2 % PERIODS,
			1, MOVES, seed))
		return NULL;
	schedule = continuous_cycle_open(&header, &cycle);
	continuous_cycle_clear(&cycle);
	return schedule;
}

static void add_composed(
	struct compose *compose, const struct transmission *row)
{
	struct optimum_composed *composed = compose->composed;
	uint64_t step = row->tick + 1;
	struct optimum_send send = {(uint32_t)row->from, (uint32_t)row->to,
		(uint32_t)row->message - 1};

	if (row->message <= compose->first) {
		composed->send[composed->sends++] = send;
		composed->end[step]++;
	} else if (step <= compose->last) {
		if (compose->frees < compose->capacity)
			compose->free_send[compose->frees] = send;
		compose->frees++;
		compose->free_end[step - compose->first]++;
	}
}

static void read_all_composed(
	struct compose *compose, struct schedule *schedule)
{
	const struct transmission *row;
	struct err err;
	size_t count;

	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0)
		for (size_t i = 0; i < count; i++)
			add_composed(compose, &row[i]);
	for (uint32_t u = 0; u < compose->last - compose->first; u++)
		compose->free_end[u + 1] += compose->free_end[u];
}

/* Gives the free sends items, if that is possible. */
static int fill_tail(struct compose *compose, uint64_t seed)
{
	struct random random = {.seed = seed};
	struct optimum_tail tail = {.P = compose->P,
		.L = compose->L,
		.steps = compose->last - compose->first,
		.items = compose->k - compose->first,
		.send = compose->free_send,
		.end = compose->free_end};

	if (compose->frees != compose->capacity)
		return 0;
	for (int i = 0; i < FILLS; i++)
		if (optimum_tail_fill(&tail, &random))
			return 1;
	return 0;
}

/* Appends the tail's sends to the others of their steps. */
static void merge(struct compose *compose)
{
	struct optimum_composed *composed = compose->composed;
	size_t from = composed->sends, to = from + compose->frees;
	size_t left = compose->frees;

	composed->sends = to;
	for (uint32_t u = compose->last; left > 0; u--) {
		size_t begin = compose->free_end[u - compose->first - 1];
		size_t count = composed->end[u];

		composed->end[u] += left - begin;
		for (; left > begin; left--) {
			struct optimum_send send = compose->free_send[left - 1];

			send.item += compose->first;
			composed->send[--to] = send;
		}
		for (; count > 0; count--)
			composed->send[--to] = composed->send[--from];
	}
	for (uint32_t u = 0; u < compose->last; u++)
		composed->end[u + 1] += composed->end[u];
}

static int build_composed(
	struct compose *compose, struct schedule *schedule, uint64_t seed)
{
	struct optimum_composed *composed = compose->composed;
	size_t sends = (size_t)compose->k * (compose->P - 1);
	size_t steps = compose->last - compose->first;
	int is_whole;

	composed->send = mem_array(sends, sizeof *composed->send);
	composed->end =
		mem_array((size_t)compose->last + 2, sizeof *composed->end);
	compose->capacity =
		(size_t)(compose->k - compose->first) * (compose->P - 1);
	compose->free_send =
		mem_array(compose->capacity, sizeof *compose->free_send);
	compose->free_end = mem_array(steps + 1, sizeof *compose->free_end);
	read_all_composed(compose, schedule);
	is_whole = fill_tail(compose, seed);
	if (is_whole)
		merge(compose);
	mem_free(compose->free_send);
	mem_free(compose->free_end);
	if (!is_whole) {
		mem_free(composed->send);
		mem_free(composed->end);
	}
	return is_whole;
}

int optimum_compose_may(uint32_t P, uint32_t k, uint32_t L)
{
	return count_first(P, k, L) > 0;
}

int optimum_compose(struct optimum_composed *composed, uint32_t P, uint32_t k,
	uint32_t L, uint32_t finish, uint32_t trial)
{
	uint64_t seed = random_u64(trial, 0) | 1;
	struct schedule *schedule;
	struct compose compose = {.composed = composed,
		.P = P,
		.L = L,
		.k = k,
		.last = finish - L,
		.first = count_first(P, k, L)};
	int found = 0;

	*composed = (struct optimum_composed){0};
	if (compose.first == 0 || draw_tree(&compose, &seed) != STATUS_OK)
		return 0;
	schedule = open_balanced(&compose, trial, &seed);
	if (schedule) {
		found = build_composed(&compose, schedule, seed);
		schedule_close(schedule);
	}
	continuous_tree_clear(&compose.tree);
	return found;
}
