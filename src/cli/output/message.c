/*
 * A parameter that the library names is printed as the option that sets it:
 * "--max-bits".
 */
#include "cli/output/output.h"

#include <stdio.h>

void message_print(const char *command, const struct err *err)
{
	int is_name = 0;

	fputs("fibcast: ", stderr);
	if (command)
		fprintf(stderr, "%s: ", command);
	for (const char *msg = err->msg; *msg; msg++) {
		is_name = *msg == ERR_NAME[0] || (is_name && *msg != ' ');
		if (*msg == ERR_NAME[0])
			fputs("--", stderr);
		else
			fputc(is_name && *msg == '_' ? '-' : *msg, stderr);
	}
	fputc('\n', stderr);
}
