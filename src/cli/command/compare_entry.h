/* A row of compare: an algorithm and its time, or a model's bound. */
#ifndef FIBCAST_CLI_COMMAND_COMPARE_ENTRY_H
#define FIBCAST_CLI_COMMAND_COMPARE_ENTRY_H

#include <gmp.h>

#include "core/schedule.h"
#include "format/table.h"
#include "model/ranking.h"

/* Times as the user reads them. */
struct compare_entry {
	enum model model;
	const char *name;
	char *options;	       /* what reproduces it, or NULL */
	int is_known, is_most; /* the time is between it and the bound */
	mpq_t time, bound;
};

/* One text of an option and its value; the caller frees it. */
char *compare_entry_join(const char *option, const char *value);

/* What `schedule` and the algorithm's name, or the command of that name, need
 * besides the problem and the operation, or NULL; the caller frees it. */
char *compare_entry_options(const struct candidate *candidate, enum model model,
	enum operation operation);

/* The cells algorithm, options, time and ratio, and the row's end. */
void compare_entry_print(
	struct table *table, const struct compare_entry *entry);

#endif
