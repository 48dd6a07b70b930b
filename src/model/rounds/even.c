/*
 * The algorithm for even n, m - 1 + ceil(log2 n) rounds.   BKS, Sections 3, 4,
 * with 1 <= j <= k-1 and 2^(j-1) <= l < 2^j (our copy of the text has < in all
 * places, by which n = 6 has no j) and T_{j-1} in the matching (there T_{i-1}).
 *
 * The processors but the source are in sets T_0, .., T_{k-1}, |T_i| = 2^i, and
 * if n is no power of two, n = 2^k + 2l, X, Y and Z of l, 2^j - l and 2l - 2^j
 * processors.  At the start of round t, besides what everybody knows,
 *   n = 2^k:  all of T_i know M_{t-i-1}; everybody M_1 .. M_{t-k-1};
 *   else:     all of T_i know M_{t-i-1} if i < j, M_{t-i-2} if i >= j;
 *             X: M_{t-j-1};  Y: M_{t-k-1} .. M_{t-j-1};
 *             Z: M_{t-k-1} .. M_{t-j-2};  everybody M_1 .. M_{t-k-2}.
 * In a round T_{k-1}, Y and Z send the oldest message on its way to all the
 * others, the source gives M_t to the first of T_{k-1}, the others give it
 * nothing back; each set is joined by its partners of T_{k-1} and becomes the
 * next.  Messages below 1 are not sent, those past m are M_m.
 *   In the first rounds whoever is in T_{k-1} knows nothing, nor does any set
 * whose message would be below 1; all know something after round ceil(log2 n).
 *
 * Example: n = 4, so T_0 has one processor and T_1 two.  Let round 4 begin with
 * T_0 = {1}, which knows M_3, and T_1 = {2, 3}, which know M_2; all know M_1.
 * The source gives M_4 to 2; 3 gives M_2 to 1 and gets M_3 from it.  Now all
 * know M_2, T_0 = {2} knows M_4 and T_1 = {1, 3} know M_3: all is as before,
 * one message further on.
 */
#include "model/rounds/rounds.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

void telephone_even_init(struct telephone_even *even, uint32_t n, int has_dummy)
{
	*even = (struct telephone_even){.n = n, .has_dummy = has_dummy};
	while (n >> (even->k + 1) > 0)
		even->k++;
	even->l = (n - ((uint32_t)1 << even->k)) / 2;
	while (even->l >> even->j > 0)
		even->j++;
	even->oldest = even->k + (even->l > 0);
	even->order = mem_array(n, sizeof *even->order);
	even->next = mem_array(n, sizeof *even->next);
	even->unused = mem_array(n, sizeof *even->unused);
	even->send = mem_array(n, sizeof *even->send);
	for (uint32_t p = 0; p < n; p++) {
		even->unused[p] = p + 1;
		even->send[p].to = ROUNDS_NOBODY;
	}
}

void telephone_even_clear(struct telephone_even *even)
{
	mem_free(even->order);
	mem_free(even->next);
	mem_free(even->unused);
	mem_free(even->send);
	*even = (struct telephone_even){0};
}

/* The first processor of T_i. */
static uint32_t *first(uint32_t *order, unsigned i)
{
	return order + ((uint32_t)1 << i) - 1;
}

/* Adds calls in which each of u gives the oldest message and each of v one of
 * that age. */
static void couple(struct telephone_even *even, const uint32_t *u,
	const uint32_t *v, uint32_t count, uint32_t age)
{
	struct rounds_send *send = even->send;
	uint32_t value = even->oldest - age;

	for (uint32_t i = 0; i < count; i++) {
		send[u[i]] = (struct rounds_send){v[i], 0};
		send[v[i]] = (struct rounds_send){u[i], value};
	}
}

/* set = old, of the given size, followed by count processors of u. */
static void join_sets(uint32_t *set, const uint32_t *old, uint32_t size,
	const uint32_t *u, uint32_t count)
{
	memcpy(set, old, size * sizeof *set);
	memcpy(set + size, u, count * sizeof *set);
}

/* Has T_i, from <= i < to, call partners from u on, and moves u past these;
 * T_i's messages have age i + late. */
static void double_sets(struct telephone_even *even, const uint32_t **u,
	unsigned from, unsigned to, uint32_t late)
{
	for (unsigned i = from; i < to && i + late < even->round; i++) {
		uint32_t size = (uint32_t)1 << i;
		const uint32_t *set = first(even->order, i);

		couple(even, *u, set, size, i + late);
		join_sets(first(even->next, i + 1), set, size, *u, size);
		*u += size;
	}
}

/* Fills a set, which will never change, in the first round in which somebody
 * talks to it. */
static void found_set(struct telephone_even *even, uint32_t *set,
	const uint32_t **u, uint32_t count, uint32_t age)
{
	if (even->round != age + 1)
		return;
	memcpy(set, *u, count * sizeof *set);
	memcpy(even->next + (set - even->order), *u, count * sizeof *set);
	*u += count;
}

/* Gives the next processor that joins the dummy's number. */
static void use_dummy(struct telephone_even *even, const uint32_t *u)
{
	uint32_t *last, other;

	if (!even->has_dummy || even->round != even->j + 1)
		return;
	assert(even->unused);
	last = &even->unused[even->n - 2];
	other = *u;
	even->unused[u - even->unused] = *last;
	*last = other;
}

/* Makes the calls of T_{j-1}, X, Y and Z, where the spread of a message pauses
 * for a round. */
static void halt_sets(struct telephone_even *even, const uint32_t **u)
{
	unsigned j = even->j;
	uint32_t half = (uint32_t)1 << (j - 1), l = even->l;
	uint32_t called = l - half, apart = 2 * half - l;
	uint32_t *t = first(even->order, j - 1);
	uint32_t *x = first(even->order, even->k);
	uint32_t *y = x + l, *z = y + apart;

	if (even->round <= j)
		return;
	use_dummy(even, *u);
	found_set(even, y, u, apart, j);
	couple(even, *u, t, called, j);
	join_sets(first(even->next, even->k), t, half, *u, called);
	*u += called;
	couple(even, y, t + called, apart, j);
	if (even->round <= j + 1)
		return;
	found_set(even, z, u, 2 * called, j + 1);
	couple(even, *u, x, apart, j + 1);
	join_sets(first(even->next, j), x, l, *u, apart);
	*u += apart;
	couple(even, z, x + apart, 2 * called, j + 1);
}

/* Notes that all processors have joined. */
static void use_all(struct telephone_even *even)
{
	mem_free(even->unused);
	even->unused = NULL;
	even->senders = even->n;
}

/* In the first rounds the partners of T_0, .., X1 come from those who know
 * nothing; the sets that know nothing are skipped. */
void telephone_even_step(struct telephone_even *even)
{
	uint32_t *order = even->order, r;
	const uint32_t *u = first(order, even->k - 1);

	if (even->round++ == even->oldest)
		use_all(even);
	if (even->unused) {
		even->senders = even->used + 1;
		u = even->unused + even->used;
	}
	r = *u++;
	even->send[0] = (struct rounds_send){r, even->oldest};
	even->send[r] = (struct rounds_send){ROUNDS_NOBODY, 0};
	even->next[0] = r;
	if (even->l == 0) {
		double_sets(even, &u, 0, even->k - 1, 1);
	} else {
		double_sets(even, &u, 0, even->j - 1, 1);
		halt_sets(even, &u);
		double_sets(even, &u, even->j, even->k - 1, 2);
	}
	if (even->unused)
		even->used = (uint32_t)(u - even->unused);
	even->order = even->next;
	even->next = order;
}
