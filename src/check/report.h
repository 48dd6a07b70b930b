/*
 * What the checkers of the models share: what they find, how they say it, and
 * the loop over the rows.
 */
#ifndef FIBCAST_CHECK_REPORT_H
#define FIBCAST_CHECK_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "core/schedule.h"

enum { CHECK_LISTED = 10 };

/* What is wrong, in words, and in which line; 0 if in none. */
struct check_violation {
	uint64_t line;
	const char *rule; /* that is broken, in a word for programs */
	struct err reason;
};

struct check {
	uint64_t transmissions;
	/* Of a valid broadcast, those whose receiver had the message or was
	 * sent it by an earlier row; not counted in locality. */
	uint64_t redundant;
	uint64_t blocks;       /* that they carry, of those operations */
	uint64_t finish, unit; /* the real finish, finish/unit */
	uint64_t violations;   /* all of them; 0: the schedule is valid */
	size_t listed;	       /* the first of them, in order */
	struct check_violation violation[CHECK_LISTED];
};

/*
 * Pulls all rows, counts them, and hands them on as they come, with a last call
 * for none; the schedule's unit may have become finer before each call.
 * Errors: those of pulling, and of the function.
 */
typedef enum status check_rows(void *checker, const struct transmission *row,
	size_t count, struct err *err);
enum status check_pull(struct check *check, struct schedule *schedule,
	check_rows *rows, void *checker, struct err *err) WARN_UNUSED;

/*
 * Counts a violation of the rule, a word for programs, and keeps the text of
 * the first few: the format, in which each # stands for a number, each @ for a
 * tick, both uint64_t, and each $ for a text.
 */
void check_report(struct check *check, const char *rule, uint64_t line,
	const char *format, ...);

/* Whether the row can be carried out: it names what there is, and does not come
 * before the last tick; if not, reports why. */
int check_transmission(struct check *check,
	const struct schedule_header *header, const struct transmission *row,
	uint64_t last);

/* Reports that the row's sender has the message only at the tick held, or, for
 * UINT64_MAX, that it has not been sent it. */
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
