/*
 * A parameter that the library names is printed as the option that sets it:
 * "--max-bits".
 */
#include "cli/output/output.h"

#include <inttypes.h>
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

/* -- the first violations, each with its place, then their number. */

static void print_place(const char *place, uint64_t line, FILE *out)
{
	if (line == 0 && *place)
		fprintf(out, "%s: ", place);
	else if (line > 0)
		fprintf(out, "%s%s%" PRIu64 ": ", *place ? place : "line ",
			*place ? ":" : "", line);
}

enum status violations_print(
	const struct check *check, const char *place, FILE *out)
{
	for (size_t i = 0; i < check->listed; i++) {
		const struct check_violation *violation = &check->violation[i];

		print_place(place, violation->line, out);
		fprintf(out, "%s\n", violation->reason.msg);
	}
	if (check->violations > check->listed) {
		print_place(place, 0, out);
		fprintf(out, "%" PRIu64 " violations in all\n",
			check->violations);
	}
	return STATUS_INVALID;
}
