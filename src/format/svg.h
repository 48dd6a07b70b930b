/*
 * What all SVG pictures share: a page with a title, in the reader's light or
 * dark colour scheme, colours, and text.  Lengths are in pixels.
 */
#ifndef FIBCAST_FORMAT_SVG_H
#define FIBCAST_FORMAT_SVG_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "format/out.h"

enum {
	SVG_MARGIN = 16,
	SVG_MARGINS = 2 * SVG_MARGIN,
	SVG_TOP = 40, /* the upper edge of what is below the title */
	/* The width of a letter: a generous average, and the most in any
	 * font.  The height of a line, and from its middle to its foot. */
	SVG_LETTER = 7,
	SVG_LETTER_MOST = 8,
	SVG_LINE = 16,
	SVG_FOOT = 4,
	SVG_COLOURS = 8, /* of arrows; more arrows use them again */
	SVG_SERIES = 7,	 /* colours of series; more series are dashed */
	SVG_DASHES = 4,
	SVG_SIDE_MOST = 20000 /* of pictures whose size is checked */
};

/*
 * Refuses a picture that is too large to look at.
 * instead: the formats that have no such limit, "-f dot has", or NULL.
 * Errors: STATUS_LIMIT, with the size, if a side is above SVG_SIDE_MOST.
 */
enum status svg_check_size(uint64_t width, uint64_t height, const char *instead,
	struct err *err) WARN_UNUSED;

/*
 * Opens the picture, at least as wide as its title, which is plain ASCII.
 * colours: how many classes c0, c1, ... of arrows and t0, t1, ... of their
 * texts to define, at most SVG_COLOURS.  Other classes: `grid` and `line` for
 * paths, `dim` for texts; `node` for boxes, `name` and `time` for the texts in
 * them.
 */
void svg_begin(struct out *out, uint64_t width, uint64_t height,
	const char *title, unsigned colours);
void svg_end(struct out *out);

/* Writes text, which is not escaped, that begins (anchor "start"), is centred
 * ("middle") or ends ("end") at x; a halo sets it off from lines. */
void svg_text(struct out *out, const char *class, const char *anchor,
	uint64_t x, uint64_t y, const char *text, size_t size);

/* Begins a rectangle; the caller adds further attributes, if any, and "/>", or
 * ">" with a title and the end tag. */
void svg_rect(struct out *out, const char *class, uint64_t x, uint64_t y,
	uint64_t width, uint64_t height);

/*
 * Colours of series, after Okabe and Ito, that the colour-blind can tell apart,
 * too.  svg_series writes `before`, which ends with a letter, and the number
 * that completes the class of series i, any number: "s" for lines, "f" for
 * filled shapes, "m" for areas with text on them, "n" for texts.  Other
 * classes: `thread` for thin lines, `hidden` for groups whose points show only
 * when hovered over.
 */
void svg_series_style(struct out *out);
void svg_series(struct out *out, const char *before, size_t i);

/*
 * Colours of areas with text on them, SVG_AREAS in all.  A deuteranope can tell
 * apart any two of the first SVG_HUES, too, at each of the shades `r0` .. `r3`;
 * the others are hatched.  set: a bit for each area that is used.  svg_area
 * writes `before`, which ends with "a" or "k", and the number that completes
 * the class of area i.
 */
enum { SVG_HUES = 8, SVG_HATCHES = 6, SVG_AREAS = SVG_HUES * SVG_HATCHES };
void svg_area_style(struct out *out, uint64_t set);
void svg_area(struct out *out, const char *before, size_t i);
/* Writes the classes "k", strokes in these colours, inside a style element that
 * follows svg_area_style. */
void svg_area_strokes(struct out *out, uint64_t set);

/* Writes text of any bytes, escaped. */
void svg_escaped(struct out *out, const char *text);

/* Writes a coordinate given in tenths of a pixel, "12.3"; svg_to also a path
 * command before it. */
void svg_tenths(struct out *out, uint64_t place);
void svg_to(struct out *out, char letter, uint64_t place);

/* Writes a path command and a point, "M12 34". */
void svg_point(struct out *out, char letter, uint64_t x, uint64_t y);

#endif
