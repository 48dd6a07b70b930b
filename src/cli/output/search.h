/*
 * How long a search goes on: until it ends, a limit in seconds is over, or
 * somebody presses Ctrl-C.
 */
#ifndef FIBCAST_CLI_OUTPUT_SEARCH_H
#define FIBCAST_CLI_OUTPUT_SEARCH_H

#include <stddef.h>
#include <stdint.h>

#include "core/search.h"
#include "cli/input/sweep.h"
#include "cli/option/option.h"

/* The option row for the struct sweep at args.limit. */
#define LIMIT_OPTION(args, text)                                               \
	{                                                                      \
		.name = "limit", .kind = OPTION_RATIONAL,                      \
		.field = offsetof(args, limit), .arg = "SECONDS",              \
		.help = (text)                                                 \
	}

/* The work that the limit allows, a billion a second; without one, usual. */
uint64_t search_work(const struct sweep *limit, uint64_t usual);

/* The bits of memory that a search may take: half of what this process can
 * have, but no more than max_bits. */
uint64_t search_memory(uint64_t max_bits);

/* No limit unless one is given. */
enum { SEARCH_FOR_EVER = -1 };

/*
 * Runs the search, for that many seconds unless the limit says otherwise.
 * Returns NULL if it has ended, or why it was stopped, to be put before a
 * colon.  The time it has taken is shown while it runs, if standard error is a
 * terminal. Ctrl-C stops the search alone, a second one the program.
 */
const char *search_run(
	struct search *search, const struct sweep *limit, int seconds);

#endif
