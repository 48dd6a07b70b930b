/* The rows of all groups, phase by phase. */
#include "model/levels/levels.h"

#include <assert.h>

#include "base/mem.h"
#include "model/nodes/nodes.h"
#include "number/number.h"

static void free_level_parts(void *owned)
{
	mem_free(((struct schedule_parts *)owned)->part);
	mem_free(owned);
}

/* -- the header */

static enum status set_inside_message(struct schedule_header *header,
	const struct levels_plan *plan, const struct block_cost *blocks,
	struct err *err)
{
	struct machine_message message;
	int fits;

	machine_message_init(&message);
	machine_message_set(
		&message, plan->problem->nodes->machine, blocks->block);
	fits = schedule_set_inside(header, &message);
	machine_message_clear(&message);
	if (fits)
		return STATUS_OK;
	return err_limit(err,
		"the machines' times have no common unit in which n blocks' "
		"are below 2^61");
}

static enum status set_inside_figures(struct schedule_header *header,
	const struct levels_plan *plan, struct err *err)
{
	struct nodes_figures figures;

	if (nodes_figures(&figures, plan->problem, err) != STATUS_OK)
		return err->code;
	header->latency *= figures.unit / header->unit;
	header->unit = figures.unit;
	header->inside = figures.e1;
	if (figures.u1 != figures.unit)
		header->inside_send = figures.u1;
	return STATUS_OK;
}

static enum status set_levels_header(struct schedule_header *header,
	const struct levels_plan *plan, const struct algorithm_options *options,
	struct err *err)
{
	const struct block_cost *blocks =
		plan->whole.machine ? &plan->whole : options->blocks;
	enum status status;

	*header = (struct schedule_header){.model = MODEL_POSTAL,
		.algorithm = options->name,
		.operation = plan->operation};
	status = problem_block_header(header, plan->problem, blocks, err);
	if (status == STATUS_OK && plan->nodes_given) {
		header->node = plan->p;
		status = blocks ? set_inside_message(header, plan, blocks, err)
				: set_inside_figures(header, plan, err);
	}
	return status;
}

/* Makes the header's unit so fine that the rows of the phase's group start at
 * whole ticks. */
static enum status refine_to_phase(struct schedule_header *header,
	const struct levels_phase *phase, const struct schedule *group,
	struct err *err)
{
	enum status status = problem_refine(header, phase->start, err);
	mpq_t tick;

	mpq_init(tick);
	number_set_ratio(tick, 1, group->header.unit);
	mpq_mul(tick, tick, phase->unit);
	if (status == STATUS_OK)
		status = problem_refine(header, tick, err);
	mpq_clear(tick);
	return status;
}

/* -- rows */

/* The state while rows are made. */
struct phase_rows {
	const struct levels_plan *plan;
	const struct levels_phase *phase;
	struct schedule_parts *parts;
	struct transmissions *list;
	uint64_t start; /* of the phase, in ticks of the header */
	mpq_t scale;	/* ticks of the header in one of the group's */
};

/* The ticks of a time, which are whole. */
static uint64_t whole_ticks(const mpq_t time, uint64_t factor)
{
	uint64_t ticks = 0;

	if (!number_read_ticks(&ticks, time, factor, 64))
		assert(0);
	return ticks;
}

static enum status check_rows_size(
	const struct phase_rows *rows, struct err *err)
{
	uint64_t max_bytes = rows->plan->problem->max_bits / 8;

	if (rows->list->count * sizeof(struct transmission) +
			rows->parts->count * sizeof(struct schedule_part) <=
		max_bytes)
		return STATUS_OK;
	return limit_check_parts("the schedule of so many processors",
		(const struct limit_part[LIMIT_PARTS]){
			{sizeof(struct transmission), rows->list->count, 1},
			{sizeof(struct schedule_part), rows->parts->count, 1}},
		max_bytes, err);
}

/* Adds the row of every group or, if the phase is apart, of every processor. */
static enum status add_group_rows(
	struct phase_rows *rows, const struct transmission *of, struct err *err)
{
	const struct levels_plan *plan = rows->plan;
	const struct levels_step *step = rows->phase->step;
	uint64_t groups = levels_groups(plan, rows->phase);
	uint64_t tick = rows->start + whole_ticks(rows->scale, of->tick);
	int is_shared = step->share == SHARE_ALL && of->radix == 0;
	struct transmission row = {0};
	enum status status = STATUS_OK;

