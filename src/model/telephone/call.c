/* One telephone call, carried out. */
#include "model/telephone/call.h"

void telephone_call_send(struct knowledge *knowledge, struct rounds_send *send,
	uint32_t p, uint32_t q, uint32_t x, uint32_t y)
{
	if (x > 0) {
		send[p] = (struct rounds_send){q, x};
		knowledge_learn(knowledge, q, x);
	}
	if (y > 0) {
		send[q] = (struct rounds_send){p, y};
		knowledge_learn(knowledge, p, y);
	}
}
