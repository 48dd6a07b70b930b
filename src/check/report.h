/* What the checkers of the models share; each model is a file. */
#ifndef FIBCAST_CHECK_REPORT_H
#define FIBCAST_CHECK_REPORT_H

#include "check/check.h"

/* A model's checker: pulls all rows and fills check in; check->unit may be a
 * multiple of the schedule's.  check_rounds is for telephone, telegraph and
 * sendrecv. */
enum status check_postal(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
enum status check_logp(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
enum status check_rounds(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
enum status check_locality(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;

/*
 * Counts a violation; among the first ones its texts are kept, up to a NULL.
 * Numbers have been made text in a struct check_words.
 */
void check_report(struct check *check, uint64_t line, ...)
	__attribute__((sentinel));

/* Numbers and times as text, for one report. */
struct check_words {
	size_t count;
	char word[6][SCHEDULE_TIME_MAX];
};

const char *check_number(struct check_words *words, uint64_t number);
const char *check_time(
	struct check_words *words, const struct check *check, uint64_t tick);

/* Whether the row can be carried out: it names what there is, and does not come
 * before the last tick; if not, reports why. */
int check_transmission(struct check *check,
	const struct schedule_header *header, const struct transmission *row,
	uint64_t last);

/* Reports that the row's sender has the message only at the tick held;
 * UINT64_MAX: that it has not been sent it. */
void check_report_held(
	struct check *check, const struct transmission *row, uint64_t held);

/* Reports that a processor never gets a message. */
void check_report_missing(
	struct check *check, uint64_t processor, uint64_t message);

/*
 * Whether so many bytes for each processor, and for each of its messages, may
 * be held.  Errors: STATUS_LIMIT, naming the size.
 */
enum status check_memory(const struct schedule_header *header,
	uint64_t processor, unsigned message, uint64_t max_bytes,
	struct err *err) WARN_UNUSED;

#endif
