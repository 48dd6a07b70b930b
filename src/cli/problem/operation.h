/*
 * The option for the operation, and what it implies for other options: the
 * model, and which of them have no meaning.
 */
#ifndef FIBCAST_CLI_PROBLEM_OPERATION_H
#define FIBCAST_CLI_PROBLEM_OPERATION_H

#include <stddef.h>

#include <gmp.h>

#include "cli/problem/latency.h"
#include "core/schedule.h"

/* An enum operation; broadcast unless given. */
#define OPERATION_OPTION(args)                                                 \
	{                                                                      \
		.name = "op", .kind = OPTION_CHOICE,                           \
		.field = offsetof(args, operation), .arg = "OPERATION",        \
		.choices = schedule_operations, .help = "what is done",        \
	}

/*
 * Whether the operation allows that many messages: a census has only one, and
 * operations by block have none.
 * Errors: STATUS_USAGE, naming the operations that have more.
 */
enum status operation_check_messages(
	int operation, const mpz_t messages, struct err *err) WARN_UNUSED;

/* Checks that the operation exists in the model, -1 if none is given. Errors:
 * STATUS_USAGE, naming both. */
enum status operation_check_model(
	int operation, int model, struct err *err) WARN_UNUSED;

/*
 * If no model is given (-1), sets it: sendrecv by block, else postal.
 * Errors: those of operation_check_model.
 */
enum status operation_set_model(struct latency_args *latency, int operation,
	struct err *err) WARN_UNUSED;

#endif
