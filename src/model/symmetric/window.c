/*
 * All-gather by windows: a message goes as far as the window is long and brings
 * as many blocks as its sender has by then, at most those that are missing.
 *   Sent whenever the ports and the processor are free, messages may be short
 * where it had been better to wait for one that is on its way.  So each way of
 * beginning is continued by every number of waits for further arrivals, and
 * given up if it cannot be over before the best end so far.  Of the others
 * those are kept that may be over the soonest, and their ends are tried,
 * nothing waiting from then on.  By ports alone, if none of them had to be left
 * out, no list whose messages bring all that they can is over before the best
 * end; up to n = 60 no other list is, either (tests/judge/lists.c).
 *   L = 6128, o = g = 5000, G = 0, 8 processors: 1 1 1 2 2 blocks, the fourth
 * and the fifth message after one and two more than had to be.
 */
#include "model/symmetric/symmetric.h"

#include "base/mem.h"

/* ROUNDS: the most of a list; STEPS: rounds placed in a search; WORK: about as
 * many messages under way are looked at; ENDS: of the ways of a length, those
 * whose ends are tried. */
enum { ROUNDS = 1 << 20, STEPS = 1 << 18, WORK = 1 << 20, ENDS = 32 };

/* A round of a way, and the one before it: its index + 1, or 0. */
struct window_round {
	mpz_t blocks, after;
	size_t before;
};

/* A way to begin. */
struct window_way {
	mpz_t window;			 /* w, once all has arrived */
	mpz_t blocks, after, start, end; /* of its last round */
	size_t round;			 /* the last one: its index + 1, or 0 */
	uint64_t least; /* a bound on its end, symmetric_bound_find's */
	struct symmetric_clock clock;
};

struct window_search {
	struct symmetric_cost *cost;
	mpz_srcptr n;
	struct window_round *round;
	size_t rounds, capacity;
	struct window_way **kept, **next; /* the best first; one more */
	size_t width, kepts, nexts;
	struct window_way *trial, end; /* one more round; and all of them */
	mpz_t best; /* the least finish, and the last round judged of it */
	size_t best_round;
	size_t steps; /* rounds placed */
	struct symmetric_bound bound;
	mpz_t time;
};

static void init_way(struct window_way *way)
{
	*way = (struct window_way){0};
	mpz_inits(way->blocks, way->after, way->start, way->end, NULL);
	mpz_init_set_ui(way->window, 1);
	symmetric_clock_init(&way->clock);
}

static void clear_way(struct window_way *way)
{
	mpz_clears(way->window, way->blocks, way->after, way->start, way->end,
		NULL);
	symmetric_clock_clear(&way->clock);
}

static void copy_way(struct window_way *copy, const struct window_way *way)
{
	mpz_set(copy->window, way->window);
	mpz_set(copy->end, way->end);
	copy->round = way->round;
	copy->least = way->least;
	symmetric_clock_copy(&copy->clock, &way->clock);
}

/* Sets the blocks to be sent once so many of those under way are there. */
static void set_blocks(struct window_way *way,
	const struct window_search *search, size_t there)
{
	const struct symmetric_clock *clock = &way->clock;

	mpz_add_ui(way->blocks,
		there > 0 ? clock->flight[clock->at + there - 1].held
			  : clock->had,
		1);
	mpz_sub(way->start, search->n, way->window);
	if (mpz_cmp(way->blocks, way->start) > 0)
		mpz_set(way->blocks, way->start);
}

/*
 * One more round, after so many arrivals more than there are when the port is
 * free; 0 if no more are under way.  Where the processor is not free when they
 * are there, what arrives until then is sent, too.
 */
static int add_round(
	struct window_way *way, struct window_search *search, size_t waits)
{
	struct symmetric_clock *clock = &way->clock;
	size_t there = symmetric_clock_arrived(clock, clock->send) + waits;
	const struct symmetric_message *message;
	mpz_ptr time = search->time;
	size_t before;

	if (there > clock->count - clock->at)
		return 0;
	mpz_set(time, clock->send);
	if (waits > 0)
		mpz_set(time, clock->flight[clock->at + there - 1].end);
	do {
		before = there;
		set_blocks(way, search, there);
		message = symmetric_cost_of(search->cost, way->blocks);
		symmetric_clock_find(time, clock, message);
		there = symmetric_clock_arrived(clock, time);
	} while (there > before);
	mpz_sub_ui(way->after, clock->sent,
		(unsigned long)(clock->count - clock->at - there));
	mpz_add(way->window, way->window, way->blocks);
	mpz_add(way->end, time, message->end);
	symmetric_clock_put(clock, time, way->blocks, message);
	search->steps++;
	return 1;
}

