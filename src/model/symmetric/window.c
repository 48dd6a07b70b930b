/*
 * All-gather by windows: a message goes as far as the window is long and brings
 * as many blocks as its sender has by then, but no more than are missing.
 *   If a processor sends whenever its ports and its processor are free,
 * messages may be short where waiting for one under way would have been better.
 * So each beginning of a list, its head, is extended by every number of waits
 * for further arrivals, and dropped if it cannot be over before the best list
 * so far. Of the others the search keeps those that may be over the soonest,
 * and completes some of them without further waits.
 *   If only ports count and no head had to be left out, no list whose messages
 * bring all that they can is over before the best one found; and up to n = 60
 * no other list is, either (tests/judge/lists.c).
 *   Example: L = 6128, o = g = 5000, G = 0, 8 processors: 1 1 1 2 2 blocks,
 * where the fourth and the fifth message wait for one and for two arrivals more
 * than they must.
 */
#include "model/symmetric/symmetric.h"

#include "base/bits.h"
#include "base/mem.h"
#include "number/number.h"

/* ROUNDS: the most rounds of a list; ROUND_BYTES: what a round takes in the
 * lists, times and parts that are made of it, beside four numbers as long as n;
 * STEPS: the most rounds placed in a search; WORK: a limit on how many messages
 * under way are looked at, roughly; ENDS: how many heads of each length are
 * completed. */
enum {
	ROUNDS = 1 << 19,
	ROUND_BYTES = 1900,
	STEPS = 1 << 18,
	WORK = 1 << 20,
	ENDS = 32
};

/* A round of a head, and the round before it: that one's index + 1, or 0. */
struct window_round {
	mpz_t blocks, after;
	size_t before;
};

/* A head: the beginning of a list. */
struct window_head {
	mpz_t window;			 /* w, once all messages have arrived */
	mpz_t blocks, after, start, end; /* of its last round */
	size_t round;			 /* the last one: its index + 1, or 0 */
	uint64_t least;			 /* bounds its end */
	struct symmetric_clock clock;
};

struct window_search {
	struct symmetric_cost *cost;
	mpz_srcptr n;
	size_t most; /* rounds that a list may have */
	struct window_round *round;
	size_t rounds, capacity;
	struct window_head **kept, **next; /* best first; room for one more */
	size_t width, kepts, nexts;
	struct window_head *trial,
		end; /* a head to extend; a list to complete */
	mpz_t best;  /* the least finish; and where its completion began */
	size_t best_round;
	size_t steps; /* rounds placed */
	struct symmetric_bound bound;
	mpz_t time;
};

static void init_head(struct window_head *head)
{
	*head = (struct window_head){0};
	mpz_inits(head->blocks, head->after, head->start, head->end, NULL);
	mpz_init_set_ui(head->window, 1);
	symmetric_clock_init(&head->clock);
}

static void clear_head(struct window_head *head)
{
	mpz_clears(head->window, head->blocks, head->after, head->start,
		head->end, NULL);
	symmetric_clock_clear(&head->clock);
}

static void copy_head(struct window_head *copy, const struct window_head *head)
{
	mpz_set(copy->window, head->window);
	mpz_set(copy->end, head->end);
	copy->round = head->round;
	copy->least = head->least;
	symmetric_clock_copy(&copy->clock, &head->clock);
}

/* Sets the blocks to be sent once that many of the messages under way have
 * arrived. */
static void set_blocks(struct window_head *head,
	const struct window_search *search, size_t there)
{
	const struct symmetric_clock *clock = &head->clock;

	mpz_add_ui(head->blocks,
		there > 0 ? clock->flight[clock->at + there - 1].held
			  : clock->had,
		1);
	mpz_sub(head->start, search->n, head->window);
	if (mpz_cmp(head->blocks, head->start) > 0)
		mpz_set(head->blocks, head->start);
}

/*
 * Adds a round that waits for so many arrivals more than there are when the
 * port is free; returns 0 if fewer messages are under way.  If the processor is
 * still busy when they have arrived, the round also sends what arrives until it
 * is free.
 */
