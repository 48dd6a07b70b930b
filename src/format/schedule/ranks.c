/*
 * Reads dumps by ranks.  The number of ranks is known only when all lines have
 * been read, and what a cell may carry depends on it: so lines are held in
 * memory, with the text of such cells, and checked together.  Sorted by rank,
 * each rank must have a line, and at most one a round; sorted by round, no
 * round may be missing.
 */
#include "format/schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "core/schedule.h"
#include "format/lines.h"
#include "format/schedule/scan.h"
#include "number/number.h"

/* One end of a transmission: the other rank, and the block or, in operations
 * whose rows carry several, the place of the cell's text. */
struct end {
	int is_there;
	uint64_t rank, block;
};

struct rank_line {
	uint64_t rank, round, line;
	struct end send, receive;
};

struct ranks {
	struct lines lines;
	struct schedule_header header;
	char *text;	    /* cells, each followed by a line's end */
	size_t size, texts; /* bytes used of text, and its capacity */
	struct scan_parts *parts;
	struct rank_line *row;
	size_t count, capacity, most;
	uint64_t processors, first, ends; /* first: the first round */
};

/* -- one line */

static int is_none(const char *text)
{
	return text[0] == '-' && is_cell_end(text[1]);
}

static enum status too_few_cells(const struct ranks *ranks, struct err *err)
{
	return lines_error(&ranks->lines, err,
		"too few columns; a line is rank round send-to block recv-from "
		"block");
}

static enum status scan_rank_cell(
	uint64_t *number, char **text, struct ranks *ranks, struct err *err)
{
	*text = skip_blanks(*text);
	if (**text == '\n' || **text == '\r')
		return too_few_cells(ranks, err);
	return scan_number(number, text, &ranks->lines, err);
}

/* Keeps the text of a cell; a number alone, which is one block or operand, as
 * the run "3+1". */
static void keep_cell(uint64_t *place, char **text, struct ranks *ranks)
{
	size_t size = 0, digits = strspn(*text, "0123456789");
	int is_one = is_cell_end((*text)[digits]) &&
		     ranks->header.operation != OPERATION_ALLTOALL;
	const char *end = is_one ? "+1\n" : "\n";

	while (!is_cell_end((*text)[size]))
		size++;
	if (ranks->texts < ranks->size + size + 4) {
		ranks->texts = 2 * (ranks->size + size + 4);
		ranks->text = mem_resize(ranks->text, ranks->texts, 1);
	}
	*place = ranks->size;
	memcpy(ranks->text + ranks->size, *text, size);
	memcpy(ranks->text + ranks->size + size, end, strlen(end));
	ranks->size += size + strlen(end);
	*text += size;
}

static enum status scan_carried_cell(
	uint64_t *block, char **text, struct ranks *ranks, struct err *err)
{
	if (!schedule_run_column(ranks->header.operation))
		return scan_rank_cell(block, text, ranks, err);
	if (**text == '\n' || **text == '\r')
		return too_few_cells(ranks, err);
	keep_cell(block, text, ranks);
	return STATUS_OK;
}

static enum status scan_end(
	struct end *end, char **text, struct ranks *ranks, struct err *err)
{
	int has_rank, has_block;
	char *start = *text = skip_blanks(*text);

	has_rank = !is_none(*text);
	if (!has_rank)
		++*text;
	else if (scan_rank_cell(&end->rank, text, ranks, err) != STATUS_OK)
		return err->code;
	*text = skip_blanks(*text);
	has_block = !is_none(*text);
	if (!has_block)
		++*text;
	else if (scan_carried_cell(&end->block, text, ranks, err) != STATUS_OK)
		return err->code;
	if (has_rank != has_block)
		return scan_error(start,
			has_rank ? " is a rank, but no block follows"
				 : " is not a rank, though a block follows",
			&ranks->lines, err);
	end->is_there = has_rank;
	return STATUS_OK;
}

static enum status scan_line(
	struct rank_line *row, struct ranks *ranks, char *text, struct err *err)
{
	*row = (struct rank_line){.line = ranks->lines.line};
	if (scan_rank_cell(&row->rank, &text, ranks, err) != STATUS_OK ||
		scan_rank_cell(&row->round, &text, ranks, err) != STATUS_OK ||
		scan_end(&row->send, &text, ranks, err) != STATUS_OK ||
		scan_end(&row->receive, &text, ranks, err) != STATUS_OK)
		return err->code;
	text = skip_blanks(text);
	if (*text != '\n' && *text != '\r' && *text != '#')
		return lines_error(&ranks->lines, err, "too many columns");
	return STATUS_OK;
}

