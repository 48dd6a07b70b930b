/*
 * Leaves for one group: first those of the least offsets; then, from the last
 * on, each moves up as far as it can without the sum exceeding the next one
 * wanted.  If offsets have no gaps, the sum grows by one when a leaf moves past
 * the end of its kind, and so is reached.
 */
#include "model/continuous/leaf_search.h"

/* The least number >= sum that is rest mod size. */
static uint64_t next_sum(uint64_t sum, uint32_t rest, uint32_t size)
{
	uint64_t now = sum % size;

	return sum + (rest >= now ? rest - now : size - now + rest);
}

int continuous_leaves_one(uint32_t *owner, const uint64_t *offset,
	uint32_t leaves, const struct leaf_demand *wish)
{
	uint32_t count = wish->size - 1, to = leaves;
	uint64_t sum = 0, lack;

	for (uint32_t x = 0; x < leaves; x++) {
		owner[x] = x < count ? wish->group : CONTINUOUS_NOBODY;
		sum += x < count ? (offset[x] % wish->size) : 0;
	}
	lack = next_sum(sum, wish->rest, wish->size) - sum;
	for (uint32_t x = count; x-- > 0 && lack > 0;) {
		uint32_t y = x;

		while (y + 1 < to && offset[y + 1] - offset[x] <= lack)
			y++;
		lack -= offset[y] - offset[x];
		owner[x] = CONTINUOUS_NOBODY;
		owner[y] = wish->group;
		to = y;
	}
	return lack == 0;
}
