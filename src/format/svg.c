/* The parts of an SVG file, escaped where they are text of others. */
#include "format/svg.h"

#include <string.h>

/* On white, and on a dark page. */
static const struct {
	const char *light, *dark;
} colour[SVG_COLOURS] = {
	{"#0969da", "#58a6ff"},
	{"#cf222e", "#ff7b72"},
	{"#1a7f37", "#3fb950"},
	{"#8250df", "#bc8cff"},
	{"#bc4c00", "#f0883e"},
	{"#0e7c86", "#39c5cf"},
	{"#bf3989", "#f778ba"},
	{"#7d5a00", "#d2a822"},
};

static void write_colours(struct out *out, unsigned count, int is_dark)
{
	for (unsigned i = 0; i < count; i++) {
		const char *name = is_dark ? colour[i].dark : colour[i].light;

		out_text(out, ".c");
		out_u64(out, i);
		out_text(out, "{stroke:");
		out_text(out, name);
		if (!is_dark) {
			out_text(out, ";marker-end:url(#h");
			out_u64(out, i);
			out_char(out, ')');
		}
		out_text(out, "}.t");
		out_u64(out, i);
		out_text(out, "{fill:");
		out_text(out, name);
		out_text(out, "}\n");
	}
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

/* The heads of the arrows. */
static void write_heads(struct out *out, unsigned colours)
{
	if (colours == 0)
		return;
	out_text(out, "<defs>\n");
	for (unsigned i = 0; i < colours; i++) {
		out_text(out, "<marker id=\"h");
		out_u64(out, i);
		out_text(out, "\" viewBox=\"0 0 9 8\" refX=\"9\" refY=\"4\""
			      " markerWidth=\"9\" markerHeight=\"8\""
			      " markerUnits=\"userSpaceOnUse\""
			      " orient=\"auto\"><path d=\"M0 0 9 4 0 8z\""
			      " style=\"marker:none\" class=\"t");
		out_u64(out, i);
		out_text(out, "\"/></marker>\n");
	}
	out_text(out, "</defs>\n");
}

/* A title for whoever or whatever reads it aloud or shows it. */
static void write_title(struct out *out, const char *title)
{
	for (; *title; title++)
		if (*title == '&')
			out_text(out, "&amp;");
		else if (*title == '<')
			out_text(out, "&lt;");
		else if (*title == '>')
			out_text(out, "&gt;");
		else
			out_char(out, *title);
}

void svg_begin(struct out *out, uint64_t width, uint64_t height,
	const char *title, unsigned colours)
{
	uint64_t least = strlen(title) * (SVG_LETTER + 1) + SVG_MARGINS;

	if (width < least)
		width = least;
	out_text(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
	out_u64(out, width);
	out_text(out, "\" height=\"");
	out_u64(out, height);
	out_text(out, "\" viewBox=\"0 0 ");
	out_u64(out, width);
	out_char(out, ' ');
	out_u64(out, height);
	out_text(out, "\" role=\"img\">\n<title>");
	write_title(out, title);
	out_text(out, "</title>\n");
	write_style(out, colours);
	write_heads(out, colours);
	out_text(out, "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n"
		      "<text class=\"title\" x=\"16\" y=\"24\">");
	write_title(out, title);
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
	if (*class) {
		out_text(out, " class=\"");
		out_text(out, class);
		out_char(out, '"');
	}
	if (strcmp(anchor, "start") != 0) {
		out_text(out, " text-anchor=\"");
		out_text(out, anchor);
		out_char(out, '"');
	}
	out_text(out, " x=\"");
	out_u64(out, x);
	out_text(out, "\" y=\"");
	out_u64(out, y);
	out_text(out, "\">");
	out_bytes(out, text, size);
	out_text(out, "</text>\n");
}

void svg_point(struct out *out, char letter, uint64_t x, uint64_t y)
{
	out_char(out, letter);
	out_u64(out, x);
	out_char(out, ' ');
	out_u64(out, y);
}
