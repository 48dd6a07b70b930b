/*
 * One processor's part in BCAST: the splits are followed to its rank, and only
 * there.  A table of F up to n gives each split by a search.
 * Bar-Noy & Kipnis 1994, Section 3.
 */
#include "model/postal/postal.h"

#include <assert.h>

#include "base/mem.h"
#include "number/number.h"
#include "fibonacci/fibonacci.h"

/* The ranks base .. base+size-1, owned by base, free at tick on the grid. */
struct walk {
	const struct fibonacci_table *table;
	mpz_t base, size, kept;
	uint64_t tick;
};

/* kept = F(f(size) - 1): a search for the first value >= size. */
static void split(struct walk *walk)
{
	mpz_t *value = walk->table->value;
	size_t low = 0, high = walk->table->size - 1;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (mpz_cmp(value[middle], walk->size) >= 0)
			high = middle;
		else
			low = middle + 1;
	}
	mpz_set(walk->kept, value[low - walk->table->b]);
}

static void set_time(mpq_t time, const struct walk *walk, uint64_t tick)
{
	number_set_u64(mpq_numref(time), tick);
	mpz_set_ui(mpq_denref(time), walk->table->b);
	mpq_canonicalize(time);
}

/* Splits until base is rank, and notes who sent to it last. */
static void find(struct postal_rank *part, struct walk *walk, const mpz_t rank)
{
	mpz_t other;

	mpz_init(other);
	while (mpz_cmp(walk->base, rank) != 0) {
		split(walk);
		mpz_add(other, walk->base, walk->kept);
		if (mpz_cmp(rank, other) < 0) {
			mpz_set(walk->size, walk->kept);
			walk->tick += walk->table->b;
			continue;
		}
		part->has_parent = 1;
		mpz_set(part->parent, walk->base);
		set_time(part->sent, walk, walk->tick);
		mpz_set(walk->base, other);
		mpz_sub(walk->size, walk->size, walk->kept);
		walk->tick += walk->table->a;
	}
	mpz_clear(other);
}

/* Lists the sends of base. */
static void list_sends(struct postal_rank *part, struct walk *walk)
{
	size_t room = 0;

	while (mpz_cmp_ui(walk->size, 1) > 0) {
		struct postal_send *send;

		if (part->sends == room) {
			room = room ? 2 * room : 16;
			part->send = mem_resize(
				part->send, room, sizeof *part->send);
		}
		send = &part->send[part->sends++];
		split(walk);
		mpz_init(send->peer);
		mpz_add(send->peer, walk->base, walk->kept);
		mpq_init(send->start);
		set_time(send->start, walk, walk->tick);
		mpz_set(walk->size, walk->kept);
		walk->tick += walk->table->b;
	}
}

enum status postal_rank_init(struct postal_rank *part,
	const struct problem *problem, const mpz_t rank, struct err *err)
{
	struct fibonacci_table table;
	struct walk walk = {.table = &table};
	enum status status = fibonacci_table_init(
		&table, problem->lambda, problem->n, problem->max_bits, err);

	assert(mpz_sgn(rank) >= 0 && mpz_cmp(rank, problem->n) < 0);
	if (status != STATUS_OK)
		return status;
	*part = (struct postal_rank){0};
	mpz_init(part->parent);
	mpq_init(part->sent);
	mpz_inits(walk.base, walk.size, walk.kept, NULL);
	mpz_set(walk.size, problem->n);
	find(part, &walk, rank);
	list_sends(part, &walk);
	mpz_clears(walk.base, walk.size, walk.kept, NULL);
	fibonacci_table_clear(&table);
	return STATUS_OK;
}

void postal_rank_clear(struct postal_rank *part)
{
	for (size_t i = 0; i < part->sends; i++) {
		mpz_clear(part->send[i].peer);
		mpq_clear(part->send[i].start);
	}
	mem_free(part->send);
	mpz_clear(part->parent);
	mpq_clear(part->sent);
	*part = (struct postal_rank){0};
}
