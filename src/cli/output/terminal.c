/* The terminal's width, and whether it has colours. */
#include "cli/output/output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_MOST = 100000 };

/* The value of COLUMNS; 0 if it is unset or makes no sense. */
static uint64_t columns_given(void)
{
	const char *text = getenv("COLUMNS");
	uint64_t columns = 0;

	for (; text && *text; text++) {
		if (*text < '0' || *text > '9' || columns > COLUMNS_MOST)
			return 0;
		columns = 10 * columns + (uint64_t)(*text - '0');
	}
	return columns;
}

uint64_t terminal_columns(FILE *out)
{
	struct winsize size;

	if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return columns_given();
}

/* https://no-color.org: a NO_COLOR that is not empty turns colours off. */
int terminal_colour(FILE *out)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (no_color && *no_color)
		return 0;
	return isatty(fileno(out)) && !(term && strcmp(term, "dumb") == 0);
}
