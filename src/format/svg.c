/* The parts of an SVG file that all pictures share, and their colours. */
#include "format/svg.h"

#include <inttypes.h>
#include <string.h>

#include "number/number.h"

/* A colour on a white and on a dark page. */
struct hue {
	const char *light, *dark;
};

static const struct hue colour[SVG_COLOURS] = {
	{"#0969da", "#58a6ff"},
	{"#cf222e", "#ff7b72"},
	{"#1a7f37", "#3fb950"},
	{"#8250df", "#bc8cff"},
	{"#bc4c00", "#f0883e"},
	{"#0e7c86", "#39c5cf"},
	{"#bf3989", "#f778ba"},
	{"#7d5a00", "#d2a822"},
};

static const char *name_of(const struct hue *hue, int is_dark)
{
	return is_dark ? hue->dark : hue->light;
}

static void write_colours(struct out *out, unsigned count, int is_dark)
{
	for (unsigned i = 0; i < count; i++) {
		const char *name = name_of(&colour[i], is_dark);

		out_print(out, ".c%u{stroke:%s", i, name);
		if (!is_dark)
			out_print(out, ";marker-end:url(#h%u)", i);
		out_print(out, "}.t%u{fill:%s;stroke-width:5px}\n", i, name);
	}
}

/* The dashes of lines that use a colour for the second to fourth time. */
static void write_dashes(struct out *out)
{
	out_text(out, ".d1{stroke-dasharray:7 3}\n"
		      ".d2{stroke-dasharray:2 3}\n"
		      ".d3{stroke-dasharray:9 3 2 3}\n");
}

static void write_style(struct out *out, unsigned colours)
{
	out_text(out, "<style>\n"
		      "svg{background:#fff}\n"
		      "text{font:12px system-ui,sans-serif;fill:#1f2328;"
		      "stroke:#fff;stroke-width:3px;stroke-linejoin:round;"
		      "paint-order:stroke}\n"
		      ".title{font-weight:600;font-size:14px}\n"
		      ".dim{fill:#656d76}\n"
		      "path{fill:none;stroke-width:1.5}\n"
		      "path:hover{stroke-width:3}\n"
		      ".grid{stroke:#eaeef2;stroke-width:1}\n"
		      ".line{stroke:#afb8c1;stroke-width:1}\n"
		      ".node{fill:#ddf4ff;stroke:#54aeff}\n"
		      ".name,.time{stroke:none}\n"
		      ".name{font-weight:600}\n"
		      ".page{fill:#fff}\n"
		      "marker path{stroke:none}\n");
	if (colours == SVG_COLOURS)
		write_dashes(out);
	write_colours(out, colours, 0);
	out_text(out, "@media(prefers-color-scheme:dark){\n"
		      "svg{background:#0d1117}\n"
		      "text{fill:#e6edf3;stroke:#0d1117}\n"
		      ".dim{fill:#9198a1}\n"
		      ".grid{stroke:#21262d}\n"
		      ".line{stroke:#4b535d}\n"
		      ".node{fill:#0c2d6b;stroke:#388bfd}\n"
		      ".page{fill:#0d1117}\n");
	write_colours(out, colours, 1);
	out_text(out, "}\n</style>\n");
}

/* Defines the arrow heads. */
static void write_heads(struct out *out, unsigned colours)
{
	if (colours == 0)
		return;
	out_text(out, "<defs>\n");
	for (unsigned i = 0; i < colours; i++)
		out_print(out,
			"<marker id=\"h%u\" viewBox=\"0 0 9 8\" refX=\"9\""
			" refY=\"4\" markerWidth=\"9\" markerHeight=\"8\""
			" markerUnits=\"userSpaceOnUse\""
			" orient=\"auto\"><path d=\"M0 0 9 4 0 8z\""
			" style=\"marker:none\" class=\"t%u\"/></marker>\n",
			i, i);
	out_text(out, "</defs>\n");
}

void svg_escaped(struct out *out, const char *text)
{
	for (; *text; text++)
		if (*text == '&')
			out_text(out, "&amp;");
		else if (*text == '<')
			out_text(out, "&lt;");
		else if (*text == '>')
			out_text(out, "&gt;");
		else
			out_char(out, *text);
}

