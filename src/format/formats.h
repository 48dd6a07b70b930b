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

/* What a format writes; a command takes a set of these. */
enum format_kind {
	FORMAT_TABLE = 1,    /* rows, as they come */
	FORMAT_PLOT = 2,     /* rows over one option, drawn */
	FORMAT_MAP = 4,	     /* rows over two options, drawn */
	FORMAT_RULES = 8,    /* what a library chooses its algorithm by */
	FORMAT_OUTLINE = 16, /* a tree, a line a node */
	FORMAT_GRAPH = 32,   /* nodes and edges, for Graphviz */
	FORMAT_PICTURE = 64,
	FORMAT_SCHEDULE = 128,
	FORMAT_VERDICT = 256, /* whether something is valid */
	/* In a command's set alone: no format is one, too, and the default. */
	FORMAT_OPTIONAL = 512
};

/* Which options a format uses, and what it can do: a set of these. */
enum {
	FORMAT_HEADER = 1,
	FORMAT_DECIMALS = 2,
	FORMAT_LANES = 4,
	FORMAT_ASCII = 8,
	FORMAT_LOG = 16,
	/* No options: lines may follow that begin with #; and the format is one
	 * document, of no use if an error breaks it off. */
	FORMAT_COMMENTS = 32,
	FORMAT_DOCUMENT = 64,
	/* Where the help lists it: among pictures, or what other programs read;
	 * else among tables. */
	FORMAT_DRAWN = 128,
	FORMAT_EXPORT = 256
};

struct format {
	const char *name;
	enum format_kind kind;
	unsigned uses;
	const struct table_writer *rows;    /* of tables, plots and maps */
	schedule_write *write;		    /* of schedules as they come, or */
	const struct events_format *events; /* held in memory */
};

/* All formats, a row for each kind of each; the first one of a kind is its
 * default.  The last has no name. */
extern const struct format formats[];

/* The format of that name and of one of these kinds, or NULL. */
const struct format *format_find(const char *name, unsigned kinds);

/* Writes a schedule in a format of schedules.  Errors: as of schedule_write. */
enum status format_write(const struct format *format, struct schedule *schedule,
	FILE *out, const struct schedule_look *look,
	struct err *err) WARN_UNUSED;

/* The i-th format of these kinds, from 0 on, or NULL. */
const struct format *format_choice(unsigned kinds, size_t i);

/*
 * Open MPI's dynamic rules for one of its tuned collectives: as text, which
 * versions 4 and 5 read, or as JSON, for version 6.
 *
 * 	openmpi_begin(&rules, out, is_json, communicators);
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

/* Open MPI's collectives by their number, up to NULL; 7 is bcast. */
extern const char *const openmpi_collectives[];

/* Begins the rules for n processors and more, up to next - 1; next 0: no limit.
 */
void openmpi_communicator(
	struct openmpi_rules *rules, uint64_t n, uint64_t next, uint64_t count);

/* Messages of at least that many bytes, up to next - 1; next 0: no limit.
 * segment: in bytes, 0 for none. comment: in text only; NULL for none. */
void openmpi_rule(struct openmpi_rules *rules, uint64_t bytes, uint64_t next,
	uint64_t id, uint64_t segment, const char *comment);

void openmpi_end(struct openmpi_rules *rules);

/*
 * The same, read: what Open MPI does for some processors and sizes.  least,
 * most: inclusive, UINT64_MAX for no limit.  name: of the algorithm, if that is
 * how it is given, else "", and id counts.
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
 * Reads rules as text, of both versions, or as JSON; keys that are not known
 * are passed over.
 * Errors: STATUS_INPUT, with the line; STATUS_LIMIT above 16 MiB.
 */
enum status openmpi_read(
	struct openmpi_file *file, FILE *in, struct err *err) WARN_UNUSED;
void openmpi_file_clear(struct openmpi_file *file);

#endif
