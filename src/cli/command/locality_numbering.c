/*
 * locality-numbering: the numberings that carry the locality model to
 * hypercubes and meshes.
 */
#include "base/mem.h"
#include "number/number.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/sweep.h"
#include "format/table.h"
#include "model/locality/numbering.h"

struct numbering_args {
	struct output output;
	struct sweep nodes;
	int numbering, distances;
};

static const struct numbering_args defaults = {.output = OUTPUT_DEFAULTS};

static const struct option options[] = {
	{
		.kind = OPTION_CHOICE,
		.field = offsetof(struct numbering_args, numbering),
		.arg = "NUMBERING",
		.choices = numbering_names,
		.help = "of a hypercube, of a mesh",
		.required = 1,
	},
	{
		.name = "processors",
		.letters = "nP",
		.kind = OPTION_INTEGER,
		.field = offsetof(struct numbering_args, nodes),
		.arg = "N",
		.help = "nodes: 2^k for gray, 4^k for hilbert",
		.least = 1,
		.required = 1,
	},
	{
		.name = "distances",
		.kind = OPTION_FLAG,
		.field = offsetof(struct numbering_args, distances),
		.help = "how far apart numbers of each difference are at worst",
	},
	OUTPUT_FORMATS(
		struct numbering_args, table_formats, sizeof *table_formats),
	OUTPUT_LIMITS(struct numbering_args),
	OPTION_END,
};

static void print_distances(
	struct table *table, enum numbering numbering, uint32_t n)
{
	uint32_t *distance = mem_array(n, sizeof *distance);

	table_column(table, "difference");
	table_column(table, "distance");
	numbering_distances(distance, numbering, n);
	for (uint32_t d = 1; d < n; d++) {
		table_u64(table, d);
		table_u64(table, distance[d]);
		table_end(table);
	}
	mem_free(distance);
}

static void print_gray(struct table *table, uint64_t n)
{
	table_column(table, "index");
	table_column(table, "node");
	for (uint64_t i = 0; i < n && !ferror(table->out.file); i++) {
		table_u64(table, i);
		table_u64(table, numbering_gray(i));
		table_end(table);
	}
}

static void print_hilbert(struct table *table, uint64_t n)
{
	uint64_t side = 1, x, y;

	while (side < n / side)
		side *= 2;
	table_column(table, "index");
	table_column(table, "x");
	table_column(table, "y");
	for (uint64_t i = 0; i < n && !ferror(table->out.file); i++) {
		numbering_hilbert(&x, &y, i, side);
		table_u64(table, i);
		table_u64(table, x);
		table_u64(table, y);
		table_end(table);
	}
}

/* *n = the number of nodes, if the table can be printed. */
static enum status get_nodes(
	uint64_t *n, const struct numbering_args *args, struct err *err)
{
	const __mpz_struct *nodes = mpq_numref(sweep_value(&args->nodes));
	enum status status = output_check_rows(
		"the table", nodes, args->output.max_rows, err);

	if (status != STATUS_OK)
		return status;
	*n = number_get_u64(nodes); /* below 2^63, as --max-rows is */
	status = numbering_check((enum numbering)args->numbering, *n, err);
	if (status != STATUS_OK) {
		err_prefix(err, "--processors");
		return status;
	}
	if (args->distances && *n > NUMBERING_DISTANCES_MAX)
		return err_set(err, STATUS_LIMIT,
			"--distances: only up to 65536 nodes", NULL);
	return STATUS_OK;
}

static enum status run_locality_numbering(
	const void *data, FILE *out, struct err *err)
{
	const struct numbering_args *args = data;
	enum numbering numbering = (enum numbering)args->numbering;
	struct table table;
	uint64_t n;
	enum status status = get_nodes(&n, args, err);

	if (status != STATUS_OK)
		return status;
	table_init(&table, out, (enum table_format)args->output.format,
		!args->output.no_header, -1);
	if (args->distances)
		print_distances(&table, numbering, (uint32_t)n);
	else if (numbering == NUMBERING_GRAY)
		print_gray(&table, n);
	else
		print_hilbert(&table, n);
	table_finish(&table);
	return STATUS_OK;
}

const struct command cmd_locality_numbering = {
	.name = "locality-numbering",
	.summary = "numberings that keep neighbours together",
	.example = "fibcast locality-numbering hilbert -n 64 --distances",
	.also = "fibcast locality-numbering gray -n 16",
	.options = options,
	.size = sizeof(struct numbering_args),
	.defaults = &defaults,
	.run = run_locality_numbering,
};
