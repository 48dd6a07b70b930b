/* Each shape by its definition in trees.h; none needs a table. */
#include "model/trees/shape.h"

/* -- flat and chain */

static uint64_t flat_first(const struct trees_shape *shape, uint64_t parent)
{
	return parent == 0 ? 1 : shape->n;
}

static uint64_t flat_next(
	const struct trees_shape *shape, uint64_t parent, uint64_t child)
{
	(void)shape;
	(void)parent;
	return child + 1;
}

static uint64_t flat_most(const struct trees_shape *shape)
{
	return shape->n - 1;
}

static uint64_t chain_first(const struct trees_shape *shape, uint64_t parent)
{
	(void)shape;
	return parent + 1;
}

static uint64_t chain_next(
	const struct trees_shape *shape, uint64_t parent, uint64_t child)
{
	(void)parent;
	(void)child;
	return shape->n;
}

static uint64_t chain_most(const struct trees_shape *shape)
{
	(void)shape;
	return 1;
}

const struct trees_rule trees_flat = {flat_first, flat_next, flat_most};
const struct trees_rule trees_chain = {chain_first, chain_next, chain_most};

/* -- binary */

/* The largest power of two that is at most x >= 1. */
static uint64_t power_below(uint64_t x)
{
	uint64_t power = 1;

	while (power <= x / 2)
		power *= 2;
	return power;
}

/* Level l is 2^l - 1 .. 2^(l+1) - 2, so of that width. */
static uint64_t binary_first(const struct trees_shape *shape, uint64_t parent)
{
	(void)shape;
	return parent + power_below(parent + 1);
}

static uint64_t binary_next(
	const struct trees_shape *shape, uint64_t parent, uint64_t child)
{
	uint64_t width = power_below(parent + 1);

	return child - parent == width ? child + width : shape->n;
}

static uint64_t binary_most(const struct trees_shape *shape)
{
	return shape->n > 2 ? 2 : 1;
}

const struct trees_rule trees_binary = {binary_first, binary_next, binary_most};

/* -- binomial */

static uint64_t binomial_first(const struct trees_shape *shape, uint64_t parent)
{
	(void)shape;
	return parent == 0 ? 1 : parent + 2 * power_below(parent);
}

static uint64_t binomial_next(
	const struct trees_shape *shape, uint64_t parent, uint64_t child)
{
	(void)shape;
	return parent + 2 * (child - parent);
}

static uint64_t binomial_most(const struct trees_shape *shape)
{
	uint64_t count = 1;

	for (uint64_t power = 1; power <= (shape->n - 1) / 2; power *= 2)
		count++;
	return count;
}

const struct trees_rule trees_binomial = {
	binomial_first, binomial_next, binomial_most};

/* -- knomial: processor p has the children p + d·s, 0 < d < radix, for every
 * power s of the radix such that radix·s divides p */

static uint64_t knomial_first(const struct trees_shape *shape, uint64_t parent)
{
	uint64_t k = shape->radix, step = 1;

	if (parent % k != 0)
		return shape->n;
	while (step <= (shape->n - 1 - parent) / k &&
		parent / (k * step) % k == 0)
		step *= k;
	return parent + step;
}

static uint64_t knomial_next(
	const struct trees_shape *shape, uint64_t parent, uint64_t child)
{
	uint64_t k = shape->radix, apart = child - parent, step = 1;

	while (step <= apart / k)
		step *= k;
	if (apart / step < k - 1 && step < shape->n - child)
		return child + step;
	return step > 1 ? parent + step / k : shape->n;
}

static uint64_t knomial_most(const struct trees_shape *shape)
{
	uint64_t k = shape->radix, step = 1, below = 0;

	for (; step <= (shape->n - 1) / k; step *= k)
		below += k - 1;
	return below + (shape->n - 1) / step;
}

const struct trees_rule trees_knomial = {
	knomial_first, knomial_next, knomial_most};
