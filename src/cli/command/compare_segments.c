/*
 * compare -m best: a grid of the processors, the machine and the bytes, with
 * the best segmentation of each.
 */
#include "cli/command/command.h"

#include "base/mem.h"
#include "cli/grid/grid.h"

static void print_segments_row(struct problem_grid *ask,
	const struct segments *segments, const mpz_t bytes)
{
	const struct machine_choice *best = &segments->best;
	struct compare_entry entry = {.name = best->algorithm->name,
		.options = compare_entry_degree(best->degree),
		.way = machine_ways[best->way],
		.is_known = 1,
		.is_most = best->is_most};
	struct table *table = grid_row(&ask->grid);

	if (!ask->latency.bytes->is_sweep)
		table_integer(table, bytes);
	table_integer(table, segments->count);
	mpq_init(entry.time);
	mpq_init(entry.bound);
	mpq_set(entry.time, best->time);
	mpq_set(entry.bound, segments->bound);
	compare_entry_print(table, &entry);
	mpq_clears(entry.time, entry.bound, NULL);
	mem_free(entry.options);
}

static enum status answer_segments(struct problem_grid *ask, struct err *err)
{
	const struct compare_segments *what = ask->args;
	struct segments *segments = ask->state;
	enum status status;
	mpz_t bytes;

	/* The size of a message is that of all bytes: m is 1. */
	mpz_init_set(bytes, mpq_numref(ask->latency.size));
	status = segments_find(segments,
		&(struct segments_problem){&ask->latency.machine,
			ask->problem.n, bytes, what->operation, what->flags,
			what->work, what->total, ask->problem.max_bits},
		err);
	if (status == STATUS_OK)
		print_segments_row(ask, segments, bytes);
	mpz_clear(bytes);
	return status;
}

enum status compare_segments_write(
	const struct compare_segments *what, FILE *out, struct err *err)
{
	static const char *const columns[] = {"bytes", "segments", "algorithm",
		"options", "way", "time", "ratio", NULL};
	struct segments segments;
	struct problem_grid ask = {
		.answer = answer_segments,
		.args = what,
		.state = &segments,
		.operation = (int)what->operation,
		.processors = what->processors,
		.output = what->output,
		.below_one = 1,
		.columns = columns + what->latency->bytes.is_sweep,
		.grid.picture.up = "time",
		.grid.picture.winner = "algorithm",
		.grid.picture.ratio = "ratio",
		.grid.picture.count = "segments",
	};
	enum status status;

	segments_init(&segments);
	status = problem_grid_print(&ask, what->latency, out, err);
	if (status == STATUS_OK)
		segments_warn(&segments, "compare");
	segments_clear(&segments);
	return status;
}
