/*
 * Schedules on nodes.
 *
 * "nodes": for one message, trees of W(T, p) processors are drawn and packed,
 * where T is the least time that the bound allows; if no try can be packed,
 * with a tick more, and so on.  Sends start when they do in the tree: what is
 * cut off leaves gaps.  For several messages, see several.c.
 * "leaders": BCAST to the first processor of each node, which begins BCAST
 * inside when its sends have ended.
 * "bcast": BCAST to all processors, without regard to the nodes.
 * "binomial": the largest subtree first, as soon as possible.
 */
#include "model/nodes/nodes.h"

#include "base/bits.h"
#include "base/mem.h"
#include "model/postal/postal.h"
#include "number/number.h"

enum { LATER = 64 /* the ticks after the bound that are tried */ };

/* A schedule while it is made: its rows go to the list. */
struct making {
	struct schedule_header header;
	struct nodes_figures figures;
	const struct problem *problem;
	struct transmissions list;
};

static enum status making_init(struct making *making,
	const struct problem *problem, const char *algorithm, struct err *err)
{
	struct schedule_header *header = &making->header;
	struct nodes_figures *figures = &making->figures;
	enum status status;

	*making = (struct making){.problem = problem};
	if (!problem->nodes) {
		(void)err_usage(err, ERR_NAME "node is missing");
		return STATUS_USAGE;
	}
	header->algorithm = algorithm;
	header->model = MODEL_POSTAL;
	/* A row a processor, two while the list grows. */
	status = limit_check_each("the schedule", problem->n,
		2 * sizeof(struct transmission), problem->max_bits / 8, err);
	if (status == STATUS_OK)
		status = problem_header(header, problem, err);
	if (status == STATUS_OK)
		status = nodes_figures(figures, problem, err);
	if (status != STATUS_OK)
		return status;
	header->latency *= figures->unit / header->unit;
	header->unit = figures->unit;
	header->node = number_get_u64(problem->nodes->size);
	header->inside = figures->e1;
	if (figures->u1 != figures->unit)
		header->inside_send = figures->u1;
	return STATUS_OK;
}

static void add_send(
	struct making *making, uint64_t tick, uint64_t from, uint64_t to)
{
	transmissions_add(&making->list,
		&(struct transmission){
			.tick = tick, .from = from, .to = to, .message = 1});
}

/* Whether no node sends more to other nodes at a time, or receives more from
 * them, than it has lanes.  Sends come in the order of their starts, and all
 * between nodes take a unit and the latency. */
static int keeps_to_lanes(const struct schedule_header *header, int lanes_in,
	const struct transmission *row, size_t count)
{
	uint64_t nodes = header->processors / header->node, *ends;
	size_t width = (size_t)header->lanes + 1;
	int keeps = 1;

	/* For each node, its number of sends, and the end of each lane's last
	 * one. */
	ends = mem_array((size_t)nodes * width, sizeof *ends);
	for (size_t i = 0; i < count && keeps; i++) {
		uint64_t at = lanes_in ? row[i].to : row[i].from;
		uint64_t *node = ends + at / header->node * width;
		uint64_t *lane = &node[1 + node[0] % header->lanes];

		if (schedule_row_is_inside(header, &row[i]))
			continue;
		keeps = *lane <= row[i].tick;
		*lane = row[i].tick + header->unit;
		node[0]++;
	}
	mem_free(ends);
	return keeps;
}

/* Errors: STATUS_USAGE if the rows need more lanes than there are. */
static enum status check_lanes(const struct making *making, struct err *err)
{
	const struct schedule_header *header = &making->header;
	const struct transmission *row;
	struct transmissions list = {0};
	struct schedule *sorted;
	enum status status;
	size_t count;

	if (header->lanes == 0 || header->lanes >= header->node)
		return STATUS_OK;
	for (size_t i = 0; i < making->list.count; i++)
		transmissions_add(&list, &making->list.row[i]);
	sorted = schedule_stored(header, &list);
	status = schedule_next(sorted, &row, &count, err);
	if (status == STATUS_OK &&
		!keeps_to_lanes(
			header, making->problem->nodes->lanes_in, row, count))
		status = err_usage(err, ERR_NAME "lanes: ", header->algorithm,
			" sends more out of a node at a time: nodes does not");
	schedule_close(sorted);
	return status;
}

