/*
 * The groups choose in the order of their sizes.  The largest group comes last
 * and takes all leaves that are left but one.  Leaves of the same offset form a
 * kind; a group first tries to take an even share of each kind, so that no kind
 * runs out early, then more or fewer.
 *
 * Within a group no choice is a dead end: reach says which sums can still be
 * made of the kinds to come.  Between groups there are dead ends; those that
 * were met are remembered, each as a 64-bit hash of the group and the number of
 * leaves left of each kind.
 *
 * Example: two groups of two processors and offsets 1, 1, 2; each takes one
 * leaf, and the sums must be 0 and 1 mod 2.  One group takes 2, the other a 1,
 * and a 1 is left over.
 */
#include "model/periodic/periodic.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"
#include "number/random.h"

/* Bytes of tables. */
enum { REACH_MAX = 1 << 24, PICKS_MAX = 1 << 23 };

enum { FAILED_SLOTS = 1 << 16 };

struct kind {
	uint64_t offset, hash;
	uint32_t count; /* left */
};

/* What a group takes of a kind, and the number of choices before it. */
struct pick {
	uint32_t count, trial;
};

struct search {
	struct kind *kind;
	size_t kinds;
	const struct leaf_demand *wish;
	size_t wishes;
	struct pick *pick;   /* by group, then kind */
	size_t group, at;    /* group and kind to choose next */
	uint32_t slots;	     /* leaves that the group still needs, */
	uint32_t rest;	     /* with this sum, mod its modulus */
	uint64_t *left;	     /* leaves of each kind and of those after it */
	uint8_t *reach;	     /* [kind][slots][rest]: see reach_at */
	uint64_t *failed;    /* a hash table, 0: empty */
	uint64_t work, most; /* done; allowed */
	size_t extra;	     /* the kind of the leaf left over */
};

/* The hash of the present group and what is left; not 0. */
static uint64_t hash_state(const struct search *search)
{
	uint64_t hash = random_mix(search->group + 1);

	for (size_t k = 0; k < search->kinds; k++)
		hash += search->kind[k].count * search->kind[k].hash;
	return random_mix(hash) | (uint64_t)1 << 63;
}

static int is_failed(const struct search *search)
{
	uint64_t hash = hash_state(search);

	return search->failed[hash % FAILED_SLOTS] == hash;
}

static void remember_failed(struct search *search)
{
	uint64_t hash = hash_state(search);

	search->failed[hash % FAILED_SLOTS] = hash;
}

/* For each rest, whether that many leaves of kinds from k on can have it as
 * their sum. */
static uint8_t *reach_at(const struct search *search, size_t k, uint32_t slots)
{
	const struct leaf_demand *wish = &search->wish[search->group];

	return &search->reach[(k * wish->size + slots) * wish->modulus];
}

static uint32_t residue(const struct search *search, size_t k)
{
	uint32_t modulus = search->wish[search->group].modulus;

	assert(modulus > 0);
	return (uint32_t)(search->kind[k].offset % modulus);
}

/* Adds to `to' the sums in `from', each increased by shift. */
static void add_shifted(
	uint8_t *to, const uint8_t *from, uint32_t shift, uint32_t size)
{
	for (uint32_t r = 0; r < size - shift; r++)
		to[r + shift] |= from[r];
	for (uint32_t r = size - shift; r < size; r++)
		to[r - (size - shift)] |= from[r];
}

/* Finds the sums of kinds from k on, for every number of leaves. */
static void fill_reach(struct search *search, size_t k)
{
	uint32_t size = search->wish[search->group].size;
	uint32_t modulus = search->wish[search->group].modulus;
	uint32_t one = residue(search, k), most = search->kind[k].count;

	for (uint32_t slots = 0; slots < size; slots++) {
		uint8_t *to = reach_at(search, k, slots);
		uint32_t shift = 0;

		memset(to, 0, modulus);
		for (uint32_t x = 0; x <= slots && x <= most; x++) {
			add_shifted(to, reach_at(search, k + 1, slots - x),
				shift, modulus);
			shift = periodic_add(shift, one, modulus);
			search->work += modulus / 8 + 4;
		}
	}
}

static void prepare_group(struct search *search)
{
	const struct leaf_demand *wish = &search->wish[search->group];
	uint64_t left = 0;

	search->slots = wish->size - 1;
	search->rest = wish->rest;
	memset(reach_at(search, search->kinds, 0), 0,
		(size_t)wish->size * wish->modulus);
	*reach_at(search, search->kinds, 0) = 1;
	for (size_t k = search->kinds; k-- > 0;) {
		left += search->kind[k].count;
		search->left[k] = left;
		fill_reach(search, k);
	}
}

