/*
 * A second player of postal and logp schedules whose latencies vary, for tests:
 * tick by tick over arrays, as check/check.h reads, with latencies of the
 * caller's choice; and adversaries, who look for the latest end.
 */
#ifndef FIBCAST_JUDGE_PLAYER_H
#define FIBCAST_JUDGE_PLAYER_H

#include <stddef.h>
#include <stdint.h>

#include "core/schedule.h"
#include "number/random.h"

enum { PLAYER_ROWS = 1 << 14, PLAYER_PLACES = 1 << 13, PLAYER_SIDE = 64 };

/* What one processor's senders should meet: what is sent to it so early that
 * it can be there at the time `first`, but not at `last`, arrives at the first,
 * all else at the last, as nearly as it can. */
struct player_aim {
	uint64_t first, last;
};

struct player {
	uint64_t n, m, L, S; /* ticks of the latency, and of a send */
	int is_broadcast;
	struct transmission row[PLAYER_ROWS];
	size_t rows;
	/* The latency of row i, sent at the time; NULL: latency[i]. */
	uint64_t (*choose)(
		const struct player *player, size_t i, uint64_t time);
	unsigned char latency[PLAYER_ROWS];
	struct player_aim aim[PLAYER_SIDE]; /* of each processor; 0, 0: none */
	int is_reversed; /* of what arrives together, the last row goes first */
	unsigned char is_relayed[PLAYER_ROWS]; /* the receiver sends it on */
	/* Found by playing: */
	uint64_t arrival[PLAYER_ROWS];
	unsigned char is_received[PLAYER_ROWS];
	/* Of each processor: when it can send, and receive, again. */
	uint64_t send[PLAYER_PLACES], receive[PLAYER_PLACES];
	uint64_t late;		      /* the sum of all receptions */
	uint64_t held[PLAYER_PLACES]; /* [p·m + i - 1]: 0: never; else when + 1
				       */
	size_t next[PLAYER_PLACES];   /* of each processor: see player.c */
};

/* Reads all rows, with latencies L; whether there is room for them. */
int judge_player_read(struct player *player, struct schedule *schedule);

/* The same from an array. */
void judge_player_set(struct player *player,
	const struct schedule_header *header, const struct transmission *row,
	size_t rows);

/* When the last message is received. */
uint64_t judge_player_finish(struct player *player);

/* The latest end of all latencies, 0 if there are more than `most` of them. */
uint64_t judge_player_worst(struct player *player, uint64_t most);

/* The latest end on the way to bad latencies: a change of up to three of them
 * stays if the messages are not earlier in all. */
uint64_t judge_player_climb(
	struct player *player, struct random *random, unsigned climbs);

/* The latest end of so many aims at random messages that are sent on: an aim
 * stays if it makes the end no sooner.  At most PLAYER_SIDE processors. */
uint64_t judge_player_aim(
	struct player *player, struct random *random, unsigned aims);

#endif
