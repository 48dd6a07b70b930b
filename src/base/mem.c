/* Every allocation goes through this file; one that fails calls the handler. */
#include "base/mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <gmp.h>

/* The first capacity of an array that grows one by one. */
enum { CAPACITY_LEAST = 8 };

#ifndef MEM_KEPT
#define MEM_KEPT 4096
#endif

/*
 * GMP allocates and frees small numbers by the million.  Each gets SMALL bytes,
 * the least that malloc hands out on 64 bits; up to KEPT_MOST freed ones are
 * kept in a list to be used again.
 */
enum { SMALL = 24, KEPT_MOST = MEM_KEPT };

static struct kept {
	struct kept *next;
} * kept;
static size_t kept_count;

static void (*mem_exhausted)(size_t bytes);

/* The handler does not return; without one, the process aborts. */
static _Noreturn void fail(size_t bytes)
{
	if (mem_exhausted)
		mem_exhausted(bytes);
	abort();
}

static void *gmp_alloc(size_t size)
{
	void *memory = kept;

	if (size <= SMALL && memory) {
		kept = kept->next;
		kept_count--;
		return memory;
	}
	memory = malloc(size <= SMALL ? SMALL : size);
	if (!memory)
		fail(size);
	return memory;
}

static void *gmp_resize(void *memory, size_t old, size_t size)
{
	if (old <= SMALL && size <= SMALL)
		return memory;
	return mem_resize(memory, size <= SMALL ? SMALL : size, 1);
}

static void gmp_free(void *memory, size_t size)
{
	if (size > SMALL || kept_count == KEPT_MOST) {
		free(memory);
		return;
	}
	((struct kept *)memory)->next = kept;
	kept = memory;
	kept_count++;
}

void mem_init(void (*exhausted)(size_t bytes))
{
	mem_exhausted = exhausted;
	mp_set_memory_functions(gmp_alloc, gmp_resize, gmp_free);
}

void *mem_array(size_t count, size_t size)
{
	void *memory;

	if (count == 0 || size == 0)
		count = size = 1;
	memory = calloc(count, size);
	if (!memory)
		fail(count > SIZE_MAX / size ? SIZE_MAX : count * size);
	return memory;
}

void *mem_resize(void *memory, size_t count, size_t size)
{
	void *resized = NULL;

	if (count == 0 || size == 0)
		count = size = 1;
	if (count > SIZE_MAX / size)
		fail(SIZE_MAX);
	resized = realloc(memory, count * size);
	if (!resized)
		fail(count * size);
	return resized;
}

void *mem_grow(void *memory, size_t *capacity, size_t count, size_t size)
{
	if (count < *capacity)
		return memory;
	*capacity += *capacity / 2 + CAPACITY_LEAST;
	return mem_resize(memory, *capacity, size);
}

void mem_free(void *memory)
{
	free(memory);
}

char *mem_text(const char *text, size_t size)
{
	return memcpy(mem_array(size + 1, 1), text, size);
}

char *mem_join(const char *first, ...)
{
	va_list texts;
	size_t size = 1;
	char *joined;

	va_start(texts, first);
	for (const char *t = first; t; t = va_arg(texts, const char *))
		size += strlen(t);
	va_end(texts);
	joined = mem_array(size, 1);
	va_start(texts, first);
	for (const char *t = first; t; t = va_arg(texts, const char *))
		strcat(joined, t);
	va_end(texts);
	return joined;
}
