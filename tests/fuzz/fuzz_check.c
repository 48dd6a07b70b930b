/*
 * Any bytes as a small schedule of any model, mostly in time order: check/check
 * says of it what a judge by definition says.
 */
#include "judge/check.h"
#include "judge/queue.h"
#include "fuzz.h"

/* The bytes of the header, and of a row. */
enum { HEAD = 6, ROW = 5 };

static void read_head(struct schedule_header *header, const uint8_t *byte)
{
	int model = byte[0] % 6;
	uint64_t few = model == MODEL_LOGP;

	*header = (struct schedule_header){.model = (enum model)model,
		.processors = 1 + byte[1] % (few ? SIDE : 7),
		.messages = 1 + byte[2] % (few ? SIDE : 5),
		.unit = (1 + byte[3] % 3) * (1 + byte[3] / 3 % 3),
		.has_finish = byte[5] > 127,
		.finish = byte[5] - 128};
	if (!few && model != MODEL_LOCALITY && byte[2] > 127)
		header->operation = OPERATION_REDUCE;
	if ((model == MODEL_SENDRECV || model == MODEL_POSTAL) &&
		byte[4] % 16 > 3) {
		header->messages = 1;
		header->operation = (enum operation)(
			OPERATION_SCATTER + (byte[4] / 16 + byte[2]) % 10);
	} else if (!few && model != MODEL_LOCALITY && byte[2] % 5 == 4) {
		header->operation = OPERATION_CENSUS;
		header->messages = 1;
	}
	if (model == MODEL_POSTAL)
		header->latency = header->unit + byte[4] % 8;
	if (model == MODEL_LOGP)
		header->latency = header->unit * (1 + byte[4] % 3);
	if (model == MODEL_LOCALITY) {
		header->messages = 1;
		header->cost = JUDGE_COST;
	}
}

/* before: the tick of the row before. */
static void read_row(struct transmission *row,
	const struct schedule_header *header, const uint8_t *byte,
	uint64_t before)
{
	uint64_t most = header->model == MODEL_LOGP ? STEPS / 3 * header->unit
						    : UINT64_C(1) << 40;

	*row = (struct transmission){.tick = before + byte[0] % 16,
		.from = byte[1] % (header->processors + 1),
		.to = byte[2] % (header->processors + 1),
		.message = byte[3] % (header->messages + 2)};
	if (byte[0] == 255)
		row->tick = 0;
	if (row->tick > most)
		row->tick = most;
	if (schedule_run_column(header->operation)) {
		row->message = byte[3] < 250;
		row->first = byte[4] % (header->processors + 1);
		row->size = byte[3] % (header->processors + 2);
	}
	if (header->operation == OPERATION_ALLTOALL) {
		row->radix = 1 + byte[3] % 5;
		row->digit = byte[3] / 5 % 5;
		row->size =
			row->first == 0
				? 1
				: schedule_digit_blocks(header->processors,
					  row->first, row->radix, row->digit);
	}
	if (header->model != MODEL_LOCALITY)
		return;
	row->size = byte[4] / 3 % (header->processors + 2);
	row->access = (enum access)(byte[4] % 3);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct judged list = {.count = 0};
	uint64_t tick = 0;
	size_t most = JUDGE_ROWS;
	int valid;

	if (size < HEAD)
		return 0;
	read_head(&list.schedule.header, data);
	list.coarse = 1 + data[3] / 3 % 3;
	if (list.schedule.header.model == MODEL_LOGP)
		most = ROWS;
	for (size_t at = HEAD; at + ROW <= size && list.count < most;
		at += ROW) {
		struct transmission *row = &list.row[list.count++];

		read_row(row, &list.schedule.header, data + at, tick);
		tick = row->tick;
	}
	MUST(judge_check_agrees(&list, &valid));
	return 0;
}
