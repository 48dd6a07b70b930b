/*
 * Keeps all rows.  At a tick one of `ports' ports is free if fewer than `ports'
 * of the processor's sends, or receives, started within a send's length before
 * it.
 */
#include "judge/ports.h"

#include "base/mem.h"

static struct err err;

uint64_t judge_ports_time(uint64_t a, uint64_t b, uint64_t ports, uint64_t n)
{
	uint64_t *value = mem_array((size_t)(a + n * b + 1), sizeof *value);
	uint64_t i = 0;

	for (;; i++) {
		value[i] = i < a ? 1 : value[i - b] + ports * value[i - a];
		if (value[i] >= n)
			break;
	}
	mem_free(value);
	return i;
}

/* Whether the last of the first `rows' rows finds a port free at its sender or,
 * unless is_send, at its receiver. */
static int has_port(const struct schedule_header *header,
	const struct transmissions *list, size_t rows, int is_send)
{
	const struct transmission *last = &list->row[rows - 1];
	uint64_t most = header->ports > 1 ? header->ports : 1, count = 0;

	for (size_t i = rows; i-- > 0;) {
		const struct transmission *row = &list->row[i];

		if (row->tick + header->unit <= last->tick)
			break;
		count +=
			is_send ? row->from == last->from : row->to == last->to;
	}
	return count <= most;
}

/* Whether the row's sender has what it sends; if so, gives it to the receiver.
 */
static int carry(const struct schedule_header *header,
	const struct transmission *row, uint64_t *held)
{
	uint64_t m = header->messages, end = row->tick + header->latency;
	uint64_t *to = &held[row->to * m + row->message - 1];

	if (held[row->from * m + row->message - 1] > row->tick)
		return 0;
	if (*to > end)
		*to = end;
	return 1;
}

int judge_ports_is_valid(struct schedule *schedule)
{
	const struct schedule_header *header = &schedule->header;
	size_t cells = (size_t)(header->processors * header->messages);
	uint64_t *held = mem_array(cells, sizeof *held), finish = 0;
	struct transmissions list = {0};
	int is_valid = transmissions_pull(&list, schedule, UINT64_MAX, &err) ==
		       STATUS_OK;

	for (size_t i = (size_t)header->messages; i < cells; i++)
		held[i] = UINT64_MAX;
	for (size_t i = 0; is_valid && i < list.count; i++)
		is_valid = has_port(header, &list, i + 1, 1) &&
			   has_port(header, &list, i + 1, 0) &&
			   carry(header, &list.row[i], held);
	for (size_t i = 0; i < cells; i++)
		if (held[i] > finish)
			finish = held[i];
	is_valid = is_valid && finish == header->finish;
	transmissions_clear(&list);
	mem_free(held);
	schedule_close(schedule);
	return is_valid;
}

enum status judge_ports_open(struct schedule **schedule,
	const struct algorithm *algorithm, const struct problem *problem,
	struct err *error)
{
	const struct algorithm_options options = {.name = algorithm->name};
	struct problem share;
	unsigned long width;
	enum status status = STATUS_OK;

	*schedule = NULL;
	problem_init(&share);
	width = problem_share(&share, problem);
	if (!(algorithm->uses & USES_PORTS))
		share.ports = 1;
	if (algorithm_applies(algorithm, &share, MODEL_POSTAL))
		status = algorithm_open(schedule, algorithm, MODEL_POSTAL,
			&share, &options, error);
	if (*schedule)
		*schedule = schedule_abreast(*schedule, mpz_get_ui(problem->m),
			width, problem->ports);
	problem_clear(&share);
	return status;
}
