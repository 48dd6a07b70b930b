/*
 * Open MPI's dynamic rules for its tuned broadcast: as text, which versions 4
 * and 5 read, or as JSON, for version 6.
 *
 * 	openmpi_begin(&rules, out, is_json, communicators);
 * 	for each n, ascending:
 * 		openmpi_communicator(&rules, n, next, count);
 * 		for each of its count sizes: openmpi_rule(&rules, ...);
 * 	openmpi_end(&rules);
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

/* Begins the rules for n processors and more, up to next - 1; next 0: no limit.
 */
void openmpi_communicator(
	struct openmpi_rules *rules, uint64_t n, uint64_t next, uint64_t count);

/* Messages of at least that many bytes, up to next - 1; next 0: no limit.
 * segment: in bytes, 0 for none. comment: in text only; NULL for none. */
void openmpi_rule(struct openmpi_rules *rules, uint64_t bytes, uint64_t next,
	unsigned id, uint64_t segment, const char *comment);

void openmpi_end(struct openmpi_rules *rules);

#endif
