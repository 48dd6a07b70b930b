/*
 * What a processor receives and sends in each of q rounds.
 *
 * Receives.  With t = r + n, the sum of skips along which block e comes to r in
 * round k is in (t - s_(k+1), t - s_k].  Round after round, the sums of
 * different skips are searched depth first, larger skips first and so in
 * descending order. The last skip of a sum that is found is the round's block
 * e, and is used up; base is used up from the start.
 *   Each sum must be strictly less than the one accepted before.  With "not
 * greater" the two ends of a transfer disagree from n = 33 on.
 *
 * Sends.  Processor r is number i in a window of w processors that got the same
 * block in their first q rounds.  The window, at first all n, is cut at
 * s_(q-1), s_(q-2), ..  Where that does not determine what r sends in round k,
 * it is what r
 * + s_k receives then.
 *   Example: n = 5, q = 3: processor 0 sends blocks 0, 1, 2.
 */
#include "model/circulant/circulant.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "number/number.h"

/* The numbers in scratch, of the search and of the window. */
enum { T, HIGH, LOW, SUM, NEXT_SUM, LAST, I, W, REST, NUMBERS };

/* No index: the end of a list. */
static const uint32_t END = UINT32_MAX;

/* -- numbers */

static const mp_limb_t *skip_at(const struct circulant *circulant, size_t k)
{
	return circulant->skip + k * circulant->limbs;
}

static mp_limb_t *scratch_at(const struct circulant *circulant, int which)
{
	return circulant->scratch + (size_t)which * circulant->limbs;
}

static void set(const struct circulant *circulant, mp_limb_t *x, const mpz_t z)
{
	size_t size = mpz_size(z);

	memset(x, 0, circulant->limbs * sizeof *x);
	memcpy(x, mpz_limbs_read(z), size * sizeof *x);
}

static void copy(
	const struct circulant *circulant, mp_limb_t *x, const mp_limb_t *y)
{
	memcpy(x, y, circulant->limbs * sizeof *x);
}

static int is_less(const struct circulant *circulant, const mp_limb_t *x,
	const mp_limb_t *y)
{
	if (circulant->limbs == 1)
		return *x < *y;
	return mpn_cmp(x, y, (mp_size_t)circulant->limbs) < 0;
}

static void add_range(const struct circulant *circulant, mp_limb_t *sum,
	const mp_limb_t *x, const mp_limb_t *y)
{
	if (circulant->limbs == 1)
		*sum = *x + *y;
	else
		mpn_add_n(sum, x, y, (mp_size_t)circulant->limbs);
}

static void subtract(const struct circulant *circulant, mp_limb_t *rest,
	const mp_limb_t *x, const mp_limb_t *y)
{
	if (circulant->limbs == 1)
		*rest = *x - *y;
	else
		mpn_sub_n(rest, x, y, (mp_size_t)circulant->limbs);
}

/* -- the graph */

static void set_skips(struct circulant *circulant, const mpz_t n)
{
	mpz_t skip;

	mpz_init_set(skip, n);
	for (size_t k = circulant->q;; k--) {
		set(circulant, circulant->skip + k * circulant->limbs, skip);
		if (k == 0)
			break;
		mpz_cdiv_q_2exp(skip, skip, 1);
	}
	mpz_clear(skip);
}

enum status circulant_init(struct circulant *circulant, const mpz_t n,
	uint64_t max_bits, struct err *err)
{
	uint64_t q = number_ceil_log2(n);
	size_t limbs = mpz_size(n) + 1;

	*circulant = (struct circulant){0};
	/* Sums stay below 4n. */
	if (mpz_sizeinbase(n, 2) + 2 <= mpz_size(n) * GMP_NUMB_BITS)
		limbs--;
	if (limit_check_parts("the graph",
		    (const struct limit_part[LIMIT_PARTS]){
			    {limbs * sizeof(mp_limb_t) + 4 * sizeof(uint32_t),
				    q + NUMBERS + 1, 1}},
		    max_bits / 8, err) != STATUS_OK)
		return err->code;
	circulant->q = (size_t)q;
	circulant->limbs = limbs;
	circulant->skip =
		mem_array((circulant->q + 1) * limbs, sizeof(mp_limb_t));
	circulant->scratch = mem_array(NUMBERS * limbs, sizeof(mp_limb_t));
	circulant->list = mem_array(3 * circulant->q + 4, sizeof(uint32_t));
	set_skips(circulant, n);
	return STATUS_OK;
}

static uint64_t round_up(uint64_t n, unsigned j)
{
	uint64_t one = (uint64_t)1 << j;

	return (n + one - 1) / one * one;
}

