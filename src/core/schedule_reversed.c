/*
 * Reverses a broadcast into a reduction: keeps of all rows that bring a
 * processor a message the one received first, exchanges their ends, mirrors
 * their times, and sorts them. Example: latency 2, finish 3: a row from 0 to 1
 * at 0 becomes one from 1 to 0 at 3 - 0 - 2 = 1.
 */
#include "core/schedule.h"

#include "base/mem.h"
#include "number/number.h"

struct reversal {
	const struct schedule_header *header;
	/* [p·m + i - 1]: 1 + the index of the row that brings p message i, or
	 * 0 */
	size_t *kept;
	uint64_t
		*since; /* of each processor: 1 + the end of its last receive */
	struct transmissions list;
};

/* There are two copies of the rows while their array grows. */
static enum status check_reversed_size(const struct schedule_header *header,
	uint64_t max_bits, struct err *err)
{
	uint64_t n = header->processors;

	return limit_check_parts("reversing so many transmissions",
		(const struct limit_part[LIMIT_PARTS]){
			{3 * sizeof(struct transmission) + sizeof(size_t), n,
				header->messages},
			{sizeof(uint64_t), n, 1}},
		max_bits / 8, err);
}

/* Keeps the row if it is the first one received of its message. */
static void keep_row(struct reversal *reversal, const struct transmission *row)
{
	const struct schedule_header *header = reversal->header;
	size_t *kept =
		&reversal->kept[row->to * header->messages + row->message - 1];
	struct transmission *before;

	if (row->to == 0)
		return;
	if (*kept == 0) {
		transmissions_add(&reversal->list, row);
		*kept = reversal->list.count;
		return;
	}
	before = &reversal->list.row[*kept - 1];
	if (row->tick + schedule_row_end(header, row) <
		before->tick + schedule_row_end(header, before))
		*before = *row;
}

static enum status add_row(struct reversal *reversal,
	const struct transmission *row, struct err *err)
{
	uint64_t end = row->tick + schedule_row_end(reversal->header, row);

	if (reversal->since[row->to] == end + 1)
		return err_usage(err,
			"messages wait at their receivers in this schedule: it "
			"has no reverse");
	reversal->since[row->to] = end + 1;
	keep_row(reversal, row);
	return STATUS_OK;
}

static enum status read_rows(
	struct reversal *reversal, struct schedule *broadcast, struct err *err)
{
	const struct transmission *row;
	size_t count;

	do {
		if (schedule_next(broadcast, &row, &count, err) != STATUS_OK)
			return err->code;
		for (size_t i = 0; i < count; i++)
			if (add_row(reversal, &row[i], err) != STATUS_OK)
				return err->code;
	} while (count > 0);
	return STATUS_OK;
}

/* The schedule of the kept rows, reversed. */
static struct schedule *turn_round(struct reversal *reversal)
{
	struct schedule_header header = *reversal->header;
	const struct transmissions *list = &reversal->list;

	header.finish = 0;
	for (size_t i = 0; i < list->count; i++) {
		const struct transmission *row = &list->row[i];
		uint64_t end = row->tick + schedule_row_end(&header, row);

		if (end > header.finish)
			header.finish = end;
	}
	for (size_t i = 0; i < list->count; i++) {
		struct transmission *row = &list->row[i];
		uint64_t to = row->to;

		row->tick = header.finish - row->tick -
			    schedule_row_end(&header, row);
		row->to = row->from;
		row->from = to;
	}
	header.operation = OPERATION_REDUCE;
	header.has_finish = 1;
	return schedule_stored(&header, &reversal->list);
}

enum status schedule_reversed(struct schedule **reduction,
	struct schedule *broadcast, uint64_t max_bits, struct err *err)
{
	const struct schedule_header *header = &broadcast->header;
	struct reversal reversal = {.header = header};
	enum status status = STATUS_OK;

	if (header->operation == OPERATION_REDUCE) {
		*reduction = broadcast;
		return STATUS_OK;
	}
	*reduction = NULL;
	if (header->model == MODEL_LOCALITY)
		status = err_usage(
			err, "a schedule of the model locality has no reverse");
	if (status == STATUS_OK)
		status = check_reversed_size(header, max_bits, err);
	if (status == STATUS_OK) {
		size_t n = (size_t)header->processors;

		reversal.since = mem_array(n, sizeof *reversal.since);
		reversal.kept = mem_array(
			(size_t)(n * header->messages), sizeof *reversal.kept);
		status = read_rows(&reversal, broadcast, err);
	}
	if (status == STATUS_OK)
		*reduction = turn_round(&reversal);
	transmissions_clear(&reversal.list);
	mem_free(reversal.since);
	mem_free(reversal.kept);
	schedule_close(broadcast);
	return status;
}
