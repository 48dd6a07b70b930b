/*
 * locality-numbering: the numberings that carry the locality model to
 * hypercubes and meshes.
 */
#include "base/mem.h"
#include "number/number.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/sweep.h"
#include "format/rows.h"
#include "model/locality/numbering.h"

struct numbering_args {
	struct output output;
	struct sweep nodes;
	int numbering, distances;
};

static const struct numbering_args defaults = {.output = OUTPUT_DEFAULTS};

static const struct option options[] = {
	{NULL, NULL, OPTION_CHOICE, offsetof(struct numbering_args, numbering),
		"NUMBERING", numbering_names, "of a hypercube, of a mesh", 0, 0,
		1},
	{"processors", "nP", OPTION_INTEGER,
		offsetof(struct numbering_args, nodes), "N", NULL,
		"nodes: 2^k for gray, 4^k for hilbert", 1, 0, 1},
	{"distances", NULL, OPTION_FLAG,
		offsetof(struct numbering_args, distances), NULL, NULL,
		"how far apart numbers of each difference are at worst", 0, 0,
		0},
	{"format", "f", OPTION_CHOICE,
		offsetof(struct numbering_args, output.format), "FORMAT",
		row_formats, "what to print", 0, 0, 0},
	{"no-header", "H", OPTION_FLAG,
		offsetof(struct numbering_args, output.no_header), NULL, NULL,
		"leave the header line out", 0, 0, 0},
	OUTPUT_LIMITS(struct numbering_args),
	OPTION_END,
};

static void print_distances(
	struct rows *rows, enum numbering numbering, uint32_t n)
{
	uint32_t *distance = mem_array(n, sizeof *distance);

	rows_column(rows, "difference");
	rows_column(rows, "distance");
	numbering_distances(distance, numbering, n);
	for (uint32_t d = 1; d < n; d++) {
		rows_u64(rows, d);
		rows_u64(rows, distance[d]);
		rows_end(rows);
	}
	mem_free(distance);
}

static void print_gray(struct rows *rows, uint64_t n)
{
	rows_column(rows, "index");
	rows_column(rows, "node");
	for (uint64_t i = 0; i < n && !ferror(rows->out.file); i++) {
		rows_u64(rows, i);
		rows_u64(rows, numbering_gray(i));
		rows_end(rows);
	}
}

static void print_hilbert(struct rows *rows, uint64_t n)
{
	uint64_t side = 1, x, y;

	while (side < n / side)
		side *= 2;
	rows_column(rows, "index");
	rows_column(rows, "x");
	rows_column(rows, "y");
	for (uint64_t i = 0; i < n && !ferror(rows->out.file); i++) {
		numbering_hilbert(&x, &y, i, side);
		rows_u64(rows, i);
		rows_u64(rows, x);
		rows_u64(rows, y);
		rows_end(rows);
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

static enum status run(const void *data, FILE *out, struct err *err)
{
	const struct numbering_args *args = data;
	enum numbering numbering = (enum numbering)args->numbering;
	struct rows rows;
	uint64_t n;
	enum status status = get_nodes(&n, args, err);

	if (status != STATUS_OK)
		return status;
	rows_init(&rows, out, (enum row_format)args->output.format,
		!args->output.no_header, -1);
	if (args->distances)
		print_distances(&rows, numbering, (uint32_t)n);
	else if (numbering == NUMBERING_GRAY)
		print_gray(&rows, n);
	else
		print_hilbert(&rows, n);
	rows_finish(&rows);
	return STATUS_OK;
}

const struct command cmd_locality_numbering = {
	.name = "locality-numbering",
	.summary = "numberings that keep neighbours together",
	.example = "fibcast locality-numbering hilbert -n 64 --distances",
	.options = options,
	.size = sizeof(struct numbering_args),
	.defaults = &defaults,
	.run = run,
};
