/*
 * tree --op scatter: the tree of the optimal scatter, or gather, as a table: of
 * each processor the parent, the depth, when it has its blocks, or of a gather
 * when it sends them, how many children, and how many blocks go through it.
 */
#include "cli/command/command.h"

#include "base/mem.h"
#include "cli/problem/problem.h"
#include "format/table.h"
#include "model/scatter/scatter.h"
#include "number/number.h"

struct scatter_node {
	uint64_t parent, tick, blocks, children, depth;
};

/* The nodes of a schedule, whose finish is the root's time in a gather. */
static enum status read_nodes(
	struct scatter_node *node, struct schedule *schedule, struct err *err)
{
	int is_gather = schedule->header.operation == OPERATION_GATHER;
	const struct transmission *row;
	enum status status;
	size_t count;

	node[0].blocks = schedule->header.processors;
	node[0].tick = is_gather ? schedule->header.finish : 0;
	while ((status = schedule_next(schedule, &row, &count, err)) ==
			STATUS_OK &&
		count > 0)
		for (size_t i = 0; i < count; i++) {
			uint64_t child = is_gather ? row[i].from : row[i].to;

			node[child].parent = row[i].from + row[i].to - child;
			node[child].blocks = row[i].size;
			node[child].tick = row[i].tick;
			if (!is_gather)
				node[child].tick += schedule_row_end(
					&schedule->header, &row[i]);
			node[node[child].parent].children++;
		}
	return status;
}

/* A parent has a lower number than its children. */
static void set_depths(struct scatter_node *node, uint64_t n)
{
	for (uint64_t i = 1; i < n; i++)
		node[i].depth = node[node[i].parent].depth + 1;
}

static void print_node(struct table *table, const struct scatter_node *node,
	uint64_t i, const struct schedule_header *header)
{
	mpq_t time;

	mpq_init(time);
	number_set_ratio(time, node->tick, header->unit);
	table_u64(table, i);
	if (i == 0)
		table_absent(table);
	else
		table_u64(table, node->parent);
	table_u64(table, node->depth);
	table_rational(table, time);
	table_u64(table, node->children);
	table_u64(table, node->blocks);
	table_end(table);
	mpq_clear(time);
}

static void print_nodes(const struct scatter_node *node,
	const struct schedule_header *header, const struct latency *latency,
	const struct output *output, FILE *out)
{
	static const char *const columns[] = {
		"node", "parent", "depth", "time", "children", "blocks", NULL};
	struct table table;

	output_table(&table, output, columns, latency_unit_name(latency), out);
	for (uint64_t i = 0; i < header->processors && !ferror(out); i++)
		print_node(&table, &node[i], i, header);
	table_finish(&table);
}

static enum status write_scatter(const struct problem *problem,
	const struct latency *latency, const struct output *output, FILE *out,
	struct err *err)
{
	const struct algorithm_options options = {
		.operation = latency->operation,
		.blocks = latency_blocks(latency)};
	struct scatter_node *node;
	struct schedule *schedule;
	enum status status;

	if (scatter_open(&schedule, problem, &options, err) != STATUS_OK)
		return err->code;
	node = mem_array((size_t)schedule->header.processors, sizeof *node);
	status = read_nodes(node, schedule, err);
	if (status == STATUS_OK) {
		set_depths(node, schedule->header.processors);
		print_nodes(node, &schedule->header, latency, output, out);
	}
	mem_free(node);
	schedule_close(schedule);
	return status;
}

enum status tree_scatter_write(const struct sweep *processors,
	const struct latency *latency, const struct output *output, FILE *out,
	struct err *err)
{
	struct problem problem;
	enum status status;

	if (!output->format->rows)
		return err_usage(err, "--format: ", output->format->name,
			" is not used with --op ",
			schedule_operations[latency->operation],
			": 'schedule bundle' has pictures");
	if (latency->steps)
		return err_usage(err, "--model: logp is not used with --op ",
			schedule_operations[latency->operation]);
	status = latency_check_block(latency, err);
	if (status != STATUS_OK)
		return status;
	problem_read(&problem, processors, NULL, sweep_value(latency->sweep),
		output);
	status = write_scatter(&problem, latency, output, out, err);
	problem_clear(&problem);
	return status;
}