/* Opens the schedule of the rows, and finds its finish, unless there was an
 * error. */
static enum status making_done(struct schedule **schedule,
	struct making *making, enum status status, struct err *err)
{
	struct schedule_header *header = &making->header;

	if (status != STATUS_OK) {
		transmissions_clear(&making->list);
		return status;
	}
	header->has_finish = 1;
	header->lanes = making->problem->nodes->lanes;
	for (size_t i = 0; i < making->list.count; i++) {
		const struct transmission *row = &making->list.row[i];

		header->finish = most_u64(header->finish,
			row->tick + schedule_row_end(header, row));
	}
	status = check_lanes(making, err);
	if (status == STATUS_OK)
		*schedule = schedule_stored(header, &making->list);
	else
		transmissions_clear(&making->list);
	return status;
}

/* -- nodes */

static void add_drawn_rows(struct making *making,
	const struct nodes_drawing *drawing, const uint64_t *place)
{
	for (size_t i = 1; i < drawing->count; i++)
		if (place[i] != UINT64_MAX)
			add_send(making, drawing->drawn[i].sent,
				place[drawing->drawn[i].parent], place[i]);
}

/* Tries to pack trees of the table's last row. */
static enum status pack_trees(int *is_packed, struct making *making,
	const struct nodes_table *table, struct err *err)
{
	struct nodes_drawing drawing = {0};
	enum status status = STATUS_OK;
	uint64_t *place;

	*is_packed = 0;
	for (unsigned try = 0; try < NODES_TRIES && !*is_packed; try++) {
		status = nodes_draw(&drawing, table, try, err);
		if (status != STATUS_OK)
			break;
		place = mem_array(drawing.count, sizeof *place);
		*is_packed = nodes_pack(place, &drawing,
			making->header.processors, making->figures.p);
		if (*is_packed)
			add_drawn_rows(making, &drawing, place);
		mem_free(place);
	}
	nodes_drawing_clear(&drawing);
	return status;
}

/* Draws a schedule of one message, which may need any number of lanes. */
static enum status draw_schedule(struct making *making, struct err *err)
{
	uint64_t max_bits = making->problem->max_bits;
	struct nodes_table table;
	enum status status;
	int is_packed = 0;

	nodes_table_init(&table, &making->figures, 1, max_bits);
	status = nodes_table_reach(&table, making->problem->n, err);
	for (int later = 0; status == STATUS_OK && !is_packed; later++) {
		if (later == LATER)
			status = err_limit(
				err, "no schedule on these nodes was found");
		else if (later > 0)
			status = nodes_table_next(&table, err);
		if (status == STATUS_OK)
			status = pack_trees(&is_packed, making, &table, err);
	}
	nodes_table_clear(&table);
	return status;
}

enum status nodes_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct making making;
	const struct schedule_header *header = &making.header;
	enum status status = making_init(&making, problem, "nodes", err);

	(void)options;
	if (status != STATUS_OK)
		return status;
	making.header.lanes = problem->nodes->lanes;
	if (header->messages == 1)
		status = draw_schedule(&making, err);
	if (header->messages > 1 ||
		(status == STATUS_OK &&
			check_lanes(&making, err) != STATUS_OK)) {
		making.list.count = 0;
		status = nodes_several(&making.list, &making.figures,
			problem->nodes, header->processors, header->messages,
			problem->max_bits, err);
	}
	return making_done(schedule, &making, status, err);
}

/* -- leaders, bcast */

/* Opens BCAST to n processors for the latency end/send, in units of send. */
static enum status open_bcast(struct schedule **schedule, uint64_t n,
	uint64_t end, uint64_t send, uint64_t max_bits, struct err *err)
{
	const struct algorithm_options options = {0};
	struct problem problem;
	enum status status;

	problem_init(&problem);
	problem_set_words(&problem, n, 1, end);
	number_set_u64(mpq_denref(problem.lambda), send);
	mpq_canonicalize(problem.lambda);
	problem.max_bits = max_bits;
	status = postal_bcast_open(schedule, &problem, &options, err);
	problem_clear(&problem);
	return status;
}

