/*
 * Tables of the revolving hierarchy that need only its closed forms.
 */
#include "cli/command/command.h"

#include "model/revolve/facts.h"

void revolve_rows_init(struct table *table, const struct revolve_args *args,
	const char *const *columns, FILE *out)
{
	const struct table_writer *rows = args->output.format->rows;

	/* A single column is not padded. */
	if (rows == &rows_text && !columns[1])
		rows = &rows_tsv;
	table_init(table, out, rows,
		output_has_head(&args->output, columns[1] != NULL), -1);
	table_columns(table, columns);
}

void revolve_show(mpz_t shown, const struct revolve_args *args,
	const struct revolve *revolve, const mpz_t process)
{
	if (args->numbering == REVOLVE_BY_POSITION)
		revolve->ops->position(shown, revolve, process);
	else
		mpz_set(shown, process);
}

static void print_step(struct table *table, const struct revolve_args *args,
	const struct revolve *revolve, const mpz_t time)
{
	struct revolve_step step;
	mpz_t shown;

	mpz_init(shown);
	revolve_step_init(&step, revolve, time);
	while (revolve_step_next(&step) && !ferror(table->out.file)) {
		table_integer(table, time);
		revolve_show(shown, args, revolve, step.from);
		table_integer(table, shown);
		revolve_show(shown, args, revolve, step.to);
		table_integer(table, shown);
		table_end(table);
	}
	revolve_step_clear(&step);
	mpz_clear(shown);
}

enum status revolve_print_messages(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err)
{
	static const char *const columns[] = {"time", "from", "to", NULL};
	struct sweep_cursor time;
	struct table table;
	enum status status;
	int more = mpz_sgn(revolve->senders) > 0;
	mpz_t count;

	mpz_init(count);
	mpz_mul(count, args->time.count, revolve->senders);
	status = output_check_rows_at_most(
		"the table", count, args->output.max_rows, err);
	mpz_clear(count);
	if (status != STATUS_OK)
		return status;
	revolve_rows_init(&table, args, columns, out);
	sweep_cursor_init(&time, &args->time);
	for (; more && !ferror(out); more = sweep_cursor_next(&time))
		print_step(&table, args, revolve, mpq_numref(time.value));
	sweep_cursor_clear(&time);
	table_finish(&table);
	return STATUS_OK;
}

enum status revolve_print_positions(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err)
{
	static const char *const columns[] = {
		"position", "next", "label", NULL};
	enum status status = output_check_rows(
		"the table", revolve->size, args->output.max_rows, err);
	mpz_t position, end, value;
	struct table table;

	if (status != STATUS_OK)
		return status;
	mpz_init_set_ui(position, revolve_first(revolve));
	mpz_inits(end, value, NULL);
	mpz_add(end, revolve->size, position);
	revolve_rows_init(&table, args, columns, out);
	while (mpz_cmp(position, end) < 0 && !ferror(out)) {
		table_integer(&table, position);
		revolve->ops->next(value, revolve, position);
		table_integer(&table, value);
		revolve->ops->label(value, revolve, position);
		table_integer(&table, value);
		table_end(&table);
		mpz_add_ui(position, position, 1);
	}
	table_finish(&table);
	mpz_clears(position, end, value, NULL);
	return STATUS_OK;
}

static enum status print_distances(struct revolve_distances *distances,
	const struct revolve_args *args, FILE *out, struct err *err)
{
	static const char *const columns[] = {"distance", NULL};
	struct table table;
	enum status status = output_check_table(
		distances->count, args->output.max_rows, err);

	if (status != STATUS_OK)
		return status;
	revolve_rows_init(&table, args, columns, out);
	while (revolve_distances_next(distances) && !ferror(out)) {
		table_integer(&table, distances->distance);
		table_end(&table);
	}
	table_finish(&table);
	return STATUS_OK;
}

enum status revolve_print_distances(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err)
{
	struct revolve_distances distances;
	enum status status = revolve_distances_init(&distances, revolve, err);

	if (status == STATUS_OK)
		status = print_distances(&distances, args, out, err);
	revolve_distances_clear(&distances);
	return status;
}

enum status revolve_print_properties(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err)
{
	static const char *const columns[] = {"property", "value", NULL};
	struct table table;
	enum status status = output_check_table(
		REVOLVE_PROPERTIES, args->output.max_rows, err);
	mpz_t value;

	if (status != STATUS_OK)
		return status;
	mpz_init(value);
	revolve_rows_init(&table, args, columns, out);
	for (int i = 0; i < REVOLVE_PROPERTIES; i++) {
		table_text(&table, revolve_property_names[i]);
		if (revolve_property(value, revolve, (enum revolve_property)i))
			table_amount(&table, value);
		else
			table_unknown(&table);
		table_end(&table);
	}
	table_finish(&table);
	mpz_clear(value);
	return STATUS_OK;
}
