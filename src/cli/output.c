#include "cli/output.h"

#include <string.h>

uint64_t output_max_bits(const struct option *options, const void *args)
{
	for (; options->help; options++) {
		const char *base = args;
		int64_t bits;

		if (!options->name || strcmp(options->name, "max-bits") != 0)
			continue;
		memcpy(&bits, base + options->field, sizeof bits);
		return (uint64_t)bits;
	}
	return (uint64_t)OUTPUT_MAX_BITS;
}
