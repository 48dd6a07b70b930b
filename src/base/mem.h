/*
 * One allocator for GMP and for ourselves.  It never returns NULL: when memory
 * is exhausted, or a request passes mem_init's handler, the handler ends the
 * process (GMP cannot fail softly, and longjmp out of it is undefined).
 */
#ifndef FIBCAST_BASE_MEM_H
#define FIBCAST_BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

/* Sets what is called, once and never to return, when memory runs out; and
 * makes GMP allocate here. */
void mem_init(void (*exhausted)(size_t bytes));

/* An array of count elements of size bytes, zeroed.  mem_free takes NULL. */
void *mem_array(size_t count, size_t size) __attribute__((returns_nonnull));

/* The memory, moved if it must be, with room for count elements of size bytes;
 * new elements are not initialised. */
void *mem_resize(void *memory, size_t count, size_t size)
	__attribute__((returns_nonnull));

/*
 * The memory of an array of count elements of size bytes, with room for one
 * more.  *capacity grows by half when the array is full, so that adding n
 * elements one by one takes O(n) time.
 */
void *mem_grow(void *memory, size_t *capacity, size_t count, size_t size)
	__attribute__((returns_nonnull));

void mem_free(void *memory);

/* A new text: those given, up to a NULL, one after the other. */
char *mem_join(const char *first, ...)
	__attribute__((sentinel, returns_nonnull));

/*
 * Binary search in a table whose rows ascend by a word: the index of the first
 * of count rows whose word is at least that, count if none is.  Rows are stride
 * bytes; the word, a uint64_t, is offset bytes from each one's begin.
 */
static inline size_t ascending_find(const void *rows, size_t stride,
	size_t offset, size_t count, uint64_t least)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const void *word =
			(const char *)rows + middle * stride + offset;

		if (*(const uint64_t *)word < least)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

#endif
