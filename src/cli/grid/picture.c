/*
 * Which column of a table goes across, which up, and what the picture says.  Of
 * two swept options the first goes across and the second selects the lines;
 * but a latency goes across only if it is alone: F over t, not over lambda.
 * For -l 1,2 -t 1..9 that is the title "reach over t, for each l".
 */
#include "cli/grid/grid.h"

#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "number/number.h"

const char *const picture_axes[] = {"x", "y", "none", NULL};

enum { VALUE_MOST = 24 }; /* letters of a value in a title */

/* What the table of a picture is made of. */
struct scene {
	const struct grid_axis *axis;
	size_t axes;
	const struct output *output;
	/* Swept options that go across, and select the lines; NULL if another
	 * column does, or if there is one line. */
	const struct grid_axis *across, *lines;
	size_t swept;
};

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

static void find_axes(struct scene *scene)
{
	for (size_t i = 0; i < scene->axes; i++) {
		const struct grid_axis *axis = &scene->axis[i];

		if (!axis->cursor.sweep->is_sweep)
			continue;
		scene->swept++;
		if (!scene->across) {
			scene->across = axis;
		} else if (strcmp(scene->across->name, "l") == 0) {
			scene->lines = scene->across;
			scene->across = axis;
		} else {
			scene->lines = axis;
		}
	}
}

/* Chooses the columns across and of the lines.  Errors: STATUS_USAGE for too
 * many or too few swept options; STATUS_LIMIT for too many lines. */
static enum status choose_columns(
	struct picture *picture, struct scene *scene, struct err *err)
{
	const char *kind = picture->is_chart ? "chart" : "plot";
	size_t most = picture->lines ? 1 : 2;

	if (picture->across) {
		scene->lines = scene->across;
		scene->across = NULL;
		most = 1;
	} else if (scene->swept == 0) {
		return err_usage(err, "--format: a ", kind,
			" needs an option that is a sweep");
	}
	if (scene->swept > most)
		return err_usage(err, "--format: a ", kind, " takes ",
			most == 1 ? "one" : "two",
			most == 1 ? " option that is a sweep"
				  : " options that are sweeps",
			", not more");
	if (scene->across)
		picture->across = scene->across->name;
	if (!scene->lines)
		return STATUS_OK;
	picture->lines = scene->lines->name;
	if (mpz_cmp_ui(scene->lines->cursor.sweep->count, PLOT_LINES) <= 0)
		return STATUS_OK;
	return err_limit(err, "the plot would have ", ERR_OWN,
		number_size_text(scene->lines->cursor.sweep->count),
		" lines, more than 40");
}

static int is_named(const char *column, const char *name)
{
	return name && strcmp(column, name) == 0;
}

/* The same where the column may have a machine's unit: "time_us". */
static int is_named_or_unit(const char *column, const char *name)
{
	size_t size = strcspn(column, "_");

	return strlen(name) == size && strncmp(column, name, size) == 0;
}

static enum plot_role role_of(const struct picture *picture,
	const struct scene *scene, const char *column)
{
	if (is_named(column, picture->across))
		return PLOT_X;
	if (is_named(column, picture->lines))
		return PLOT_LINE;
	if (is_named(column, picture->up) ||
		(is_named(column, picture->up_too) && !scene->lines))
		return PLOT_Y;
	return PLOT_NOTE;
}

/* -- words */

/* Writes what a column holds, for its axis. */
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

	while (i < count && !is_named_or_unit(column, known[i].column))
		i++;
	*label = '\0';
	text_add(label, PICTURE_LABEL, "%s",
		i < count ? known[i].label : column);
	if (i < count && known[i].is_time && unit)
		text_add(label, PICTURE_LABEL, ", in %s", unit);
}

/* Whether the title says an option that is not swept.  It leaves out a latency
 * in rounds, which is 1 by default, a machine's, which follows from its
 * figures, and one message of an operation other than broadcast. */
static int is_said(const struct picture *picture, const struct grid_axis *axis)
{
	if (is_named(axis->name, "l"))
		return !picture->machine && !is_named("rounds", picture->unit);
	return !picture->operation || !is_named(axis->name, "m") ||
	       mpq_cmp_ui(sweep_value(axis->cursor.sweep), 1, 1) != 0;
}

