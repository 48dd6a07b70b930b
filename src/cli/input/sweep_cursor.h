/* A walk over the values of a sweep, in the order they were written. */
#ifndef FIBCAST_CLI_INPUT_SWEEP_CURSOR_H
#define FIBCAST_CLI_INPUT_SWEEP_CURSOR_H

#include <stddef.h>

#include <gmp.h>

#include "cli/input/sweep.h"

struct sweep_cursor {
	const struct sweep *sweep;
	size_t range;
	mpz_t left; /* of this range, after value */
	mpq_t value;
};

void sweep_cursor_init(struct sweep_cursor *cursor, const struct sweep *sweep);
void sweep_cursor_first(struct sweep_cursor *cursor);
/* Moves on; 0 after the last value. */
int sweep_cursor_next(struct sweep_cursor *cursor);
void sweep_cursor_clear(struct sweep_cursor *cursor);

#endif
