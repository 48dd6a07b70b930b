/* Which patterns of ages the search for a table tries. */
#ifndef FIBCAST_MODEL_TELEPHONE_TABLE_PATTERNS_H
#define FIBCAST_MODEL_TELEPHONE_TABLE_PATTERNS_H

#include <stdint.h>

#include "model/telephone/table_search.h"

/* Finds the pairs for N = n; 0 if it fails. Clear doubles in either case. */
int telephone_find_two_ages(struct telephone_two_ages *doubles, uint32_t n);
void telephone_two_ages_clear(struct telephone_two_ages *doubles);

#endif
