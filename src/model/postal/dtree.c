/*
 * Algorithm DTREE: node p sends each message to its children dp+1 .. dp+d, from
 * left to right, as soon as it has it; the root one message after the other.
 * Messages come to every node d units apart, so it never waits.
 * Bar-Noy & Kipnis 1994, Section 4.3.
 */
#include "model/postal/open.h"

#include "base/mem.h"
#include "number/number.h"
#include "core/merge.h"

struct dtree {
	struct schedule schedule;
	uint64_t degree; /* < processors, but 1 for one */
	struct merge merge;
	struct transmission row[POSTAL_ROWS];
};

/* A node that gets message 1 at the tick begins to send, if it has children. */
static void begin_dtree(struct dtree *dtree, uint64_t node, uint64_t tick)
{
	uint64_t others = dtree->schedule.header.processors - 1;
	struct merge_item item = {.tick = tick, .from = node, .message = 1};

	if (others == 0 || node > (others - 1) / dtree->degree)
		return;
	item.to = dtree->degree * node + 1;
	merge_push(&dtree->merge, &item);
}

static void put_dtree(struct dtree *dtree, struct transmission *row)
{
	const struct schedule_header *header = &dtree->schedule.header;
	struct merge_item item = dtree->merge.item[0];
	uint64_t first = dtree->degree * item.from + 1, sent = item.to - first;

	row->tick = item.tick;
	row->from = item.from;
	row->to = item.to;
	row->message = item.message;
	if (item.message == 1)
		begin_dtree(dtree, item.to, item.tick + header->latency);
	item.tick += header->unit;
	if (++item.to == header->processors || sent + 1 == dtree->degree) {
		item.to = first;
		item.tick += (dtree->degree - sent - 1) * header->unit;
		item.message++;
	}
	dtree->merge.item[0] = item;
	if (item.message > header->messages)
		merge_pop(&dtree->merge);
	else
		merge_sink(&dtree->merge);
}

static enum status dtree_next(struct schedule *schedule,
	const struct transmission **rows, size_t *count, struct err *err)
{
	struct dtree *dtree = (struct dtree *)schedule;

	(void)err;
	*rows = dtree->row;
	for (*count = 0; *count < POSTAL_ROWS && dtree->merge.count > 0;)
		put_dtree(dtree, &dtree->row[(*count)++]);
	return STATUS_OK;
}

static void dtree_close(struct schedule *schedule)
{
	struct dtree *dtree = (struct dtree *)schedule;

	merge_clear(&dtree->merge);
	mem_free(dtree);
}

static const struct schedule_ops dtree_ops = {dtree_next, dtree_close};

static enum status build_dtree(struct schedule **schedule,
	const struct schedule_header *header,
	const struct algorithm_options *options, struct err *err)
{
	struct dtree *dtree = mem_array(1, sizeof *dtree);
	uint64_t degree = UINT64_MAX;

	(void)err;
	if (mpz_sizeinbase(options->degree, 2) < 64)
		degree = number_get_u64(options->degree);
	dtree->schedule.header = *header;
	dtree->schedule.ops = &dtree_ops;
	dtree->degree = degree;
	if (degree > 1 && degree > header->processors - 1)
		dtree->degree = header->processors - 1;
	if (dtree->degree == 0)
		dtree->degree = 1;
	dtree->schedule.header.degree = dtree->degree;
	begin_dtree(dtree, 0, 0);
	*schedule = &dtree->schedule;
	return STATUS_OK;
}

static const struct postal_builder dtree_builder = {
	"dtree", postal_dtree_time, build_dtree};

enum status postal_dtree_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct algorithm_options best;
	enum status status;
	mpz_t degree;
	mpq_t time;

	if (options->degree)
		return postal_open(
			schedule, &dtree_builder, problem, options, err);
	*schedule = NULL;
	best = *options;
	best.degree = degree;
	mpz_init(degree);
	mpq_init(time);
	status = postal_best_degree(degree, time, problem, err);
	if (status == STATUS_OK)
		status = postal_open(
			schedule, &dtree_builder, problem, &best, err);
	mpz_clear(degree);
	mpq_clear(time);
	return status;
}
