/*
 * A hierarchy has a column of cells for each time and, to the right of each
 * column, the messages, drawn from the sender's row along a track to the
 * receiver's row.  The rows that a message passes are an interval; messages
 * whose intervals overlap get different tracks.  As in the colouring of
 * interval graphs, messages take the first free track in the order of their
 * upper ends, so there are no more tracks than messages that pass one place.
 * Two messages to one receiver, from above and from below, may share a track.
 */
#include "format/board/board.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

enum {
	PADDING = 8,
	HIGH = 20,
	STEP = 26,
	MEANING_MOST = 120,
	TRACK = 7,	 /* from one track to the next */
	TRACK_FIRST = 16 /* from the cells to the first, past arrow heads */
};

enum status hierarchy_check(
	const mpz_t rows, const mpz_t times, struct err *err)
{
	if (mpz_cmp_ui(rows, SVG_SIDE_MOST / STEP) <= 0 &&
		mpz_cmp_ui(times, SVG_SIDE_MOST / (TRACK_FIRST + PADDING)) <= 0)
		return STATUS_OK;
	return err_limit(err, "the picture would be ", ERR_OWN,
		number_size_text(rows), " by ", ERR_OWN,
		number_size_text(times),
		" cells, more than have room in 20000 pixels");
}

static size_t upper(const struct hierarchy_pair *pair)
{
	return pair->from < pair->to ? pair->from : pair->to;
}

static size_t lower(const struct hierarchy_pair *pair)
{
	return pair->from < pair->to ? pair->to : pair->from;
}

static int compare_pairs(const void *a, const void *b)
{
	const struct hierarchy_pair *x = a, *y = b;

	return number_compare_next(
		number_compare_u64(upper(x), upper(y)), lower(x), lower(y));
}

/* A track's last message: its receiver and its lower end. */
struct track {
	size_t to, lower;
};

/* Whether the message has no room on the track.  Messages come in the order of
 * their upper ends. */
static int is_taken(
	const struct track *track, const struct hierarchy_pair *pair)
{
	return upper(pair) < track->lower ||
	       (upper(pair) == track->lower && pair->to != track->to);
}

/* Sets the track of each message; returns the number of tracks. */
static size_t find_tracks(struct hierarchy *hierarchy)
{
	struct track *taken = mem_array(hierarchy->pairs + 1, sizeof *taken);
	size_t tracks = 0;

	if (hierarchy->pairs > 0)
		qsort(hierarchy->pair, hierarchy->pairs,
			sizeof *hierarchy->pair, compare_pairs);
	for (size_t i = 0; i < hierarchy->pairs; i++) {
		struct hierarchy_pair *pair = &hierarchy->pair[i];
		size_t track = 0;

		while (track < tracks && is_taken(&taken[track], pair))
			track++;
		tracks += track == tracks;
		pair->track = track;
		taken[track] = (struct track){pair->to, lower(pair)};
	}
	mem_free(taken);
	return tracks;
}

static uint64_t middle_y(const struct board *board, size_t row)
{
	return board_y(board, row) + board->high / 2;
}

static void write_message(struct board *board,
	const struct hierarchy *hierarchy, size_t time,
	const struct hierarchy_pair *pair)
{
	const uint64_t *who = hierarchy->who + time * hierarchy->rows;
	uint64_t edge = board_x(board, time) + board->wide;
	struct out *out = &board->out;

	if (who[pair->from] == who[pair->to])
		return;
	out_print(out, "<path class=\"c%zu\" d=\"", pair->track % SVG_COLOURS);
	svg_point(out, 'M', edge + 2, middle_y(board, pair->from));
	svg_to(out, 'H', 10 * (edge + TRACK_FIRST + pair->track * TRACK));
	svg_to(out, 'V', 10 * middle_y(board, pair->to));
	svg_to(out, 'H', 10 * (edge + 2));
	out_print(out,
		"\"><title>at time %s process %" PRIu64
		" sends to process %" PRIu64 "</title></path>\n",
		hierarchy->time[time], who[pair->from], who[pair->to]);
}

static void write_column(struct board *board, const struct hierarchy *hierarchy,
	size_t time, const char *receives)
{
	const uint64_t *who = hierarchy->who + time * hierarchy->rows;
	char text[NUMBER_U64_MAX];

	board_column(board, time, hierarchy->time[time],
		strlen(hierarchy->time[time]));
	for (size_t row = 0; row < hierarchy->rows; row++) {
		board_frame(board,
			who[row] == hierarchy->marked ? "mark"
			: receives[row]		      ? "node"
						      : "cell",
			time, row);
		out_text(&board->out, " rx=\"4\"/>\n");
		board_text(board, time, row, text, number_u64(text, who[row]));
	}
	for (size_t i = 0; i < hierarchy->pairs; i++)
		write_message(board, hierarchy, time, &hierarchy->pair[i]);
}

static void write_hierarchy(
	struct board *board, const struct hierarchy *hierarchy, FILE *file)
{
	char *receives = mem_array(hierarchy->rows, 1);
	char text[NUMBER_U64_MAX];

	for (size_t i = 0; i < hierarchy->pairs; i++)
		receives[hierarchy->pair[i].to] = 1;
	board_begin(board, file, hierarchy->title, SVG_COLOURS);
	for (size_t row = 0; row < hierarchy->rows; row++)
		board_row(board, row, text,
			number_u64(text, hierarchy->first + row));
	for (size_t time = 0; time < hierarchy->times && !ferror(file); time++)
		write_column(board, hierarchy, time, receives);
	board_end(board);
	mem_free(receives);
}

/* The length of the longest text in a column. */
static uint64_t longest_text(const struct hierarchy *hierarchy)
{
	char text[NUMBER_U64_MAX];
	uint64_t most = 1;

	for (size_t i = 0; i < hierarchy->rows * hierarchy->times; i++)
		most = most_u64(most, number_u64(text, hierarchy->who[i]));
	for (size_t i = 0; i < hierarchy->times; i++)
		most = most_u64(most, strlen(hierarchy->time[i]));
	return most;
}

enum status hierarchy_write_svg(
	struct hierarchy *hierarchy, FILE *file, struct err *err)
{
	char text[NUMBER_U64_MAX], meaning[MEANING_MOST];
	struct board board = {.columns = hierarchy->times,
		.rows = hierarchy->rows,
		.across = "time",
		.down = "position",
		.meaning = meaning};
	enum status status;

	snprintf(meaning, sizeof meaning,
		"in each cell a process; blue: it receives; orange: process "
		"%zu on its way",
		hierarchy->marked);
	board.wide = longest_text(hierarchy) * SVG_LETTER_MOST + PADDING;
	board.high = HIGH;
	board.step_x = board.wide + TRACK_FIRST +
		       find_tracks(hierarchy) * TRACK + PADDING;
	board.step_y = STEP;
	status = board_place(&board,
		number_u64(text, hierarchy->first + hierarchy->rows), err);
	if (status == STATUS_OK)
		write_hierarchy(&board, hierarchy, file);
	return status;
}
