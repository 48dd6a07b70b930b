/*
 * Shifts by Hall's theorem: for any b whose sum is a multiple of n there is a
 * permutation a of 0 .. n-1 such that a + b mod n is a permutation, too.  Here
 * b is minus the leaves' offsets and, for the node, whatever makes the sum 0.
 *
 * The method is Hall's proof as an algorithm.  The differences e are all 0 at
 * first; one after the other, each e[x] is set to b[x], and the last one is
 * changed to compensate.  Then a and s = a + e are permutations except at x and
 * the last index, whose former sums are free.  A chain of exchanges, each of
 * which takes a sum from one index and looks for another sum for that index,
 * ends when it meets one of the two free sums.  In all cases counted, a chain
 * took at most n - 1 steps.
 *
 * Example: n = 3, b = 1, 2, 0.  With e = 1, 0, 2 the first chain makes a = 0,
 * 2, 1 and s = 1, 2, 0; with e = b the second makes a = 1, 2, 0 and s = 2, 1,
 * 0.
 */
#include "model/periodic/periodic.h"

struct hall {
	uint32_t n;
	uint32_t *a, *s, *e;
	uint32_t *owner; /* owner[s[x]] = x */
};

static void place_hall(
	struct hall *hall, uint32_t x, uint32_t pos, uint32_t sum)
{
	hall->a[x] = pos;
	hall->s[x] = sum;
	hall->owner[sum] = x;
}

/* Restores both permutations after e[x] and the last e have changed. */
static void chain(struct hall *hall, uint32_t x)
{
	uint32_t last = hall->n - 1, free[2] = {hall->s[x], hall->s[last]};
	uint32_t hole = hall->a[last], pos = hall->a[x];

	for (;;) {
		uint32_t sum = periodic_add(pos, hall->e[x], hall->n);
		uint32_t next, old;

		if (sum == free[0] || sum == free[1]) {
			place_hall(hall, x, pos, sum);
			place_hall(hall, last, hole,
				sum == free[0] ? free[1] : free[0]);
			return;
		}
		next = hall->owner[sum];
		old = hall->a[next];
		place_hall(hall, x, pos, sum);
		x = next;
		pos = hole;
		hole = old;
	}
}

static void run_hall(uint32_t *a, const uint32_t *b, uint32_t n, uint32_t *work)
{
	struct hall hall = {n, a, work, work + n, work + 2 * (uint64_t)n};

	for (uint32_t x = 0; x < n; x++) {
		hall.e[x] = 0;
		place_hall(&hall, x, x, x);
	}
	for (uint32_t x = 0; x + 1 < n; x++) {
		if (b[x] == 0)
			continue;
		hall.e[x] = b[x];
		hall.e[n - 1] = periodic_add(hall.e[n - 1], n - b[x], n);
		chain(&hall, x);
	}
}

void periodic_arrange(
	uint32_t *shift, const uint64_t *offset, uint32_t size, uint32_t *work)
{
	uint32_t *b = work + 3 * (uint64_t)size, sum = 0, node;

	for (uint32_t x = 0; x + 1 < size; x++) {
		uint32_t rest = (uint32_t)(offset[x] % size);

		b[x] = rest == 0 ? 0 : size - rest;
		sum = periodic_add(sum, rest, size);
	}
	b[size - 1] = sum;
	run_hall(shift, b, size, work);
	node = shift[size - 1];
	for (uint32_t x = 0; x < size; x++)
		shift[x] = shift[x] >= node ? shift[x] - node
					    : shift[x] + (size - node);
}
