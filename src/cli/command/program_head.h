/* The comment that a program in the LP format begins with. */
#ifndef FIBCAST_CLI_COMMAND_PROGRAM_HEAD_H
#define FIBCAST_CLI_COMMAND_PROGRAM_HEAD_H

#include "model/program/size.h"

enum { PROGRAM_HEAD_LINES = 12, PROGRAM_HEAD_MAX = 240 };

struct program_head {
	const char *line[PROGRAM_HEAD_LINES + 1]; /* up to NULL */
	char text[PROGRAM_HEAD_LINES][PROGRAM_HEAD_MAX];
};

/* latency: the options that give it; longer ones than fit a line are replaced
 * by -l. */
void program_head_broadcast(struct program_head *head,
	const struct program_broadcast *program, const char *latency);
void program_head_continuous(struct program_head *head,
	const struct program_continuous *program, const char *latency);

#endif