int circulant_round_skips(struct circulant *circulant, unsigned j)
{
	uint64_t n = *skip_at(circulant, circulant->q);
	uint64_t rounded = round_up(n, j);
	mpz_t z;

	if (circulant->limbs > 1 || n > CIRCULANT_ROUNDED ||
		rounded == round_up(n, j - 1) || 4 * n < 3 * rounded)
		return 0;
	mpz_init(z);
	number_set_u64(z, rounded);
	set_skips(circulant, z);
	number_set_u64(z, n);
	set(circulant, circulant->skip + circulant->q * circulant->limbs, z);
	mpz_clear(z);
	return 1;
}

void circulant_clear(struct circulant *circulant)
{
	mem_free(circulant->skip);
	mem_free(circulant->scratch);
	mem_free(circulant->list);
	*circulant = (struct circulant){0};
}

void circulant_skip(mpz_t skip, const struct circulant *circulant, size_t k)
{
	mp_limb_t *limb = mpz_limbs_write(skip, (mp_size_t)circulant->limbs);

	copy(circulant, limb, skip_at(circulant, k));
	mpz_limbs_finish(skip, (mp_size_t)circulant->limbs);
}

/* The base of rest, which is changed. */
static size_t find_base(const struct circulant *circulant, mp_limb_t *rest)
{
	size_t base = circulant->q;

	for (size_t k = circulant->q; k-- > 0;)
		if (!is_less(circulant, rest, skip_at(circulant, k))) {
			subtract(circulant, rest, rest, skip_at(circulant, k));
			base = k;
		}
	return base;
}

size_t circulant_base(const struct circulant *circulant, const mpz_t r)
{
	mp_limb_t *rest = scratch_at(circulant, REST);

	set(circulant, rest, r);
	return find_base(circulant, rest);
}

/* -- receives */

/*
 * The indices q .. 0 of the skips that are not used up are a list, which begins
 * at next[q + 1].  sum is the sum of the skips on the stack.  Round k wants a
 * sum above low, at most high, and below last.
 */
struct search {
	const struct circulant *circulant;
	uint32_t *next, *previous, *stack;
	size_t depth, k, base;
	mp_limb_t *t, *high, *low, *sum, *longer, *last;
};

static void take_out(struct search *search, uint32_t e)
{
	uint32_t next = search->next[e], previous = search->previous[e];

	search->next[previous] = next;
	if (next != END)
		search->previous[next] = previous;
}

static void search_list(struct search *search)
{
	uint32_t q = (uint32_t)search->circulant->q;

	for (uint32_t e = 0; e <= q; e++) {
		search->next[e] = e > 0 ? e - 1 : END;
		search->previous[e] = e + 1;
	}
	search->next[q + 1] = q;
	take_out(search, (uint32_t)search->base);
}

/* Sets low and high for round k. */
static void search_round(struct search *search, size_t k)
{
	const struct circulant *circulant = search->circulant;

	search->k = k;
	if (k >= circulant->q)
		return;
	subtract(circulant, search->high, search->t, skip_at(circulant, k));
	subtract(circulant, search->low, search->t, skip_at(circulant, k + 1));
}

static void search_begin(
	struct search *search, const struct circulant *circulant, const mpz_t r)
{
	const mp_limb_t *n = skip_at(circulant, circulant->q);

	*search = (struct search){.circulant = circulant,
		.next = circulant->list,
		.previous = circulant->list + circulant->q + 2,
		.stack = circulant->list + 2 * circulant->q + 3,
		.base = circulant_base(circulant, r),
		.t = scratch_at(circulant, T),
		.high = scratch_at(circulant, HIGH),
		.low = scratch_at(circulant, LOW),
		.sum = scratch_at(circulant, SUM),
		.longer = scratch_at(circulant, NEXT_SUM),
		.last = scratch_at(circulant, LAST)};
	set(circulant, search->t, r);
	add_range(circulant, search->t, search->t, n);
	add_range(circulant, search->last, n, n);
	memset(search->sum, 0, circulant->limbs * sizeof *search->sum);
	search_list(search);
	search_round(search, 0);
}

/* Tries to add skip e to the sum.  If that is too large, moves e to the next
 * skip; if it is too small, pushes e and moves to the next; returns 1 in both
 * cases. Returns 0 if the longer sum is wanted. */
