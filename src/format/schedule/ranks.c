/*
 * Lines are held with their numbers, since the numbers of ranks, rounds and
 * blocks are known only when all have been read.
 */
#include "format/schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "core/schedule.h"
#include "format/lines.h"
#include "format/schedule/scan.h"
#include "number/number.h"

/* One end: the other rank, and what is sent. */
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
	struct rank_line *row;
	size_t count, capacity, most;
	uint64_t processors, first, rounds, ends;
};

/* -- a line */

static int is_none(const char *text)
{
	return text[0] == '-' && is_cell_end(text[1]);
}

static enum status scan_rank_cell(
	uint64_t *number, char **text, struct ranks *ranks, struct err *err)
{
	*text = skip_blanks(*text);
	if (**text == '\n' || **text == '\r')
		return lines_error(&ranks->lines, err,
			"too few columns; a line is rank round send-to block "
			"recv-from block",
			NULL);
	return scan_number(number, text, &ranks->lines, err);
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
	else if (scan_rank_cell(&end->block, text, ranks, err) != STATUS_OK)
		return err->code;
	if (has_rank != has_block)
		return scan_error(start,
			has_rank ? " is a rank without a block"
				 : " is no rank for the block after it",
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
		return lines_error(
			&ranks->lines, err, "too many columns", NULL);
	return STATUS_OK;
}

/* -- all lines */

/* Rows are held here, and later as two transmissions each. */
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
		if (strncmp(text, "rank", 4) != 0 && *text != '#' &&
			*text != '\n' && *text != '\r') {
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

	if (order == 0)
		order = number_compare_u64(a->round, b->round);
	return order == 0 ? number_compare_u64(a->line, b->line) : order;
}

static int compare_by_round(const void *x, const void *y)
{
	const struct rank_line *a = x, *b = y;
	int order = number_compare_u64(a->round, b->round);

	return order == 0 ? number_compare_u64(a->line, b->line) : order;
}

/* -- what they mean together */

static enum status error_at(
	uint64_t line, uint64_t number, const char *what, struct err *err)
{
	char at[SCHEDULE_TIME_MAX], text[SCHEDULE_TIME_MAX];

	schedule_time_text(at, line, 1);
	schedule_time_text(text, number, 1);
	return err_set(err, STATUS_INPUT, "line ", at, ": ", ERR_TEXT, text,
		what, NULL);
}

static enum status missing(const char *what, uint64_t number, struct err *err)
{
	char text[SCHEDULE_TIME_MAX];

	schedule_time_text(text, number, 1);
	return err_set(err, STATUS_INPUT, what, text,
		" has no line, though later ones have", NULL);
}

/* Ranks are 0, 1, .., and each has one line of a round at most. */
static enum status check_ranks(struct ranks *ranks, struct err *err)
{
	uint64_t next = 0;

	qsort(ranks->row, ranks->count, sizeof *ranks->row, compare_by_rank);
	for (size_t i = 0; i < ranks->count; i++) {
		const struct rank_line *row = &ranks->row[i];

		if (row->rank > next)
			return missing("rank ", next, err);
		if (row->rank == next)
			next++;
		else if (row[-1].round == row->round)
			return error_at(row->line, row->rank,
				" has a line of this round before", err);
	}
	ranks->processors = next;
	return STATUS_OK;
}

/* Rounds follow one another; leaves the lines in their order. */
static enum status check_rounds(struct ranks *ranks, struct err *err)
{
	uint64_t next;

	qsort(ranks->row, ranks->count, sizeof *ranks->row, compare_by_round);
	ranks->first = next = ranks->row[0].round;
	for (size_t i = 0; i < ranks->count; i++) {
		const struct rank_line *row = &ranks->row[i];

		if (row->round > next)
			return missing("round ", next, err);
		if (row->round == next)
			next++;
		ranks->ends += (uint64_t)row->send.is_there;
		ranks->ends += (uint64_t)row->receive.is_there;
	}
	return STATUS_OK;
}

/* A block is sent at least once, so there are no more than ends stated. */
static enum status check_end(const struct ranks *ranks,
	const struct rank_line *row, const struct end *end, struct err *err)
{
	if (!end->is_there)
		return STATUS_OK;
	if (end->rank >= ranks->processors)
		return error_at(row->line, end->rank,
			" is a rank without lines of its own", err);
	if (end->block >= ranks->ends)
		return error_at(row->line, end->block,
			" is out of range: there are not so many blocks", err);
	return STATUS_OK;
}

static void add_end(struct transmissions *list, struct schedule_header *header,
	const struct transmission *row)
{
	if (row->message > header->messages)
		header->messages = row->message;
	transmissions_add(list, row);
}

static void add_line(struct transmissions *list, struct schedule_header *header,
	const struct ranks *ranks, const struct rank_line *row)
{
	struct transmission send = {
		.tick = row->round - ranks->first,
		.from = row->rank,
		.to = row->send.rank,
		.message = row->send.block + 1,
		.kind = KIND_SEND,
		.line = row->line,
	};
	struct transmission receive = send;

	if (row->send.is_there)
		add_end(list, header, &send);
	receive.from = row->receive.rank;
	receive.to = row->rank;
	receive.message = row->receive.block + 1;
	receive.kind = KIND_RECEIVE;
	if (row->receive.is_there)
		add_end(list, header, &receive);
}

static enum status build_rows(
	struct schedule **schedule, struct ranks *ranks, struct err *err)
{
	struct schedule_header header = {.model = MODEL_SENDRECV,
		.messages = 1,
		.unit = 1,
		.has_kind = 1};
	struct transmissions list = {NULL, 0, 0};
	enum status status = STATUS_OK;

	if (ranks->count == 0)
		return lines_error(
			&ranks->lines, err, "the file has no lines", NULL);
	status = check_ranks(ranks, err);
	if (status == STATUS_OK)
		status = check_rounds(ranks, err);
	header.processors = ranks->processors;
	for (size_t i = 0; i < ranks->count && status == STATUS_OK; i++) {
		const struct rank_line *row = &ranks->row[i];

		status = check_end(ranks, row, &row->send, err);
		if (status == STATUS_OK)
			status = check_end(ranks, row, &row->receive, err);
		if (status == STATUS_OK)
			add_line(&list, &header, ranks, row);
	}
	if (status == STATUS_OK)
		*schedule = schedule_stored(&header, &list);
	transmissions_clear(&list);
	return status;
}

enum status schedule_ranks_open(struct schedule **schedule, FILE *in,
	uint64_t max_bits, struct err *err)
{
	/* Lists may hold half as much again while they grow. */
	const uint64_t bytes = 2 * (sizeof(struct rank_line) +
					   2 * sizeof(struct transmission));
	struct ranks ranks = {.most = (size_t)(max_bits / 8 / bytes)};
	enum status status;

	*schedule = NULL;
	lines_init(&ranks.lines, in);
	status = read_lines(&ranks, err);
	if (status == STATUS_OK)
		status = build_rows(schedule, &ranks, err);
	lines_clear(&ranks.lines);
	mem_free(ranks.row);
	return status;
}
