/*
 * A search for a schedule that is advanced piece by piece: the caller decides
 * how long it goes on, and may stop at any time and open the best schedule so
 * far.  Work is counted in steps of about a nanosecond, not in time, so that a
 * search finds the same wherever it runs and however it is cut into pieces.
 *
 * A struct search is the first member of every search.
 */
#ifndef FIBCAST_CORE_SEARCH_H
#define FIBCAST_CORE_SEARCH_H

#include <stdint.h>

#include "base/err.h"
#include "core/problem.h"
#include "core/schedule.h"

enum search_state {
	SEARCH_RUNNING,
	SEARCH_FOUND,	 /* nothing better can be found */
	SEARCH_EXHAUSTED /* everything has been tried */
};

struct search;

struct search_ops {
	/* Goes on searching until the state changes or that much work is
	 * done. */
	void (*advance)(struct search *search, uint64_t work);
	/* See search_open. */
	enum status (*open)(struct schedule **schedule, struct search *search,
		struct err *err);
	/* Frees what the search owns, but not the search; NULL if its opener
	 * does, instead of closing it. */
	void (*clear)(struct search *search);
};

struct search {
	const struct search_ops *ops;
	enum search_state state;
};

/* Goes on searching, if the search is running, until the state changes or that
 * much work is done; the state. */
enum search_state search_advance(struct search *search, uint64_t work);

/*
 * Opens the best schedule so far.  After that the search can only be closed.
 * Errors: those of the search; STATUS_LIMIT if it has found no schedule.
 */
enum status search_open(struct schedule **schedule, struct search *search,
	struct err *err) WARN_UNUSED;

/* Closes a search, and frees it; NULL is ignored. */
void search_close(struct search *search);

/* A search that has already found the schedule, and owns it. */
struct search *search_settled(struct schedule *schedule);

/* Searches to the end, opens the schedule found, and closes the search. */
enum status search_finish(struct schedule **schedule, struct search *search,
	struct err *err) WARN_UNUSED;

/* Begins a search and finishes it.  Errors: those of both. */
typedef enum status search_begin(struct search **search,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;
enum status search_open_begun(struct schedule **schedule, search_begin *begin,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

#endif
