/*
 * The first swept option goes across and the other one selects the lines; but a
 * latency never goes across if there is another option: F over t, not over
 * lambda.
 */
#include "cli/grid/grid.h"

#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "cli/option/option.h"
#include "cli/output/output.h"
#include "number/number.h"

const char *const picture_axes[] = {"x", "y", "none", NULL};

enum { VALUE_MOST = 24 }; /* letters of a value in a title */

int picture_is_drawn(const struct output *output)
{
	return output->format->rows == &rows_drawn;
}

int picture_has_all(const struct sweep *sweep)
{
	const struct sweep_range *range = sweep->range;

	return sweep->ranges == 1 && mpz_cmp_ui(range->count, 1) > 0 &&
	       !range->multiply && mpq_cmp_ui(range->step, 1, 1) == 0;
}

static enum status check_picture_options(
	const struct output *output, struct err *err)
{
	if (output_check_format(output, err) != STATUS_OK)
		return err->code;
	if (output->log > PICTURE_LOG_NONE)
		return err_usage(
			err, "--log: 'none' cannot be joined with others");
	return STATUS_OK;
}

/* -- which column is what */

struct picture_columns {
	const struct grid_axis *across, *lines;
	size_t swept;
};

static void find_axes(struct picture_columns *found,
	const struct grid_axis *axes, size_t count)
{
	*found = (struct picture_columns){.swept = 0};
	for (size_t i = 0; i < count; i++) {
		const struct grid_axis *axis = &axes[i];

		if (!axis->cursor.sweep->is_sweep)
			continue;
		found->swept++;
		if (!found->across) {
			found->across = axis;
		} else if (strcmp(found->across->name, "l") == 0) {
			found->lines = found->across;
			found->across = axis;
		} else {
			found->lines = axis;
		}
	}
}

/* The options that can be drawn are those that are swept. */
static enum status check_axes(struct picture_columns *found,
	const struct picture *picture, struct err *err)
{
	size_t most = picture->lines ? 1 : 2;
	mpz_t lines;
	enum status status = STATUS_OK;

	if (picture->across) { /* the column across is not a swept option */
		found->lines = found->across;
		found->across = NULL;
		most = 1;
	} else if (found->swept == 0) {
		return err_usage(err,
			"--format: a plot needs an option that is a sweep");
	}
	if (found->swept > most)
		return err_usage(err, "--format: a plot takes ",
			most == 1 ? "one" : "two",
			most == 1 ? " option that is a sweep"
				  : " options that are sweeps",
			", not more");
	if (!found->lines)
		return STATUS_OK;
	mpz_init_set_ui(lines, PLOT_LINES);
	if (mpz_cmp(found->lines->cursor.sweep->count, lines) > 0)
		status = err_limit(err, "the plot would have ", ERR_OWN,
			number_size_text(found->lines->cursor.sweep->count),
			" lines, more than 40");
	mpz_clear(lines);
	return status;
}

static int is_named(const char *column, const char *name)
{
	return name && strcmp(column, name) == 0;
}

static enum plot_role role_of(const struct picture *picture,
	const struct picture_columns *found, const char *column)
{
	if (is_named(column,
		    found->across ? found->across->name : picture->across))
		return PLOT_X;
	if (is_named(
		    column, found->lines ? found->lines->name : picture->lines))
		return PLOT_LINE;
	if (is_named(column, picture->up))
		return PLOT_Y;
	if (is_named(column, picture->up_too) && !found->lines)
		return PLOT_Y;
	return PLOT_NOTE;
}

/* -- words */

/* What a column holds, for its axis. */
static void set_label(char *label, const char *column, const char *unit)
{
	static const struct {
		const char *column, *label;
		int is_time;
	} known[] = {
		{"n", "processors, n", 0},
		{"m", "messages, m", 0},
		{"l", "latency, in units of one send", 0},
		{"t", "time, t", 1},
		{"reach", "processors that know the message", 0},
		{"locality", "time, T(p)", 0},
		{"bytes", "bytes", 0},
		{"time", "time", 1},
		{"bound", "lower bound on the time", 1},
	};
	size_t i = 0, count = sizeof known / sizeof *known;
	size_t size = strcspn(column, "_"); /* a machine's "time_us" */

	while (i < count &&
		(strlen(known[i].column) != size ||
			strncmp(column, known[i].column, size) != 0))
		i++;
	*label = '\0';
	text_add(label, PICTURE_LABEL, "%s",
		i < count ? known[i].label : column);
	if (i < count && known[i].is_time && unit)
		text_add(label, PICTURE_LABEL, ", in %s", unit);
}

/* Whether an option that is not swept is worth saying: a latency in rounds is 1
 * by default, a machine's follows from its figures, and most operations have no
 * messages to number. */