/* Keeps what a way's last round was. */
static void note_round(struct window_search *search, struct window_way *way)
{
	struct window_round *round;

	search->round = mem_grow(search->round, &search->capacity,
		search->rounds, sizeof *search->round);
	round = &search->round[search->rounds++];
	mpz_init_set(round->blocks, way->blocks);
	mpz_init_set(round->after, way->after);
	round->before = way->round;
	way->round = search->rounds;
}

/* Takes a way without waiting from its last round on, if that is the best. */
static void judge_end(struct window_search *search, struct window_way *way)
{
	struct window_way *end = &search->end;

	copy_way(end, way);
	while (mpz_cmp(end->window, search->n) < 0) {
		if (mpz_cmp(end->end, search->best) >= 0)
			return;
		add_round(end, search, 0);
	}
	if (mpz_cmp(end->end, search->best) >= 0)
		return;
	mpz_set(search->best, end->end);
	search->best_round = way->round;
	symmetric_bound_limit(&search->bound, search->best);
}

static int is_before(const struct window_way *one, const struct window_way *two)
{
	return one->least != two->least ? one->least < two->least
					: mpz_cmp(one->window, two->window) > 0;
}

/* Puts the trial among the next ones, if it is among the best. */
static void keep_trial(struct window_search *search)
{
	struct window_way *trial = search->trial, **next = search->next;
	size_t i = search->nexts;

	if (i == search->width) {
		if (!is_before(trial, next[i - 1]))
			return;
		i--;
	}
	search->trial = next[i];
	for (; i > 0 && is_before(trial, next[i - 1]); i--)
		next[i] = next[i - 1];
	next[i] = trial;
	search->nexts += search->nexts < search->width;
}

/* A way to try a round on. */
static struct window_way *new_trial(struct window_search *search)
{
	if (!search->trial) {
		search->trial = mem_array(1, sizeof *search->trial);
		init_way(search->trial);
	}
	return search->trial;
}

/* All ways to go on from one by one round. */
static void extend_way(
	struct window_search *search, const struct window_way *way)
{
	mpz_t after;

	mpz_init_set_si(after, -1);
	for (size_t waits = 0; search->steps < STEPS; waits++) {
		struct window_way *trial = new_trial(search);

		copy_way(trial, way);
		if (!add_round(trial, search, waits))
			break;
		if (mpz_cmp(trial->after, after) == 0)
			continue;
		mpz_set(after, trial->after);
		if (mpz_cmp(trial->end, search->best) >= 0)
			continue;
		if (mpz_cmp(trial->window, search->n) >= 0) {
			note_round(search, trial);
			judge_end(search, trial);
		} else if (symmetric_bound_find(&trial->least, &search->bound,
				   &trial->clock)) {
			keep_trial(search);
		}
	}
	mpz_clear(after);
}

static void search_ways(struct window_search *search)
{
	search->kept[0] = new_trial(search);
	search->trial = NULL;
	search->kepts = 1;
	while (search->kepts > 0 && search->steps < STEPS) {
		struct window_way **kept = search->kept;

		search->nexts = 0;
		for (size_t i = 0; i < search->kepts; i++)
			if (kept[i]->least <= search->bound.limit)
				extend_way(search, kept[i]);
		search->kept = search->next;
		search->kepts = search->nexts;
		search->next = kept;
		for (size_t i = 0; i < search->kepts; i++) {
			note_round(search, search->kept[i]);
			if (i < ENDS)
				judge_end(search, search->kept[i]);
		}
	}
}

static void append_round(struct symmetric_list *list, const mpz_t window,
	const mpz_t blocks, const mpz_t after)
{
	struct symmetric_run *run = symmetric_list_add(list);

	mpz_set(run->skip, window);
	mpz_set(run->blocks, blocks);
	mpz_set(run->after, after);
}

/* The rounds up to that one, as they were found. */
static void append_found(struct symmetric_list *list,
	const struct window_search *search, struct window_way *way)
{
	size_t count = 0, *index = mem_array(search->rounds + 1, sizeof *index);

	for (size_t i = search->best_round; i > 0;
		i = search->round[i - 1].before)
		index[count++] = i - 1;
	while (count-- > 0) {
		const struct window_round *round = &search->round[index[count]];
		const struct symmetric_message *message =
			symmetric_cost_of(search->cost, round->blocks);

		append_round(list, way->window, round->blocks, round->after);
		symmetric_clock_arrival(way->start, &way->clock, round->after);
		symmetric_clock_find(way->start, &way->clock, message);
		symmetric_clock_put(
			&way->clock, way->start, round->blocks, message);
		mpz_add(way->window, way->window, round->blocks);
	}
	mem_free(index);
}