/* -- all lines */

/* Makes room for one more line. */
static enum status grow_rank_lines(struct ranks *ranks, struct err *err)
{
	size_t more = ranks->capacity + ranks->capacity / 2 + 64;

	if (ranks->count < ranks->capacity)
		return STATUS_OK;
	if (more > ranks->most)
		more = ranks->most;
	if (more <= ranks->capacity)
		return limit_too_many("lines", err);
	ranks->row = mem_resize(ranks->row, more, sizeof *ranks->row);
	ranks->capacity = more;
	return STATUS_OK;
}

/* Refuses the column names of another format, parts in times; those of this one
 * are passed over. */
static enum status check_names(
	const struct lines *lines, char *text, struct err *err)
{
	text = skip_blanks(text + strlen("rank"));
	if (strncmp(text, "event", strlen("event")) != 0)
		return STATUS_OK;
	return lines_error(lines, err,
		"parts in times, not in rounds: a line is rank round send-to "
		"block recv-from block");
}

static enum status read_lines(struct ranks *ranks, struct err *err)
{
	struct lines *lines = &ranks->lines;

	for (;;) {
		char *text;

		if (lines_fill(lines, err) != STATUS_OK)
			return err->code;
		if (lines->at == lines->limit)
			return STATUS_OK;
		text = skip_blanks(lines->at);
		if (strncmp(text, "rank", strlen("rank")) == 0) {
			if (check_names(lines, text, err) != STATUS_OK)
				return err->code;
		} else if (*text != '#' && *text != '\n' && *text != '\r') {
			if (grow_rank_lines(ranks, err) != STATUS_OK ||
				scan_line(&ranks->row[ranks->count], ranks,
					text, err) != STATUS_OK)
				return err->code;
			ranks->count++;
		}
		lines_next(lines, lines->at);
	}
}

static int compare_by_rank(const void *x, const void *y)
{
	const struct rank_line *a = x, *b = y;
	int order = number_compare_u64(a->rank, b->rank);

	order = number_compare_next(order, a->round, b->round);
	return number_compare_next(order, a->line, b->line);
}

static int compare_by_round(const void *x, const void *y)
{
	const struct rank_line *a = x, *b = y;
	int order = number_compare_u64(a->round, b->round);

	return order == 0 ? number_compare_u64(a->line, b->line) : order;
}

/* -- checks of all lines together */

static enum status error_at(
	uint64_t line, uint64_t number, const char *what, struct err *err)
{
	return err_input(err, "line ", ERR_OWN, number_u64_text(line), ": ",
		ERR_TEXT, ERR_OWN, number_u64_text(number), what);
}

static enum status missing(
	const char *what, uint64_t number, const char *others, struct err *err)
{
	return err_input(err, what, ERR_OWN, number_u64_text(number),
		" has no line, though ", others, " have");
}

/* Checks that ranks are 0, 1, ... without gaps, and that each has at most one
 * line a round; sets their number. */
static enum status check_ranks(struct ranks *ranks, struct err *err)
{
	uint64_t next = 0;

	qsort(ranks->row, ranks->count, sizeof *ranks->row, compare_by_rank);
	for (size_t i = 0; i < ranks->count; i++) {
		const struct rank_line *row = &ranks->row[i];

		if (row->rank > next)
			return missing("rank ", next, "higher ranks", err);
		if (row->rank == next)
			next++;
		else if (row[-1].round == row->round)
			return error_at(row->line, row->rank,
				" has two lines for this round", err);
	}
	ranks->processors = next;
	return STATUS_OK;
}

/* Checks that no round is missing, counts the ends, and leaves the lines sorted
 * by round. */
static enum status check_rounds(struct ranks *ranks, struct err *err)
{
	uint64_t next;

	qsort(ranks->row, ranks->count, sizeof *ranks->row, compare_by_round);
	ranks->first = next = ranks->row[0].round;
	for (size_t i = 0; i < ranks->count; i++) {
		const struct rank_line *row = &ranks->row[i];

		if (row->round > next)
			return missing("round ", next, "later rounds", err);
		if (row->round == next)
			next++;
		ranks->ends += (uint64_t)row->send.is_there;
		ranks->ends += (uint64_t)row->receive.is_there;
	}
	return STATUS_OK;
}

