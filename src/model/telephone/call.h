/* One telephone call, carried out. */
#ifndef FIBCAST_MODEL_TELEPHONE_CALL_H
#define FIBCAST_MODEL_TELEPHONE_CALL_H

#include <stdint.h>

#include "model/rounds/rounds.h"

/* Carries out the call with exactly these messages, 0 for none. */
void telephone_call_send(struct knowledge *knowledge, struct rounds_send *send,
	uint32_t p, uint32_t q, uint32_t x, uint32_t y);

#endif
