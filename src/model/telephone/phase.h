/* The kinds of phases of the tables for odd n; table.h says what they do. */
#ifndef FIBCAST_MODEL_TELEPHONE_PHASE_H
#define FIBCAST_MODEL_TELEPHONE_PHASE_H

enum phase_kind {
	PHASE_NONE,
	PHASE_OLD,
	PHASE_YOUNG,
	PHASE_SOURCE,
	PHASE_IDLE,
	PHASE_LONE,
	PHASE_MEET,
	PHASE_SWAP
};

#endif
