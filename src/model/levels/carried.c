/*
 * What a group's row is among all processors: its ends, and the blocks that its
 * shares stand for.
 *   Example: p = 2, N = 3, all-gather: in the phase outside of place 1 a share
 * is one block, and 1+2, the shares of members 1 and 2, are the blocks 3 and 5;
 * in the phase inside after it a share of member 1 is all blocks of place 1: 1,
 * 3, 5.
 */
#include "model/levels/levels.h"

#include "base/mem.h"

uint64_t levels_groups(
	const struct levels_plan *plan, const struct levels_phase *phase)
{
	const struct levels_step *step = phase->step;

	if (step->is_root)
		return 1;
	if (step->is_fold)
		return step->is_inside ? plan->pairs : 1;
	if (step->is_inside)
		return plan->nodes - (uint64_t)step->is_mirrored;
	return plan->p;
}

uint64_t levels_processor(const struct levels_plan *plan,
	const struct levels_phase *phase, uint64_t group, uint64_t member)
{
	if (phase->step->is_mirrored)
		member = plan->p - 1 - member;
	if (phase->step->is_fold && !phase->step->is_inside)
		return member < plan->pairs ? 2 * member + plan->staying
					    : member + plan->pairs;
	return phase->step->is_inside ? group * plan->p + member
				      : member * plan->p + group;
}

/* The parts of a row, which begin at `begin`, as they are appended. */
struct parts_made {
	struct schedule_parts *parts;
	size_t begin;
	uint64_t n, size;
};

static void append_part(struct parts_made *made, uint64_t first, uint64_t size)
{
	struct schedule_parts *parts = made->parts;

	parts->part = mem_grow(parts->part, &parts->capacity, parts->count,
		sizeof *parts->part);
	parts->part[parts->count++] = (struct schedule_part){first, size};
}

/* Appends blocks first .. first + size - 1, to the last part if they follow it.
 */
static void append_run(struct parts_made *made, uint64_t first, uint64_t size)
{
	struct schedule_parts *parts = made->parts;
	struct schedule_part *last = parts->count > made->begin
					     ? &parts->part[parts->count - 1]
					     : NULL;

	made->size += size;
	if (last && (last->first + last->size) % made->n == first)
		last->size += size;
	else
		append_part(made, first, size);
}

/* Appends the shares of members first .. first + size - 1, mod the group's. */
static void append_shares(struct parts_made *made,
	const struct levels_plan *plan, const struct levels_phase *phase,
	uint64_t group, const struct transmission *of)
{
	const struct levels_step *step = phase->step;
	uint64_t members = step->is_inside ? plan->p : plan->nodes;
	int is_strided = step->share == SHARE_ALL && step->is_inside;
	uint64_t groups = is_strided ? plan->nodes : 1;

	for (uint64_t g = 0; g < groups; g++)
		for (uint64_t i = 0; i < of->size; i++) {
			uint64_t member = (of->first + i) % members;

			if (step->share == SHARE_ALL && !is_strided)
				append_run(made, member * plan->p, plan->p);
			else
				append_run(made,
					levels_processor(plan, phase,
						is_strided ? g : group, member),
					1);
		}
}

/* -- all-to-all */

/* Appends the blocks from member o to member t: in the first phase those to all
 * groups, in a later one those from all groups. */
static void append_pair(struct parts_made *made, const struct levels_plan *plan,
	const struct levels_phase *phase, uint64_t group, uint64_t o,
	uint64_t t)
{
	const struct levels_step *step = phase->step;
	uint64_t groups = step->is_inside ? plan->nodes : plan->p;

	if (step->share == SHARE_ONE)
		groups = 1;
	for (uint64_t g = 0; g < groups; g++) {
		uint64_t other = step->share == SHARE_ONE ? group : g;

		append_part(made,
			levels_processor(plan, phase,
				phase->is_second ? other : group, o),
			levels_processor(plan, phase,
				phase->is_second ? group : other, t));
		made->size++;
	}
}

