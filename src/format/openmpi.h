/*
 * Open MPI's dynamic rules for its tuned broadcast: as text, which its versions
 * 4 and 5 read, or JSON, for 6.
 *
 *	openmpi_begin(&rules, out, is_json, communicators);
 *	openmpi_communicator(&rules, n, next, count);   for each n, ascending,
 *	openmpi_rule(&rules, ...);                      and each size of its
 *count openmpi_end(&rules);
 */
#ifndef FIBCAST_FORMAT_OPENMPI_H
#define FIBCAST_FORMAT_OPENMPI_H

#include <stdint.h>
#include <stdio.h>

struct openmpi_rules {
	FILE *out;
	int is_json, has_communicator, has_rule;
};

void openmpi_begin(struct openmpi_rules *rules, FILE *out, int is_json,
	uint64_t communicators);

/* Those from n processors on, up to next - 1; next 0: all that Open MPI has. */
void openmpi_communicator(
	struct openmpi_rules *rules, uint64_t n, uint64_t next, uint64_t count);

/* Messages from so many bytes on, up to next - 1; next 0: all.  segment: its
 * bytes, 0: none.  comment: for text, NULL: none. */
void openmpi_rule(struct openmpi_rules *rules, uint64_t bytes, uint64_t next,
	unsigned id, uint64_t segment, const char *comment);

void openmpi_end(struct openmpi_rules *rules);

#endif
