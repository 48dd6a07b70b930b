/*
 * The cells of schedules with many messages: in each lane above what its
 * processor receives, thinner below what it sends.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_CELLS_H
#define FIBCAST_FORMAT_SCHEDULE_CELLS_H

#include <stddef.h>
#include <stdint.h>

#include "format/out.h"
#include "format/schedule/lanes_svg.h"

/* The upper edge of a processor's cells of either kind. */
uint64_t cells_top(const struct lanes_frame *frame, uint64_t p, int is_send);

/* Writes what the classes of cells mean, after svg_series_style. */
void cells_write_style(struct out *out);

/*
 * Writes all cells, colour by colour.  has_titles: each is an element, with the
 * title of its transmission; else all of a colour and kind are one, which takes
 * a tenth of the bytes.
 */
void cells_write(
	struct out *out, const struct lanes_frame *frame, int has_titles);

/* The middle of the cell of a receive; 0 if it is too narrow for a label of
 * that many letters. */
uint64_t cells_label_x(const struct lanes_frame *frame,
	const struct event_row *row, size_t letters);

/* The foot of a label in a processor's lane. */
uint64_t cells_label_y(const struct lanes_frame *frame, uint64_t p);

#endif
