/* The variables are read as they are: setlocale would need the locale. */
#include "cli/terminal.h"

#include <stddef.h>
#include <stdlib.h>
#include <strings.h>

int terminal_is_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	const char *text = NULL;

	for (size_t i = 0; i < 3 && !(text && *text); i++)
		text = getenv(names[i]);
	for (; text && *text; text++)
		if (strncasecmp(text, "utf-8", 5) == 0 ||
			strncasecmp(text, "utf8", 4) == 0)
			return 1;
	return 0;
}
