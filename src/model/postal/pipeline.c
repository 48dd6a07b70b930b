/*
 * Algorithms PACK and PIPELINE: BCAST with trains of m messages in place of
 * sends.
 *
 * A processor that owns s ranks sends a train to one of them, which then owns a
 * part of the ranks, and begins the next train when this one is out.  The two
 * algorithms differ in when the recipient begins its own trains: in PACK when
 * it has the whole train, in PIPELINE when it has the first message.  So both
 * are BCAST in another unit of time, and s is split by the F of that BCAST.
 * Where the recipient is free before its sender (PIPELINE-2, m > lambda), the
 * two exchange their parts.  Bar-Noy & Kipnis 1994, Sections 4.2 and 4.3.
 */
#include "model/postal/open.h"

#include "base/mem.h"

struct train {
	struct postal_merge own;
	uint64_t delay; /* from a sender's first message to its recipient's */
	int swapped; /* the recipient gets the part that BCAST's sender keeps */
};

/* Begins a train: splits the sender's ranks, and adds the recipient's first
 * train. */
static void begin_pipeline(struct train *train, struct merge_item *item)
{
	uint64_t keep = postal_steps_split(&train->own.steps, item->ranks);
	struct merge_item recipient = {.message = 1};

	if (train->swapped)
		keep = item->ranks - keep;
	item->to = item->from + keep;
	recipient.tick = item->tick + train->delay;
	recipient.from = item->to;
	recipient.ranks = item->ranks - keep;
	item->ranks = keep;
	if (recipient.ranks > 1)
		merge_push(&train->own.merge, &recipient);
}

static void put_pipeline(struct postal_merge *own, struct transmission *row)
{
	struct train *train = (struct train *)own;
	struct merge_item item = train->own.merge.item[0];

	if (item.message == 1)
		begin_pipeline(train, &item);
	merge_row(row, &item);
	item.tick += train->own.schedule.header.unit;
	if (item.message++ == train->own.schedule.header.messages)
		item.message = 1;
	train->own.merge.item[0] = item;
	if (item.message == 1 && item.ranks == 1)
		merge_pop(&train->own.merge);
	else
		merge_sink(&train->own.merge);
}

/* The steps of the BCAST by which ranks are split. */
static enum status init_steps(
	struct train *train, int is_packed, struct err *err)
{
	const struct schedule_header *header = &train->own.schedule.header;
	uint64_t length = header->messages * header->unit;
	uint64_t latency = header->latency;

	if (is_packed)
		latency += length - header->unit;
	train->delay = latency;
	train->swapped = latency < length;
	if (train->swapped) {
		latency = length;
		length = header->latency;
	}
	return postal_steps_init(
		&train->own.steps, latency, length, 1, header->processors, err);
}

static enum status open_train(struct schedule **schedule, const char *name,
	problem_time *time, int is_packed, const struct problem *problem,
	const struct algorithm_options *options, struct err *err)
{
	struct schedule_header header;
	struct merge_item root = {.message = 1};
	struct train *train;

	*schedule = NULL;
	if (postal_header(&header, name, time, problem, options, err) !=
		STATUS_OK)
		return err->code;
	root.ranks = header.processors;
	train = mem_array(1, sizeof *train);
	train->own.schedule.header = header;
	train->own.schedule.ops = &postal_merge_ops;
	train->own.put = put_pipeline;
	if (header.processors > 1) {
		if (init_steps(train, is_packed, err) != STATUS_OK) {
			schedule_close(&train->own.schedule);
			return err->code;
		}
		merge_push(&train->own.merge, &root);
	}
	*schedule = &train->own.schedule;
	return STATUS_OK;
}

enum status postal_pack_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	return open_train(
		schedule, "pack", postal_pack_time, 1, problem, options, err);
}

enum status postal_pipeline_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	return open_train(schedule, "pipeline", postal_pipeline_time, 0,
		problem, options, err);
}
