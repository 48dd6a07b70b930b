/*
 * A wish is met by a send of a processor that has the item, at a time when the
 * one that lacks it can receive.  As long as there are wishes, one of them, at
 * random, takes such a send: one that is free at a time when the receiver is
 * free if there is any, or else one where a single other wish gives way, which
 * is then to be met in turn.  What was just met does not give way for a while,
 * so that the wishes move on instead of exchanging two sends for ever.
 *   Example: p lacks x, and is free only at time 1, when the only sender of x
 * serves q.  p takes that send; q finds a free one at time 2, or takes another
 * one's, and so on: as in a matching along an alternating path, but a receiver
 * may change the time, too.
 */
#include "model/optimum/steady_ending.h"

#include "base/mem.h"

static const uint32_t NOBODY = UINT32_MAX;

/* Of a receiver's times: one without a send; one when it cannot receive. */
enum { FREE = -1, BUSY = -2 };

/* How long a met wish may keep its send, in wishes met; the wishes met in vain,
 * for each at first, before it gives up; nanoseconds to meet one, and to look
 * at a send. */
enum { KEPT = 10, PATIENCE = 8, PATIENCE_MIN = 64, MEET = 128, LOOK = 3 };

/* Of all looks. */
enum { LOOKS_MAX = 1 << 22 };

struct ending_send {
	uint64_t items;
	uint32_t from, to, item; /* to NOBODY: free */
	uint32_t kept;		 /* until so many wishes are met */
	uint32_t at;		 /* where it is in the list of free sends */
};

struct ending_wish {
	uint32_t to, item;
};

struct steady_ending {
	uint32_t P, times;
	struct ending_send *send; /* time · P + i */
	uint32_t *count;	  /* of each time's sends */
	int32_t *taken; /* time · P + p: the send that p takes, or no one */
	uint32_t *free, frees;
	struct ending_wish *wish;
	uint32_t wishes; /* not met */
	uint32_t met;	 /* how often one was met */
	uint64_t looks;
};

/* The best send for a wish so far. */
struct ending_choice {
	struct ending_wish wish;
	uint32_t time, send, cost, ties;
};

struct steady_ending *steady_ending_new(
	uint32_t P, uint32_t times, uint32_t items)
{
	struct steady_ending *ending = mem_array(1, sizeof *ending);
	size_t sends = (size_t)P * times;

	ending->P = P;
	ending->times = times;
	ending->send = mem_array(sends, sizeof *ending->send);
	ending->count = mem_array(times, sizeof *ending->count);
	ending->taken = mem_array(sends, sizeof *ending->taken);
	ending->free = mem_array(sends, sizeof *ending->free);
	ending->wish = mem_array((size_t)P * items, sizeof *ending->wish);
	steady_ending_reset(ending);
	return ending;
}

void steady_ending_free(struct steady_ending *ending)
{
	if (!ending)
		return;
	mem_free(ending->send);
	mem_free(ending->count);
	mem_free(ending->taken);
	mem_free(ending->free);
	mem_free(ending->wish);
	mem_free(ending);
}

void steady_ending_reset(struct steady_ending *ending)
{
	ending->frees = ending->wishes = ending->met = 0;
	ending->looks = 0;
	for (uint32_t time = 0; time < ending->times; time++)
		ending->count[time] = 0;
	for (size_t i = 0; i < (size_t)ending->times * ending->P; i++)
		ending->taken[i] = BUSY;
}

static int32_t *get_taken(
	const struct steady_ending *ending, uint32_t time, uint32_t to)
{
	return &ending->taken[(size_t)time * ending->P + to];
}

static void set_free(struct steady_ending *ending, uint32_t i)
{
	ending->send[i].to = NOBODY;
	ending->send[i].at = ending->frees;
	ending->free[ending->frees++] = i;
}

void steady_ending_add(struct steady_ending *ending, uint32_t time,
	uint32_t from, uint64_t items, uint32_t to)
{
	uint32_t i = time * ending->P + ending->count[time]++;

	ending->send[i] = (struct ending_send){.items = items, .from = from};
	set_free(ending, i);
	*get_taken(ending, time, to) = FREE;
}

void steady_ending_wish(
	struct steady_ending *ending, uint32_t to, uint32_t item)
{
	ending->wish[ending->wishes++] = (struct ending_wish){to, item};
}

static int is_kept(const struct steady_ending *ending, uint32_t i)
{
	return ending->send[i].to != NOBODY &&
	       ending->send[i].kept > ending->met;
}

/* Takes a send into the choice if no more wishes give way than for the others;
 * of several equal ones each has the same chance. */
