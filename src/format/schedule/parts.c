/*
 * Reads what a row carries: a run FIRST+COUNT, or several runs joined by
 * commas; in an all-to-all WEIGHT/RADIX=DIGIT, or blocks ORIGIN>TARGET joined
 * by commas.
 *   Lists are put into a canonical form: sorted, with runs that touch joined,
 * so that "7+1,3+2,5+1" becomes "3+3,7+1".  Each list is kept once, in one
 * array for all rows: rows that carry the same have the same place in it.
 */
#include "format/schedule/scan.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A list of parts: its place among all parts, and its length. */
struct kept_list {
	size_t place, count;
};

struct scan_parts {
	struct schedule_parts all;
	struct kept_list *kept;	    /* a hash table; count 0: a free slot */
	size_t lists, size;	    /* of kept; its size is a power of two */
	struct schedule_part *part; /* those of the row being read */
	size_t count, capacity;
};

enum { PARTS_MAX = 1 << 26 };

struct scan_parts *scan_parts_new(void)
{
	return mem_array(1, sizeof(struct scan_parts));
}

void scan_parts_free(struct scan_parts *parts)
{
	if (!parts)
		return;
	mem_free(parts->all.part);
	mem_free(parts->kept);
	mem_free(parts->part);
	mem_free(parts);
}

const struct schedule_parts *scan_parts_all(const struct scan_parts *parts)
{
	return &parts->all;
}

/* -- the hash table of lists */

WRAPS static size_t hash_list(const struct schedule_part *part, size_t count)
{
	uint64_t hash = count;

	for (size_t i = 0; i < count; i++) {
		hash = (hash ^ part[i].first) * UINT64_C(0x9E3779B97F4A7C15);
		hash = (hash ^ hash >> 29 ^ part[i].size) *
		       UINT64_C(0xBF58476D1CE4E5B9);
	}
	return (size_t)(hash ^ hash >> 32);
}

/* The slot of an equal list, or the free slot where this one belongs. */
static struct kept_list *find_list(const struct scan_parts *parts,
	const struct schedule_part *part, size_t count)
{
	size_t at = hash_list(part, count) & (parts->size - 1);

	while (parts->kept[at].count > 0 &&
		(parts->kept[at].count != count ||
			memcmp(parts->all.part + parts->kept[at].place, part,
				count * sizeof *part) != 0))
		at = (at + 1) & (parts->size - 1);
	return &parts->kept[at];
}

static void grow_table(struct scan_parts *parts)
{
	struct kept_list *old = parts->kept;
	size_t size = parts->size;

	if (2 * parts->lists < size)
		return;
	parts->size = size > 0 ? 2 * size : 16;
	parts->kept = mem_array(parts->size, sizeof *parts->kept);
	for (size_t i = 0; i < size; i++)
		if (old[i].count > 0)
			*find_list(parts, parts->all.part + old[i].place,
				old[i].count) = old[i];
	mem_free(old);
}

/* Keeps the parts of the row being read; their place. */
static size_t keep_list(struct scan_parts *parts)
{
	struct schedule_parts *all = &parts->all;
	struct kept_list *list;

	grow_table(parts);
	list = find_list(parts, parts->part, parts->count);
	if (list->count > 0)
		return list->place;
	*list = (struct kept_list){all->count, parts->count};
	parts->lists++;
	for (size_t i = 0; i < parts->count; i++) {
		all->part = mem_grow(all->part, &all->capacity, all->count,
			sizeof *all->part);
		all->part[all->count++] = parts->part[i];
	}
	return list->place;
}

/* -- the text */

/* The cell being read, for error messages. */
struct cell {
	const struct schedule_header *header;
	const struct lines *lines;
	char *start;
	struct err *err;
};

static enum status cell_error(const struct cell *cell, const char *what)
{
	char word[LINES_WORD];

	return lines_error(cell->lines, cell->err, ERR_TEXT,
		lines_text(word, cell->start), " in the column ",
		schedule_run_column(cell->header->operation), what);
}

static enum status range_error(const struct cell *cell)
{
	const char *column = schedule_run_column(cell->header->operation);
	uint64_t n = cell->header->processors;
	char word[LINES_WORD];

	return lines_error(cell->lines, cell->err, ERR_TEXT,
		lines_text(word, cell->start), " is out of range: ", column,
		" are 0 to ", ERR_OWN, number_u64_text(n - 1), ", and 1 to ",
		ERR_OWN, number_u64_text(n), " of them");
}

/* Reads a number, a sign and a number; returns 0 if they are not there. */
static int scan_pair(struct schedule_part *part, char sign, char **text)
{
	if (!scan_digits(&part->first, text) || **text != sign)
		return 0;
	++*text;
	return scan_digits(&part->size, text);
}