/* Appends the blocks whose distance to go, j, has the digit; they are where the
 * digits before it have brought them. */
static void append_digits(struct parts_made *made,
	const struct levels_plan *plan, const struct levels_phase *phase,
	uint64_t group, const struct transmission *of)
{
	uint64_t members = phase->step->is_inside ? plan->p : plan->nodes;
	uint64_t weight = of->first;

	for (uint64_t j = 0; j < members; j++) {
		uint64_t origin =
			(of->from + members - j % weight % members) % members;

		if (j / weight % of->radix == of->digit)
			append_pair(made, plan, phase, group, origin,
				(origin + j) % members);
	}
}

/* -- rows */

/* Sets what the row carries, in the order of files, runs that touch as one; a
 * single run needs no part. */
static void set_carried(struct transmission *row, struct parts_made *made,
	enum operation operation)
{
	struct schedule_parts *parts = made->parts;
	struct schedule_part *part = &parts->part[made->begin];
	size_t count = parts->count - made->begin;

	schedule_sort_parts(part, count);
	if (operation != OPERATION_ALLTOALL)
		(void)schedule_join_runs(part, &count, made->n);
	parts->count = made->begin + count;
	row->radix = row->digit = 0;
	row->size = made->size;
	row->first = made->begin;
	row->digit = (uint32_t)count;
}

/* Sets a message of one block to the d-th of the processors on other nodes. */
static void set_apart(struct transmission *row, struct parts_made *made,
	const struct levels_plan *plan, uint64_t from, uint64_t d)
{
	uint64_t node = (from / plan->p + 1 + (d - 1) / plan->p) % plan->nodes;

	row->from = from;
	row->to = node * plan->p + (from + (d - 1)) % plan->p;
	if (plan->operation == OPERATION_ALLTOALL)
		append_part(made, row->from, row->to);
	else
		append_part(made,
			plan->operation == OPERATION_ALLGATHER ? row->from
							       : row->to,
			1);
	made->size = 1;
}

/* Sets the row of a fold, whose blocks follow each other from the first share
 * on; a run of shares may continue from the last to the first. */
static void set_folded(struct transmission *row, const struct levels_plan *plan,
	const struct levels_phase *phase, uint64_t group,
	const struct transmission *of)
{
	uint64_t shares = phase->step->is_inside ? plan->p
						 : plan->n - plan->pairs,
		 end = of->first + of->size;

	row->from = levels_processor(plan, phase, group, of->from);
	row->to = levels_processor(plan, phase, group, of->to);
	row->size = plan->n;
	if (phase->step->share == SHARE_ALL)
		return;
	row->first = levels_share(plan, of->first, shares);
	row->size = (end > shares ? plan->n + levels_share(plan, end - shares,
						      shares)
				  : levels_share(plan, end, shares)) -
		    row->first;
}

void levels_row(struct transmission *row, struct schedule_parts *parts,
	const struct levels_plan *plan, const struct levels_phase *phase,
	uint64_t group, const struct transmission *of)
{
	struct parts_made made = {.parts = parts,
		.begin = parts->count,
		.n = plan->p * plan->nodes};

	*row = (struct transmission){.message = 1};
	if (phase->step->is_fold) {
		set_folded(row, plan, phase, group, of);
		return;
	}
	if (phase->step->is_apart) {
		uint64_t members = made.n - plan->p + 1;

		set_apart(row, &made, plan, group,
			(of->to + members - of->from) % members);
	} else {
		row->from = levels_processor(plan, phase, group, of->from);
		row->to = levels_processor(plan, phase, group, of->to);
		if (of->radix > 0)
			append_digits(&made, plan, phase, group, of);
		else
			append_shares(&made, plan, phase, group, of);
	}
	set_carried(row, &made, plan->operation);
	if (row->digit == 1 && plan->operation != OPERATION_ALLTOALL) {
		row->first = parts->part[--parts->count].first;
		row->digit = 0;
	}
}
