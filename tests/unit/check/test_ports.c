/* check/ports: what was set is there, however wide moments have become since,
 * and they are no wider than the last one needs. */
#include "check/checker.h"

#include "base/mem.h"
#include "test.h"

enum { PROCESSORS = 5, LAST = UINT16_MAX + 9 };

static unsigned width_of(const struct ports *ports)
{
	CHECK(!!ports->byte + !!ports->half + !!ports->word == 1);
	return ports->byte   ? sizeof **ports->byte
	       : ports->half ? sizeof **ports->half
			     : sizeof **ports->word;
}

static unsigned width_needed(uint32_t moment)
{
	return moment < 256 ? 1 : moment < 65536 ? 2 : 4;
}

static int holds(const struct ports *ports, uint32_t expected[][PORT_ENDS])
{
	for (uint64_t p = 0; p < PROCESSORS; p++)
		for (int end = 0; end < PORT_ENDS; end++)
			if (ports_get(ports, p, (enum port_end)end) !=
				expected[p][end])
				return 0;
	return 1;
}

/* Where the processors' places are: one after the other. */
static int are_at(const struct ports *ports)
{
	const char *first = ports_at(ports, 0);

	for (uint64_t p = 0; p < PROCESSORS; p++)
		if ((const char *)ports_at(ports, p) !=
			first + p * PORT_ENDS * width_of(ports))
			return 0;
	return 1;
}

/* Each moment is one end of one processor, in turn. */
static void test_moments(void)
{
	uint32_t expected[PROCESSORS][PORT_ENDS] = {{0}};
	struct ports ports;

	ports_init(&ports, PROCESSORS);
	for (uint32_t moment = 1; moment <= LAST; moment++) {
		uint64_t p = moment % PROCESSORS;
		enum port_end end = (enum port_end)(moment / 3 % PORT_ENDS);

		ports_reach(&ports, PROCESSORS, moment);
		CHECK_FOR(width_of(&ports) == width_needed(moment), "%u",
			(unsigned)moment);
		CHECK_FOR(holds(&ports, expected), "%u", (unsigned)moment);
		ports_set(&ports, p, end, moment);
		expected[p][end] = moment;
		CHECK_FOR(holds(&ports, expected) && are_at(&ports), "%u",
			(unsigned)moment);
	}
	ports_clear(&ports);
	CHECK(!ports.byte && !ports.half && !ports.word);
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_moments());
	return test_done();
}
