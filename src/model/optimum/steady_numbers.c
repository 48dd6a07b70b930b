/* The tree of all nodes of offsets below B(N,L), counted by offset. */
#include "model/optimum/steady.h"

#include "base/mem.h"

enum { NODES_MAX = 1 << 16, STEPS_MAX = 1 << 13, LATENCY_MAX = 1 << 12 };

int steady_numbers_init(struct steady_numbers *numbers, uint64_t P, uint64_t L)
{
	uint64_t sum = 0, f = 1, N = P - 1;
	uint32_t *nodes, *reach;
	uint32_t i = 1;

	*numbers = (struct steady_numbers){.P = (uint32_t)P, .L = (uint32_t)L};
	if (P < 3 || N > NODES_MAX || L > LATENCY_MAX)
		return 0;
	nodes = mem_array(STEPS_MAX, sizeof *nodes);
	reach = mem_array(STEPS_MAX + (size_t)1, sizeof *reach);
	reach[1] = nodes[0] = 1;
	while (f < N && i < STEPS_MAX) {
		sum += f;
		nodes[i] = i >= L ? reach[i + 1 - L] : 0;
		f += nodes[i];
		reach[++i] = (uint32_t)f;
	}
	mem_free(reach);
	numbers->nodes = nodes;
	numbers->steps = i;
	numbers->items = (uint32_t)(sum / N);
	numbers->rest = (uint32_t)(sum % N);
	numbers->mean = i - 1 - numbers->items;
	numbers->missing = (uint32_t)(f - N);
	return f >= N;
}

void steady_numbers_clear(struct steady_numbers *numbers)
{
	mem_free(numbers->nodes);
}
