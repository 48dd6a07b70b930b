/*
 * The steps are found in ascending order: the next one is the least step plus a
 * unit, or the least step plus a latency, that is beyond the last one,
 * whichever is earlier.
 *
 * Example: lambda = 5/2, in ticks latency 5, unit 2: the steps are at 0, 5, 7,
 * 9, 10, .. with F = 1, 2, 3, 4, 5, ..
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

/* min(stay + ports descend, 2^63); stay < 2^63. */
static uint64_t next_reach(
	const struct postal_steps *steps, uint64_t stay, uint64_t descend)
{
	const uint64_t most = UINT64_C(1) << 63;

	return descend > (most - stay) / steps->ports
		       ? most
		       : stay + steps->ports * descend;
}

/* Appends the step at tick; stay and descend are those of the step before. */
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
	/* During the first latency only the source sends, in a step a unit. */
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
	return ascending_find(steps->step, sizeof *steps->step,
		       offsetof(struct postal_step, tick), steps->count,
		       tick + 1) -
	       1;
}

uint64_t postal_steps_split(const struct postal_steps *steps, uint64_t s)
{
	const struct postal_step *step = steps->step;

	return step[step[postal_steps_time(steps, s)].stay].reach;
}

/*
 * -- Small trees
 *
 * The sends of tree k at moment e: if e = 1, that of its root; else those of
 * the tree that is kept, at the moment a unit earlier, and then those of the
 * tree given away, at the moment a latency earlier, shifted by the ranks kept.
 */

/* Limits at which the lists fit the caches nearest to the processor. */
enum { TREE_MAX = 8192, TREES_MAX = 256, HOPS_MAX = 1 << 15 };

/* How many trees to list; *hops = the number of all their sends. */
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

/* Appends tree k's sends at moment e, 1 <= e <= k, shifted by base. */
static struct postal_hop *copy_slice(const struct postal_flat *flat, size_t k,
	size_t e, uint16_t base, struct postal_hop *out)
{
	const struct postal_hop *hop, *end;

	for (postal_flat_slice(flat, k, e, &hop, &end); hop < end; hop++)
		*out++ = (struct postal_hop){(uint16_t)(hop->from + base),
			(uint16_t)(hop->to + base)};
	return out;
}

/* Appends tree k's sends at moment e from the trees that are listed. */
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
