/*
 * A space-time diagram: a lane a processor, time to the right, an arrow from
 * the start of each send to the end of its receive.  Arrows have the colour of
 * their message.  One message has the time of its arrival at each head; of
 * several, the number is on each arrow.
 */
#include "format/schedule/formats.h"

#include "format/scale.h"
#include "format/schedule/lanes.h"
#include "format/svg.h"

enum {
	AXIS = 16,	 /* from the times on top to the lines below them */
	LANE_ABOVE = 20, /* of the first lane, for what stands at heads */
	UNIT_ONE = 48,	 /* pixels a unit of time, with one message */
	UNIT_SEVERAL = 72,
	UNITS_MANY = 128,
	PLOT_LEAST = 360,
	PLOT_USUAL = 1040,
	PLOT_MOST = 16000,
	LABEL = 24,	  /* pixels between labels of the axis, at least */
	NUMBER_WIDE = 12, /* what a message's number keeps free around it */
	NUMBER_HIGH = 13,
	NUMBERS = 64 /* how many of the last numbers a new one avoids */
};

struct point {
	uint64_t x, y;
};

struct picture {
	const struct event_list *whole;
	struct scale scale;
	uint64_t left, top;	      /* of lane 0 at time 0 */
	uint64_t lane;		      /* from one lane to the next */
	uint64_t bottom;	      /* of the last lane */
	struct point number[NUMBERS]; /* where the last numbers stand */
	size_t numbers;
};

static uint64_t clamp(uint64_t value, uint64_t least, uint64_t most)
{
	return value < least ? least : value > most ? most : value;
}

static size_t number_size(uint64_t number)
{
	char text[SCHEDULE_TIME_MAX];

	return schedule_time_text(text, number, 1);
}

/* The longest label of an arrow. */
static size_t label_size(const struct event_list *whole)
{
	uint64_t n = whole->header.processors;

	return schedule_run_column(whole->header.operation)
		       ? number_size(n - 1) + 1 + number_size(n)
		       : number_size(whole->header.messages);
}

/*
 * As wide as its time is long, within reason.  Wider where messages follow each
 * other, so that their numbers stand side by side; but not for long waits.
 */
static uint64_t plot_width(const struct event_list *whole, uint64_t span)
{
	int has_labels = events_have_labels(whole);
	uint64_t units = span / schedule_send(&whole->header) + 1;
	uint64_t busy =
		2 * whole->count / whole->header.processors + UNITS_MANY;
	uint64_t unit = has_labels ? UNIT_SEVERAL : UNIT_ONE;
	uint64_t width = clamp(
		clamp(units, 1, PLOT_MOST) * unit, PLOT_LEAST, PLOT_USUAL);

	if (!has_labels)
		return width;
	return clamp(clamp(units < busy ? units : busy, 1, PLOT_MOST) *
			     (label_size(whole) * SVG_LETTER + 6),
		width, PLOT_MOST);
}

/* From one lane to the next; the more there are, the closer. */
static uint64_t lane_height(uint64_t lanes)
{
	return lanes <= 6 ? 40 : lanes <= 24 ? 24 : 18;
}

static void init_picture(
	struct picture *picture, const struct event_list *whole)
{
	uint64_t n = whole->header.processors;
	uint64_t span = lanes_span(whole);

	picture->numbers = 0;
	picture->whole = whole;
	scale_init(&picture->scale, span, plot_width(whole, span));
	picture->left = SVG_MARGINS + number_size(n - 1) * (uint64_t)SVG_LETTER;
	picture->lane = lane_height(n);
	picture->top = SVG_TOP + AXIS + LANE_ABOVE;
	picture->bottom = picture->top + (n - 1) * picture->lane;
}

static uint64_t place_svg(const struct picture *picture, uint64_t tick)
{
	return picture->left + scale_place(&picture->scale, tick);
}

static uint64_t lane(const struct picture *picture, uint64_t p)
{
	return picture->top + p * picture->lane;
}

/* Labels and lines of the axis. */
static void write_axis(struct out *out, const struct picture *picture)
{
	uint64_t unit = picture->whole->header.unit;
	uint64_t room = LABEL + number_size(picture->scale.span / unit) *
					(uint64_t)SVG_LETTER;
	uint64_t step =
		scale_step(&picture->scale, unit, picture->scale.width / room);
	uint64_t last = picture->scale.span / step;

	out_text(out, "<path class=\"grid\" d=\"");
	for (uint64_t i = 0; i <= last; i++) {
		svg_point(out, 'M', place_svg(picture, i * step),
			picture->top - LANE_ABOVE + 4);
		out_char(out, 'V');
		out_u64(out, picture->bottom + SVG_MARGIN / 2);
	}
	out_text(out, "\"/>\n");
	for (uint64_t i = 0; i <= last; i++) {
		char text[SCHEDULE_TIME_MAX];
		size_t size = schedule_time_text(text, i * step, unit);

		svg_text(out, "dim", "middle", place_svg(picture, i * step),
			SVG_TOP + AXIS - 4, text, size);
	}
}

