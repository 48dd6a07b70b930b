/*
 * Wider moments are copied from the narrower ones, which are then freed.  The
 * first ones are written at once: pages of new memory that are read first are
 * faulted in twice.
 */
#include "check/checker.h"

#include <string.h>

#include "base/mem.h"

void ports_init(struct ports *ports, uint64_t processors)
{
	size_t size = (size_t)processors * sizeof *ports->byte;

	*ports = (struct ports){.byte = mem_resize(NULL, size, 1)};
	memset(ports->byte, 0, size);
}

void ports_clear(struct ports *ports)
{
	mem_free(ports->byte);
	mem_free(ports->half);
	mem_free(ports->word);
	*ports = (struct ports){0};
}

void ports_reach(struct ports *ports, uint64_t processors, uint32_t moment)
{
	struct ports wider = {0};

	if (ports->byte && moment > UINT8_MAX)
		wider.half = mem_array((size_t)processors, sizeof *wider.half);
	else if (ports->half && moment > UINT16_MAX)
		wider.word = mem_array((size_t)processors, sizeof *wider.word);
	else
		return;
	for (uint64_t p = 0; p < processors; p++)
		for (int end = 0; end < PORT_ENDS; end++)
			ports_set(&wider, p, (enum port_end)end,
				ports_get(ports, p, (enum port_end)end));
	ports_clear(ports);
	*ports = wider;
}
