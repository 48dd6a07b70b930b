/*
 * Who knows what while a schedule is made in which messages spread in order:
 * everybody knows messages 1 .. base but for what is listed as missing; of the
 * 64 after base there is a bit for each; of those past them only the source
 * knows any.  Processor 0 is the source, which knows all m.
 */
#ifndef FIBCAST_MODEL_ROUNDS_KNOWLEDGE_H
#define FIBCAST_MODEL_ROUNDS_KNOWLEDGE_H

#include <stdint.h>

/* The messages that a processor misses up to base, ascending. */
struct missing {
	uint32_t *message;
	uint32_t first, end, capacity; /* those of message[first .. end) */
};

/* window: bit i is message base + 1 + i.  For the source all are 0. */
struct knower {
	uint64_t window;
	struct missing missing;
};

struct knowledge {
	uint32_t n, m, base;
	struct knower *knower;
};

/* Nobody but the source knows anything. */
void knowledge_init(struct knowledge *knowledge, uint32_t n, uint32_t m);
void knowledge_copy(struct knowledge *to, const struct knowledge *from);
void knowledge_clear(struct knowledge *knowledge);

/* Moves base up to that message, at most m; no message past the next 64 may
 * be known yet.  O(n) for each step. */
void knowledge_advance(struct knowledge *knowledge, uint64_t base);

/* Notes that p, who knows all up to base, misses a message at its end. */
void knowledge_miss(struct knowledge *knowledge, uint32_t p, uint32_t message);

int knowledge_has(
	const struct knowledge *knowledge, uint32_t p, uint32_t message);

/* p gets to know the message, known to it or not. */
void knowledge_learn(struct knowledge *knowledge, uint32_t p, uint32_t message);

/* How many messages up to base p misses. */
uint32_t knowledge_missing(const struct knowledge *knowledge, uint32_t p);

/* The first message, and the first up to base, that one knows and the other
 * does not; 0 if there is none. */
uint32_t knowledge_first(
	const struct knowledge *knowledge, uint32_t from, uint32_t to);
uint32_t knowledge_first_missing(
	const struct knowledge *knowledge, uint32_t from, uint32_t to);

/* The bits of the messages past base that are at most m; those that p knows. */
uint64_t knowledge_all(const struct knowledge *knowledge);
uint64_t knowledge_window(const struct knowledge *knowledge, uint32_t p);

#endif
