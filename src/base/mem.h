/*
 * One allocator for GMP and for ourselves.  It never returns NULL: when memory
 * is exhausted, or a request passes mem_init's handler, the handler ends the
 * process (GMP cannot fail softly, and longjmp out of it is undefined).
 */
#ifndef FIBCAST_BASE_MEM_H
#define FIBCAST_BASE_MEM_H

#include <stddef.h>

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

#endif
