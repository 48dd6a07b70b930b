/* The checkers of the models, a file each. */
#ifndef FIBCAST_CHECK_MODELS_H
#define FIBCAST_CHECK_MODELS_H

#include <stdint.h>

#include "check/report.h"

/* Each pulls all rows and fills check in; check->unit may be a multiple of the
 * schedule's.  check_rounds is for telephone, telegraph and
 * sendrecv. */
enum status check_postal(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
enum status check_logp(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
enum status check_rounds(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
enum status check_locality(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;
enum status check_machine(struct check *check, struct schedule *schedule,
	uint64_t max_bytes, struct err *err) WARN_UNUSED;

#endif
