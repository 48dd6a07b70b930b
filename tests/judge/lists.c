/*
 * The least time of an all-gather by a list of rounds: branch and bound over
 * all lists.  A message leaves when its sender's port is free, or when a
 * message under way has arrived; leaving later is no better. The first rounds
 * of a list are given up if even all missing blocks in one message would come
 * too late, or if the blocks that a processor has or is to get, each sent on at
 * once by every processor that has it, would reach fewer than n processors in
 * all: everybody has as many blocks as there are processors that his own block
 * has reached.
 */
#include "judge/lists.h"

#include "base/mem.h"
#include "number/number.h"

struct lists_search {
	unsigned n, rounds;
	int is_full;
	/* By the number of blocks: how long a message takes its sender's port,
	 * and until it has arrived. */
	uint64_t *send, *end;
	uint64_t *least;   /* [k]: in what time k processors can have a block */
	uint64_t *arrival; /* of each round's message */
	unsigned *held;	   /* the blocks that a processor has then */
	uint64_t before;
};

static void set_least(struct lists_search *search)
{
	search->least[1] = 0;
	for (unsigned k = 2; k <= search->n; k++) {
		search->least[k] = UINT64_MAX;
		for (unsigned b = 1; b < k; b++) {
			uint64_t own = search->least[k - b] + search->send[1];
			uint64_t other = search->least[b] + search->end[1];
			uint64_t time = own > other ? own : other;

			if (time < search->least[k])
				search->least[k] = time;
		}
	}
}

/* The most processors, up to n, that a block can reach within that time. */
static unsigned reach(const struct lists_search *search, uint64_t time)
{
	unsigned least = 1, most = search->n + 1;

	while (most - least > 1) {
		unsigned middle = least + (most - least) / 2;

		if (search->least[middle] <= time)
			least = middle;
		else
			most = middle;
	}
	return least;
}

static int is_late(
	const struct lists_search *search, uint64_t free, unsigned window)
{
	uint64_t last = search->before - 1;
	unsigned long blocks = 0;
	unsigned had = 0;

	if (free + search->end[search->n - window] >= search->before)
		return 1;
	for (unsigned i = 0; i <= search->rounds; i++) {
		unsigned held = i == 0 ? 1 : search->held[i - 1];
		uint64_t from = i == 0 ? 0 : search->arrival[i - 1];

		from = from > free ? from : free;
		if (from <= last)
			blocks += (unsigned long)(held - had) *
				  reach(search, last - from);
		else
			blocks += held - had;
		had = held;
	}
	return blocks < search->n;
}

static void try_rounds(
	struct lists_search *search, uint64_t free, unsigned window);

static void try_messages(struct lists_search *search, uint64_t start,
	unsigned window, unsigned most)
{
	unsigned least = search->is_full ? most : 1;

	for (unsigned blocks = most; blocks >= least; blocks--) {
		uint64_t arrival = start + search->end[blocks];

		if (arrival >= search->before)
			continue;
		if (window + blocks == search->n) {
			search->before = arrival;
			continue;
		}
		search->arrival[search->rounds] = arrival;
		search->held[search->rounds++] = window + blocks;
		try_rounds(
			search, start + search->send[blocks], window + blocks);
		search->rounds--;
	}
}

/* Tries all ways to continue the list. */
static void try_rounds(
	struct lists_search *search, uint64_t free, unsigned window)
{
	unsigned arrived = 0, rounds = search->rounds;

	if (is_late(search, free, window))
		return;
	while (arrived < rounds && search->arrival[arrived] <= free)
		arrived++;
	for (unsigned i = arrived; i <= rounds; i++) {
		unsigned has = i == 0 ? 1 : search->held[i - 1];
		unsigned missing = search->n - window;

		try_messages(search,
			i == arrived ? free : search->arrival[i - 1], window,
			has < missing ? has : missing);
	}
}

static void set_costs(struct lists_search *search, struct symmetric_cost *cost)
{
	mpz_t blocks;

	mpz_init(blocks);
	for (unsigned c = 1; c <= search->n; c++) {
		const struct symmetric_message *message;

		mpz_set_ui(blocks, c);
		message = symmetric_cost_of(cost, blocks);
		search->send[c] = number_get_u64(message->send);
		search->end[c] = number_get_u64(message->end);
	}
	mpz_clear(blocks);
}

int lists_find_before(
	mpq_t before, struct symmetric_cost *cost, unsigned n, int is_full)
{
	struct lists_search search = {.n = n, .is_full = is_full};
	uint64_t given;

	search.send = mem_array(n + 1, sizeof *search.send);
	search.end = mem_array(n + 1, sizeof *search.end);
	search.least = mem_array(n + 1, sizeof *search.least);
	search.arrival = mem_array(n, sizeof *search.arrival);
	search.held = mem_array(n, sizeof *search.held);
	set_costs(&search, cost);
	set_least(&search);
	mpz_mul(mpq_numref(before), mpq_numref(before), cost->unit);
	mpz_cdiv_q(mpq_numref(before), mpq_numref(before), mpq_denref(before));
	given = search.before = number_get_u64(mpq_numref(before));
	try_rounds(&search, 0, 1);
	number_set_u64(mpq_numref(before), search.before);
	mpz_set(mpq_denref(before), cost->unit);
	mpq_canonicalize(before);
	mem_free(search.send);
	mem_free(search.end);
	mem_free(search.least);
	mem_free(search.arrival);
	mem_free(search.held);
	return search.before < given;
}

enum status lists_time(mpq_t time, const struct symmetric_list *list,
	struct symmetric_cost *cost, uint64_t max_bits, struct err *err)
{
	struct symmetric_timing timing;
	enum status status;

	symmetric_timing_init(&timing);
	status = symmetric_timing_find(&timing, list, cost, max_bits, err);
	mpz_set(mpq_numref(time), timing.finish);
	mpz_set(mpq_denref(time), cost->unit);
	mpq_canonicalize(time);
	symmetric_timing_clear(&timing);
	return status;
}