/* Adds BCAST's sends; its processor i is number i stride here. */
static enum status add_bcast(struct making *making, uint64_t n, uint64_t stride,
	uint64_t end, uint64_t send, struct err *err)
{
	struct transmissions list = {0};
	struct schedule *bcast;
	enum status status = open_bcast(
		&bcast, n, end, send, making->problem->max_bits, err);

	if (status == STATUS_OK)
		status = nodes_read_ticks(&list, bcast, send, err);
	for (size_t i = 0; status == STATUS_OK && i < list.count; i++)
		add_send(making, list.row[i].tick, list.row[i].from * stride,
			list.row[i].to * stride);
	transmissions_clear(&list);
	return status;
}

enum status nodes_flat_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct making making;
	enum status status = making_init(&making, problem, "bcast", err);
	const struct schedule_header *header = &making.header;

	(void)options;
	if (status != STATUS_OK)
		return status;
	status = add_bcast(&making, header->processors, 1, header->latency,
		header->unit, err);
	return making_done(schedule, &making, status, err);
}

/* Copies the inside sends of node 0, which begin at row first, to all nodes.
 * They begin when the node's leader is informed and has ended its sends. */
static void spread_inside(struct making *making, size_t first)
{
	const struct schedule_header *header = &making->header;
	uint64_t count = header->processors / header->node;
	uint64_t *start = mem_array((size_t)count, sizeof *start);
	size_t end = making->list.count;

	for (size_t i = 0; i < first; i++) {
		const struct transmission *row = &making->list.row[i];
		uint64_t from = row->from / header->node;

		start[row->to / header->node] = row->tick + header->latency;
		start[from] = most_u64(start[from], row->tick + header->unit);
	}
	for (size_t i = first; i < end; i++)
		for (uint64_t v = 1; v < count; v++) {
			struct transmission row = making->list.row[i];
			uint64_t base = v * header->node;

			add_send(making, start[v] + row.tick, base + row.from,
				base + row.to);
		}
	for (size_t i = first; i < end; i++)
		making->list.row[i].tick += start[0];
	mem_free(start);
}

enum status nodes_leaders_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct making making;
	enum status status = making_init(&making, problem, "leaders", err);
	const struct schedule_header *header = &making.header;
	size_t first;

	(void)options;
	if (status != STATUS_OK)
		return status;
	status = add_bcast(&making, header->processors / header->node,
		header->node, header->latency, header->unit, err);
	first = making.list.count;
	if (status == STATUS_OK)
		status = add_bcast(&making, header->node, 1, making.figures.e1,
			making.figures.u1, err);
	if (status == STATUS_OK)
		spread_inside(&making, first);
	return making_done(schedule, &making, status, err);
}

/* -- binomial */

/* Processor i, once informed, sends to i + 2^k for all 2^k below the lowest bit
 * of i, largest k first. */
static void add_binomial(struct making *making, uint64_t *informed, uint64_t i)
{
	const struct schedule_header *header = &making->header;
	uint64_t n = header->processors, now = informed[i], child = 1;

	while (child < n - i && (i & child) == 0)
		child *= 2;
	for (child /= 2; child > 0; child /= 2) {
		struct transmission row = {.from = i, .to = i + child};

		add_send(making, now, i, i + child);
		informed[i + child] = now + schedule_row_end(header, &row);
		now += schedule_row_send(header, &row);
	}
}

enum status nodes_binomial_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct making making;
	enum status status = making_init(&making, problem, "binomial", err);
	uint64_t n = making.header.processors, *informed;

	(void)options;
	if (status != STATUS_OK)
		return status;
	informed = mem_array((size_t)n, sizeof *informed);
	for (uint64_t i = 0; i < n; i++)
		add_binomial(&making, informed, i);
	mem_free(informed);
	return making_done(schedule, &making, STATUS_OK, err);
}