static void consider_send(struct steady_ending *ending,
	struct ending_choice *choice, uint32_t time, uint32_t i,
	struct random *random)
{
	const struct ending_send *send = &ending->send[i];
	int32_t own = *get_taken(ending, time, choice->wish.to);
	uint32_t cost;

	ending->looks++;
	if ((send->items >> choice->wish.item & 1) == 0 || own == BUSY ||
		is_kept(ending, i) ||
		(own != FREE && is_kept(ending, (uint32_t)own)))
		return;
	cost = (uint32_t)(send->to != NOBODY) +
	       (uint32_t)(own != FREE && (uint32_t)own != i);
	if (cost > choice->cost)
		return;
	if (cost < choice->cost)
		choice->ties = 0;
	choice->cost = cost;
	if (random_below(random, ++choice->ties) > 0)
		return;
	choice->time = time;
	choice->send = i;
}

/* All sends at the times when the receiver is free, or not. */
static void consider_times(struct steady_ending *ending,
	struct ending_choice *choice, int is_free, struct random *random)
{
	for (uint32_t time = 0; time < ending->times; time++) {
		int32_t own = *get_taken(ending, time, choice->wish.to);
		uint32_t first = time * ending->P;

		if (own == BUSY || (own == FREE) != is_free)
			continue;
		for (uint32_t i = 0; i < ending->count[time]; i++)
			consider_send(ending, choice, time, first + i, random);
	}
}

/* Two wishes give way only if there is no other choice. */
static struct ending_choice choose_send(struct steady_ending *ending,
	struct ending_wish wish, struct random *random)
{
	struct ending_choice choice = {.wish = wish, .cost = 3};
	uint32_t frees = ending->frees;
	uint32_t from = frees > 0 ? random_below(random, frees) : 0;

	for (uint32_t j = 0; j < frees && choice.cost > 0; j++) {
		uint32_t i = ending->free[(from + j) % frees];

		consider_send(ending, &choice, i / ending->P, i, random);
	}
	if (choice.cost > 0)
		consider_times(ending, &choice, 1, random);
	if (choice.cost > 2)
		consider_times(ending, &choice, 0, random);
	return choice;
}

/* The wish that has the send gives way. */
static void put_out(struct steady_ending *ending, uint32_t time, uint32_t i)
{
	const struct ending_send *send = &ending->send[i];

	steady_ending_wish(ending, send->to, send->item);
	*get_taken(ending, time, send->to) = FREE;
	set_free(ending, i);
}

static void take_send(struct steady_ending *ending,
	const struct ending_choice *choice, struct random *random)
{
	struct ending_send *send = &ending->send[choice->send];
	int32_t *own = get_taken(ending, choice->time, choice->wish.to);
	uint32_t last;

	if (*own != FREE)
		put_out(ending, choice->time, (uint32_t)*own);
	if (send->to != NOBODY)
		put_out(ending, choice->time, choice->send);
	last = ending->free[--ending->frees];
	ending->free[send->at] = last;
	ending->send[last].at = send->at;
	send->to = choice->wish.to;
	send->item = choice->wish.item;
	send->kept = ++ending->met + random_below(random, KEPT);
	*own = (int32_t)choice->send;
}

/* Returns whether there was a send for that wish. */
static int meet_wish(
	struct steady_ending *ending, uint32_t j, struct random *random)
{
	struct ending_choice choice =
		choose_send(ending, ending->wish[j], random);

	if (choice.cost > 2)
		return 0;
	ending->wish[j] = ending->wish[--ending->wishes];
	take_send(ending, &choice, random);
	return 1;
}

uint32_t steady_ending_meet(
	struct steady_ending *ending, struct random *random, uint64_t *work)
{
	uint32_t least = ending->wishes, vain = 0, tries = 0;
	uint32_t patience = PATIENCE_MIN + PATIENCE * ending->wishes;

	while (ending->wishes > 0 && vain++ < patience &&
		ending->looks < LOOKS_MAX) {
		if (!meet_wish(ending, random_below(random, ending->wishes),
			    random))
			ending->met++;
		tries++;
		if (ending->wishes < least) {
			least = ending->wishes;
			vain = 0;
		}
	}
	*work += LOOK * ending->looks + (uint64_t)MEET * tries;
	return least;
}

size_t steady_ending_list(const struct steady_ending *ending, uint32_t time,
	struct optimum_send *send)
{
	size_t sends = 0;

	for (uint32_t i = 0; i < ending->count[time]; i++) {
		const struct ending_send *from =
			&ending->send[(size_t)time * ending->P + i];

		if (from->to != NOBODY)
			send[sends++] =
				(struct optimum_send){.from = from->from,
					.to = from->to,
					.item = from->item};
	}
	return sends;
}
