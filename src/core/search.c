/* Calls to the functions of a search, and the search that has found its
 * schedule already. */
#include "core/search.h"

#include "base/mem.h"

struct settled {
	struct search search;
	struct schedule *schedule;
};

enum search_state search_advance(struct search *search, uint64_t work)
{
	if (search->state == SEARCH_RUNNING)
		search->ops->advance(search, work);
	return search->state;
}

enum status search_open(
	struct schedule **schedule, struct search *search, struct err *err)
{
	*schedule = NULL;
	return search->ops->open(schedule, search, err);
}

void search_close(struct search *search)
{
	if (search)
		search->ops->clear(search);
	mem_free(search);
}

static void settled_advance(struct search *search, uint64_t work)
{
	(void)search;
	(void)work;
}

static enum status settled_open(
	struct schedule **schedule, struct search *search, struct err *err)
{
	struct settled *settled = (struct settled *)search;

	(void)err;
	*schedule = settled->schedule;
	settled->schedule = NULL;
	return STATUS_OK;
}

static void settled_clear(struct search *search)
{
	schedule_close(((struct settled *)search)->schedule);
}

static const struct search_ops settled_ops = {
	settled_advance, settled_open, settled_clear};

struct search *search_settled(struct schedule *schedule)
{
	struct settled *settled = mem_array(1, sizeof *settled);

	settled->search = (struct search){&settled_ops, SEARCH_FOUND};
	settled->schedule = schedule;
	return &settled->search;
}

enum status search_finish(
	struct schedule **schedule, struct search *search, struct err *err)
{
	enum status status;

	while (search_advance(search, UINT64_MAX) == SEARCH_RUNNING)
		continue;
	status = search_open(schedule, search, err);
	search_close(search);
	return status;
}

enum status search_open_begun(struct schedule **schedule, search_begin *begin,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct search *search;

	*schedule = NULL;
	return begin(&search, problem, options, err) == STATUS_OK
		       ? search_finish(schedule, search, err)
		       : err->code;
}
