/*
 * One allocator for GMP and for ourselves.  It never returns NULL: when memory
 * is exhausted, mem_init's handler ends the process, as GMP has no way to
 * report a failure and longjmp out of it is undefined.
 */
#ifndef FIBCAST_BASE_MEM_H
#define FIBCAST_BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

/* Sets the handler that is called when memory runs out, which must not return,
 * and makes GMP allocate here. */
void mem_init(void (*exhausted)(size_t bytes));

/* An array of count elements of size bytes, zeroed.  mem_free takes NULL. */
void *mem_array(size_t count, size_t size) __attribute__((returns_nonnull));

/* The memory, moved if necessary, with room for count elements of size bytes;
 * new elements are not initialised. */
void *mem_resize(void *memory, size_t count, size_t size)
	__attribute__((returns_nonnull));

/*
 * The memory of an array that has count elements of size bytes, moved if
 * necessary so that there is room for one more.  *capacity grows by half when
 * the array is full, so that adding n elements one by one takes O(n) time.
 */
void *mem_grow(void *memory, size_t *capacity, size_t count, size_t size)
	__attribute__((returns_nonnull));

void mem_free(void *memory);

/* A new text: the first size bytes of text.  Free it with mem_free. */
char *mem_text(const char *text, size_t size) __attribute__((returns_nonnull));

/* A new text: all texts up to a NULL, joined. */
char *mem_join(const char *first, ...)
	__attribute__((sentinel, returns_nonnull));

/*
 * Binary search in a table of count rows sorted by a uint64_t: the index of the
 * first row whose word is at least `least`, or count if there is none.  A row
 * takes stride bytes, and its word is offset bytes from the row's start.
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
