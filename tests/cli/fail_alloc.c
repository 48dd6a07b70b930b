/*
 * Preloaded, it makes the k-th allocation of a program fail, k = FAIL_ALLOC;
 * without that variable all succeed.  When the program exits, the number of
 * its allocations is written to the file FAIL_ALLOC_COUNT, if that is set.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *(*next_malloc)(size_t);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static void (*next_free)(void *);

/* What is asked for while dlsym looks for the real functions. */
static _Alignas(max_align_t) char early[1 << 14];
static size_t early_used;

static unsigned long count, failing;
static int is_ready;

static void *early_alloc(size_t size)
{
	void *memory = early + early_used;

	size = (size + sizeof(max_align_t) - 1) & -sizeof(max_align_t);
	if (size > sizeof early - early_used)
		abort();
	early_used += size;
	return memory;
}

static int is_early(const void *memory)
{
	const char *at = memory;

	return at >= early && at < early + sizeof early;
}

__attribute__((constructor)) static void start(void)
{
	const char *text = getenv("FAIL_ALLOC");

	*(void **)&next_malloc = dlsym(RTLD_NEXT, "malloc");
	*(void **)&next_calloc = dlsym(RTLD_NEXT, "calloc");
	*(void **)&next_realloc = dlsym(RTLD_NEXT, "realloc");
	*(void **)&next_free = dlsym(RTLD_NEXT, "free");
	failing = text ? strtoul(text, NULL, 10) : 0;
	is_ready = 1;
}

__attribute__((destructor)) static void finish(void)
{
	const char *name = getenv("FAIL_ALLOC_COUNT");
	unsigned long total = count;
	FILE *file = name ? fopen(name, "w") : NULL;

	if (!file)
		return;
	fprintf(file, "%lu\n", total);
	fclose(file);
}

static int fails(void)
{
	if (++count != failing)
		return 0;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t size)
{
	if (!is_ready)
		return early_alloc(size);
	return fails() ? NULL : next_malloc(size);
}

void *calloc(size_t elements, size_t size)
{
	if (!is_ready)
		return early_alloc(elements * size);
	return fails() ? NULL : next_calloc(elements, size);
}

void *realloc(void *memory, size_t size)
{
	if (!is_ready || is_early(memory))
		abort();
	return fails() ? NULL : next_realloc(memory, size);
}

void free(void *memory)
{
	if (memory && !is_early(memory))
		next_free(memory);
}