static int add_round(
	struct window_head *head, struct window_search *search, size_t waits)
{
	struct symmetric_clock *clock = &head->clock;
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
		set_blocks(head, search, there);
		message = symmetric_cost_of(search->cost, head->blocks);
		symmetric_clock_find(time, clock, message);
		there = symmetric_clock_arrived(clock, time);
	} while (there > before);
	mpz_sub_ui(head->after, clock->sent,
		(unsigned long)(clock->count - clock->at - there));
	mpz_add(head->window, head->window, head->blocks);
	mpz_add(head->end, time, message->end);
	symmetric_clock_put(clock, time, head->blocks, message);
	search->steps++;
	return 1;
}

/* Stores a head's last round. */
static void note_round(struct window_search *search, struct window_head *head)
{
	struct window_round *round;

	search->round = mem_grow(search->round, &search->capacity,
		search->rounds, sizeof *search->round);
	round = &search->round[search->rounds++];
	mpz_init_set(round->blocks, head->blocks);
	mpz_init_set(round->after, head->after);
	round->before = head->round;
	head->round = search->rounds;
}

/* Completes a head without further waits, and takes it if that is the best
 * list so far. */
static void judge_end(struct window_search *search, struct window_head *head)
{
	struct window_head *end = &search->end;

	copy_head(end, head);
	while (mpz_cmp(end->window, search->n) < 0) {
		if (mpz_cmp(end->end, search->best) >= 0)
			return;
		add_round(end, search, 0);
	}
	if (mpz_cmp(end->end, search->best) >= 0)
		return;
	mpz_set(search->best, end->end);
	search->best_round = head->round;
	symmetric_bound_limit(&search->bound, search->best);
}

static int is_before(
	const struct window_head *one, const struct window_head *two)
{
	return one->least != two->least ? one->least < two->least
					: mpz_cmp(one->window, two->window) > 0;
}

