/*
 * Pictures with a lane for each processor, in which time runs to the right.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_LANES_H
#define FIBCAST_FORMAT_SCHEDULE_LANES_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "format/out.h"
#include "format/schedule/schedule.h"

/*
 * The time axis, in pixels or in columns of a terminal.
 */

/* Maps ticks 0 .. span to places 0 .. width; span > 0, width < 2^24. */
struct scale {
	uint64_t span, width;
	unsigned shift; /* span / 2^shift < 2^40: products stay below 2^64 */
};

void scale_init(struct scale *scale, uint64_t span, uint64_t width);

/* The place of a tick, rounded down. */
uint64_t scale_place(const struct scale *scale, uint64_t tick);

/* The ticks from one label to the next: the least of 1, 2, 5, 10, 20, ... units
 * of which at most `most`, > 0, fit into the span. */
uint64_t scale_step(const struct scale *scale, uint64_t unit, uint64_t most);

/* How many ticks a lane shows: up to the finish or, where that is 0, the time
 * of a send. */
uint64_t lanes_span(const struct event_list *whole);

/*
 * What SVG pictures share: the positions of times and processors, the axis on
 * top, the lanes and their numbers.
 */

/* Measures of grids, in pixels.  A lane shows receives above sends. */
enum {
	LANES_LANE = 31,	/* from one lane to the next */
	LANES_RECEIVE = 15,	/* height of a receive */
	LANES_SEND = 11,	/* height of a send */
	LANES_WIDTH_LEAST = 500 /* of the whole time axis */
};

struct lanes_frame {
	const struct event_list *whole;
	struct scale scale;
	uint64_t left, top; /* where lane 0 has time 0 */
	uint64_t lane;	    /* from one lane to the next */
	uint64_t bottom;    /* where the last lane is */
};

/* A frame of that width for the whole time axis, and with lanes that far apart,
 * in pixels. */
void lanes_frame_init(struct lanes_frame *frame, const struct event_list *whole,
	uint64_t width, uint64_t lane);

/* The positions of a tick and of a processor's lane, in pixels. */
uint64_t lanes_x(const struct lanes_frame *frame, uint64_t tick);
uint64_t lanes_y(const struct lanes_frame *frame, uint64_t p);

/* The picture's width, with room for a line of text that begins at its left
 * margin, and the picture's height without such a line, in pixels. */
uint64_t lanes_width(const struct lanes_frame *frame, const char *line);
uint64_t lanes_height(const struct lanes_frame *frame);

/* Writes a vertical line for each time on the axis, and bands for nodes. */
void lanes_write_grid(struct out *out, const struct lanes_frame *frame);

/* Writes the times of the axis, the finish among them, and the axis's name. */
void lanes_write_axis(struct out *out, const struct lanes_frame *frame);

/* Writes the number of each processor; a horizontal line for each. */
void lanes_write_numbers(struct out *out, const struct lanes_frame *frame);
void lanes_write_lines(struct out *out, const struct lanes_frame *frame);

/* Writes a line of the legend below the lanes; lines count from 0. */
void lanes_write_legend(struct out *out, const struct lanes_frame *frame,
	uint64_t line, const char *text);

/* Writes a transmission's title: who sends what to whom, and when. */
void lanes_write_title(struct out *out, const struct event_list *whole,
	const struct event_row *row);

/* How many letters the longest label of a transmission may have; the width of a
 * send with room for it, in pixels. */
uint64_t lanes_label_size(const struct event_list *whole);
uint64_t lanes_cell(const struct event_list *whole);

/*
 * The arrows of a space-time diagram: straight, or bowed where they would
 * otherwise cover each other.
 */

struct arrow_point {
	uint64_t x, y;
};

struct arrow {
	struct arrow_point from, to;
	unsigned char bow; /* 0: straight; 1, 2: to either side; 3, 4: twice as
			    * far, and so on */
};

/* The arrows of the frame's schedule, one for each row; free them with
 * mem_free. O(k · BACK) for k rows. */
struct arrow *arrows_new(const struct lanes_frame *frame);

/* Writes the attribute d of the arrow's path. */
void arrow_write(struct out *out, const struct arrow *arrow);

/* The point of the arrow at part / parts of its parameter, which is 0 at its
 * start and 1 at its head. */
struct arrow_point arrow_at(
	const struct arrow *arrow, uint64_t part, uint64_t parts);

/*
 * The cells of schedules with many messages: in the upper part of a lane what
 * its processor receives, in the thinner lower part what it sends.
 */

/* The upper edge of the cells of a processor's sends, or receives. */
uint64_t cells_top(const struct lanes_frame *frame, uint64_t p, int is_send);

/* A legend: what the two kinds of cells and their labels mean. */
const char *cells_meaning(const struct event_list *whole);

/* Writes the style of cells, and of labels. */
void cells_write_style(struct out *out, const struct event_list *whole);

/*
 * Writes all cells, colour by colour.  With titles, each cell is an element of
 * its own with its transmission's title; without, all cells of one colour and
 * kind are one element, which takes a tenth of the bytes.
 */
void cells_write(
	struct out *out, const struct lanes_frame *frame, int has_titles);

/* The middle of the cell of a send or a receive; 0 if the cell is too narrow
 * for a label of that many letters. */
uint64_t cells_label_x(const struct lanes_frame *frame,
	const struct event_row *row, size_t letters, int is_send);

/* The base line of the labels of a processor's sends, or receives. */
uint64_t cells_label_y(
	const struct lanes_frame *frame, uint64_t p, int is_send);

/* The picture of a schedule of the model locality, in accesses.c. */
extern const struct events_format events_accesses;

#endif