/* Whether the last group can take all leaves but one, which is then `extra'. */
static int finish(struct search *search)
{
	const struct leaf_demand *wish = &search->wish[search->group];
	uint64_t sum = 0;

	for (size_t k = 0; k < search->kinds; k++) {
		uint64_t count = search->kind[k].count % wish->modulus;

		sum = (sum + count * residue(search, k)) % wish->modulus;
	}
	for (size_t k = 0; k < search->kinds; k++)
		if (search->kind[k].count > 0 &&
			periodic_add(wish->rest, residue(search, k),
				wish->modulus) == sum) {
			search->extra = k;
			return 1;
		}
	return 0;
}

/* The trial-th number nearest to share: share, share + 1, share - 1, ... */
static int64_t nearest(uint32_t share, uint32_t trial)
{
	int64_t far = (trial + 1) / 2;

	return trial % 2 == 1 ? share + far : share - far;
}

static uint32_t even_share(const struct search *search)
{
	uint64_t count = search->kind[search->at].count;
	uint64_t left = search->left[search->at];

	return left == 0 ? 0
			 : (uint32_t)((2 * count * search->slots + left) /
				      (2 * left));
}

static struct pick *pick_at(const struct search *search)
{
	return &search->pick[search->group * search->kinds + search->at];
}

static void take_leaves(struct search *search, uint32_t count)
{
	uint32_t modulus = search->wish[search->group].modulus;
	uint64_t sum = (uint64_t)count * residue(search, search->at) % modulus;

	search->kind[search->at].count -= count;
	search->slots -= count;
	search->rest = periodic_add(
		search->rest, (modulus - (uint32_t)sum) % modulus, modulus);
}

static void give_back(struct search *search, uint32_t count)
{
	uint32_t modulus = search->wish[search->group].modulus;
	uint64_t sum = (uint64_t)count * residue(search, search->at) % modulus;

	search->kind[search->at].count += count;
	search->slots += count;
	search->rest = periodic_add(search->rest, (uint32_t)sum, modulus);
}

/* Takes the next number of leaves of the present kind from which the group can
 * still be completed; returns 0 if there is none. */
static int choose_leaves(struct search *search)
{
	uint32_t most = search->kind[search->at].count;
	uint32_t share = even_share(search);
	struct pick *pick = pick_at(search);

	if (most > search->slots)
		most = search->slots;
	while (pick->trial <= 2 * most + 1) {
		int64_t count = nearest(share, pick->trial++);

		search->work++;
		if (count < 0 || count > most)
			continue;
		take_leaves(search, (uint32_t)count);
		if (reach_at(search, search->at + 1,
			    search->slots)[search->rest]) {
			pick->count = (uint32_t)count;
			return 1;
		}
		give_back(search, (uint32_t)count);
	}
	return 0;
}

/* Begins with the present group; returns 0 if it cannot be served. */
static int begin_group(struct search *search)
{
	search->at = 0;
	if (search->group + 1 == search->wishes)
		return finish(search);
	if (search->work >= search->most || is_failed(search))
		return 0;
	prepare_group(search);
	pick_at(search)->trial = 0;
	return reach_at(search, 0, search->slots)[search->rest];
}

/* Goes back to the last pick of the group before; returns 0 if there is none or
 * the work is used up. */
static int leave_group(struct search *search)
{
	remember_failed(search);
	if (search->group == 0 || search->work >= search->most)
		return 0;
	search->group--;
	for (size_t k = 0; k < search->kinds; k++)
		search->kind[k].count +=
			search->pick[search->group * search->kinds + k].count;
	prepare_group(search);
	for (search->at = 0; search->at < search->kinds; search->at++)
		take_leaves(search, pick_at(search)->count);
	return 1;
}

/* Undoes the pick before; returns 0 if there is none or the work is used up. */
static int step_back(struct search *search)
{
	if (search->at == 0 && !leave_group(search))
		return 0;
	search->at--;
	give_back(search, pick_at(search)->count);
	return 1;
}

static int find_leaves(struct search *search)
{
	int is_open = begin_group(search);

	while (!is_open || search->group + 1 < search->wishes) {
		if (!is_open || !choose_leaves(search)) {
			if (!step_back(search))
				return 0;
			is_open = 1;
		} else if (++search->at < search->kinds) {
			pick_at(search)->trial = 0;
		} else {
			search->group++;
			is_open = begin_group(search);
		}
	}
	return 1;
}

static int compare_wishes(const void *x, const void *y)
{
	const struct leaf_demand *a = x, *b = y;
	int order = number_compare_u64(a->size, b->size);

	order = number_compare_next(order, a->rest, b->rest);
	return number_compare_next(order, a->group, b->group);
}