void svg_begin(struct out *out, uint64_t width, uint64_t height,
	const char *title, unsigned colours)
{
	uint64_t least = strlen(title) * (SVG_LETTER + 2) + SVG_MARGINS;

	if (width < least)
		width = least;
	out_print(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%" PRIu64
		"\" height=\"%" PRIu64 "\" viewBox=\"0 0 %" PRIu64 " %" PRIu64
		"\" role=\"img\">\n<title>",
		width, height, width, height);
	svg_escaped(out, title);
	out_text(out, "</title>\n");
	write_style(out, colours);
	write_heads(out, colours);
	out_text(out, "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n"
		      "<text class=\"title\" x=\"16\" y=\"24\">");
	svg_escaped(out, title);
	out_text(out, "</text>\n");
}

void svg_end(struct out *out)
{
	out_text(out, "</svg>\n");
}

void svg_text(struct out *out, const char *class, const char *anchor,
	uint64_t x, uint64_t y, const char *text, size_t size)
{
	out_text(out, "<text");
	if (*class)
		out_print(out, " class=\"%s\"", class);
	if (strcmp(anchor, "start") != 0)
		out_print(out, " text-anchor=\"%s\"", anchor);
	out_print(out, " x=\"%" PRIu64 "\" y=\"%" PRIu64 "\">%.*s</text>\n", x,
		y, (int)size, text);
}

void svg_point(struct out *out, char letter, uint64_t x, uint64_t y)
{
	out_print(out, "%c%" PRIu64 " %" PRIu64, letter, x, y);
}

void svg_rect(struct out *out, const char *class, uint64_t x, uint64_t y,
	uint64_t width, uint64_t height)
{
	out_print(out,
		"<rect class=\"%s\" x=\"%" PRIu64 "\" y=\"%" PRIu64
		"\" width=\"%" PRIu64 "\" height=\"%" PRIu64 "\"",
		class, x, y, width, height);
}

enum status svg_check_size(
	uint64_t width, uint64_t height, const char *instead, struct err *err)
{
	if (width <= SVG_SIDE_MOST && height <= SVG_SIDE_MOST)
		return STATUS_OK;
	return out_too_large(err,
		"the picture would be %" PRIu64 " pixels wide and %" PRIu64
		" high, more than 20000%s%s%s",
		width, height, instead ? ": " : "", instead ? instead : "",
		instead ? " no such limit" : "");
}

/* After Okabe and Ito, Color Universal Design; yellow, orange and sky blue are
 * darker on a light page, as lines in them would be too faint. */
static const struct hue series[SVG_SERIES] = {
	{"#0072b2", "#56b4e9"},
	{"#d55e00", "#ff8c42"},
	{"#009e73", "#2fd0a2"},
	{"#b0548b", "#e89fca"},
	{"#b27d00", "#e69f00"},
	{"#4b4b4b", "#d0d0d0"},
	{"#8a8200", "#f0e442"},
};

/* Areas with text on them ("m") are light on a light page, dark on a dark one:
 * the reverse of lines. */
static void write_series(struct out *out, int is_dark)
{
	for (size_t i = 0; i < SVG_SERIES; i++) {
		const char *name = name_of(&series[i], is_dark);

		out_print(out,
			".s%zu{stroke:%s}.f%zu{fill:%s}.n%zu{fill:%s}"
			".m%zu{fill:%s}\n",
			i, name, i, name, i, name, i,
			name_of(&series[i], !is_dark));
	}
}

void svg_series_style(struct out *out)
{
	out_text(out,
		"<style>\n.thread{stroke-width:1;opacity:.45}\n"
		".hidden circle{opacity:0}\ncircle:hover{stroke-width:3}\n"
		".hidden circle:hover{opacity:1}\n"
		".in{stroke:none;font-weight:600}\n");
	write_dashes(out);
	write_series(out, 0);
	out_text(out, "@media(prefers-color-scheme:dark){\n");
	write_series(out, 1);
	out_text(out, "}\n</style>\n");
}

/* Spaced out in lightness and between blue and yellow, which deuteranopes can
 * tell apart; tests/cli/plots.bats measures the distances. */