static int is_said(const struct picture *picture, const struct grid_axis *axis)
{
	if (is_named(axis->name, "l"))
		return !picture->machine && !is_named("rounds", picture->unit);
	return !picture->operation || !is_named(axis->name, "m") ||
	       mpq_cmp_ui(sweep_value(axis->cursor.sweep), 1, 1) != 0;
}

/* ", m 3, l 5/2" for the options that are not swept */
static void add_given(
	struct picture *picture, const struct grid_axis *axes, size_t count)
{
	char *title = picture->title;

	for (size_t i = 0; i < count; i++) {
		char *value;

		if (axes[i].cursor.sweep->is_sweep ||
			!is_said(picture, &axes[i]))
			continue;
		value = number_text(sweep_value(axes[i].cursor.sweep));
		if (strlen(value) > VALUE_MOST)
			strcpy(value + VALUE_MOST - 3, "...");
		text_add(title, PICTURE_TITLE, ", %s %s", axes[i].name, value);
		mem_free(value);
	}
	if (picture->setting)
		text_add(title, PICTURE_TITLE, "%s", picture->setting);
	if (picture->machine)
		text_add(title, PICTURE_TITLE, ", %s", picture->machine);
	if (picture->about && picture->value)
		text_add(title, PICTURE_TITLE, "%s%s", picture->about,
			picture->value);
}

/* What is asked, where the name of the column does not say it. */
static const char *question(const struct picture *picture)
{
	size_t size = strcspn(picture->up, "_"); /* a machine's "time_us" */

	if (size == 4 && strncmp(picture->up, "time", 4) == 0)
		return picture->winner ? "time of the best algorithm"
				       : "least time";
	if (size == 5 && strncmp(picture->up, "bound", 5) == 0)
		return "lower bound on the time";
	if (strcmp(picture->up, "value") == 0)
		return "bounds"; /* and other values, of --all */
	return picture->up;
}

/* The title that was given, as far as it is text; whether one was. */
static int take_title(struct picture *picture, const char *text)
{
	size_t used = 0;

	if (!text)
		return 0;
	while (*text && used < PICTURE_TITLE - 8) {
		size_t size = utf8_size(text);

		if (size > 0)
			memcpy(picture->title + used, text, size);
		else
			picture->title[used] = '?';
		used += size > 0 ? size : 1;
		text += size > 0 ? size : 1;
	}
	picture->title[used] = '\0';
	return 1;
}

/* "allreduce: " */
static void begin_title(struct picture *picture)
{
	picture->title[0] = '\0';
	if (picture->operation)
		text_add(picture->title, PICTURE_TITLE,
			"%s: ", picture->operation);
}

/* "time over n, for each l, m 3" */
static void set_title(struct picture *picture,
	const struct picture_columns *found, const struct grid_axis *axes,
	size_t count)
{
	char *title = picture->title;

	begin_title(picture);
	text_add(title, PICTURE_TITLE, "%s", question(picture));
	if (picture->up_too && !found->lines)
		text_add(title, PICTURE_TITLE, " and %s", picture->up_too);
	text_add(title, PICTURE_TITLE, " over %s",
		found->across ? found->across->name : picture->across);
	if (found->lines)
		text_add(title, PICTURE_TITLE, ", for each %s",
			found->lines->name);
	add_given(picture, axes, count);
}

/* -- the picture */

/* A list of three numbers or more, each at least twice the one before. */
static int doubles(const struct sweep *sweep)
{
	int is_double = sweep->ranges > 2 &&
			mpz_cmp_ui(sweep->count, sweep->ranges) == 0 &&
			mpq_sgn(sweep->range[0].first) > 0;
	mpq_t twice;

	mpq_init(twice);
	for (size_t i = 1; is_double && i < sweep->ranges; i++) {
		mpq_mul_2exp(twice, sweep->range[i - 1].first, 1);
		is_double = mpq_cmp(sweep->range[i].first, twice) >= 0;
	}
	mpq_clear(twice);
	return is_double;
}

static int multiplies(const struct sweep *sweep)
{
	for (size_t i = 0; i < sweep->ranges; i++)
		if (sweep->range[i].multiply)
			return 1;
	return doubles(sweep);
}

static void set_look(struct picture *picture,
	const struct picture_columns *found, const struct output *output,
	FILE *file)
{
	unsigned log = output->log;
	int is_log =
		log ? (log & PICTURE_LOG_X) != 0
		    : found->across && multiplies(found->across->cursor.sweep);

	picture->look = (struct plot_look){
		.title = picture->title,
		.x_label = picture->x_label,
		.y_label = picture->y_label,
		.log_x = is_log ? PLOT_LOG : PLOT_LINEAR,
		.log_y = !log		       ? PLOT_AUTO
			 : log & PICTURE_LOG_Y ? PLOT_LOG
					       : PLOT_LINEAR,
		.ascii = output->ascii,
		.colour = terminal_colour(file),
		.columns = terminal_columns(file),
	};
}