/* The lanes, all in one path, and their numbers. */
static void write_lanes(struct out *out, const struct picture *picture)
{
	uint64_t n = picture->whole->header.processors;

	out_text(out, "<path class=\"line\" d=\"");
	for (uint64_t p = 0; p < n; p++) {
		svg_point(out, 'M', picture->left, lane(picture, p));
		out_char(out, 'H');
		out_u64(out, place_svg(picture, picture->scale.span));
	}
	out_text(out, "\"/>\n");
	for (uint64_t p = 0; p < n; p++) {
		char text[SCHEDULE_TIME_MAX];
		size_t size = schedule_time_text(text, p, 1);

		svg_text(out, "", "end", picture->left - SVG_MARGIN / 2,
			lane(picture, p) + 4, text, size);
	}
}

static void write_svg_time(
	struct out *out, const char *before, uint64_t tick, uint64_t unit)
{
	char text[SCHEDULE_TIME_MAX];

	out_text(out, before);
	out_bytes(out, text, schedule_time_text(text, tick, unit));
}

static void write_arrow(struct out *out, const struct picture *picture,
	const struct event_row *row)
{
	uint64_t unit = picture->whole->header.unit;
	char label[SCHEDULE_TIME_MAX];
	size_t size = event_label(label, picture->whole, row);

	out_text(out, "<path class=\"c");
	out_u64(out, (event_tag(picture->whole, row) - 1) % SVG_COLOURS);
	out_text(out, "\" d=\"");
	svg_point(out, 'M', place_svg(picture, row->sent),
		lane(picture, row->from));
	svg_point(out, 'L', place_svg(picture, row->received),
		lane(picture, row->to));
	out_text(out, "\"><title>");
	out_text(out, events_label_name(picture->whole));
	out_char(out, ' ');
	out_bytes(out, label, size);
	write_svg_time(out, " from ", row->from, 1);
	write_svg_time(out, " to ", row->to, 1);
	write_svg_time(out, ", sent at ", row->sent, unit);
	write_svg_time(out, ", received at ", row->received, unit);
	out_text(out, "</title></path>\n");
}

static int is_near(uint64_t x, uint64_t y, uint64_t distance)
{
	return (x > y ? x - y : y - x) < distance;
}

static int is_free(const struct picture *picture, struct point at)
{
	size_t count = picture->numbers < NUMBERS ? picture->numbers : NUMBERS;

	for (size_t i = 0; i < count; i++)
		if (is_near(picture->number[i].x, at.x, NUMBER_WIDE) &&
			is_near(picture->number[i].y, at.y, NUMBER_HIGH))
			return 0;
	return 1;
}

/* Where on an arrow its number stands: three quarters along, or where the
 * numbers of others leave it room. */
static struct point number_place(
	struct picture *picture, const struct event_row *row)
{
	static const uint64_t eighths[] = {6, 5, 4, 3, 2, 7, 6};
	struct point at;

	for (size_t i = 0; i < sizeof eighths / sizeof *eighths; i++) {
		uint64_t e = eighths[i];

		at.x = ((8 - e) * place_svg(picture, row->sent) +
			       e * place_svg(picture, row->received)) /
		       8;
		at.y = ((8 - e) * lane(picture, row->from) +
			       e * lane(picture, row->to)) /
		       8;
		if (is_free(picture, at))
			break;
	}
	picture->number[picture->numbers++ % NUMBERS] = at;
	return at;
}

/* What tells an arrow from the others: at its head the time, if there is one
 * message; else on it the message. */
static void write_label(
	struct out *out, struct picture *picture, const struct event_row *row)
{
	const struct schedule_header *header = &picture->whole->header;
	uint64_t x = place_svg(picture, row->received),
		 y = lane(picture, row->to);
	char text[SCHEDULE_TIME_MAX], class[] = "t0";
	struct point at;

	if (!events_have_labels(picture->whole)) {
		svg_text(out, class, "start", x + 3, y - 4, text,
			schedule_time_text(text, row->received, header->unit));
		return;
	}
	class[1] = (char)('0' +
			  (event_tag(picture->whole, row) - 1) % SVG_COLOURS);
	at = number_place(picture, row);
	svg_text(out, class, "middle", at.x, at.y + 4, text,
		event_label(text, picture->whole, row));
}

static void write_picture(const struct event_list *whole, FILE *file)
{
	uint64_t colours = schedule_run_column(whole->header.operation)
				   ? SVG_COLOURS
				   : whole->header.messages;
	struct picture picture;
	struct out out;
	char caption[EVENTS_CAPTION_MAX];

	init_picture(&picture, whole);
	events_caption(caption, whole);
	out_init(&out, file);
	svg_begin(&out,
		place_svg(&picture, picture.scale.span) + SVG_MARGINS + LABEL,
		picture.bottom + SVG_MARGINS, caption,
		colours < SVG_COLOURS ? (unsigned)colours : SVG_COLOURS);
	write_axis(&out, &picture);
	write_lanes(&out, &picture);
	for (size_t i = 0; i < whole->count && !ferror(file); i++)
		write_arrow(&out, &picture, &whole->row[i]);
	for (size_t i = 0; i < whole->count && !ferror(file); i++)
		write_label(&out, &picture, &whole->row[i]);
	svg_end(&out);
	out_finish(&out);
}

enum status schedule_write_svg(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err)
{
	struct event_list whole;
	enum status status = lanes_read(&whole, schedule, style, err);

	if (status == STATUS_OK)
		write_picture(&whole, out);
	events_clear(&whole);
	return status;
}
