/*
 * Schedules out: the writer of a format pulls a schedule and writes it.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_FORMATS_H
#define FIBCAST_FORMAT_SCHEDULE_FORMATS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "core/schedule.h"

/* How to write; zero is the default. A format ignores what it does not know. */
struct schedule_look {
	int no_header;	    /* rows only */
	int has_decimals;   /* times with that many digits after the point */
	size_t decimals;    /* (text) */
	int ascii;	    /* draw without Unicode */
	int colour;	    /* and with the colours of a terminal */
	uint64_t columns;   /* of the terminal, 0: 80 */
	uint64_t max_lanes; /* the most processors that are drawn, 0: any */
	uint64_t max_bits;  /* of memory for a schedule held whole, 0: any */
};

/*
 * Writes the whole schedule to out.
 * Errors: those of pulling it, and the format's own.  A failed write only ends
 * it early: the caller finds out by ferror.
 */
typedef enum status schedule_write(struct schedule *schedule, FILE *out,
	const struct schedule_look *style, struct err *err);

schedule_write schedule_write_tsv, schedule_write_text, schedule_write_csv,
	schedule_write_json, schedule_write_dot, schedule_write_svg,
	schedule_write_chart, schedule_write_goal, schedule_write_ti,
	schedule_write_trace, schedule_write_grid, schedule_write_html;

#endif
