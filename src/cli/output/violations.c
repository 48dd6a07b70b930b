/* The first violations, each with its place, then their number. */
#include "cli/output/output.h"

#include <inttypes.h>

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