/* Keeps the trial if it is among the best heads of its length. */
static void keep_trial(struct window_search *search)
{
	struct window_head *trial = search->trial, **next = search->next;
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

/* A head to be extended by a round. */
static struct window_head *new_trial(struct window_search *search)
{
	if (!search->trial) {
		search->trial = mem_array(1, sizeof *search->trial);
		init_head(search->trial);
	}
	return search->trial;
}

/* Extends a head by one round in every way there is. */
static void extend_head(
	struct window_search *search, const struct window_head *head)
{
	mpz_t after;

	mpz_init_set_si(after, -1);
	for (size_t waits = 0; search->steps < STEPS; waits++) {
		struct window_head *trial = new_trial(search);

		copy_head(trial, head);
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

static void search_heads(struct window_search *search)
{
	search->kept[0] = new_trial(search);
	search->trial = NULL;
	search->kepts = 1;
	while (search->kepts > 0 && search->steps < STEPS) {
		struct window_head **kept = search->kept;

		search->nexts = 0;
		for (size_t i = 0; i < search->kepts; i++)
			if (kept[i]->least <= search->bound.limit)
				extend_head(search, kept[i]);
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

/* Appends the rounds of the best head that was found, and leaves `head` at
 * its end. */
static void append_found(struct symmetric_list *list,
	const struct window_search *search, struct window_head *head)
{
	size_t count = 0, *index = mem_array(search->rounds + 1, sizeof *index);

	for (size_t i = search->best_round; i > 0;
		i = search->round[i - 1].before)
		index[count++] = i - 1;
	while (count-- > 0) {
		const struct window_round *round = &search->round[index[count]];
		const struct symmetric_message *message =
			symmetric_cost_of(search->cost, round->blocks);

		append_round(list, head->window, round->blocks, round->after);
		symmetric_clock_arrival(
			head->start, &head->clock, round->after);
		symmetric_clock_find(head->start, &head->clock, message);
		symmetric_clock_put(
			&head->clock, head->start, round->blocks, message);
		mpz_add(head->window, head->window, round->blocks);
	}
	mem_free(index);
}

static enum status refuse_rounds(
	const struct window_search *search, struct err *err)
{
	if (search->most < ROUNDS)
		return limit_too_many("rounds", err);
	return err_limit(
		err, "windows would take more than half a million rounds");
}

/* Appends rounds without waits until the all-gather is complete. */
static enum status append_rest(struct symmetric_list *list,
	struct window_search *search, struct window_head *head, struct err *err)
{
	mpz_t before;

	mpz_init(before);
	while (mpz_cmp(head->window, search->n) < 0 &&
		list->runs < search->most) {
		mpz_set(before, head->window);
		add_round(head, search, 0);
		append_round(list, before, head->blocks, head->after);
	}
	mpz_set(search->best, head->end);
	mpz_clear(before);
	return mpz_cmp(head->window, search->n) >= 0
		       ? STATUS_OK
		       : refuse_rounds(search, err);
}

static void init_search(struct window_search *search, const mpz_t n,
	struct symmetric_cost *cost, uint64_t max_bits)
{
	size_t bytes = ROUND_BYTES + 4 * mpz_size(n) * sizeof(mp_limb_t);
	uint64_t fit = most_u64(max_bits / 8, SYMMETRIC_FREE) / bytes;

	*search = (struct window_search){
		.cost = cost, .n = n, .most = (size_t)least_u64(ROUNDS, fit)};
	init_head(&search->end);
	mpz_inits(search->best, search->time, NULL);
}

static void clear_heads(struct window_head **head, size_t width)
{
	for (size_t i = 0; head && i <= width; i++)
		if (head[i]) {
			clear_head(head[i]);
			mem_free(head[i]);
		}
	mem_free(head);
}

static void clear_search(struct window_search *search)
{
	clear_heads(search->kept, search->width);
	clear_heads(search->next, search->width);
	if (search->trial) {
		clear_head(search->trial);
		mem_free(search->trial);
	}
	for (size_t i = 0; i < search->rounds; i++)
		mpz_clears(
			search->round[i].blocks, search->round[i].after, NULL);
	clear_head(&search->end);
	mem_free(search->round);
	mpz_clears(search->best, search->time, NULL);
}

/* As many heads as there is time for: each is extended once for every
 * message under way, and each extension looks at all messages under way. */
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

/* Searches for a list with waits that is better than the best so far, which has
 * so many rounds. */
static void search_waits(
	struct window_search *search, size_t rounds, size_t width)
{
	search->steps = 0;
	if (symmetric_bound_init(&search->bound, search->n, search->cost)) {
		symmetric_bound_limit(&search->bound, search->best);
		search->width = choose_width(search, rounds, width);
		search->kept = mem_array(
			search->width + 1, sizeof(struct window_head *));
		search->next = mem_array(
			search->width + 1, sizeof(struct window_head *));
		search_heads(search);
	}
	symmetric_bound_clear(&search->bound);
}

/* Refuses an n and a latency for which too many rounds pass before the first
 * block arrives: all of these are of one block. */
static enum status check_first(struct window_search *search, struct err *err)
{
	const struct symmetric_message *message;

	mpz_set_ui(search->time, 1);
	message = symmetric_cost_of(search->cost, search->time);
	mpz_fdiv_q(search->time, message->end, message->send);
	return mpz_cmp_ui(search->time, (unsigned long)search->most) > 0 &&
			       mpz_cmp_ui(search->n,
				       (unsigned long)search->most) > 0
		       ? refuse_rounds(search, err)
		       : STATUS_OK;
}

enum status symmetric_window(struct symmetric_list *list, const mpz_t n,
	struct symmetric_cost *cost, size_t width, uint64_t max_bits,
	struct err *err)
{
	struct window_search search;
	struct window_head head;
	enum status status;

	init_search(&search, n, cost, max_bits);
	init_head(&head);
	status = check_first(&search, err);
	if (status == STATUS_OK)
		status = append_rest(list, &search, &head, err);
	if (status == STATUS_OK && width > 0 && list->runs > 0)
		search_waits(&search, list->runs, width);
	if (status == STATUS_OK && search.best_round > 0) {
		clear_head(&head);
		init_head(&head);
		symmetric_list_empty(list);
		append_found(list, &search, &head);
		status = append_rest(list, &search, &head, err);
	}
	clear_head(&head);
	clear_search(&search);
	return status;
}
