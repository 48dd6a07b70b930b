/* The pairs of a step in an array, and who has heard of whom as bit sets. */
#include "model/revolve/pairs.h"

#include <assert.h>

#include "base/mem.h"
#include "number/number.h"

static enum status check_pairs_size(
	const struct revolve *revolve, struct err *err)
{
	char *text;

	if (mpz_cmp_ui(revolve->size, REVOLVE_PAIRS_MAX) <= 0)
		return STATUS_OK;
	text = number_integer_text(revolve->size);
	err_set(err, STATUS_LIMIT, "a table of ", ERR_TEXT, text,
		" positions would be needed, more than 2^24", NULL);
	mem_free(text);
	return STATUS_LIMIT;
}

enum status revolve_pairs_init(struct revolve_pairs *pairs,
	const struct revolve *revolve, struct err *err)
{
	enum status status = check_pairs_size(revolve, err);
	mpz_t i, from, to;

	*pairs = (struct revolve_pairs){0};
	if (status != STATUS_OK)
		return status;
	pairs->size = (uint32_t)mpz_get_ui(revolve->size);
	pairs->count = (uint32_t)mpz_get_ui(revolve->senders);
	pairs->pair = mem_array(pairs->count, sizeof *pairs->pair);
	mpz_inits(i, from, to, NULL);
	for (uint32_t at = 0; at < pairs->count; at++) {
		mpz_set_ui(i, at);
		revolve_pair(from, to, revolve, i);
		pairs->pair[at].from = (uint32_t)mpz_get_ui(from);
		pairs->pair[at].to = (uint32_t)mpz_get_ui(to);
	}
	mpz_clears(i, from, to, NULL);
	return STATUS_OK;
}

void revolve_pairs_clear(struct revolve_pairs *pairs)
{
	mem_free(pairs->pair);
	pairs->pair = NULL;
}

/* What each process knows: a row of bits, a bit for each process. */
struct knowledge {
	size_t words; /* of a row */
	uint64_t *bits;
	unsigned char *whole; /* for each process: whether it knows all */
};

static void knowledge_init(struct knowledge *all, uint32_t size)
{
	all->words = size / 64 + 1;
	all->bits = mem_array(all->words * size, sizeof *all->bits);
	for (uint32_t i = 0; i < size; i++)
		all->bits[i * all->words + i / 64] = UINT64_C(1) << i % 64;
	all->whole = mem_array(size, 1);
}

static void knowledge_clear(struct knowledge *all)
{
	mem_free(all->bits);
	mem_free(all->whole);
}

/* The receiver adds what the sender knows; returns whether anything was new. */
static int pass_on(struct knowledge *all, uint32_t from, uint32_t to)
{
	const uint64_t *source = all->bits + from * all->words;
	uint64_t *target = all->bits + to * all->words, fresh = 0;

	for (size_t i = 0; i < all->words; i++) {
		fresh |= source[i] & ~target[i];
		target[i] |= source[i];
	}
	return fresh != 0;
}

static int knows_all(
	const struct knowledge *all, uint32_t process, uint32_t size)
{
	const uint64_t *row = all->bits + process * all->words;

	for (size_t i = 0; i < size / 64; i++)
		if (~row[i])
			return 0;
	return row[size / 64] == (UINT64_C(1) << size % 64) - 1;
}

/* No process both sends and receives in a step, so order does not matter. */
unsigned long revolve_pairs_spread(const struct revolve_pairs *pairs)
{
	struct knowledge all;
	uint32_t known = 0, time = 0, size = pairs->size;
	unsigned long steps = 0;

	assert(size <= REVOLVE_SPREAD_MAX);
	knowledge_init(&all, size);
	if (size == 1)
		known = 1;
	for (; known < size; steps++) {
		for (uint32_t i = 0; i < pairs->count; i++) {
			uint32_t from = revolve_process(
				pairs->pair[i].from, time, size);
			uint32_t to =
				revolve_process(pairs->pair[i].to, time, size);

			if (all.whole[to] || !pass_on(&all, from, to))
				continue;
			all.whole[to] =
				(unsigned char)knows_all(&all, to, size);
			known += all.whole[to];
		}
		time = time + 1 == size ? 0 : time + 1;
	}
	knowledge_clear(&all);
	return steps;
}
