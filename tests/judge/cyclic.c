/*
 * Tables: for each processor and message the time from which the processor has
 * the message, and for each processor when its last send and receive end: n (m
 * + 2) words.
 */
#include "judge/cyclic.h"

#include "base/mem.h"

#define NEVER UINT64_MAX

struct table {
	const struct schedule_header *header;
	uint64_t *known;	    /* since when, by processor and message */
	uint64_t *sends, *receives; /* when the last one ends, by processor */
	uint64_t rows, finish;
	struct transmission before;
	int is_right;
};

static uint64_t *known(
	const struct table *table, uint64_t processor, uint64_t message)
{
	return &table->known[processor * table->header->messages + message - 1];
}

static int is_in_order(
	const struct transmission *a, const struct transmission *b)
{
	if (a->tick != b->tick)
		return a->tick < b->tick;
	if (a->from != b->from)
		return a->from < b->from;
	return a->message < b->message;
}

static int is_row(const struct table *table, const struct transmission *row)
{
	const struct schedule_header *header = table->header;
	uint64_t received = row->tick + header->latency - header->unit;

	return row->from < header->processors && row->to < header->processors &&
	       row->message >= 1 && row->message <= header->messages &&
	       (table->rows == 0 || is_in_order(&table->before, row)) &&
	       *known(table, row->from, row->message) <= row->tick &&
	       *known(table, row->to, row->message) == NEVER &&
	       table->sends[row->from] <= row->tick &&
	       table->receives[row->to] <= received;
}

static void add_row(struct table *table, const struct transmission *row)
{
	uint64_t end = row->tick + table->header->latency;

	if (!is_row(table, row)) {
		table->is_right = 0;
		return;
	}
	*known(table, row->to, row->message) = end;
	table->sends[row->from] = row->tick + table->header->unit;
	table->receives[row->to] = end;
	if (end > table->finish)
		table->finish = end;
	table->before = *row;
	table->rows++;
}

static void fill(struct table *table)
{
	uint64_t n = table->header->processors, m = table->header->messages;

	table->known = mem_array((size_t)(n * m + 1), sizeof *table->known);
	table->sends = mem_array((size_t)n, 2 * sizeof *table->sends);
	table->receives = table->sends + n;
	for (uint64_t i = m; i < n * m; i++)
		table->known[i] = NEVER;
}

int judge_cyclic(struct schedule *schedule)
{
	struct table table = {.header = &schedule->header, .is_right = 1};
	const struct transmission *row;
	size_t count = 1;
	struct err err;

	fill(&table);
	while (table.is_right && count > 0) {
		table.is_right = schedule_next(schedule, &row, &count, &err) ==
				 STATUS_OK;
		for (size_t i = 0; i < count && table.is_right; i++)
			add_row(&table, &row[i]);
	}
	mem_free(table.known);
	mem_free(table.sends);
	return table.is_right && table.finish == schedule->header.finish &&
	       table.rows == schedule->header.messages *
				     (schedule->header.processors - 1);
}
