/*
 * The steps are found in order, like numbers with two prime factors: the next
 * is the smaller of the first step, plus a unit, and the first, plus a latency,
 * to pass the last one.
 */
#include "model/postal/open.h"

#include <assert.h>

#include "base/mem.h"

enum { STEPS_MAX = 1 << 24 };

static struct postal_step *append_step(struct postal_steps *steps)
{
	steps->step = mem_grow(steps->step, &steps->capacity, steps->count,
		sizeof *steps->step);
	return &steps->step[steps->count++];
}

/* F, or 2^63 where it is more. */
static uint64_t next_reach(
	const struct postal_steps *steps, uint64_t stay, uint64_t descend)
{
	const uint64_t most = UINT64_C(1) << 63;

	if (steps->ports <= 1)
		return stay + descend;
	return descend > (most - stay) / steps->ports
		       ? most
		       : stay + steps->ports * descend;
}

/* Appends the step at tick; stay and descend are those of the one before. */
static void append_at(struct postal_steps *steps, uint64_t tick, uint32_t stay,
	uint32_t descend)
{
	struct postal_step *step = append_step(steps), *at = steps->step;

	while (stay + 2 < steps->count &&
		at[stay + 1].tick + steps->unit <= tick)
		stay++;
	while (descend + 2 < steps->count &&
		at[descend + 1].tick + steps->latency <= tick)
		descend++;
	*step = (struct postal_step){.tick = tick,
		.reach = next_reach(steps, at[stay].reach, at[descend].reach),
		.stay = stay,
		.descend = descend};
	step->stay_exact = stay > 0 && at[stay].tick + steps->unit == tick;
	step->descend_exact =
		descend > 0 && at[descend].tick + steps->latency == tick;
	step->alone =
		steps->count == 2 ||
		(!step->descend_exact && step->stay_exact && at[stay].alone);
}

static uint64_t next_tick(const struct postal_steps *steps)
{
	const struct postal_step *at = steps->step;
	const struct postal_step *last = &at[steps->count - 1];
	uint64_t stay, descend;

	if (steps->count == 1)
		return steps->latency;
	stay = at[last->stay + 1].tick + steps->unit;
	descend = at[last->descend + 1].tick + steps->latency;
	return stay < descend ? stay : descend;
}

static enum status too_many_steps(struct err *err)
{
	return err_limit(err,
		"this broadcast sends at too many different times, or too "
		"late, for a schedule");
}

enum status postal_steps_init(struct postal_steps *steps, uint64_t latency,
	uint64_t unit, uint64_t ports, uint64_t n, struct err *err)
{
	assert(unit >= 1 && n >= 1 && latency < UINT64_MAX / 2);
	*steps = (struct postal_steps){
		.latency = latency, .unit = unit, .ports = ports};
	/* For a latency only the source sends: one more is reached a unit. */
	if (latency / unit > STEPS_MAX && n > STEPS_MAX)
		return too_many_steps(err);
	*append_step(steps) = (struct postal_step){.reach = 1};
	while (steps->step[steps->count - 1].reach < n) {
		const struct postal_step *last = &steps->step[steps->count - 1];
		uint64_t tick = next_tick(steps);

		if (steps->count > STEPS_MAX || tick > UINT64_MAX / 2)
			return too_many_steps(err);
		append_at(steps, tick, last->stay, last->descend);
	}
	return STATUS_OK;
}

void postal_steps_clear(struct postal_steps *steps)
{
	mem_free(steps->step);
	*steps = (struct postal_steps){0};
}

size_t postal_steps_time(const struct postal_steps *steps, uint64_t s)
{
	return ascending_find(steps->step, sizeof *steps->step,
		offsetof(struct postal_step, reach), steps->count - 1, s);
}

size_t postal_steps_at(const struct postal_steps *steps, uint64_t tick)
{
	size_t low = 0, high = steps->count - 1;

	while (low < high) {
		size_t middle = high - (high - low) / 2;

		if (steps->step[middle].tick <= tick)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

uint64_t postal_steps_split(const struct postal_steps *steps, uint64_t s)
{
	const struct postal_step *step = steps->step;

	return step[step[postal_steps_time(steps, s)].stay].reach;
}

/*
 * -- Small trees
 *
 * Tree k at moment e: its root's send if e is the first; else the sends of the
 * tree that stays, a unit earlier in that tree's time, then those of the tree
 * given away, a latency earlier, moved by the ranks that stay.
 */

/* Sizes at which the lists stay in the first caches. */
enum { TREE_MAX = 8192, TREES_MAX = 256, HOPS_MAX = 1 << 15 };

/* The trees that are listed, and the number of all their sends. */
static size_t count_trees(const struct postal_steps *steps, size_t *hops)
{
	size_t k = 0;

	*hops = 0;
	while (k < steps->count && k < TREES_MAX &&
		steps->step[k].reach <= TREE_MAX &&
		*hops + steps->step[k].reach - 1 <= HOPS_MAX)
		*hops += (size_t)steps->step[k++].reach - 1;
	return k;
}

/* Appends tree k's sends at moment e, 1 <= e <= k, moved by base. */
static struct postal_hop *copy_slice(const struct postal_flat *flat, size_t k,
	size_t e, uint16_t base, struct postal_hop *out)
{
	const struct postal_hop *hop, *end;

	for (postal_flat_slice(flat, k, e, &hop, &end); hop < end; hop++)
		*out++ = (struct postal_hop){(uint16_t)(hop->from + base),
			(uint16_t)(hop->to + base)};
	return out;
}

static struct postal_hop *list_moment(const struct postal_flat *flat,
	const struct postal_step *step, size_t k, size_t e,
	struct postal_hop *out)
{
	uint16_t kept = (uint16_t)step[step[k].stay].reach;

	if (e == 1) {
		*out = (struct postal_hop){0, kept};
		return out + 1;
	}
	if (step[e].stay_exact)
		out = copy_slice(flat, step[k].stay, step[e].stay, 0, out);
	if (step[e].descend_exact)
		out = copy_slice(
			flat, step[k].descend, step[e].descend, kept, out);
	return out;
}

void postal_flat_init(
	struct postal_flat *flat, const struct postal_steps *steps)
{
	size_t hops;
	struct postal_hop *out;
	uint32_t *start;

	flat->trees = count_trees(steps, &hops);
	flat->hop = out = mem_array(hops, sizeof *flat->hop);
	flat->start = start = mem_array(
		flat->trees * (flat->trees + 1) / 2 + 1, sizeof *flat->start);
	for (size_t k = 1; k < flat->trees; k++)
		for (size_t e = 1; e <= k; e++) {
			out = list_moment(flat, steps->step, k, e, out);
			*++start = (uint32_t)(out - flat->hop);
		}
}

void postal_flat_clear(struct postal_flat *flat)
{
	mem_free(flat->hop);
	mem_free(flat->start);
	*flat = (struct postal_flat){0};
}
