/*
 * Pictures with a lane for each processor and time to the right.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_LANES_H
#define FIBCAST_FORMAT_SCHEDULE_LANES_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "format/out.h"
#include "format/schedule/schedule.h"

/*
 * The time axis of a picture.
 */

/* Ticks 0 .. span, span > 0, on places 0 .. width, width < 2^24. */
struct scale {
	uint64_t span, width;
	unsigned shift; /* span / 2^shift < 2^40 */
};

void scale_init(struct scale *scale, uint64_t span, uint64_t width);

/* The place of a tick, rounded down. */
uint64_t scale_place(const struct scale *scale, uint64_t tick);

/* The ticks between labels: 1, 2, 5, 10, 20, ... units, so that at most `most`
 * steps fit the scale, most > 0. */
uint64_t scale_step(const struct scale *scale, uint64_t unit, uint64_t most);

/*
 * What pictures with a lane for each processor share: how many lanes there may
 * be, and how long they are.
 */

/* The ticks that a lane lasts: up to the finish, a unit if there is none. */
uint64_t lanes_span(const struct event_list *whole);

/*
 * What SVG pictures with a lane for each processor share: the positions of
 * times and processors, the axis above, the lanes and their numbers.
 */

/* Measures of grids, in pixels; a lane has what is received above what is sent.
 */
enum {
	LANES_LANE = 31,
	LANES_RECEIVE = 15,	/* height */
	LANES_SEND = 11,	/* height */
	LANES_WIDTH_LEAST = 500 /* of all time */
};

struct lanes_frame {
	const struct event_list *whole;
	struct scale scale;
	uint64_t left, top; /* of lane 0 at time 0 */
	uint64_t lane;	    /* distance of lanes */
	uint64_t bottom;    /* of the last lane */
};

/* A frame with that many pixels for all of time, and for a lane. */
void lanes_frame_init(struct lanes_frame *frame, const struct event_list *whole,
	uint64_t width, uint64_t lane);

/* The positions of a time and of a lane, in pixels. */
uint64_t lanes_x(const struct lanes_frame *frame, uint64_t tick);
uint64_t lanes_y(const struct lanes_frame *frame, uint64_t p);

/* The width of the picture, with room for a line of text that begins at its
 * left, and its height, in pixels. */
uint64_t lanes_width(const struct lanes_frame *frame, const char *line);
uint64_t lanes_height(const struct lanes_frame *frame);

/* Writes a line down for each time on the axis, and bands for nodes; the times
 * of the axis, the finish among them, and its name; the processors' numbers; a
 * line for each of them. */
void lanes_write_grid(struct out *out, const struct lanes_frame *frame);
void lanes_write_axis(struct out *out, const struct lanes_frame *frame);
void lanes_write_numbers(struct out *out, const struct lanes_frame *frame);
void lanes_write_lines(struct out *out, const struct lanes_frame *frame);

/* Writes a time after a text. */
void lanes_write_time(struct out *out, const char *before,
	const struct event_list *whole, uint64_t tick);

/* The title of a transmission: who sends what to whom, and when. */
void lanes_write_title(struct out *out, const struct event_list *whole,
	const struct event_row *row);

/* The letters of the longest label of a transmission; the width of a send with
 * room for it, in pixels. */
uint64_t lanes_label_size(const struct event_list *whole);
uint64_t lanes_cell(const struct event_list *whole);

/*
 * Where the arrows of a space-time diagram run: straight, or bowed where they
 * would lie on others.
 */

struct arrow_point {
	uint64_t x, y;
};

struct arrow {
	struct arrow_point from, to;
	unsigned char bow; /* 0: straight; 1, 2: to either side; 3, 4 ... */
};

struct arrows {
	struct arrow *arrow; /* one for each row of the schedule */
	size_t count;
};

/* Those of the frame's schedule, in its order.  O(n · BACK) for n rows. */
void arrows_init(struct arrows *arrows, const struct lanes_frame *frame);
void arrows_clear(struct arrows *arrows);

/* Writes the path's points, for its attribute d. */
void arrow_write(struct out *out, const struct arrow *arrow);

/* The point part / parts of the way along. */
struct arrow_point arrow_at(
	const struct arrow *arrow, uint64_t part, uint64_t parts);

/*
 * The cells of schedules with many messages: in each lane above what its
 * processor receives, thinner below what it sends.
 */

/* The upper edge of a processor's cells of either kind. */
uint64_t cells_top(const struct lanes_frame *frame, uint64_t p, int is_send);

/* What the two kinds of cells and their labels are, in words. */
const char *cells_meaning(const struct event_list *whole);

/* Writes what the classes of cells mean, and `sent` of labels of sends. */
void cells_write_style(struct out *out, const struct event_list *whole);

/*
 * Writes all cells, colour by colour.  has_titles: each is an element, with the
 * title of its transmission; else all of a colour and kind are one, which takes
 * a tenth of the bytes.
 */
void cells_write(
	struct out *out, const struct lanes_frame *frame, int has_titles);

/* The middle of the cell of a send or a receive; 0 if it is too narrow for a
 * label of that many letters. */
uint64_t cells_label_x(const struct lanes_frame *frame,
	const struct event_row *row, size_t letters, int is_send);

/* The foot of a label in a processor's lane. */
uint64_t cells_label_y(
	const struct lanes_frame *frame, uint64_t p, int is_send);

/*
 * The picture of a schedule of the model locality.
 */

extern const struct events_format events_accesses;

#endif
