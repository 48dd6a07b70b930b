/*
 * Preloaded, it makes the k-th write to standard output fail, k = FAIL_WRITE,
 * with the error FAIL_WRITE_ERROR, a number; or closing it, FAIL_CLOSE, if that
 * is set.  When the program exits, the number of its writes is written to the
 * file FAIL_WRITE_COUNT.
 *
 * The C library's streams call write where nothing can stand in for it; so
 * standard output becomes a stream of our own.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned long count, failing;
static int error;

static unsigned long number(const char *name)
{
	const char *text = getenv(name);

	return text ? strtoul(text, NULL, 10) : 0;
}

/* 0, not less, is a failure here. */
static ssize_t write_some(void *cookie, const char *bytes, size_t size)
{
	size_t done = 0;

	(void)cookie;
	if (++count == failing) {
		errno = error;
		return 0;
	}
	while (done < size) {
		ssize_t more = write(STDOUT_FILENO, bytes + done, size - done);

		if (more < 0)
			return 0;
		done += (size_t)more;
	}
	return (ssize_t)done;
}

__attribute__((constructor)) static void start(void)
{
	failing = number("FAIL_WRITE");
	error = (int)number("FAIL_WRITE_ERROR");
	stdout = fopencookie(
		NULL, "w", (cookie_io_functions_t){.write = write_some});
	if (!stdout)
		abort();
}

__attribute__((destructor)) static void finish(void)
{
	const char *name = getenv("FAIL_WRITE_COUNT");
	FILE *file = name ? fopen(name, "w") : NULL;

	if (!file)
		return;
	fprintf(file, "%lu\n", count);
	fclose(file);
}

int close(int file)
{
	int (*next)(int);

	if (file == STDOUT_FILENO && number("FAIL_CLOSE") > 0) {
		errno = (int)number("FAIL_CLOSE");
		return -1;
	}
	*(void **)&next = dlsym(RTLD_NEXT, "close");
	return next(file);
}
