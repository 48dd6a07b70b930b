/* Plays schedules with varying latencies tick by tick; and adversaries. */
#include "judge/player.h"

#include <string.h>

static size_t place(const struct player *player, uint64_t p, uint64_t i)
{
	return (size_t)(p * player->m + i - 1);
}

/* -- a play */

/* Whether row i is received before row j; both wait at the same processor. */
static int goes_first(const struct player *player, size_t i, size_t j)
{
	if (player->arrival[i] != player->arrival[j])
		return player->arrival[i] < player->arrival[j];
	if (player->is_reversed)
		return i > j;
	if (player->is_relayed[i] != player->is_relayed[j])
		return player->is_relayed[i] < player->is_relayed[j];
	return i < j;
}

/* The row that the processor receives now, or PLAYER_ROWS. */
static size_t choose_row(const struct player *player, const size_t *waiting,
	size_t count, uint64_t p, uint64_t time)
{
	size_t best = PLAYER_ROWS;

	for (size_t k = 0; k < count; k++) {
		size_t i = waiting[k];

		if (player->row[i].to == p && player->arrival[i] <= time &&
			(best == PLAYER_ROWS || goes_first(player, i, best)))
			best = i;
	}
	return best;
}

static size_t receive_all(
	struct player *player, size_t *waiting, size_t count, uint64_t time)
{
	for (uint64_t p = 0; p < player->n; p++) {
		size_t i = choose_row(player, waiting, count, p, time), k = 0;
		uint64_t *held;

		if (i == PLAYER_ROWS || player->receive[p] > time)
			continue;
		player->receive[p] = time + player->S;
		player->is_received[i] = 1;
		while (waiting[k] != i)
			k++;
		waiting[k] = waiting[--count];
		player->late += time;
		held = &player->held[place(player, p, player->row[i].message)];
		if (*held == 0)
			*held = time + 1;
	}
	return count;
}

/* Whether row i's sender has received what it must before it sends: in a
 * broadcast the message, from anybody; else all receives of the message that
 * the schedule ends before the row. */
static int has_all(const struct player *player, size_t i)
{
	const struct transmission *row = &player->row[i];

	if (player->is_broadcast)
		return row->from == 0 ||
		       player->held[place(player, row->from, row->message)];
	for (size_t j = 0; j < player->rows; j++)
		if (player->row[j].to == row->from &&
			player->row[j].message == row->message &&
			player->row[j].tick + player->L <= row->tick &&
			!player->is_received[j])
			return 0;
	return 1;
}

/* Starts all sends that can start now.  player->next: the sender has sent all
 * its rows before this one. */
static size_t send_all(
	struct player *player, size_t *waiting, size_t count, uint64_t time)
{
	for (uint64_t p = 0; p < player->n; p++) {
		size_t i = player->next[p];
		const struct transmission *row;

		while (i < player->rows && player->row[i].from != p)
			i++;
		player->next[p] = i;
		row = &player->row[i];
		if (i == player->rows || row->tick > time ||
			player->send[p] > time || !has_all(player, i))
			continue;
		player->send[p] = time + player->S;
		player->arrival[i] =
			time + (player->choose ? player->choose(player, i, time)
					       : player->latency[i]);
		waiting[count++] = i;
		player->next[p]++;
	}
	return count;
}

uint64_t judge_player_finish(struct player *player)
{
	static size_t waiting[PLAYER_ROWS];
	size_t count = 0, sent = 0;

	memset(player->held, 0,
		(size_t)(player->n * player->m) * sizeof *player->held);
	memset(player->next, 0, (size_t)player->n * sizeof *player->next);
	memset(player->send, 0, (size_t)player->n * sizeof *player->send);
	memset(player->receive, 0, (size_t)player->n * sizeof *player->receive);
	memset(player->is_received, 0, player->rows);
	player->late = 0;
	for (uint64_t time = 0;; time++) {
		size_t before;

		count = receive_all(player, waiting, count, time);
		before = count;
		count = send_all(player, waiting, count, time);
		sent += count - before;
		if (sent == player->rows && count == 0)
			return time;
	}
}

/* -- schedules */

static void player_start(
	struct player *player, const struct schedule_header *header)
{
	*player = (struct player){.n = header->processors,
		.m = header->messages,
		.L = header->latency,
		.S = schedule_send(header),
		.is_broadcast = header->operation == OPERATION_BROADCAST};
}

