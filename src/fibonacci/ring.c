/*
 * Small values of the generalised Fibonacci function, by its definition.
 * Invariant: ring[i mod a] is G(i) for the last a indices i.
 */
#include "fibonacci/methods.h"

#include "base/mem.h"

uint64_t fibonacci_ring(uint64_t *value, size_t a, size_t b,
	unsigned long ports, uint64_t last, uint64_t n)
{
	const uint64_t most = (n - 1) / ports;
	uint64_t *ring, index;
	size_t at = 0, back = b == a ? 0 : a - b; /* slots of G(i-a), G(i-b) */

	*value = 1;
	if (n <= 1)
		return 0;
	if (last < a)
		return last;
	ring = mem_array(a, sizeof *ring);
	for (size_t i = 0; i < a; i++)
		ring[i] = 1;
	for (index = a;; index++) {
		if (ring[at] > most) {
			*value = n;
			break;
		}
		*value = ring[at] = ring[back] + ports * ring[at];
		if (*value >= n || index == last)
			break;
		at = at + 1 == a ? 0 : at + 1;
		back = back + 1 == a ? 0 : back + 1;
	}
	mem_free(ring);
	return index;
}