	if (step->is_apart)
		groups = of->from == 0 ? plan->p * plan->nodes : 0;
	for (uint64_t group = 0; group < groups && status == STATUS_OK;
		group++) {
		if (group == 0 || !is_shared)
			levels_row(&row, rows->parts, plan, rows->phase, group,
				of);
		row.tick = tick;
		if (is_shared) {
			row.from = levels_processor(
				plan, rows->phase, group, of->from);
			row.to = levels_processor(
				plan, rows->phase, group, of->to);
		}
		transmissions_add(rows->list, &row);
		status = check_rows_size(rows, err);
	}
	return status;
}

/* Adds the rows of all groups, which are those of one of them. */
static enum status add_phase_rows(
	struct phase_rows *rows, struct schedule *group, struct err *err)
{
	const struct transmission *row;
	enum status status = STATUS_OK;
	size_t count = 1;

	while (status == STATUS_OK && count > 0) {
		status = schedule_next(group, &row, &count, err);
		for (size_t i = 0; status == STATUS_OK && i < count; i++)
			status = add_group_rows(rows, &row[i], err);
	}
	return status;
}

/* Adds all rows and sets the header's finish. */
static enum status add_all_rows(struct phase_rows *rows,
	struct schedule_header *header, struct schedule *group[LEVELS_STEPS],
	struct err *err)
{
	const struct levels_plan *plan = rows->plan;
	enum status status = STATUS_OK;

	for (size_t i = 0; i < plan->phases && status == STATUS_OK; i++)
		status =
			refine_to_phase(header, &plan->phase[i], group[i], err);
	if (status == STATUS_OK)
		status = problem_finish(header, plan->time, err);
	mpq_init(rows->scale);
	for (size_t i = 0; i < plan->phases && status == STATUS_OK; i++) {
		assert(group[i]);
		rows->phase = &plan->phase[i];
		rows->start = whole_ticks(rows->phase->start, header->unit);
		number_set_ratio(
			rows->scale, header->unit, group[i]->header.unit);
		mpq_mul(rows->scale, rows->scale, rows->phase->unit);
		status = add_phase_rows(rows, group[i], err);
	}
	mpq_clear(rows->scale);
	return status;
}

/* Opens a group of each phase, and adds the rows of all. */
static enum status add_phases(struct phase_rows *rows,
	struct schedule_header *header, struct err *err)
{
	struct schedule *group[LEVELS_STEPS] = {NULL};
	enum status status = STATUS_OK;

	for (size_t i = 0; i < rows->plan->phases && status == STATUS_OK; i++)
		status = levels_phase_open(
			&group[i], &rows->plan->phase[i], err);
	if (status == STATUS_OK)
		status = add_all_rows(rows, header, group, err);
	for (size_t i = 0; i < rows->plan->phases; i++)
		schedule_close(group[i]);
	return status;
}

static enum status open_phase_rows(struct schedule **schedule,
	const struct levels_plan *plan, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule_parts *parts = mem_array(1, sizeof *parts);
	struct transmissions list = {0};
	struct phase_rows made = {.plan = plan, .parts = parts, .list = &list};
	struct schedule_header header;
	enum status status = set_levels_header(&header, plan, options, err);
	uint64_t rows;

	/* As many rows at least; so what one of them carries fits, too. */
	if (status == STATUS_OK)
		status = limit_check_each("the schedule of so many processors",
			plan->problem->n, sizeof(struct transmission),
			plan->problem->max_bits / 8, err);
	if (status == STATUS_OK)
		status = add_phases(&made, &header, err);
	if (status != STATUS_OK) {
		transmissions_clear(&list);
		free_level_parts(parts);
		return status;
	}
	if (parts->count > 0)
		header.parts = parts;
	rows = list.count;
	*schedule = schedule_stored(&header, &list);
	(*schedule)->rows = rows;
	schedule_own(*schedule, free_level_parts, parts);
	return STATUS_OK;
}

enum status levels_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct levels_plan plan;
	enum status status = levels_plan_find(&plan, problem, options, err);

	*schedule = NULL;
	if (status != STATUS_OK)
		return status;
	status = open_phase_rows(schedule, &plan, options, err);
	levels_plan_clear(&plan);
	return status;
}
