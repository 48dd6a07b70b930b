/*
 * Which rules each operation has, and the rules of reductions and
 * reduce-scatters: one number, the state, for each processor and message.
 * Memory limits the speed, so states take 32 bits as long as ticks fit them.
 */
#include "check/checker.h"

#include "base/mem.h"
#include "number/number.h"

static const uint64_t SENT = UINT64_MAX;

static int is_by_block(const struct operands *operands)
{
	return operands->header->operation == OPERATION_REDUCE_SCATTER;
}

static uint64_t target_of(const struct operands *operands, uint64_t message)
{
	return is_by_block(operands) ? message - 1 : 0;
}

static size_t count_states(const struct operands *operands)
{
	return (size_t)(operands->header->processors * operands->messages);
}

static void init_reduce(struct operands *operands)
{
	operands->messages = is_by_block(operands)
				     ? operands->header->processors
				     : operands->header->messages;
	operands->narrow =
		mem_array(count_states(operands), sizeof *operands->narrow);
}

static void clear_reduce(struct operands *operands)
{
	mem_free(operands->state);
	mem_free(operands->narrow);
}

static inline uint64_t get_state(const struct operands *operands, uint64_t i)
{
	if (!operands->narrow)
		return operands->state[i];
	return operands->narrow[i] == UINT32_MAX ? SENT : operands->narrow[i];
}

/* Makes room for later ticks. */
static void widen_states(struct operands *operands)
{
	size_t count = count_states(operands);

	operands->state = mem_array(count, sizeof *operands->state);
	for (size_t i = 0; i < count; i++)
		operands->state[i] = get_state(operands, i);
	mem_free(operands->narrow);
	operands->narrow = NULL;
}

static inline void set_state(
	struct operands *operands, uint64_t i, uint64_t state)
{
	if (operands->narrow && state >= UINT32_MAX && state != SENT)
		widen_states(operands);
	if (operands->narrow)
		operands->narrow[i] = (uint32_t)state;
	else
		operands->state[i] = state;
}

static void rescale_reduce(struct operands *operands, uint64_t factor)
{
	for (size_t i = 0; i < count_states(operands); i++) {
		uint64_t state = get_state(operands, i);

		if (state > 0 && state < SENT)
			set_state(operands, i, (state - 1) * factor + 1);
	}
}

/* How people name a message, and by which number. */
static const char *message_name(const struct operands *operands)
{
	return is_by_block(operands) ? "block" : "message";
}

static uint64_t message_number(
	const struct operands *operands, uint64_t message)
{
	return is_by_block(operands) ? message - 1 : message;
}

/* Reports "processor 1 sends message 3 at 4, but is the target": `what` is
 * "sends", `when` is "at", and `why` is the rest. */
static void report_operands(const struct operands *operands, uint64_t line,
	uint64_t processor, const char *what, uint64_t message,
	const char *when, uint64_t tick, const char *why)
{
	if (!operands->is_quiet)
		check_report(operands->check, "operands", line,
			"processor # $ $ # $ @$", processor, what,
			message_name(operands),
			message_number(operands, message), when, tick, why);
}

/* Reports a wrong send of the message whose state is in that place. */
static void report_send(const struct operands *operands,
	const struct transmission *row, uint64_t place)
{
	uint64_t state = get_state(operands, place);

	if (row->from == target_of(operands, row->message))
		report_operands(operands, row->line, row->from, "sends",
			row->message, "at", row->tick, ", but is the target");
	else if (state == SENT)
		report_operands(operands, row->line, row->from, "sends",
			row->message, "at", row->tick,
			" again: operands are counted twice");
	else
		report_operands(operands, row->line, row->from, "sends",
			row->message, "before it has received, by", state - 1,
			", all of it");
}

static void send_reduce(
	struct operands *operands, const struct transmission *row)
{
	uint64_t place = operands_place(operands, row->from, row->message);
	uint64_t state = get_state(operands, place);
	int is_target = row->from == target_of(operands, row->message);

	if (is_target || state > row->tick + 1)
		report_send(operands, row, place);
	if (is_target)
		return;
	operands->sent += state != SENT;
	set_state(operands, place, SENT);
}

static void receive_reduce(struct operands *operands,
	const struct transmission *row, uint64_t tick)
{
	uint64_t place = operands_place(operands, row->to, row->message);
	uint64_t state = get_state(operands, place);

	if (state == SENT)
		report_operands(operands, row->line, row->to, "receives",
			row->message, "by", tick,
			", after it has sent it: operands are lost");
	else if (state <= tick)
		set_state(operands, place, tick + 1);
}

static void report_missing(
	const struct operands *operands, uint64_t processor, uint64_t message)
{
	check_report(operands->check, "complete", 0,
		"processor # never sends $ #: operands are missing", processor,
		message_name(operands), message_number(operands, message));
}

static void finish_reduce(struct operands *operands)
{
	uint64_t messages = operands->messages;

	if (operands->sent == (operands->header->processors - 1) * messages)
		return;
	for (uint64_t p = 0; p < operands->header->processors; p++)
		for (uint64_t i = 1; i <= messages; i++)
			if (p != target_of(operands, i) &&
				get_state(operands,
					operands_place(operands, p, i)) != SENT)
				report_missing(operands, p, i);
}

