/*
 * The registry of formats: what each of them can write, and what it uses.  To
 * add one, write its file and add a row in formats.c; parsing, help,
 * completions and the tests' loops read the registry.
 */
#ifndef FIBCAST_FORMAT_FORMATS_H
#define FIBCAST_FORMAT_FORMATS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "format/schedule/schedule.h"
#include "format/table.h"

/* What a format writes; a command accepts a set of these bits. */
enum format_kind {
	FORMAT_TABLE = 1,    /* rows, as they come */
	FORMAT_PLOT = 2,     /* rows over one option, drawn */
	FORMAT_MAP = 4,	     /* rows over two options, drawn */
	FORMAT_RULES = 8,    /* a library's rules for choosing algorithms */
	FORMAT_OUTLINE = 16, /* a tree, one line for each node */
	FORMAT_GRAPH = 32,   /* nodes and edges, for Graphviz */
	FORMAT_PICTURE = 64,
	FORMAT_SCHEDULE = 128,
	FORMAT_VERDICT = 256, /* whether something is valid */
	/* Only in a command's set: --format has no default. */
	FORMAT_OPTIONAL = 512
};

/* The options that a format uses, and its properties: a set of these bits. */
enum {
	FORMAT_HEADER = 1,
	FORMAT_DECIMALS = 2,
	FORMAT_LANES = 4,
	FORMAT_ASCII = 8,
	FORMAT_LOG = 16,
	FORMAT_COMMENTS = 32, /* lines that begin with # may follow the rows */
	FORMAT_DOCUMENT = 64, /* one document, useless if cut short */
	/* The help lists a format among pictures, among exports to other
	 * programs, or else among tables. */
	FORMAT_DRAWN = 128,
	FORMAT_EXPORT = 256
};

struct format {
	const char *name;
	enum format_kind kind;
	unsigned uses;
	const struct table_writer *rows; /* writes tables, plots and maps */
	schedule_write *write;		 /* writes a schedule as it is pulled */
	const struct events_format *events; /* or holds all of it in memory */
};

/* One row for each kind that a format writes; a kind's first row is its
 * default.  The row after the last has no name. */
extern const struct format formats[];

/* The format with that name and one of these kinds, or NULL. */
const struct format *format_find(const char *name, unsigned kinds);

/* Writes a schedule; format->kind is FORMAT_SCHEDULE.  Errors: see
 * schedule_write. */
enum status format_write(const struct format *format, struct schedule *schedule,
	FILE *out, const struct schedule_look *look,
	struct err *err) WARN_UNUSED;

/* The i-th format of these kinds, counted from 0, or NULL. */
const struct format *format_choice(unsigned kinds, size_t i);

/*
 * Open MPI's dynamic rules for one of its tuned collectives: as text, which
 * versions 4 and 5 read, or as JSON, for version 6.
 *
 * 	openmpi_begin(&rules, out, is_json, collective, communicators);
 * 	for each n, ascending:
 * 		openmpi_communicator(&rules, n, next, count);
 * 		for each of its count sizes: openmpi_rule(&rules, ...);
 * 	openmpi_end(&rules);
 */

struct openmpi_rules {
	FILE *out;
	int is_json, has_communicator, has_rule;
};

void openmpi_begin(struct openmpi_rules *rules, FILE *out, int is_json,
	unsigned collective, uint64_t communicators);

/* The names of Open MPI's collectives by number, ended by NULL; 7 is bcast. */
extern const char *const openmpi_collectives[];

/* Begins the rules for n .. next - 1 processors; next = 0 means no limit. */
void openmpi_communicator(
	struct openmpi_rules *rules, uint64_t n, uint64_t next, uint64_t count);

/* Writes the rule for messages of bytes .. next - 1 bytes; next = 0 means no
 * limit.  segment: in bytes, 0 for none.  comment: written in text only; NULL
 * for none. */
void openmpi_rule(struct openmpi_rules *rules, uint64_t bytes, uint64_t next,
	uint64_t id, uint64_t segment, const char *comment);

void openmpi_end(struct openmpi_rules *rules);

/*
 * A rule as read from a file: the algorithm that Open MPI uses for a range of
 * processors and of message sizes.  least_, most_: inclusive, UINT64_MAX for no
 * limit.  The algorithm is given by name or, if that is "", by id.
 */
struct openmpi_entry {
	unsigned collective;
	char name[32];
	uint64_t id, least_n, most_n, least_bytes, most_bytes;
	uint64_t fanout, segment;
	uint64_t line;
};

struct openmpi_file {
	struct openmpi_entry *entry;
	size_t count, capacity;
};

/*
 * Reads rules as text, version 1 or 2, or as JSON; unknown keys are skipped.
 * Errors: STATUS_INPUT, with the line; STATUS_LIMIT above 16 MiB.
 */
enum status openmpi_read(
	struct openmpi_file *file, FILE *in, struct err *err) WARN_UNUSED;
void openmpi_file_clear(struct openmpi_file *file);

#endif
