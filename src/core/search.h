/*
 * A search for a schedule, advanced step by step: the caller decides how long
 * it may go on, and may open the best schedule so far at any time.  Work is
 * counted in steps of the search, about a nanosecond each, so that a search
 * finds the same wherever it runs and however it is cut into pieces.
 *
 * A struct search is the first member of every search, as a struct schedule is
 * that of every producer.
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
	/* Goes on searching, in whole steps, until the state changes or that
	 * much work is done. */
	void (*advance)(struct search *search, uint64_t work);
	/* As search_open. */
	enum status (*open)(struct schedule **schedule, struct search *search,
		struct err *err);
	/* Frees the search and what it owns. */
	void (*close)(struct search *search);
};

struct search {
	const struct search_ops *ops;
	enum search_state state;
};

/* Goes on searching, if it is running, as search_ops says. */
enum search_state search_advance(struct search *search, uint64_t work);

/*
 * Opens the best schedule that is known, once; the search is then only to be
 * closed.
 * Errors: those of the search; STATUS_LIMIT if it knows no schedule.
 */
enum status search_open(struct schedule **schedule, struct search *search,
	struct err *err) WARN_UNUSED;

/* Closes a search; NULL is nothing to close. */
void search_close(struct search *search);

/* A search that has ended: it owns the schedule, and opens it. */
struct search *search_settled(struct schedule *schedule);

/* Searches to the end, opens what is found, and closes the search. */
enum status search_finish(struct schedule **schedule, struct search *search,
	struct err *err) WARN_UNUSED;

/* Begins a search, and does the same.  Errors: those of both. */
typedef enum status search_begin(struct search **search,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;
enum status search_open_begun(struct schedule **schedule, search_begin *begin,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err) WARN_UNUSED;

#endif
