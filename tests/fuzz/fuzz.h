/*
 * What the fuzzers share: inputs as texts, facts that must hold.
 */
#ifndef FIBCAST_FUZZ_H
#define FIBCAST_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"

/* Numbers stay this short, so that no input is slow. */
enum { FUZZ_BITS = 4096 };

#define MUST(fact) ((fact) ? (void)0 : fuzz_broken(#fact, __FILE__, __LINE__))

static inline void fuzz_broken(const char *fact, const char *file, int line)
{
	fprintf(stderr, "%s:%d: %s\n", file, line, fact);
	abort();
}

/* A copy of the input with a NUL after it; free it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	MUST(text);
	if (size > 0)
		memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

/* The input as a file; close it. */
static inline FILE *fuzz_file(const void *data, size_t size)
{
	/* glibc's fmemopen has no files without bytes. */
	FILE *file = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "rb")
			      : fopen("/dev/null", "rb");

	MUST(file);
	return file;
}

/* A failure is a status of its own and one line about it. */
static inline void fuzz_check_error(enum status status, const struct err *err)
{
	size_t size = strnlen(err->msg, ERR_MSG_MAX);

	MUST(err->code == status);
	MUST(status == STATUS_USAGE || status == STATUS_INPUT ||
		status == STATUS_LIMIT);
	MUST(size > 0 && size < ERR_MSG_MAX);
	for (size_t i = 0; i < size; i++)
		MUST(((unsigned char)err->msg[i] >= ' ' &&
			     err->msg[i] != 127) ||
			err->msg[i] == ERR_NAME[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
