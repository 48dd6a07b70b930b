/*
 * The picture of a schedule of the model locality.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_ACCESSES_SVG_H
#define FIBCAST_FORMAT_SCHEDULE_ACCESSES_SVG_H

#include "format/schedule/formats.h"

/* schedule_write_svg for schedules of that model.
 * Errors: those of lanes_check and accesses_read. */
schedule_write accesses_write_svg;

#endif