static const struct hue area[SVG_HUES] = {
	{"#5190c8", "#245d89"},
	{"#db9129", "#996006"},
	{"#25a044", "#187e33"},
	{"#e6e7a2", "#333805"},
	{"#d9a5dc", "#875f8a"},
	{"#5986f8", "#2655af"},
	{"#95897e", "#756b62"},
	{"#d4e7df", "#2b3732"},
};

/* The paths of the hatches, on a square of 8 pixels. */
static const char *const hatches[SVG_HATCHES - 1] = {
	"M-2 2 2-2M0 8 8 0M6 10 10 6",
	"M-2 6 2 10M0 0 8 8M6-2 10 2",
	"M3 3h2v2h-2z",
	"M0 4h8",
	"M4 0v8",
};

/* name, property: ".a" and "fill", or ".k" and "stroke". */
static void write_hues(
	struct out *out, const char *name, const char *property, int is_dark)
{
	for (size_t i = 0; i < SVG_HUES; i++)
		out_print(out, "%s%zu{%s:%s}\n", name, i, property,
			name_of(&area[i], is_dark));
}

/* Further areas of the set are drawn in their hatches. */
static void write_hatches(
	struct out *out, const char *name, const char *property, uint64_t set)
{
	for (size_t i = SVG_HUES; i < SVG_AREAS; i++)
		if (set >> i & 1)
			out_print(out, "%s%zu{%s:url(#q%zu)}\n", name, i,
				property, i);
}

static void write_hatched(struct out *out, size_t i)
{
	out_print(out,
		"<pattern id=\"q%zu\" width=\"8\" height=\"8\" "
		"patternUnits=\"userSpaceOnUse\"><rect class=\"a%zu\" "
		"width=\"8\" height=\"8\"/><path class=\"hatch\" "
		"d=\"%s\"/></pattern>\n",
		i, i % SVG_HUES, hatches[i / SVG_HUES - 1]);
}

void svg_area_style(struct out *out, uint64_t set)
{
	out_text(out, "<style>\n.edge{stroke:#1f2328}\n"
		      ".in{stroke:none;font-weight:600}\n"
		      "rect{shape-rendering:crispEdges}\n"
		      ".hatch{stroke:#1f2328;stroke-width:1;opacity:.55}\n"
		      ".r0{fill-opacity:.9}.r1{fill-opacity:.75}\n"
		      ".r2{fill-opacity:.6}.r3{fill-opacity:.45}\n");
	write_hues(out, ".a", "fill", 0);
	write_hatches(out, ".a", "fill", set);
	out_text(out, "@media(prefers-color-scheme:dark){\n"
		      ".edge,.hatch{stroke:#e6edf3}\n");
	write_hues(out, ".a", "fill", 1);
	out_text(out, "}\n</style>\n");
	if (set >> SVG_HUES == 0)
		return;
	out_text(out, "<defs>\n");
	for (size_t i = SVG_HUES; i < SVG_AREAS; i++)
		if (set >> i & 1)
			write_hatched(out, i);
	out_text(out, "</defs>\n");
}

void svg_area(struct out *out, const char *before, size_t i)
{
	out_print(out, "%s%zu", before, i % SVG_AREAS);
}

void svg_area_strokes(struct out *out, uint64_t set)
{
	write_hues(out, ".k", "stroke", 0);
	write_hatches(out, ".k", "stroke", set);
	out_text(out, "@media(prefers-color-scheme:dark){\n");
	write_hues(out, ".k", "stroke", 1);
	out_text(out, "}\n");
}

void svg_series(struct out *out, const char *before, size_t i)
{
	out_print(out, "%s%zu", before, i % SVG_SERIES);
	if (i >= SVG_SERIES)
		out_print(out, " d%zu", i / SVG_SERIES % SVG_DASHES);
}

void svg_tenths(struct out *out, uint64_t place)
{
	out_u64(out, place / 10);
	if (place % 10 == 0)
		return;
	out_char(out, '.');
	out_u64(out, place % 10);
}

void svg_to(struct out *out, char letter, uint64_t place)
{
	out_char(out, letter);
	svg_tenths(out, place);
}
