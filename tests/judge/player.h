/*
 * A second player of postal and logp schedules whose latencies vary, for tests:
 * it goes tick by tick over arrays, by the rules in check/check.h, with
 * latencies that the caller chooses.  Also adversaries, which look for the
 * latest end.
 */
#ifndef FIBCAST_JUDGE_PLAYER_H
#define FIBCAST_JUDGE_PLAYER_H

#include <stddef.h>
#include <stdint.h>

#include "core/schedule.h"
#include "number/random.h"

enum { PLAYER_ROWS = 1 << 14, PLAYER_PLACES = 1 << 13, PLAYER_SIDE = 64 };

/* When one processor's messages should meet: those sent too early to arrive at
 * `last' arrive at `first', all others at `last', as nearly as they can. */
struct player_aim {
	uint64_t first, last;
};

struct player {
	uint64_t n, m, L, S; /* ticks of the latency, and of a send */
	int is_broadcast;
	struct transmission row[PLAYER_ROWS];
	size_t rows;
	/* Gives the latency of row i, sent at the time; NULL: latency[i]. */
	uint64_t (*choose)(
		const struct player *player, size_t i, uint64_t time);
	unsigned char latency[PLAYER_ROWS];
	struct player_aim aim[PLAYER_SIDE]; /* of each processor; 0, 0: none */
	int is_reversed; /* of rows that arrive together, the last goes first */
	unsigned char is_relayed[PLAYER_ROWS]; /* the receiver sends it on */
	/* Found by playing: */
	uint64_t arrival[PLAYER_ROWS];
	unsigned char is_received[PLAYER_ROWS];
	/* By processor: when it can send, and receive, again. */
	uint64_t send[PLAYER_PLACES], receive[PLAYER_PLACES];
	uint64_t late; /* the sum of the times of all receptions */
	/* [p·m + i - 1]: when p gets message i, plus 1; 0: never */
	uint64_t held[PLAYER_PLACES];
	size_t next[PLAYER_PLACES]; /* by processor: see send_all */
};

/* Reads all rows, and sets all latencies to L; whether there is room for them.
 */
int judge_player_read(struct player *player, struct schedule *schedule);

/* The same from an array. */
void judge_player_set(struct player *player,
	const struct schedule_header *header, const struct transmission *row,
	size_t rows);

/* When the last message is received. */
uint64_t judge_player_finish(struct player *player);

/* The latest end for all choices of latencies, or 0 if there are more than
 * `most' of them. */
uint64_t judge_player_worst(struct player *player, uint64_t most);

/* The latest end that a hill climb finds: a change of up to three latencies
 * stays if it does not reduce `late'. */
uint64_t judge_player_climb(
	struct player *player, struct random *random, unsigned climbs);

/* The latest end that `aims' random aims find, at messages that are sent on: an
 * aim stays if it makes the end no earlier.  At most PLAYER_SIDE processors. */
uint64_t judge_player_aim(
	struct player *player, struct random *random, unsigned aims);

#endif
