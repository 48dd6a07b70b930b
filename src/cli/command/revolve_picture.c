/*
 * revolve messages as a picture: the positions, and which of them send to
 * which, stay the same; the processes move on.  At time t process x stands at
 * the position with label x + t.
 */
#include "cli/command/command.h"

#include <assert.h>

#include "base/mem.h"
#include "format/board/board.h"
#include "number/number.h"

enum { TITLE = 200 };

/* row[label] = the picture's row of the position with that label. */
static size_t *find_rows(const struct revolve *revolve, size_t rows)
{
	size_t *row = mem_array(rows, sizeof *row);
	mpz_t position, label;

	mpz_inits(position, label, NULL);
	for (size_t i = 0; i < rows; i++) {
		mpz_set_ui(position, revolve_first(revolve) + i);
		revolve->ops->label(label, revolve, position);
		row[mpz_get_ui(label)] = i;
	}
	mpz_clears(position, label, NULL);
	return row;
}

static void find_pairs(struct hierarchy *hierarchy,
	const struct revolve *revolve, const size_t *row)
{
	mpz_t i, from, to;

	mpz_inits(i, from, to, NULL);
	hierarchy->pairs = (size_t)mpz_get_ui(revolve->senders);
	hierarchy->pair =
		mem_array(hierarchy->pairs + 1, sizeof *hierarchy->pair);
	for (size_t k = 0; k < hierarchy->pairs; k++) {
		mpz_set_ui(i, k);
		revolve->ops->pair(from, to, revolve, i);
		hierarchy->pair[k].from = row[mpz_get_ui(from)];
		hierarchy->pair[k].to = row[mpz_get_ui(to)];
	}
	mpz_clears(i, from, to, NULL);
}

/* The user's number of the process. */
static uint64_t process_shown(const struct revolve_args *args,
	const struct revolve *revolve, const size_t *row, size_t process)
{
	uint64_t processes = mpz_get_ui(revolve->processes);

	assert(processes > 0);
	if (args->numbering == REVOLVE_BY_POSITION)
		return revolve_first(revolve) + row[process];
	return process % processes;
}

/* Sets who[0..rows), the process at each position at the time, modulo rows. */
static void find_places(uint64_t *who, const struct revolve_args *args,
	const struct revolve *revolve, const size_t *row, size_t rows,
	const mpz_t time)
{
	size_t t;

	assert(rows > 0);
	t = (size_t)mpz_fdiv_ui(time, rows);

	for (size_t process = 0; process < rows; process++)
		who[row[(process + t) % rows]] =
			process_shown(args, revolve, row, process);
}

/* "next, 7 processes by label" */
static void set_revolve_title(char title[TITLE],
	const struct revolve_args *args, const struct revolve *revolve)
{
	unsigned long processes = mpz_get_ui(revolve->processes);
	unsigned long size = mpz_get_ui(revolve->size);

	snprintf(title, TITLE, "revolving hierarchy %s, %lu process%s%s",
		revolve_schemes[revolve->scheme], processes,
		processes == 1 ? "" : "es",
		args->numbering == REVOLVE_BY_POSITION ? " by position" : "");
	if (size != processes)
		text_add(title, TITLE, " at %lu positions", size);
}

static enum status draw_revolve(struct hierarchy *hierarchy,
	const struct revolve_args *args, const struct revolve *revolve,
	FILE *out, struct err *err)
{
	size_t rows = hierarchy->rows;
	size_t *row = find_rows(revolve, rows);
	uint64_t *who = mem_array(rows * hierarchy->times, sizeof *who);
	char **time = mem_array(hierarchy->times, sizeof *time);
	struct sweep_cursor cursor;
	enum status status;

	find_pairs(hierarchy, revolve, row);
	sweep_cursor_init(&cursor, &args->time);
	for (size_t i = 0; i < hierarchy->times; i++) {
		const __mpz_struct *now = mpq_numref(cursor.value);

		find_places(who + i * rows, args, revolve, row, rows, now);
		time[i] = number_integer_text(now);
		sweep_cursor_next(&cursor);
	}
	sweep_cursor_clear(&cursor);
	hierarchy->who = who;
	hierarchy->time = time;
	hierarchy->marked = (size_t)process_shown(args, revolve, row, 0);
	status = hierarchy_write_svg(hierarchy, out, err);
	for (size_t i = 0; i < hierarchy->times; i++)
		mem_free(time[i]);
	mem_free(time);
	mem_free(who);
	mem_free(row);
	mem_free(hierarchy->pair);
	return status;
}

enum status revolve_draw_messages(const struct revolve_args *args,
	const struct revolve *revolve, FILE *out, struct err *err)
{
	char title[TITLE];
	struct hierarchy hierarchy = {
		.title = title, .first = revolve_first(revolve)};
	enum status status =
		hierarchy_check(revolve->size, args->time.count, err);

	if (status != STATUS_OK)
		return status;
	hierarchy.rows = (size_t)mpz_get_ui(revolve->size);
	hierarchy.times = (size_t)mpz_get_ui(args->time.count);
	set_revolve_title(title, args, revolve);
	return draw_revolve(&hierarchy, args, revolve, out, err);
}
