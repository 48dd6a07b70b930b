/* What the builders of postal schedules share. */
#ifndef FIBCAST_MODEL_POSTAL_OPEN_H
#define FIBCAST_MODEL_POSTAL_OPEN_H

#include <stdint.h>

#include "model/postal/postal.h"
#include "model/postal/steps.h"

/* The rows a builder hands out at once: few enough for the nearest cache. */
enum { POSTAL_ROWS = 256 };

/*
 * A builder takes the header that postal_open has filled in; the problem is
 * known to fit its words.
 */
enum status postal_open_bcast(struct schedule **schedule,
	const struct schedule_header *header, struct err *err) WARN_UNUSED;
enum status postal_open_train(struct schedule **schedule,
	const struct schedule_header *header, enum postal_algorithm algorithm,
	struct err *err) WARN_UNUSED;
enum status postal_open_dtree(struct schedule **schedule,
	const struct schedule_header *header, uint64_t degree,
	struct err *err) WARN_UNUSED;

#endif