static enum status refuse_rounds(struct err *err)
{
	return err_limit(err, "windows would take more than a million rounds");
}

/* Rounds from there on, without waiting. */
static enum status append_rest(struct symmetric_list *list,
	struct window_search *search, struct window_way *way, struct err *err)
{
	mpz_t before;

	mpz_init(before);
	while (mpz_cmp(way->window, search->n) < 0 && list->runs < ROUNDS) {
		mpz_set(before, way->window);
		add_round(way, search, 0);
		append_round(list, before, way->blocks, way->after);
	}
	mpz_set(search->best, way->end);
	mpz_clear(before);
	return mpz_cmp(way->window, search->n) >= 0 ? STATUS_OK
						    : refuse_rounds(err);
}

static void init_search(struct window_search *search, const mpz_t n,
	struct symmetric_cost *cost)
{
	*search = (struct window_search){.cost = cost, .n = n};
	init_way(&search->end);
	mpz_inits(search->best, search->time, NULL);
}

static void clear_ways(struct window_way **way, size_t width)
{
	for (size_t i = 0; way && i <= width; i++)
		if (way[i]) {
			clear_way(way[i]);
			mem_free(way[i]);
		}
	mem_free(way);
}

static void clear_search(struct window_search *search)
{
	clear_ways(search->kept, search->width);
	clear_ways(search->next, search->width);
	if (search->trial) {
		clear_way(search->trial);
		mem_free(search->trial);
	}
	for (size_t i = 0; i < search->rounds; i++)
		mpz_clears(
			search->round[i].blocks, search->round[i].after, NULL);
	clear_way(&search->end);
	mem_free(search->round);
	mpz_clears(search->best, search->time, NULL);
}

/* As many ways as there is time for: each of them has a next one for each
 * message under way, and all of these are looked at. */
static size_t choose_width(
	struct window_search *search, size_t rounds, size_t width)
{
	const struct symmetric_message *message;
	size_t flights = rounds, fit;

	mpz_set_ui(search->time, 1);
	message = symmetric_cost_of(search->cost, search->time);
	mpz_cdiv_q(search->time, message->end, message->send);
	if (mpz_cmp_ui(search->time, (unsigned long)rounds) < 0)
		flights = mpz_get_ui(search->time);
	fit = WORK / rounds / (flights + 1) / (flights + 1);
	if (fit < ENDS)
		fit = ENDS;
	return fit < width ? fit : width;
}

/* What waiting makes better than the best so far, of so many rounds. */
static void search_waits(
	struct window_search *search, size_t rounds, size_t width)
{
	search->steps = 0;
	if (symmetric_bound_init(&search->bound, search->n, search->cost)) {
		symmetric_bound_limit(&search->bound, search->best);
		search->width = choose_width(search, rounds, width);
		search->kept = mem_array(
			search->width + 1, sizeof(struct window_way *));
		search->next = mem_array(
			search->width + 1, sizeof(struct window_way *));
		search_ways(search);
	}
	symmetric_bound_clear(&search->bound);
}

/* Until the first block has come all rounds are of one. */
static enum status check_first(struct window_search *search, struct err *err)
{
	const struct symmetric_message *message;

	mpz_set_ui(search->time, 1);
	message = symmetric_cost_of(search->cost, search->time);
	mpz_fdiv_q(search->time, message->end, message->send);
	return mpz_cmp_ui(search->time, ROUNDS) > 0 &&
			       mpz_cmp_ui(search->n, ROUNDS) > 0
		       ? refuse_rounds(err)
		       : STATUS_OK;
}

enum status symmetric_window(struct symmetric_list *list, const mpz_t n,
	struct symmetric_cost *cost, size_t width, struct err *err)
{
	struct window_search search;
	struct window_way way;
	enum status status;

	init_search(&search, n, cost);
	init_way(&way);
	status = check_first(&search, err);
	if (status == STATUS_OK)
		status = append_rest(list, &search, &way, err);
	if (status == STATUS_OK && width > 0 && list->runs > 0)
		search_waits(&search, list->runs, width);
	if (status == STATUS_OK && search.best_round > 0) {
		clear_way(&way);
		init_way(&way);
		symmetric_list_empty(list);
		append_found(list, &search, &way);
		status = append_rest(list, &search, &way, err);
	}
	clear_way(&way);
	clear_search(&search);
	return status;
}