const struct operands_rules operands_reduce = {
	/* Narrow and wide states exist together while they are made wider. */
	.bytes = sizeof(uint32_t) + sizeof(uint64_t),
	.init = init_reduce,
	.clear = clear_reduce,
	.rescale = rescale_reduce,
	.send = send_reduce,
	.receive = receive_reduce,
	.finish = finish_reduce,
};

/* -- reduce-scatter: each block that a row carries is a message */

static uint64_t reduce_scatter_bytes(uint64_t n)
{
	return n > UINT32_MAX ? UINT64_MAX / 2 : n * operands_reduce.bytes;
}

/* Sends or receives all blocks of the row; only the first violation is
 * reported. */
static void reduce_blocks(struct operands *operands,
	const struct transmission *row, uint64_t tick, int sends)
{
	uint64_t before = operands->check->violations;
	uint64_t n = operands->header->processors;
	struct transmission one = *row;
	struct schedule_part own;
	const struct schedule_parts list =
		schedule_row_parts(operands->header, row, &own);

	for (size_t k = 0; k < list.count; k++)
		for (uint64_t i = 0; i < list.part[k].size; i++) {
			one.message = (list.part[k].first + i) % n + 1;
			if (sends)
				send_reduce(operands, &one);
			else
				receive_reduce(operands, &one, tick);
			operands->is_quiet =
				operands->check->violations > before;
		}
	operands->is_quiet = 0;
}

static void send_reduce_scatter(
	struct operands *operands, const struct transmission *row)
{
	reduce_blocks(operands, row, 0, 1);
}

static void receive_reduce_scatter(struct operands *operands,
	const struct transmission *row, uint64_t tick)
{
	reduce_blocks(operands, row, tick, 0);
}

const struct operands_rules operands_reduce_scatter = {
	.each = reduce_scatter_bytes,
	.init = init_reduce,
	.clear = clear_reduce,
	.rescale = rescale_reduce,
	.send = send_reduce_scatter,
	.receive = receive_reduce_scatter,
	.finish = finish_reduce,
};

/* -- all operations */

/* NULL: a broadcast has none. */
static const struct operands_rules *rules_of(enum operation operation)
{
	static const struct operands_rules *const rules[] = {
		[OPERATION_BROADCAST] = NULL,
		[OPERATION_REDUCE] = &operands_reduce,
		[OPERATION_SCATTER] = &blocks_held,
		[OPERATION_GATHER] = &blocks_held,
		[OPERATION_ALLGATHER] = &blocks_held,
		[OPERATION_REDUCE_SCATTER] = &operands_reduce_scatter,
		[OPERATION_ALLREDUCE] = &blocks_summed,
		[OPERATION_ALLTOALL] = &blocks_moved,
		[OPERATION_CENSUS] = &operands_census,
		[OPERATION_BARRIER] = &blocks_held,
		[OPERATION_SCAN] = &operands_scan,
		[OPERATION_EXSCAN] = &operands_scan,
		[OPERATION_SUM] = &operands_sum,
	};

	return rules[operation];
}

enum status operands_init(struct operands *operands, struct check *check,
	const struct schedule_header *header, uint64_t processor,
	unsigned message, uint64_t max_bytes, struct err *err)
{
	const struct operands_rules *rules = rules_of(header->operation);

	*operands = (struct operands){0};
	if (rules)
		message = rules->bytes;
	if (rules && rules->each)
		processor += rules->each(header->processors);
	if (check_memory(header, processor, message, max_bytes, err) !=
		STATUS_OK)
		return err->code;
	*operands = (struct operands){.rules = rules,
		.check = check,
		.header = header,
		.max_bytes = max_bytes};
	if (rules)
		rules->init(operands);
	return STATUS_OK;
}

void operands_clear(struct operands *operands)
{
	if (operands->rules)
		operands->rules->clear(operands);
	arrivals_clear(&operands->arrivals);
	*operands = (struct operands){0};
}

void operands_rescale(struct operands *operands, uint64_t factor)
{
	arrivals_rescale(&operands->arrivals, factor);
	if (operands->rules->rescale)
		operands->rules->rescale(operands, factor);
}

void operands_arrive(struct operands *operands, uint64_t tick)
{
	struct arriving arrival;

	while (arrivals_take(&operands->arrivals, &arrival, tick)) {
		operands->rules->arrive(operands, &arrival);
		mem_free(arrival.carried);
	}
}

int operands_take(struct operands *operands, uint64_t bytes, const char *what)
{
	if (operands->max_bytes - operands->bytes < bytes)
		operands->full = what;
	if (operands->full)
		return 0;
	operands->bytes += bytes;
	return 1;
}

enum status operands_status(const struct operands *operands, struct err *err)
{
	if (!operands || !operands->full)
		return STATUS_OK;
	return limit_too_many(operands->full, err);
}
