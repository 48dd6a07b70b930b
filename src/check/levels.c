/*
 * The checker of the postal model where a processor has several ports, or
 * processors are on nodes.  With nodes, the length of a send and the latency
 * depend on whether both ends are in one node, and at most so many sends out of
 * a node may be under way at once as it has lanes.
 *
 * Of each port and lane only the end of what it did last is kept.  Taken in the
 * order of their starts, each send gets the port of its sender that is free
 * first; if that is still busy, there is one send too many.  A receive starts
 * later than its send, so it waits in a queue until all receives that start
 * earlier are known, and gets a port in the same way.
 *   Example: on two ports, sends at 0, 0 and 1/2 of length 1 take ports 0, 1
 * and 0 again: the third is one too many until 1.
 */
#include "check/checker.h"

#include "base/mem.h"

struct levels {
	struct check *check;
	const struct schedule_header *header;
	size_t ports, lanes; /* of a processor; of a node, 0: no limit */
	/* [p·ports + i], [p·ports + i], [node·lanes + i]: the tick from which
	 * on the port or lane is free; all in one array */
	uint64_t *sender, *receiver, *lane;
	size_t places; /* of that array */
	/* [p·m + i - 1], in a broadcast: 1 + the tick from which on p has
	 * message i; 0: never */
	uint64_t *held;
	struct operands *operands; /* NULL in a broadcast */
	struct arrivals receives;  /* by the ticks at which they start */
	uint64_t last;		   /* the tick of the last row */
};

/* Takes the port that is free first, from start until end.  Whether it was free
 * at the start. */
static int take_port(uint64_t *port, size_t count, uint64_t start, uint64_t end)
{
	size_t first = 0;
	int is_free;

	for (size_t i = 1; i < count; i++)
		if (port[i] < port[first])
			first = i;
	is_free = port[first] <= start;
	port[first] = end;
	return is_free;
}

/* Reports "processor 1 sends more than 2 at once, at 3". */
static void report_ports(const struct levels *levels, const char *rule,
	const struct transmission *row, const char *who, uint64_t number,
	const char *does, size_t most, uint64_t tick)
{
	check_report(levels->check, rule, row->line,
		"$ # $ more than # at once, at @", who, number, does,
		(uint64_t)most, tick);
}

/* Has all receives that start by the tick take their ports. */
static void take_receives(struct levels *levels, uint64_t tick)
{
	struct arriving taken;

	while (arrivals_take(&levels->receives, &taken, tick)) {
		const struct transmission *row = &taken.row;
		uint64_t end =
			row->tick + schedule_row_end(levels->header, row);
		uint64_t start = end - schedule_row_send(levels->header, row);

		if (!take_port(levels->receiver + row->to * levels->ports,
			    levels->ports, start, end))
			report_ports(levels, "receives", row, "processor",
				row->to, "receives", levels->ports, start);
	}
}

/* Has the row's send take a port and, out of its node, a lane. */
static void check_sends(struct levels *levels, const struct transmission *row)
{
	const struct schedule_header *header = levels->header;
	uint64_t end = row->tick + schedule_row_send(header, row), node;

	if (!take_port(levels->sender + row->from * levels->ports,
		    levels->ports, row->tick, end))
		report_ports(levels, "sends", row, "processor", row->from,
			"sends", levels->ports, row->tick);
	if (levels->lanes == 0 || schedule_row_is_inside(header, row))
		return;
	node = row->from / header->node;
	if (!take_port(levels->lane + node * levels->lanes, levels->lanes,
		    row->tick, end))
		report_ports(levels, "lanes", row, "node", node,
			"sends to other nodes", levels->lanes, row->tick);
}

/* Reports if the row's sender does not have the message, and notes when its
 * receiver does. */
static void check_message(struct levels *levels, const struct transmission *row)
{
	uint64_t m = levels->header->messages;
	uint64_t end = row->tick + schedule_row_end(levels->header, row);
	uint64_t *to = &levels->held[row->to * m + row->message - 1];
	uint64_t from = levels->held[row->from * m + row->message - 1];

	if (from == 0)
		check_report_held(levels->check, row, UINT64_MAX);
	else if (from > row->tick + 1)
		check_report_held(levels->check, row, from - 1);
	if (*to > 0)
		levels->check->redundant++;
	if (*to == 0 || *to > end + 1)
		*to = end + 1;
}

