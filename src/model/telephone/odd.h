/* Telephone schedules for odd n. */
#ifndef FIBCAST_MODEL_TELEPHONE_ODD_H
#define FIBCAST_MODEL_TELEPHONE_ODD_H

#include "base/err.h"
#include "core/problem.h"
#include "core/search.h"

/* telephone_begin for odd n >= 3. */
enum status telephone_odd_begin(struct search **search,
	const struct problem *problem, struct err *err) WARN_UNUSED;

#endif
