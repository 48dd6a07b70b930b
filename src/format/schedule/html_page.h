/*
 * The parts of the page around a schedule's picture that are always the same.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_HTML_PAGE_H
#define FIBCAST_FORMAT_SCHEDULE_HTML_PAGE_H

/* Its style, within <style>. */
extern const char html_style[];

/*
 * The script, within <script>: it needs a table whose body's rows are time,
 * from, to, what, end; a mark for each of them, in the same order, within
 * #marks; the moving line #now, with the finish in data-finish and the extent
 * of time in pixels in data-left and data-width; and the controls.
 */
extern const char html_script[];

/* The controls; hidden until the script shows them. */
extern const char html_controls[];

#endif