static enum status open_plot(struct picture *picture, struct table *table,
	struct picture_columns *found, const struct grid_axis *axes,
	size_t count, const struct output *output, struct err *err)
{
	enum status status = check_axes(found, picture, err);

	if (status != STATUS_OK)
		return status;
	if (!take_title(picture, output->title))
		set_title(picture, found, axes, count);
	set_label(picture->x_label,
		found->across ? found->across->name : picture->across,
		picture->unit);
	set_label(picture->y_label, picture->up, picture->unit);
	set_look(picture, found, output, table->out.file);
	table->plot = &picture->plot;
	plot_init(table->plot, picture->look.log_x);
	for (size_t i = 0; i < table->columns; i++)
		plot_column(table->plot, table->column[i],
			role_of(picture, found, table->column[i]));
	return STATUS_OK;
}

/* -- the map */

static enum map_role map_role_of(const struct picture *picture,
	const struct picture_columns *found, const char *column)
{
	if (is_named(column, found->across->name))
		return MAP_ACROSS;
	if (is_named(column, found->lines->name))
		return MAP_UP;
	if (is_named(column, picture->winner) || is_named(column, "model"))
		return MAP_WINNER;
	if (is_named(column, picture->count))
		return MAP_COUNT;
	return is_named(column, picture->ratio) ? MAP_RATIO : MAP_NOTE;
}

static enum status check_map(const struct picture_columns *found,
	const struct output *output, struct err *err)
{
	const struct grid_axis *axes[] = {found->across, found->lines};

	if (found->swept != 2)
		return err_usage(err,
			"--format: a map takes two options that are sweeps");
	if (output->log)
		return err_usage(err, "--log: not used by a map");
	for (size_t i = 0; i < 2; i++) {
		const struct sweep *sweep = axes[i]->cursor.sweep;

		if (sweep->stream)
			return err_usage(err, "--format: a map cannot be drawn "
					      "from standard input");
		if (mpz_cmp_ui(sweep->count, MAP_SIDE) <= 0)
			continue;
		return err_limit(err, "the map would have ", ERR_OWN,
			number_size_text(sweep->count),
			i == 0 ? " columns" : " rows", ", more than 256");
	}
	return STATUS_OK;
}

static enum status open_map(struct picture *picture, struct table *table,
	const struct picture_columns *found, const struct grid_axis *axes,
	size_t count, const struct output *output, struct err *err)
{
	enum status status = check_map(found, output, err);

	if (status != STATUS_OK || !found->across || !found->lines)
		return status;
	if (!take_title(picture, output->title)) {
		begin_title(picture);
		text_add(picture->title, PICTURE_TITLE,
			"best algorithm by %s and %s", found->across->name,
			found->lines->name);
		add_given(picture, axes, count);
	}
	set_label(picture->x_label, found->across->name, picture->unit);
	set_label(picture->y_label, found->lines->name, picture->unit);
	set_look(picture, found, output, table->out.file);
	table->map = &picture->map;
	map_init(table->map, mpz_get_ui(found->across->cursor.sweep->count),
		mpz_get_ui(found->lines->cursor.sweep->count));
	for (size_t i = 0; i < table->columns; i++)
		map_column(table->map, table->column[i],
			map_role_of(picture, found, table->column[i]));
	return STATUS_OK;
}

enum status picture_open(struct picture *picture, struct table *table,
	const struct grid_axis *axes, size_t count, const char *const *columns,
	const struct output *output, struct err *err)
{
	struct picture_columns found;
	enum status status = check_picture_options(output, err);

	if (status != STATUS_OK || !picture_is_drawn(output))
		return status;
	if (!picture->up)
		picture->up = columns[0];
	find_axes(&found, axes, count);
	picture->is_chart = output->format->uses & FORMAT_ASCII;
	if (output->format->kind == FORMAT_MAP ||
		(picture->is_chart && picture->winner && found.swept == 2))
		return open_map(
			picture, table, &found, axes, count, output, err);
	return open_plot(picture, table, &found, axes, count, output, err);
}

enum status picture_draw(
	struct picture *picture, struct table *table, struct err *err)
{
	FILE *file = table->out.file;

	picture->look.steps = picture->steps;
	if (table->map && picture->is_chart)
		return map_write_chart(
			&picture->map, &picture->look, file, err);
	if (table->map) {
		map_write_svg(&picture->map, &picture->look, file);
		return STATUS_OK;
	}
	if (picture->is_chart)
		return plot_write_chart(
			&picture->plot, &picture->look, file, err);
	return plot_write_svg(&picture->plot, &picture->look, file, err);
}

void picture_clear(struct picture *picture)
{
	plot_clear(&picture->plot);
	map_clear(&picture->map);
}
