/* Binary search in a table whose rows ascend by a word. */
#ifndef FIBCAST_BASE_ASCENDING_H
#define FIBCAST_BASE_ASCENDING_H

#include <stddef.h>
#include <stdint.h>

/*
 * The index of the first of count rows whose word is at least that, count if
 * none is.  Rows are stride bytes; the word, a uint64_t, is offset bytes from
 * each one's begin.
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
