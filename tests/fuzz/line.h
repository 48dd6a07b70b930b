/*
 * Random command lines, made from the option tables: every command, every
 * option, values of its kind.  Numbers go up to 10^1000, cost functions up to
 * a depth of 6; limits are lowered, never raised.  A line depends on nothing
 * but its seed.
 */
#ifndef FIBCAST_FUZZ_LINE_H
#define FIBCAST_FUZZ_LINE_H

#include <stddef.h>
#include <stdint.h>

/* Words: room for two more. */
enum { LINE_WORDS = 80, LINE_TEXT = 1 << 16 };

/* word: the arguments, up to a NULL; word[0] is for the program.  few: as many
 * processors as lists of times are made for.  has_...: what was put. */
struct line {
	char *word[LINE_WORDS];
	size_t words, used;
	char text[LINE_TEXT];
	uint64_t state; /* of the random numbers */
	uint64_t few;
	int has_latency, has_machine, has_node;
};

/* What stands for a file's name in a line, and for standard input. */
struct line_files {
	const char *const *name;
	size_t count;
	const char *machine; /* that of a machine */
};

void line_make(struct line *line, uint64_t seed, char *program,
	const struct line_files *files);

#endif
