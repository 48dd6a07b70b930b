/*
 * The list of commands, in the order in which the help shows them.
 */
#include <string.h>

#include "cli/option/option.h"

extern const struct command cmd_reach;
extern const struct command cmd_time;
extern const struct command cmd_sequence;
extern const struct command cmd_bound;
extern const struct command cmd_tree;
extern const struct command cmd_schedule;
extern const struct command cmd_rank;
extern const struct command cmd_compare;
extern const struct command cmd_optimum;
extern const struct command cmd_program;
extern const struct command cmd_check;
extern const struct command cmd_replay;
extern const struct command cmd_convert;
extern const struct command cmd_locality;
extern const struct command cmd_locality_numbering;
extern const struct command cmd_locality_tree;
extern const struct command cmd_revolve;
extern const struct command cmd_completion;

const struct command *const commands[] = {
	&cmd_reach,
	&cmd_time,
	&cmd_sequence,
	&cmd_bound,
	&cmd_tree,
	&cmd_schedule,
	&cmd_rank,
	&cmd_compare,
	&cmd_optimum,
	&cmd_program,
	&cmd_check,
	&cmd_replay,
	&cmd_convert,
	&cmd_locality,
	&cmd_locality_numbering,
	&cmd_locality_tree,
	&cmd_revolve,
	&cmd_completion,
	NULL,
};

const struct command *command_find(const char *name)
{
	for (size_t i = 0; commands[i]; i++)
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	return NULL;
}
