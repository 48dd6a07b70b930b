/* The first violations, each with its line, then their number. */
#include "cli/violations.h"

#include <inttypes.h>

enum status violations_print(const struct check *check, FILE *out)
{
	for (size_t i = 0; i < check->listed; i++) {
		const struct check_violation *violation = &check->violation[i];

		if (violation->line > 0)
			fprintf(out, "line %" PRIu64 ": ", violation->line);
		fprintf(out, "%s\n", violation->reason.msg);
	}
	if (check->violations > check->listed)
		fprintf(out, "%" PRIu64 " violations in all\n",
			check->violations);
	return STATUS_INVALID;
}
