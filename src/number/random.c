/* The finalizer is a function of its own, as it also serves as a hash. */
#include "number/random.h"

#include "base/wrap.h"

WRAPS uint64_t random_mix(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

WRAPS uint64_t random_u64(uint64_t seed, uint64_t i)
{
	return random_mix(seed + (i + 1) * UINT64_C(0x9e3779b97f4a7c15));
}