static void find_relays(struct player *player)
{
	for (size_t i = 0; i < player->rows; i++)
		for (size_t j = 0; j < player->rows; j++)
			if (player->row[j].from == player->row[i].to &&
				player->row[j].message ==
					player->row[i].message)
				player->is_relayed[i] = 1;
	memset(player->latency, (int)player->L, player->rows);
}

void judge_player_set(struct player *player,
	const struct schedule_header *header, const struct transmission *row,
	size_t rows)
{
	player_start(player, header);
	memcpy(player->row, row, rows * sizeof *row);
	player->rows = rows;
	find_relays(player);
}

int judge_player_read(struct player *player, struct schedule *schedule)
{
	const struct transmission *row;
	struct err err;
	size_t count;

	player_start(player, &schedule->header);
	while (schedule_next(schedule, &row, &count, &err) == STATUS_OK &&
		count > 0 && player->rows + count <= PLAYER_ROWS) {
		memcpy(player->row + player->rows, row, count * sizeof *row);
		player->rows += count;
	}
	find_relays(player);
	return count == 0;
}

/* -- adversaries */

static uint64_t later(uint64_t x, uint64_t y)
{
	return x > y ? x : y;
}

uint64_t judge_player_worst(struct player *player, uint64_t most)
{
	uint64_t worst = 0, choices = 1;

	for (size_t i = 0; i < player->rows; i++)
		if ((choices *= player->L - player->S + 1) > most)
			return 0;
	for (uint64_t choice = 0; choice < choices; choice++) {
		uint64_t rest = choice;

		for (size_t i = 0; i < player->rows; i++) {
			player->latency[i] =
				(unsigned char)(player->S +
						rest % (player->L - player->S +
							       1));
			rest /= player->L - player->S + 1;
		}
		worst = later(worst, judge_player_finish(player));
	}
	return worst;
}

uint64_t judge_player_climb(
	struct player *player, struct random *random, unsigned climbs)
{
	uint64_t worst = judge_player_finish(player), late = player->late;

	for (unsigned climb = 0; climb < climbs; climb++) {
		size_t at[3];
		unsigned char old[3];

		for (size_t k = 0; k < 3; k++) {
			at[k] = random_below(random, (uint32_t)player->rows);
			old[k] = player->latency[at[k]];
			player->latency[at[k]] =
				(unsigned char)(player->S +
						random_below(random,
							(uint32_t)(player->L -
								   player->S +
								   1)));
		}
		worst = later(worst, judge_player_finish(player));
		if (player->late >= late) {
			late = player->late;
			continue;
		}
		for (size_t k = 3; k-- > 0;)
			player->latency[at[k]] = old[k];
	}
	return worst;
}

/* The latency of row i, sent at the time, that its receiver's aim asks for. */
static uint64_t aimed(const struct player *player, size_t i, uint64_t time)
{
	const struct player_aim *aim = &player->aim[player->row[i].to];
	uint64_t L = player->L,
		 meet = time + L < aim->last ? aim->first : aim->last;

	if (aim->last == 0 || meet > time + L)
		return L;
	return meet > time + player->S ? meet - time : player->S;
}

/* The next row from i on, cyclically, that processor p receives or, if p is 0,
 * that its receiver sends on. */
static const struct transmission *next_row(
	const struct player *player, size_t i, uint64_t p)
{
	for (size_t left = player->rows; left > 0; left--, i++) {
		i = i < player->rows ? i : 0;
		if (p == 0 ? player->is_relayed[i] : player->row[i].to == p)
			return &player->row[i];
	}
	return NULL;
}

uint64_t judge_player_aim(
	struct player *player, struct random *random, unsigned aims)
{
	uint32_t rows = (uint32_t)player->rows;
	uint64_t worst;

	player->choose = aimed;
	worst = judge_player_finish(player);
	for (unsigned k = 0; k < aims; k++) {
		const struct transmission *last = next_row(player,
						  random_below(random, rows),
						  0),
					  *first;
		struct player_aim *aim, old;
		uint64_t end;

		if (!last)
			break;
		first = next_row(player, random_below(random, rows), last->to);
		aim = &player->aim[last->to];
		old = *aim;
		aim->last = last->tick + player->L + random_below(random, 2);
		aim->first = first->tick + player->L;
		end = judge_player_finish(player);
		if (end < worst)
			*aim = old;
		worst = later(worst, end);
	}
	player->choose = NULL;
	return worst;
}
