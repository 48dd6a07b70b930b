/*
 * Did you mean: of the words that are possible in a place, the one nearest to
 * what was typed.  A step inserts, drops or changes a letter, or exchanges two;
 * case does not count.
 */
#ifndef FIBCAST_CLI_OPTION_NEAREST_H
#define FIBCAST_CLI_OPTION_NEAREST_H

#include <stddef.h>

struct nearest {
	const char *text; /* not ended by a 0 */
	size_t size;
	const char *word; /* so far; NULL: none is near enough */
	size_t steps;
};

/* Near enough is one step for every three letters; a text of three letters
 * or more is also near to what begins with it. */
void nearest_init(struct nearest *nearest, const char *text, size_t size);

/* Another word.  Of words equally near the first one counts. */
void nearest_try(struct nearest *nearest, const char *word);

/* Our name of an option, a choice or a command that others call by this one,
 * or NULL. */
const char *nearest_own_name(const char *text, size_t size);

#endif