/* Makes a kind of the leaves of each offset. */
static void list_kinds(
	struct search *search, const uint64_t *offset, uint32_t leaves)
{
	search->kind = mem_array(leaves, sizeof *search->kind);
	for (uint32_t x = 0; x < leaves; x++) {
		struct kind *kind = &search->kind[search->kinds];

		if (x == 0 || offset[x] != offset[x - 1]) {
			search->kinds++;
			*kind = (struct kind){offset[x],
				random_mix(search->kinds * 2 + 1), 0};
		}
		search->kind[search->kinds - 1].count++;
	}
}

/* Allocates the tables, which all groups but the last need; returns 0 if they
 * would be too large. */
static int make_leaves_capacity(struct search *search)
{
	uint64_t kinds = search->kinds, sums = 1;

	/* The largest groups have the largest modulus, too. */
	if (search->wishes > 1) {
		const struct leaf_demand *wish =
			&search->wish[search->wishes - 2];

		sums = (uint64_t)wish->size * wish->modulus;
	}
	if (sums > REACH_MAX / (kinds + 1) ||
		search->wishes > PICKS_MAX / kinds)
		return 0;
	search->reach = mem_array((size_t)(kinds + 1), (size_t)sums);
	search->left = mem_array(search->kinds, sizeof *search->left);
	search->pick =
		mem_array(search->wishes * search->kinds, sizeof *search->pick);
	search->failed = mem_array(FAILED_SLOTS, sizeof *search->failed);
	return 1;
}

/* Hands out the leaves of each kind in order; the last group takes all that
 * nobody else takes, except one. */
static void hand_out(
	const struct search *search, uint32_t *owner, uint32_t leaves)
{
	size_t last = search->wishes - 1;
	uint32_t x = 0;

	for (uint32_t i = 0; i < leaves; i++)
		owner[i] = search->wish[last].group;
	for (size_t k = 0; k < search->kinds; k++) {
		for (size_t g = 0; g < last; g++) {
			uint32_t count =
				search->pick[g * search->kinds + k].count;

			for (; count > 0; count--)
				owner[x++] = search->wish[g].group;
		}
		x += search->kind[k].count;
		if (k == search->extra)
			owner[x - 1] = PERIODIC_NOBODY;
	}
}

int periodic_leaves_search(uint32_t *owner, const uint64_t *offset,
	uint32_t leaves, struct leaf_demand *wish, size_t wishes, uint64_t work)
{
	struct search search = {.wish = wish, .wishes = wishes, .most = work};
	int found;

	if (wishes == 0) {
		owner[0] = PERIODIC_NOBODY;
		return 1;
	}
	qsort(wish, wishes, sizeof *wish, compare_wishes);
	list_kinds(&search, offset, leaves);
	assert(search.kinds > 0);
	found = make_leaves_capacity(&search) && find_leaves(&search);
	if (found)
		hand_out(&search, owner, leaves);
	mem_free(search.kind);
	mem_free(search.reach);
	mem_free(search.left);
	mem_free(search.pick);
	mem_free(search.failed);
	return found;
}

/*
 * -- One group.  It first takes the leaves of the least offsets; then, from the
 * last on, each choice moves up as far as it can without the sum exceeding the
 * next one wanted.  If the offsets have no gaps, the sum grows by one when a
 * choice moves past the end of its kind, and so the wanted sum is reached.
 */

/* The least number >= sum that is congruent to rest mod size. */
static uint64_t next_sum(uint64_t sum, uint32_t rest, uint32_t size)
{
	uint64_t now = sum % size;

	return sum + (rest >= now ? rest - now : size - now + rest);
}

int periodic_leaves_one(uint32_t *owner, const uint64_t *offset,
	uint32_t leaves, const struct leaf_demand *wish)
{
	uint32_t count = wish->size - 1, to = leaves;
	uint64_t sum = 0, lack;

	for (uint32_t x = 0; x < leaves; x++) {
		owner[x] = x < count ? wish->group : PERIODIC_NOBODY;
		sum += x < count ? (offset[x] % wish->size) : 0;
	}
	lack = next_sum(sum, wish->rest, wish->size) - sum;
	for (uint32_t x = count; x-- > 0 && lack > 0;) {
		uint32_t y = x;

		while (y + 1 < to && offset[y + 1] - offset[x] <= lack)
			y++;
		lack -= offset[y] - offset[x];
		owner[x] = PERIODIC_NOBODY;
		owner[y] = wish->group;
		to = y;
	}
	return lack == 0;
}
