/*
 * A list of what is known about one quantity: its value, and the bounds that
 * the literature gives for it, each with its source and whether it holds.
 */
#ifndef FIBCAST_CORE_BOUND_H
#define FIBCAST_CORE_BOUND_H

#include <stddef.h>

#include <gmp.h>

enum holds {
	HOLDS_YES,
	HOLDS_NO,      /* published, but false for these parameters */
	HOLDS_UNPROVED /* no failure known, no proof either */
};

extern const char *const bound_holds[]; /* "yes", "no", "unproved" */

struct bound {
	const char *name; /* a word */
	mpq_t value;
	enum holds holds;
	const char *source; /* a word: paper and place */
	int is_count;	    /* not a time */
};

/* More than any quantity has; so a row stays where it is. */
enum { BOUND_LIST_MAX = 16 };

struct bound_list {
	size_t count;
	struct bound bound[BOUND_LIST_MAX];
};

/* Appends a bound, with the value 0, for the caller to set until the list is
 * cleared. */
struct bound *bound_list_add(struct bound_list *list, const char *name,
	enum holds holds, const char *source);

void bound_list_clear(struct bound_list *list);

#endif
