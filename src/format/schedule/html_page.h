/*
 * The parts of the page around a schedule's picture that are always the same.
 */
#ifndef FIBCAST_FORMAT_SCHEDULE_HTML_PAGE_H
#define FIBCAST_FORMAT_SCHEDULE_HTML_PAGE_H

/* Its style, within <style>. */
extern const char html_style[];

/*
 * The script, within <script>: it needs the lines of #rows, each a time, from,
 * to, what and end; #table with an empty body, for them; #now, the line that
 * moves, with the finish in data-finish, the ticks of a unit in data-unit, and
 * the extent of time in pixels in data-left and data-width; within #marks a
 * mark for each line, in the same order, or, where #now has data-send, the
 * length of a send, anything, to be replaced by cells: the first lane's begin
 * at data-top, those of sends data-lower below; and the controls.
 */
extern const char html_script[];

/* The controls; hidden until the script shows them. */
extern const char html_controls[];

#endif
