/*
 * One message on a machine whose e is below u: a message has arrived before its
 * sender can send again.  So the two ends of a send change places in the tree
 * of Algorithm BCAST for the latency u/e >= 1, in units of e.  In that tree the
 * sender continues after 1 and the receiver begins after u/e.  Here the
 * receiver, which begins after 1, takes over what the sender had left to do,
 * and the sender, which continues after u/e, takes over what the receiver had
 * to do.
 *   Example: n = 3, u = 2 e: BCAST sends 0 -> 2 at 0 and 0 -> 1 at 1; here 0 ->
 * 2 and 2 -> 1.
 *   The last receive ends 1 after its start instead of u/e, and the time is the
 * least: u (x f_(1/x)(n) + x - 1) for x = e/u, by the same recurrence.
 */
#include "model/machine/ways.h"

#include "base/mem.h"
#include "number/number.h"

static enum status check_exchange_size(const struct schedule_header *header,
	uint64_t max_bits, struct err *err)
{
	return limit_check_parts("a tree of so many processors",
		(const struct limit_part[LIMIT_PARTS]){
			{3 * sizeof(struct transmission) + sizeof(uint64_t),
				header->processors, 1}},
		max_bits / 8, err);
}

/* Exchanges the ends of rows in the order of time.  now: the processor that
 * does what each one had left to do in the tree. */
static void exchange_ends(struct transmissions *list, uint64_t *now)
{
	for (size_t i = 0; i < list->count; i++) {
		struct transmission *row = &list->row[i];
		uint64_t of = row->from;

		row->from = now[of];
		now[of] = row->to;
		now[row->to] = row->from;
	}
}

enum status machine_exchanged(struct schedule **exchanged,
	struct schedule *broadcast, uint64_t max_bits, struct err *err)
{
	struct schedule_header header = broadcast->header;
	struct transmissions list = {0};
	enum status status = check_exchange_size(&header, max_bits, err);

	*exchanged = NULL;
	if (status == STATUS_OK)
		status = transmissions_pull(&list, broadcast, max_bits, err);
	if (status == STATUS_OK) {
		uint64_t *now =
			mem_array((size_t)header.processors, sizeof *now);

		exchange_ends(&list, now);
		mem_free(now);
		if (list.count > 0)
			header.finish -= header.latency - header.unit;
		header.latency = header.unit;
		*exchanged = schedule_stored(&header, &list);
	}
	transmissions_clear(&list);
	schedule_close(broadcast);
	return status;
}
