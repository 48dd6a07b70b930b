/* A few sends for which a tail's matching has found no slot. */
#ifndef FIBCAST_MODEL_CYCLIC_LATE_H
#define FIBCAST_MODEL_CYCLIC_LATE_H

#include <stddef.h>

struct cyclic_matcher;

/* Whether it is worth while to look for slots for so many. */
int cyclic_late_are_few(const struct cyclic_matcher *matcher, size_t late);

/*
 * Completes the tail up to this tick, after whose sends it is called, by moving
 * sends that arrive after it.  Returns 0, with everything as before, if it does
 * not find out how.
 */
int cyclic_late_send(struct cyclic_matcher *matcher);

#endif
