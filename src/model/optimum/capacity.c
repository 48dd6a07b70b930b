/* The condition of Gale and Ryser, kept up to date by sums of capacities. */
#include "model/optimum/capacity.h"

#include "base/mem.h"

/* f_u of the LogP paper, at most P-1: f_u = f_(u-1) + f_(u-L). */
static void set_caps(struct capacities *caps, uint32_t L)
{
	for (uint32_t u = 1; u <= caps->last; u++) {
		uint64_t f = 1;

		if (u > L)
			f = (uint64_t)caps->cap[u - 1] + caps->cap[u - L];
		caps->cap[u] = (uint32_t)(f < caps->P ? f : caps->P - 1);
		caps->sum[u] = caps->sum[u - 1] + caps->cap[u];
	}
}

void capacities_init(
	struct capacities *caps, uint32_t P, uint32_t L, uint32_t last)
{
	size_t steps = (size_t)last + 1;
	uint32_t q = 0, spread = 0;

	caps->P = P;
	caps->last = last;
	caps->cap = mem_array(steps, sizeof *caps->cap);
	caps->sum = mem_array(steps, sizeof *caps->sum);
	caps->full = mem_array(P, sizeof *caps->full);
	set_caps(caps, L);
	for (uint32_t u = 0; u <= last; u++)
		while (q <= caps->cap[u])
			caps->full[q++] = u > 0 ? u - 1 : 0;
	while (q < P)
		caps->full[q++] = last;
	while (spread < last && caps->sum[spread] < P - 1)
		spread++;
	caps->spread = spread;
}

void capacities_clear(struct capacities *caps)
{
	mem_free(caps->cap);
	mem_free(caps->sum);
	mem_free(caps->full);
}

/* The sum of min(q, cap(u)) for u > t. */
static uint64_t room_after(
	const struct capacities *caps, uint32_t q, uint32_t t)
{
	uint32_t full = caps->full[q];
	uint64_t room = 0;

	if (full > t)
		room = caps->sum[full] - caps->sum[t];
	else
		full = t;
	return room + (uint64_t)q * (caps->last - full);
}

uint32_t optimum_balance(
	const struct capacities *caps, const uint32_t *lacks, uint32_t t)
{
	uint64_t sum = 0;

	for (uint32_t q = 1; q < caps->P; q++) {
		sum += lacks[q - 1];
		if (lacks[q - 1] == 0)
			return 0;
		if (sum > room_after(caps, q, t))
			return q;
	}
	return 0;
}
