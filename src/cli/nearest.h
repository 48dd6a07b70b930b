/*
 * Did you mean: of the words that could stand in a place, the one that a
 * mistyped word is nearest to.  Steps are a letter put in, left out, changed,
 * or two exchanged; case does not count.
 */
#ifndef FIBCAST_CLI_NEAREST_H
#define FIBCAST_CLI_NEAREST_H

#include <stddef.h>

struct nearest {
	const char *text; /* not ended by a 0 */
	size_t size;
	const char *word; /* so far; NULL: none is near enough */
	size_t steps;
};

/* Near enough is a step for three letters, or a beginning of three. */
void nearest_init(struct nearest *nearest, const char *text, size_t size);

/* Another word.  Of words equally near the first one counts. */
void nearest_try(struct nearest *nearest, const char *word);

/* Our name of an option that other programs call by this one, or NULL. */
const char *nearest_own_name(const char *text, size_t size);

#endif
