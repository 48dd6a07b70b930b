/*
 * Reverses a broadcast into a reduction: keeps all rows that bring a message
 * for the first time, exchanges their ends, mirrors their times, and sorts
 * them.
 *   Example: latency 2, finish 3: a row from 0 to 1 at 0 becomes one from 1 to
 * 0 at 3 - 0 - 2 = 1.
 */
#include "core/schedule.h"

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

struct reversal {
	const struct schedule_header *header;
	uint64_t *informed; /* [p·m + i - 1]: p has been sent message i; bits */
	uint64_t
		*since; /* of each processor: 1 + the end of its last receive */
	uint64_t finish;
	struct transmissions list;
};

/* There are two copies of the rows while their array grows. */
static enum status check_reversed_size(const struct schedule_header *header,
	uint64_t max_bits, struct err *err)
{
	uint64_t n = header->processors;

	return limit_check_parts("reversing so many transmissions",
		(const struct limit_part[LIMIT_PARTS]){
			{3 * sizeof(struct transmission), n, header->messages},
			{sizeof(uint64_t), n, 1}},
		max_bits / 8, err);
}

/* Whether the row is the first to bring its receiver the message; notes
 * that. */
static int is_new(struct reversal *reversal, const struct transmission *row)
{
	uint64_t place =
		row->to * reversal->header->messages + row->message - 1;

	if (row->to == 0 || bits_has(reversal->informed, place))
		return 0;
	bits_add(reversal->informed, place);
	return 1;
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
	if (!is_new(reversal, row))
		return STATUS_OK;
	transmissions_add(&reversal->list, row);
	if (end > reversal->finish)
		reversal->finish = end;
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

	for (size_t i = 0; i < reversal->list.count; i++) {
		struct transmission *row = &reversal->list.row[i];
		uint64_t to = row->to;

		row->tick = reversal->finish - row->tick -
			    schedule_row_end(&header, row);
		row->to = row->from;
		row->from = to;
	}
	header.operation = OPERATION_REDUCE;
	header.has_finish = 1;
	header.finish = reversal->finish;
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
		reversal.informed =
			mem_array((size_t)(n * header->messages / 64 + 1),
				sizeof *reversal.informed);
		status = read_rows(&reversal, broadcast, err);
	}
	if (status == STATUS_OK)
		*reduction = turn_round(&reversal);
	transmissions_clear(&reversal.list);
	mem_free(reversal.since);
	mem_free(reversal.informed);
	schedule_close(broadcast);
	return status;
}