/* Checks an end's rank, and its block: each block is sent at least once, so
 * there are at most as many blocks as ends. */
static enum status check_end(const struct ranks *ranks,
	const struct rank_line *row, const struct end *end, struct err *err)
{
	if (!end->is_there)
		return STATUS_OK;
	if (end->rank >= ranks->processors)
		return error_at(row->line, end->rank,
			" is a rank without lines of its own", err);
	if (!schedule_run_column(ranks->header.operation) &&
		end->block >= ranks->ends)
		return error_at(row->line, end->block,
			" is out of range: there are not so many blocks", err);
	return STATUS_OK;
}

/* Adds the row that states this end, with what it carries. */
static enum status add_end(struct transmissions *list, struct ranks *ranks,
	const struct end *end, struct transmission *row, struct err *err)
{
	struct schedule_header *header = &ranks->header;
	char *text;

	if (!end->is_there)
		return STATUS_OK;
	row->message = 1;
	if (schedule_run_column(header->operation)) {
		text = ranks->text + end->block;
		ranks->lines.line = row->line;
		if (scan_carried(row, ranks->parts, header, &text,
			    &ranks->lines, err) != STATUS_OK)
			return err->code;
	} else {
		row->message = end->block + 1;
	}
	if (row->message > header->messages)
		header->messages = row->message;
	transmissions_add(list, row);
	return STATUS_OK;
}

static enum status add_line(struct transmissions *list, struct ranks *ranks,
	const struct rank_line *row, struct err *err)
{
	struct transmission send = {
		.tick = row->round - ranks->first,
		.from = row->rank,
		.to = row->send.rank,
		.kind = KIND_SEND,
		.line = row->line,
	};
	struct transmission receive = send;

	receive.from = row->receive.rank;
	receive.to = row->rank;
	receive.kind = KIND_RECEIVE;
	if (add_end(list, ranks, &row->send, &send, err) != STATUS_OK)
		return err->code;
	return add_end(list, ranks, &row->receive, &receive, err);
}

static void release_parts(void *parts)
{
	scan_parts_free(parts);
}

/* Opens the schedule of the rows.  The rows point to the parts, so the schedule
 * takes them over. */
static struct schedule *open_ranks(
	struct ranks *ranks, struct transmissions *list)
{
	struct schedule *made;

	ranks->header.parts = scan_parts_all(ranks->parts);
	made = schedule_stored(&ranks->header, list);
	schedule_own(made, release_parts, ranks->parts);
	ranks->parts = NULL;
	return made;
}

static enum status build_rows(
	struct schedule **schedule, struct ranks *ranks, struct err *err)
{
	struct transmissions list = {NULL, 0, 0};
	enum status status = STATUS_OK;

	if (ranks->count == 0)
		return lines_error(&ranks->lines, err, "the file has no lines");
	status = check_ranks(ranks, err);
	if (status == STATUS_OK)
		status = check_rounds(ranks, err);
	ranks->header.processors = ranks->processors;
	for (size_t i = 0; i < ranks->count && status == STATUS_OK; i++) {
		const struct rank_line *row = &ranks->row[i];

		status = check_end(ranks, row, &row->send, err);
		if (status == STATUS_OK)
			status = check_end(ranks, row, &row->receive, err);
		if (status == STATUS_OK)
			status = add_line(&list, ranks, row, err);
	}
	if (status == STATUS_OK)
		*schedule = open_ranks(ranks, &list);
	transmissions_clear(&list);
	return status;
}

enum status schedule_ranks_open(struct schedule **schedule, FILE *in,
	enum operation operation, uint64_t max_bits, struct err *err)
{
	/* A line and the two transmissions made of it; twice, as a growing
	 * array may hold half as much again. */
	const uint64_t bytes = 2 * (sizeof(struct rank_line) +
					   2 * sizeof(struct transmission));
	struct ranks ranks = {.most = (size_t)(max_bits / 8 / bytes),
		.header = {.model = MODEL_SENDRECV,
			.operation = operation,
			.messages = 1,
			.unit = 1,
			.has_kind = 1},
		.parts = scan_parts_new()};
	enum status status;

	*schedule = NULL;
	lines_init(&ranks.lines, in);
	status = read_lines(&ranks, err);
	if (status == STATUS_OK)
		status = build_rows(schedule, &ranks, err);
	lines_clear(&ranks.lines);
	mem_free(ranks.row);
	mem_free(ranks.text);
	scan_parts_free(ranks.parts);
	return status;
}
