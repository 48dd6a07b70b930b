/*
 * locality-numbering: the numberings that carry the locality model to
 * hypercubes and meshes.
 */
#include <inttypes.h>

#include "base/mem.h"
#include "cli/output/output.h"
#include "format/board/board.h"
#include "format/table.h"
#include "model/locality/locality.h"
#include "number/number.h"

struct numbering_args {
	struct output output;
	struct sweep nodes;
	int numbering, distances;
};

static const struct option options[] = {
	OPTION(struct numbering_args, numbering, NULL, OPTION_CHOICE,
		"NUMBERING", "for a hypercube or a mesh",
		.choices = numbering_names, .required = 1),
	OPTION(struct numbering_args, nodes, "processors", OPTION_INTEGER, "N",
		"number of nodes, 2^k or, for hilbert, 4^k", .letters = "nP",
		.least = 1, .required = 1),
	OPTION(struct numbering_args, distances, "distances", OPTION_FLAG, NULL,
		"print the worst distance for each difference"),
	OUTPUT_FORMATS(struct numbering_args, FORMAT_TABLE | FORMAT_PICTURE),
	OUTPUT_LIMITS(struct numbering_args),
	OPTION_END,
};

static void print_distances(
	struct table *table, enum numbering numbering, uint32_t n)
{
	uint32_t *distance = mem_array(n, sizeof *distance);

	numbering_distances(distance, numbering, n);
	for (uint32_t d = 1; d < n; d++) {
		table_u64(table, d);
		table_u64(table, distance[d]);
		table_end(table);
	}
	mem_free(distance);
}

/* The square root of n = 4^k. */
static uint64_t mesh_side(uint64_t n)
{
	uint64_t side = 1;

	while (side < n / side)
		side *= 2;
	return side;
}

static void print_nodes(
	struct table *table, enum numbering numbering, uint64_t n)
{
	uint64_t side = mesh_side(n), x, y;

	for (uint64_t i = 0; i < n && !ferror(table->out.file); i++) {
		table_u64(table, i);
		if (numbering == NUMBERING_GRAY) {
			table_u64(table, numbering_gray(i));
		} else {
			numbering_hilbert(&x, &y, i, side);
			table_u64(table, x);
			table_u64(table, y);
		}
		table_end(table);
	}
}

/* *n = the number of nodes.  Errors: STATUS_USAGE if no hypercube, or mesh, has
 * that many; STATUS_LIMIT if the table is too long. */
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
		return err_limit(err, "--distances: only up to 65536 nodes");
	return STATUS_OK;
}

static size_t name_place(char name[PATH_NAME], uint64_t i, uint64_t count)
{
	(void)count;
	return number_u64(name, i);
}

/* Writes a column's or row's bits of the node's number. */
static size_t name_bits(char name[PATH_NAME], uint64_t i, uint64_t count)
{
	size_t size = 0;

	for (uint64_t bit = count / 2; bit > 0; bit /= 2)
		name[size++] = numbering_gray(i) & bit ? '1' : '0';
	return size;
}

/* Lays out the mesh, y downwards. */
static void lay_hilbert(struct path *path, struct path_cell *cell, uint64_t n)
{
	uint64_t side = mesh_side(n);

	path->columns = path->rows = side;
	path->across = "x";
	path->down = "y";
	path->name = name_place;
	for (uint64_t i = 0; i < n; i++)
		numbering_hilbert(&cell[i].column, &cell[i].row, i, side);
}

/*
 * Lays out the hypercube as a Karnaugh map: the low bits of a node across, the
 * high ones down, both in the order of the Gray code, so that neighbouring
 * cells differ in one bit.  The path runs to and fro, row by row.
 */
static void lay_gray(struct path *path, struct path_cell *cell, uint64_t n)
{
	path->columns = path->rows = 1;
	while (path->columns * path->rows < n)
		*(path->columns == path->rows ? &path->columns : &path->rows) *=
			2;
	path->across = "low bits of the node";
	path->down = "high bits";
	path->name = name_bits;
	for (uint64_t i = 0; i < n; i++) {
		uint64_t at = i % path->columns;

		cell[i].row = i / path->columns;
		cell[i].column = cell[i].row % 2 ? path->columns - 1 - at : at;
	}
}

static enum status draw_numbering(
	enum numbering numbering, uint64_t n, FILE *out, struct err *err)
{
	static const char *const kinds[] = {
		"Gray code of a hypercube of ", "Hilbert curve on a mesh of "};
	char title[80];
	struct path path = {.title = title};
	struct path_cell *cell = mem_array((size_t)n, sizeof *cell);
	enum status status;

	snprintf(title, sizeof title, "%s%" PRIu64 " node%s", kinds[numbering],
		n, n == 1 ? "" : "s");
	if (numbering == NUMBERING_GRAY)
		lay_gray(&path, cell, n);
	else
		lay_hilbert(&path, cell, n);
	path.cell = cell;
	status = path_write_svg(&path, out, err);
	mem_free(cell);
	return status;
}

static enum status check_numbering_format(
	const struct numbering_args *args, struct err *err)
{
	if (output_check_format(&args->output, err) != STATUS_OK)
		return err->code;
	return args->distances && !args->output.format->rows
		       ? err_usage(err, "--distances: not used by the format ",
				 args->output.format->name)
		       : STATUS_OK;
}

static enum status run_locality_numbering(
	const void *data, FILE *out, struct err *err)
{
	static const char *const differences[] = {
		"difference", "distance", NULL};
	static const char *const columns[][4] = {
		[NUMBERING_GRAY] = {"index", "node"},
		[NUMBERING_HILBERT] = {"index", "x", "y"}};
	const struct numbering_args *args = data;
	enum numbering numbering = (enum numbering)args->numbering;
	int is_drawn = !args->output.format->rows;
	struct table table;
	uint64_t n;
	enum status status = check_numbering_format(args, err);

	if (status == STATUS_OK)
		status = get_nodes(&n, args, err);
	if (status == STATUS_OK && is_drawn)
		status = path_check(n, err);
	if (status != STATUS_OK)
		return status;
	if (is_drawn)
		return draw_numbering(numbering, n, out, err);
	output_table(&table, &args->output,
		args->distances ? differences : columns[numbering], NULL, out);
	if (args->distances)
		print_distances(&table, numbering, (uint32_t)n);
	else
		print_nodes(&table, numbering, n);
	table_finish(&table);
	return STATUS_OK;
}

const struct command cmd_locality_numbering = {
	.name = "locality-numbering",
	.group = "models",
	.summary = "the numbering of a hypercube or of a mesh",
	.example = "fibcast locality-numbering hilbert -n 64 --distances",
	.also = "fibcast locality-numbering gray -n 16",
	.options = options,
	.size = sizeof(struct numbering_args),
	.run = run_locality_numbering,
};
