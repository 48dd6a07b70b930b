/*
 * Of each processor, two moments: of its last send, and of the send that it
 * last received.  Memory is what limits the speed, so they are as narrow as the
 * latest moment so far permits: a byte, two or four.
 */
#ifndef FIBCAST_CHECK_PORTS_H
#define FIBCAST_CHECK_PORTS_H

#include <assert.h>
#include <stdint.h>

enum port_end { PORT_SENT, PORT_RECEIVED, PORT_ENDS };

/* One of the three is there: [processor][end]. */
struct ports {
	uint8_t (*byte)[PORT_ENDS];
	uint16_t (*half)[PORT_ENDS];
	uint32_t (*word)[PORT_ENDS];
};

/* The most that a processor takes, while moments are made wider. */
enum { PORTS_BYTES = PORT_ENDS * (sizeof(uint16_t) + sizeof(uint32_t)) };

/* All moments are 0. */
void ports_init(struct ports *ports, uint64_t processors);
void ports_clear(struct ports *ports);

/* Makes room for moments up to that one, next after the last. */
void ports_reach(struct ports *ports, uint64_t processors, uint32_t moment);

static inline uint32_t ports_get(
	const struct ports *ports, uint64_t processor, enum port_end end)
{
	if (ports->byte)
		return ports->byte[processor][end];
	if (ports->half)
		return ports->half[processor][end];
	assert(ports->word);
	return ports->word[processor][end];
}

static inline void ports_set(const struct ports *ports, uint64_t processor,
	enum port_end end, uint32_t moment)
{
	if (ports->byte) {
		ports->byte[processor][end] = (uint8_t)moment;
	} else if (ports->half) {
		ports->half[processor][end] = (uint16_t)moment;
	} else {
		assert(ports->word);
		ports->word[processor][end] = moment;
	}
}

/* Where the processor's are, to be prefetched. */
static inline const void *ports_at(
	const struct ports *ports, uint64_t processor)
{
	if (ports->byte)
		return &ports->byte[processor];
	if (ports->half)
		return &ports->half[processor];
	return &ports->word[processor];
}

#endif