static int passes(struct search *search, uint32_t *e)
{
	const struct circulant *circulant = search->circulant;
	mp_limb_t *longer = search->longer, *sum;

	add_range(circulant, longer, search->sum, skip_at(circulant, *e));
	if (is_less(circulant, search->high, longer) ||
		!is_less(circulant, longer, search->last)) {
		*e = search->next[*e];
		return 1;
	}
	if (is_less(circulant, search->low, longer))
		return 0;
	search->stack[search->depth++] = *e;
	sum = search->sum;
	search->sum = longer;
	search->longer = sum;
	*e = search->next[*e];
	return 1;
}

/* Pops the index on top of the stack, whose longer sums are exhausted. */
static uint32_t go_back(struct search *search)
{
	const struct circulant *circulant = search->circulant;
	uint32_t e = search->stack[--search->depth];

	copy(circulant, search->longer, search->sum);
	subtract(circulant, search->sum, search->sum, skip_at(circulant, e));
	return e;
}

/* Takes e as the block of round k, and goes on to the next round. */
static void accept(struct search *search, int32_t block[], uint32_t e)
{
	int32_t q = (int32_t)search->circulant->q;

	copy(search->circulant, search->last, search->longer);
	block[search->k] =
		(int32_t)e == q ? (int32_t)search->base : (int32_t)e - q;
	take_out(search, e);
	search_round(search, search->k + 1);
}

void circulant_receives(int32_t block[], size_t count,
	const struct circulant *circulant, const mpz_t r)
{
	struct search search;
	uint32_t e;

	if (count == 0)
		return;
	search_begin(&search, circulant, r);
	e = search.next[circulant->q + 1];
	for (;;) {
		if (e == END) {
			assert(search.depth > 0);
			e = go_back(&search);
		} else if (passes(&search, &e)) {
			continue;
		}
		if (is_less(circulant, search.low, search.sum)) {
			e = END;
			continue;
		}
		accept(&search, block, e);
		if (search.k == count)
			return;
		e = search.next[e];
	}
}

/* -- sends */

/* Processor r's place in its window, and the block that follows from it. */
struct window {
	const struct circulant *circulant;
	mp_limb_t *i, *w, *sum;
	size_t base;
	int32_t block;
};

/* Cuts the window at s_k, k >= 1; returns whether that determines the block. */
static int cut(struct window *window, size_t k)
{
	const struct circulant *circulant = window->circulant;
	const mp_limb_t *skip = skip_at(circulant, k),
			*less = skip_at(circulant, k - 1);
	int sure;

	if (is_less(circulant, window->i, skip)) {
		add_range(circulant, window->sum, window->i, skip);
		sure = is_less(circulant, window->sum, window->w) ||
		       is_less(circulant, window->w, less) ||
		       (k == 1 && window->base > 0);
		if (is_less(circulant, skip, window->w))
			copy(circulant, window->w, skip);
		return sure;
	}
	window->block = (int32_t)k - (int32_t)circulant->q;
	sure = is_less(circulant, skip, window->i) || k == 1;
	subtract(circulant, window->w, window->w, skip);
	sure = sure || !is_less(circulant, window->w, window->i) ||
	       is_less(circulant, window->w, less);
	subtract(circulant, window->i, window->i, skip);
	return sure;
}

/* The block that r + s_k receives in round k; room: for k + 1 blocks. */
static int32_t ask_receiver(const struct circulant *circulant, const mpz_t r,
	size_t k, int32_t *room)
{
	mpz_t to, n;

	mpz_inits(to, n, NULL);
	circulant_skip(to, circulant, k);
	circulant_skip(n, circulant, circulant->q);
	mpz_add(to, to, r);
	if (mpz_cmp(to, n) >= 0)
		mpz_sub(to, to, n);
	circulant_receives(room, k + 1, circulant, to);
	mpz_clears(to, n, NULL);
	return room[k];
}

void circulant_sends(
	int32_t block[], const struct circulant *circulant, const mpz_t r)
{
	struct window window = {.circulant = circulant,
		.i = scratch_at(circulant, I),
		.w = scratch_at(circulant, W),
		.sum = scratch_at(circulant, REST)};
	int32_t *room = block;

	if (mpz_sgn(r) == 0) {
		for (size_t k = 0; k < circulant->q; k++)
			block[k] = (int32_t)k;
		return;
	}
	window.base = circulant_base(circulant, r);
	window.block = (int32_t)window.base;
	set(circulant, window.i, r);
	copy(circulant, window.w, skip_at(circulant, circulant->q));
	/* From the last block down, so the room below is still free. */
	for (size_t k = circulant->q - 1; k > 0; k--)
		block[k] = cut(&window, k)
				   ? window.block
				   : ask_receiver(circulant, r, k, room);
	block[0] = (int32_t)window.base - (int32_t)circulant->q;
}
