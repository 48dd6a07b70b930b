/*
 * What all SVG pictures share: a page with a title, light or dark as the reader
 * likes it, colours, and text.  Lengths are in pixels.
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
	SVG_TOP = 40, /* of what is below the title */
	/* A letter's width: a usual one's, rather too much; the greatest, in
	 * any font.  A line's height, and what is from its middle to its foot.
	 */
	SVG_LETTER = 7,
	SVG_LETTER_MOST = 8,
	SVG_LINE = 16,
	SVG_FOOT = 4,
	SVG_COLOURS = 8, /* beyond them they come again */
	SVG_SERIES = 7,	 /* colours of lines and areas; then they are dashed */
	SVG_DASHES = 4,
	SVG_SIDE_MOST = 20000 /* of pictures whose size is checked */
};

/*
 * Whether a picture is of a size that can be looked at.
 * instead: the formats that have no such limit, "-f dot has", or NULL.
 * Errors: STATUS_LIMIT, with the size, past SVG_SIDE_MOST either way.
 */
enum status svg_check_size(uint64_t width, uint64_t height, const char *instead,
	struct err *err) WARN_UNUSED;

/*
 * Opens the picture, at least as wide as its title, which is plain ASCII.
 * colours: how many arrows' classes c0, c1, ... there are, at most SVG_COLOURS;
 * their texts have the classes t0, t1, ...  Other classes: `grid` and `line`
 * for paths, `dim` for texts; `node` for boxes, `name` and `time` in them.
 */
void svg_begin(struct out *out, uint64_t width, uint64_t height,
	const char *title, unsigned colours);
void svg_end(struct out *out);

/* Text that ends (anchor "end"), begins ("start") or is centred ("middle") at
 * x, with a halo that sets it off from lines. */
void svg_text(struct out *out, const char *class, const char *anchor,
	uint64_t x, uint64_t y, const char *text, size_t size);

/* Begins a rectangle; the caller ends it with further attributes, if any, and
 * "/>", or ">" and a title. */
void svg_rect(struct out *out, const char *class, uint64_t x, uint64_t y,
	uint64_t width, uint64_t height);

/*
 * Colours that the colour-blind tell apart too, after Okabe and Ito: for series
 * i, of any number, svg_series writes a class of lines, "s", of what is filled,
 * "f", of areas with text on them, "m", or of texts, "n", after the text that
 * begins it.  Lines of the class `thread` are thin; in a `hidden` group points
 * show when hovered over.
 */
void svg_series_style(struct out *out);
void svg_series(struct out *out, const char *before, size_t i);

/*
 * Areas in colours of their own, with text on them: SVG_AREAS that any two of
 * the first SVG_HUES of them can be told apart by a deuteranope, too, at each
 * of the shades `r0` .. `r3`; further ones are hatched.  set: of which areas, a
 * bit each.  svg_area writes the class of area i after the text that begins it.
 */
enum { SVG_HUES = 8, SVG_HATCHES = 6, SVG_AREAS = SVG_HUES * SVG_HATCHES };
void svg_area_style(struct out *out, uint64_t set);
void svg_area(struct out *out, const char *before, size_t i);
/* After svg_area_style, in a style: the same for the strokes of classes "k". */
void svg_area_strokes(struct out *out, uint64_t set);

/* A text of any bytes, escaped. */
void svg_escaped(struct out *out, const char *text);

/* A place in tenths of a pixel, "12.3"; after a letter of a path. */
void svg_tenths(struct out *out, uint64_t place);
void svg_to(struct out *out, char letter, uint64_t place);

/* A letter and a point, "M12 34", for a path. */
void svg_point(struct out *out, char letter, uint64_t x, uint64_t y);

#endif
