/*
 * BCAST on several ports.  A processor that owns s ranks, x = f(s), keeps
 * F(x-1) of them.  Each port gives F(x-lambda) ranks away, the last port
 * perhaps fewer, by a send to the first of them, which owns them a latency
 * later.  As F(x) = F(x-1) + ports F(x-lambda), the ports suffice.
 *
 * Example: lambda = 2, 2 ports, n = 8: F = 1 1 3 5 11, so x = 4; processor 0
 * keeps 5 ranks, and sends at 0 to processor 5, which owns three from time 2
 * on.
 */
#include "model/postal/open.h"

#include "base/mem.h"

/* Puts the send of a port.  An item is a processor that sends: its message is
 * the port, from 1 on, and its ranks include those kept. */
static void put_port(struct postal_merge *ported, struct transmission *row)
{
	const struct schedule_header *header = &ported->schedule.header;
	struct merge_item item = ported->merge.item[0], recipient = {0};
	const struct postal_step *step = ported->steps.step;
	size_t x = postal_steps_time(&ported->steps, item.ranks);
	uint64_t given = step[step[x].descend].reach, offset;

	item.to = step[step[x].stay].reach;
	offset = item.to + (item.message - 1) * given;
	if (given > item.ranks - offset)
		given = item.ranks - offset;
	*row = (struct transmission){.tick = item.tick,
		.from = item.from,
		.to = item.from + offset,
		.message = 1};
	recipient.tick = item.tick + header->latency;
	recipient.from = row->to;
	recipient.message = 1;
	recipient.ranks = given;
	if (offset + given == item.ranks) {
		item.tick += header->unit;
		item.ranks = item.to;
		item.message = 0;
	}
	item.message++;
	ported->merge.item[0] = item;
	if (item.ranks == 1)
		merge_pop(&ported->merge);
	else
		merge_sink(&ported->merge);
	if (given > 1)
		merge_push(&ported->merge, &recipient);
}

enum status postal_ports_build(struct schedule **schedule,
	const struct schedule_header *header, struct err *err)
{
	struct postal_merge *ported = mem_array(1, sizeof *ported);
	struct merge_item root = {.message = 1, .ranks = header->processors};

	ported->schedule.header = *header;
	ported->schedule.ops = &postal_merge_ops;
	ported->put = put_port;
	if (postal_steps_init(&ported->steps, header->latency, header->unit,
		    header->ports, header->processors, err) != STATUS_OK) {
		schedule_close(&ported->schedule);
		return err->code;
	}
	if (header->processors > 1)
		merge_push(&ported->merge, &root);
	*schedule = &ported->schedule;
	return STATUS_OK;
}