/* Whether no two of the sorted blocks of an all-to-all are equal. */
static int are_blocks_apart(const struct scan_parts *parts)
{
	for (size_t i = 1; i < parts->count; i++)
		if (parts->part[i - 1].first == parts->part[i].first &&
			parts->part[i - 1].size == parts->part[i].size)
			return 0;
	return 1;
}

/* Puts the parts that were read into canonical form and the row. */
static enum status set_parts(struct transmission *row, struct scan_parts *parts,
	const struct cell *cell)
{
	enum operation operation = cell->header->operation;
	int is_exchange = operation == OPERATION_ALLTOALL;

	schedule_sort_parts(parts->part, parts->count);
	if (is_exchange ? !are_blocks_apart(parts)
			: !schedule_join_runs(parts->part, &parts->count,
				  cell->header->processors))
		return cell_error(cell, " names something twice");
	row->size = parts->count;
	row->first = parts->part->first;
	row->digit = 0;
	if (!is_exchange && parts->count == 1) {
		row->size = parts->part->size;
		return STATUS_OK;
	}
	if (operation == OPERATION_SCAN || operation == OPERATION_EXSCAN)
		return cell_error(
			cell, " is not one run, as a sum in order must be");
	if (parts->all.count + parts->count > PARTS_MAX)
		return cell_error(cell, " is too much to be kept");
	for (size_t i = 0; !is_exchange && i < parts->count; i++)
		row->size += parts->part[i].size - 1;
	row->digit = (uint32_t)parts->count;
	row->first = keep_list(parts);
	return STATUS_OK;
}

/* Reads a list of FIRST+COUNT or of ORIGIN>TARGET. */
static enum status scan_list(struct transmission *row, struct scan_parts *parts,
	const struct cell *cell, char **text)
{
	uint64_t n = cell->header->processors;
	int is_exchange = cell->header->operation == OPERATION_ALLTOALL;

	parts->count = 0;
	do {
		struct schedule_part part;

		*text += parts->count > 0;
		if (!scan_pair(&part, is_exchange ? '>' : '+', text) ||
			(**text != ',' && !is_cell_end(**text)))
			return cell_error(cell,
				is_exchange
					? " is neither WEIGHT/RADIX=DIGIT nor "
					  "ORIGIN>TARGET, whole numbers"
					: " is not FIRST+COUNT, two whole "
					  "numbers below 2^63");
		if (part.first >= n || part.size >= n + !is_exchange ||
			(part.size == 0 && !is_exchange))
			return range_error(cell);
		parts->part = mem_grow(parts->part, &parts->capacity,
			parts->count, sizeof *parts->part);
		parts->part[parts->count++] = part;
	} while (**text == ',');
	return set_parts(row, parts, cell);
}

/* Reads WEIGHT/RADIX=DIGIT; *is_digit = whether the cell is of that form. */
static enum status scan_digit(struct transmission *row, int *is_digit,
	const struct cell *cell, char **text)
{
	struct schedule_part radix;
	char *at = *text;

	*is_digit = scan_digits(&row->first, &at) && *at == '/';
	if (!*is_digit)
		return STATUS_OK;
	at++;
	if (!scan_pair(&radix, '=', &at) || !is_cell_end(*at))
		return cell_error(cell,
			" is neither WEIGHT/RADIX=DIGIT nor ORIGIN>TARGET, "
			"whole numbers");
	*text = at;
	if (row->first == 0 || radix.first > UINT32_MAX || radix.size == 0 ||
		radix.size >= radix.first)
		return cell_error(cell, " is not a digit, 1 to RADIX - 1");
	row->radix = (uint32_t)radix.first;
	row->digit = (uint32_t)radix.size;
	row->size = schedule_digit_blocks(
		cell->header->processors, row->first, row->radix, row->digit);
	if (row->size == 0)
		return cell_error(cell, " is the digit of no block");
	return STATUS_OK;
}

enum status scan_carried(struct transmission *row, struct scan_parts *parts,
	const struct schedule_header *header, char **text,
	const struct lines *lines, struct err *err)
{
	const struct cell cell = {header, lines, *text, err};
	enum status status = STATUS_OK;
	uint64_t block;
	int is_digit = 0;

	row->radix = 0;
	if (header->operation == OPERATION_ALLTOALL)
		status = scan_digit(row, &is_digit, &cell, text);
	if (status == STATUS_OK && !is_digit)
		status = scan_list(row, parts, &cell, text);
	if (status != STATUS_OK)
		return status;
	block = schedule_row_message(header, row)->block;
	return block > 0 && row->size > INT64_MAX / SCAN_EXTRA / block
		       ? cell_error(&cell, " takes too long")
		       : STATUS_OK;
}
