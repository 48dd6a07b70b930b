/*
 * Tables of the revolving hierarchy that need nothing but its closed forms.
 */
#include "cli/command/revolve_answers.h"

#include "base/mem.h"
#include "number/number.h"
#include "format/rows.h"
#include "model/revolve/facts.h"

void revolve_rows_init(struct rows *rows, const struct revolve_args *args,
	const char *const *columns, FILE *out)
{
	enum row_format format = (enum row_format)args->output.format;

	/* A single column is not padded. */
	if (format == ROWS_TEXT && !columns[1])
		format = ROWS_TSV;
	rows_init(rows, out, format, !args->output.no_header && columns[1], -1);
	for (size_t i = 0; columns[i]; i++)
		rows_column(rows, columns[i]);
}

enum status revolve_check_rows(
	const mpz_t count, const struct revolve_args *args, struct err *err)
{
	mpz_t most;
	char *text;
	enum status status = STATUS_OK;

	mpz_init(most);
	number_set_u64(most, (uint64_t)args->output.max_rows);
	if (mpz_cmp(count, most) > 0) {
		text = number_size_text(count);
		status = err_set(err, STATUS_LIMIT,
			"the table would have up to ", text,
			" rows, more than --max-rows allows", NULL);
		mem_free(text);
	}
	mpz_clear(most);
	return status;
}

/* A process, with the number the user knows it by. */
static void show_process(struct rows *rows, const struct revolve_args *args,
	const struct revolve *revolve, const mpz_t process)
{
	mpz_t position;

	if (args->numbering != NUMBERING_POSITION) {
		rows_integer(rows, process);
		return;
	}
	mpz_init(position);
	revolve_position(position, revolve, process);
	rows_integer(rows, position);
	mpz_clear(position);
}

static void print_step(struct rows *rows, const struct revolve_args *args,
	const struct revolve *revolve, const mpz_t time)
{
	struct revolve_step step;

	revolve_step_init(&step, revolve, time);
	while (revolve_step_next(&step) && !ferror(rows->out.file)) {
		rows_integer(rows, time);
		show_process(rows, args, revolve, step.from);
		show_process(rows, args, revolve, step.to);
		rows_end(rows);
	}
	revolve_step_clear(&step);
}

enum status revolve_print_messages(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err)
{
	static const char *const columns[] = {"time", "from", "to", NULL};
	struct sweep_cursor time;
	struct rows rows;
	enum status status;
	int more = mpz_sgn(revolve->senders) > 0;
	mpz_t count;

	mpz_init(count);
	mpz_mul(count, args->time.count, revolve->senders);
	status = revolve_check_rows(count, args, err);
	mpz_clear(count);
	if (status != STATUS_OK)
		return status;
	revolve_rows_init(&rows, args, columns, out);
	sweep_cursor_init(&time, &args->time);
	for (; more && !ferror(out); more = sweep_cursor_next(&time))
		print_step(&rows, args, revolve, mpq_numref(time.value));
	sweep_cursor_clear(&time);
	rows_finish(&rows);
	return STATUS_OK;
}

enum status revolve_print_positions(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err)
{
	static const char *const columns[] = {
		"position", "next", "label", NULL};
	enum status status = revolve_check_rows(revolve->size, args, err);
	mpz_t position, end, value;
	struct rows rows;

	if (status != STATUS_OK)
		return status;
	mpz_init_set_ui(position, revolve_first(revolve));
	mpz_inits(end, value, NULL);
	mpz_add(end, revolve->size, position);
	revolve_rows_init(&rows, args, columns, out);
	while (mpz_cmp(position, end) < 0 && !ferror(out)) {
		rows_integer(&rows, position);
		revolve_next(value, revolve, position);
		rows_integer(&rows, value);
		revolve_label(value, revolve, position);
		rows_integer(&rows, value);
		rows_end(&rows);
		mpz_add_ui(position, position, 1);
	}
	rows_finish(&rows);
	mpz_clears(position, end, value, NULL);
	return STATUS_OK;
}

static enum status print_distances(struct revolve_distances *distances,
	const struct revolve_args *args, FILE *out, struct err *err)
{
	static const char *const columns[] = {"distance", NULL};
	struct rows rows;
	enum status status;
	mpz_t count;

	mpz_init_set_ui(count, distances->count);
	status = revolve_check_rows(count, args, err);
	mpz_clear(count);
	if (status != STATUS_OK)
		return status;
	revolve_rows_init(&rows, args, columns, out);
	while (revolve_distances_next(distances) && !ferror(out)) {
		rows_integer(&rows, distances->distance);
		rows_end(&rows);
	}
	rows_finish(&rows);
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
	struct rows rows;
	enum status status;
	mpz_t value;

	mpz_init_set_ui(value, REVOLVE_PROPERTIES);
	status = revolve_check_rows(value, args, err);
	if (status == STATUS_OK) {
		revolve_rows_init(&rows, args, columns, out);
		for (int i = 0; i < REVOLVE_PROPERTIES; i++) {
			rows_word(&rows, revolve_property_names[i]);
			if (revolve_property(
				    value, revolve, (enum revolve_property)i))
				rows_integer(&rows, value);
			else
				rows_absent(&rows);
			rows_end(&rows);
		}
		rows_finish(&rows);
	}
	mpz_clear(value);
	return status;
}
