/*
 * What SVG pictures with a lane for each processor share: the positions of
 * times and processors, the axis above, the lanes and their numbers.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_LANES_SVG_H
#define FIBCAST_FORMAT_SCHEDULE_LANES_SVG_H

#include <stdint.h>

#include "format/out.h"
#include "format/scale.h"
#include "format/schedule/loaded.h"

/* Measures of grids, in pixels; a lane has what is received above what is sent.
 */
enum {
	LANES_LANE = 27,
	LANES_RECEIVE = 15,	/* height */
	LANES_SEND = 7,		/* height */
	LANES_LETTER = 8,	/* greatest width, in any font */
	LANES_LABEL_MIDDLE = 4, /* from there to its baseline */
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

/* The width and the height of the picture, in pixels. */
uint64_t lanes_width(const struct lanes_frame *frame);
uint64_t lanes_height(const struct lanes_frame *frame);

/* Writes the axis, with a tick for the finish, and its name; the processors'
 * numbers; a line for each of them. */
void lanes_write_axis(struct out *out, const struct lanes_frame *frame);
void lanes_write_numbers(struct out *out, const struct lanes_frame *frame);
void lanes_write_lines(struct out *out, const struct lanes_frame *frame);

/* Writes a time or a number after a text. */
void lanes_write_time(
	struct out *out, const char *before, uint64_t tick, uint64_t unit);

/* The title of a transmission: who sends what to whom, and when. */
void lanes_write_title(struct out *out, const struct event_list *whole,
	const struct event_row *row);

/* The letters of the longest label of a transmission; the width of a send with
 * room for it, in pixels. */
uint64_t lanes_label_size(const struct event_list *whole);
uint64_t lanes_cell(const struct event_list *whole);

#endif