/* Adds ", m 3, l 5/2" for the options that are not swept, and the rest. */
static void add_given(struct picture *picture, const struct scene *scene)
{
	char *title = picture->title;

	for (size_t i = 0; i < scene->axes; i++) {
		const struct grid_axis *axis = &scene->axis[i];
		char *value;

		if (axis->cursor.sweep->is_sweep || !is_said(picture, axis))
			continue;
		value = number_text(sweep_value(axis->cursor.sweep));
		if (strlen(value) > VALUE_MOST)
			strcpy(value + VALUE_MOST - 3, "...");
		text_add(title, PICTURE_TITLE, ", %s %s", axis->name, value);
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
	if (is_named_or_unit(picture->up, "time"))
		return picture->winner ? "time of the best algorithm"
				       : "least time";
	if (is_named_or_unit(picture->up, "bound"))
		return "lower bound on the time";
	if (strcmp(picture->up, "value") == 0)
		return "bounds"; /* and other values, of --all */
	return picture->up;
}

/* Copies the title that was given; a byte that is no UTF-8 becomes "?". */
static void copy_title(struct picture *picture, const char *text)
{
	size_t used = 0;

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
}

/* Adds "time over n, for each l". */
static void add_plot_title(struct picture *picture, const struct scene *scene)
{
	char *title = picture->title;

	text_add(title, PICTURE_TITLE, "%s", question(picture));
	if (picture->up_too && !scene->lines)
		text_add(title, PICTURE_TITLE, " and %s", picture->up_too);
	text_add(title, PICTURE_TITLE, " over %s", picture->across);
	if (scene->lines)
		text_add(title, PICTURE_TITLE, ", for each %s", picture->lines);
}

/* Writes the title given, or else one such as "allreduce: time over n, m 3". */
static void set_title(
	struct picture *picture, const struct scene *scene, int is_map)
{
	char *title = picture->title;

	if (scene->output->title) {
		copy_title(picture, scene->output->title);
		return;
	}
	*title = '\0';
	if (picture->operation)
		text_add(title, PICTURE_TITLE, "%s: ", picture->operation);
	if (is_map)
		text_add(title, PICTURE_TITLE, "best algorithm by %s and %s",
			scene->across->name, scene->lines->name);
	else
		add_plot_title(picture, scene);
	add_given(picture, scene);
}

/* -- the look */

/* Whether the sweep is a list of three numbers or more, each at least twice the
 * one before. */
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

/* Sets title, labels and scales; up: the column along y. */
static void set_look(struct picture *picture, const struct scene *scene,
	const char *up, FILE *file)
{
	unsigned log = scene->output->log;
	int is_log =
		log ? (log & PICTURE_LOG_X) != 0
		    : scene->across && multiplies(scene->across->cursor.sweep);

	set_label(picture->x_label, picture->across, picture->unit);
	set_label(picture->y_label, up, picture->unit);
	picture->look = (struct plot_look){
		.title = picture->title,
		.x_label = picture->x_label,
		.y_label = picture->y_label,
		.log_x = is_log ? PLOT_LOG : PLOT_LINEAR,
		.log_y = !log		       ? PLOT_AUTO
			 : log & PICTURE_LOG_Y ? PLOT_LOG
					       : PLOT_LINEAR,
		.ascii = scene->output->ascii,
		.colour = terminal_colour(file),
		.columns = terminal_columns(file),
	};
}

static enum status open_plot(struct picture *picture, struct table *table,
	struct scene *scene, struct err *err)
{
	enum status status = choose_columns(picture, scene, err);

	if (status != STATUS_OK)
		return status;
	set_title(picture, scene, 0);
	set_look(picture, scene, picture->up, table->out.file);
	table->plot = &picture->plot;
	plot_init(table->plot, picture->look.log_x);
	for (size_t i = 0; i < table->columns; i++)
		plot_column(table->plot, table->column[i],
			role_of(picture, scene, table->column[i]));
	return STATUS_OK;
}

/* -- the map */

static enum map_role map_role_of(const struct picture *picture,
	const struct scene *scene, const char *column)
{
	if (is_named(column, scene->across->name))
		return MAP_ACROSS;
	if (is_named(column, scene->lines->name))
		return MAP_UP;
	if (is_named(column, picture->winner) || is_named(column, "model"))
		return MAP_WINNER;
	if (is_named(column, picture->count))
		return MAP_COUNT;
	return is_named(column, picture->ratio) ? MAP_RATIO : MAP_NOTE;
}

static enum status check_map(const struct scene *scene, struct err *err)
{
	const struct grid_axis *axes[] = {scene->across, scene->lines};

	if (scene->swept != 2)
		return err_usage(err,
			"--format: a map takes two options that are sweeps");
	if (scene->output->log)
		return err_usage(err, "--log: not used by a map");
	for (size_t i = 0; i < 2; i++) {
		const struct sweep *sweep = axes[i]->cursor.sweep;

		if (sweep->stream)
			return err_usage(err, "--format: a map cannot be drawn "
					      "from standard input");
		if (mpz_cmp_ui(sweep->count, MAP_SIDE) > 0)
			return err_limit(err, "the map would have ", ERR_OWN,
				number_size_text(sweep->count),
				i == 0 ? " columns" : " rows",
				", more than 256");
	}
	return STATUS_OK;
}

static enum status open_map(struct picture *picture, struct table *table,
	struct scene *scene, struct err *err)
{
	enum status status = check_map(scene, err);

	/* check_map has seen both; the analyser has not. */
	if (status != STATUS_OK || !scene->across || !scene->lines)
		return status;
	picture->across = scene->across->name;
	set_title(picture, scene, 1);
	set_look(picture, scene, scene->lines->name, table->out.file);
	table->map = &picture->map;
	map_init(table->map, mpz_get_ui(scene->across->cursor.sweep->count),
		mpz_get_ui(scene->lines->cursor.sweep->count));
	for (size_t i = 0; i < table->columns; i++)
		map_column(table->map, table->column[i],
			map_role_of(picture, scene, table->column[i]));
	return STATUS_OK;
}

enum status picture_open(struct picture *picture, struct table *table,
	const struct grid_axis *axes, size_t count, const char *const *columns,
	const struct output *output, struct err *err)
{
	struct scene scene = {.axis = axes, .axes = count, .output = output};
	enum status status = check_picture_options(output, err);

	if (status != STATUS_OK || !picture_is_drawn(output))
		return status;
	if (!picture->up)
		picture->up = columns[0];
	find_axes(&scene);
	picture->is_chart = output->format->uses & FORMAT_ASCII;
	return output->format->kind == FORMAT_MAP ||
			       (picture->is_chart && picture->winner &&
				       scene.swept == 2)
		       ? open_map(picture, table, &scene, err)
		       : open_plot(picture, table, &scene, err);
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
	return (picture->is_chart ? plot_write_chart : plot_write_svg)(
		&picture->plot, &picture->look, file, err);
}

void picture_clear(struct picture *picture)
{
	plot_clear(&picture->plot);
	map_clear(&picture->map);
}