static void check_level_row(
	struct levels *levels, const struct transmission *row)
{
	const struct schedule_header *header = levels->header;
	uint64_t end = row->tick + schedule_row_end(header, row);

	if (!check_transmission(levels->check, header, row, levels->last))
		return;
	levels->last = row->tick;
	take_receives(levels, row->tick);
	check_sends(levels, row);
	arrivals_add(&levels->receives, row, NULL,
		end - schedule_row_send(header, row));
	if (end > levels->check->finish)
		levels->check->finish = end;
	if (levels->operands) {
		operands_send(levels->operands, row);
		operands_receive(levels->operands, row, end);
	} else {
		check_message(levels, row);
	}
}

/* The schedule's unit has become finer: multiplies all ticks. */
static void rescale_levels(struct levels *levels)
{
	const struct schedule_header *header = levels->header;
	size_t held = (size_t)(header->processors * header->messages);
	uint64_t factor = header->unit / levels->check->unit;

	for (size_t i = 0; i < levels->places; i++)
		levels->sender[i] *= factor;
	for (size_t i = (size_t)header->messages; levels->held && i < held; i++)
		if (levels->held[i] > 0)
			levels->held[i] = (levels->held[i] - 1) * factor + 1;
	arrivals_rescale(&levels->receives, factor);
	if (levels->operands)
		operands_rescale(levels->operands, factor);
	levels->last *= factor;
	levels->check->finish *= factor;
	levels->check->unit = header->unit;
}

static enum status check_level_rows(void *checker,
	const struct transmission *row, size_t count, struct err *err)
{
	struct levels *levels = checker;

	if (levels->header->unit != levels->check->unit)
		rescale_levels(levels);
	for (size_t i = 0; i < count; i++)
		check_level_row(levels, &row[i]);
	return operands_status(levels->operands, err);
}

static enum status check_levels_hold(struct levels *levels, struct err *err)
{
	uint64_t m = levels->header->messages;

	take_receives(levels, UINT64_MAX);
	if (levels->operands)
		return operands_finish(levels->operands, err);
	for (uint64_t p = 1; p < levels->header->processors; p++)
		for (uint64_t i = 1; i <= m; i++)
			if (levels->held[p * m + i - 1] == 0)
				check_report_missing(levels->check, p, i);
	return STATUS_OK;
}

static void levels_init(struct levels *levels)
{
	const struct schedule_header *header = levels->header;
	size_t n = (size_t)header->processors, ports = n * levels->ports;

	levels->places = 2 * ports;
	if (levels->lanes > 0)
		levels->places += (size_t)(n / header->node) * levels->lanes;
	levels->sender = mem_array(levels->places, sizeof *levels->sender);
	levels->receiver = levels->sender + ports;
	levels->lane = levels->receiver + ports;
	if (levels->operands)
		return;
	levels->held =
		mem_array(n * (size_t)header->messages, sizeof *levels->held);
	for (uint64_t i = 0; i < header->messages; i++)
		levels->held[i] = 1;
}

static void levels_clear(struct levels *levels)
{
	mem_free(levels->sender);
	mem_free(levels->held);
	arrivals_clear(&levels->receives);
}

/* The number of ports or lanes that are kept: more than messages could ever use
 * would only waste memory. */
static size_t count_ports(uint64_t ports, const struct schedule_header *header)
{
	uint64_t most = header->processors * header->messages;

	return (size_t)(ports == 0 ? 1 : ports < most ? ports : most);
}

enum status check_levels(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err)
{
	const struct schedule_header *header = &schedule->header;
	struct operands operands;
	struct levels levels = {.check = check, .header = header};
	enum status status;
	uint64_t each;

	levels.ports = count_ports(header->ports, header);
	levels.lanes =
		header->lanes > 0 ? count_ports(header->lanes, header) : 0;
	each = (levels.ports * 2 + levels.lanes) * sizeof *levels.sender;
	status = operands_init(&operands, check, header, each,
		sizeof *levels.held, max_bytes, err);
	if (status != STATUS_OK)
		return status;
	check->unit = header->unit;
	if (operands.rules)
		levels.operands = &operands;
	levels_init(&levels);
	status = check_pull(check, schedule, check_level_rows, &levels, err);
	if (status == STATUS_OK)
		status = check_levels_hold(&levels, err);
	levels_clear(&levels);
	operands_clear(&operands);
	return status;
}
