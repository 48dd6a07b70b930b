/*
 * Error messages, as lines of standard error.
 */
#ifndef FIBCAST_CLI_OUTPUT_MESSAGE_H
#define FIBCAST_CLI_OUTPUT_MESSAGE_H

#include "base/err.h"

/* Prints "fibcast: COMMAND: message", without COMMAND if command is NULL. */
void message_print(const char *command, const struct err *err);

#endif
