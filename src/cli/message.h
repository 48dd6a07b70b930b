/*
 * What went wrong, as a line of standard error.
 */
#ifndef FIBCAST_CLI_MESSAGE_H
#define FIBCAST_CLI_MESSAGE_H

#include "base/err.h"

/* Prints "fibcast: COMMAND: message"; command NULL: of none. */
void message_print(const char *command, const struct err *err);

#endif
