/*
 * The operation, as an option, and what it says of the others: which model it
 * is of, and which options it leaves without a meaning.
 */
#ifndef FIBCAST_CLI_OPERATION_H
#define FIBCAST_CLI_OPERATION_H

#include <stddef.h>

#include <gmp.h>

#include "cli/latency.h"
#include "core/schedule.h"

/* An enum operation; broadcast unless given. */
#define OPERATION_OPTION(args)                                                 \
	{                                                                      \
		.name = "op", .kind = OPTION_CHOICE,                           \
		.field = offsetof(args, operation), .arg = "OPERATION",        \
		.choices = schedule_operations, .help = "what is done",        \
	}

/*
 * Whether so many messages may be asked for: a census has one only, and what is
 * done by block is not of messages.
 * Errors: STATUS_USAGE, naming what there is for more.
 */
enum status operation_check_messages(
	int operation, const mpz_t messages, struct err *err) WARN_UNUSED;

/* Whether the operation is one of the model, -1 if none is given.
 * Errors: STATUS_USAGE, naming both. */
enum status operation_check_model(
	int operation, int model, struct err *err) WARN_UNUSED;

/*
 * Sets the model, -1 if none is given, to the one that is meant: sendrecv by
 * block, else postal.
 * Errors: those of operation_check_model.
 */
enum status operation_set_model(struct latency_args *latency, int operation,
	struct err *err) WARN_UNUSED;

#endif
