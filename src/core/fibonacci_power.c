/*
 * Large values of the generalised Fibonacci function.
 * G(i) is the sum of the coefficients of x^i mod (x^a - x^(a-b) - 1), which
 * are not negative; the power is taken by squaring, from the first bit on.
 */
#include "core/fibonacci_methods.h"

#include "base/mem.h"

struct window {
	size_t a, b;
	mpz_t *value; /* 2a of them, those from a on being space */
};

static void window_reduce(struct window *w)
{
	for (size_t d = 2 * w->a - 1; d-- > w->a;) {
		mpz_add(w->value[d - w->b], w->value[d - w->b], w->value[d]);
		mpz_add(w->value[d - w->a], w->value[d - w->a], w->value[d]);
		mpz_set_ui(w->value[d], 0);
	}
}

static void window_square(struct window *w, struct window *out)
{
	for (size_t i = 0; i < w->a; i++)
		for (size_t j = 0; j < w->a; j++)
			mpz_addmul(out->value[i + j], w->value[i], w->value[j]);
	for (size_t i = 0; i < 2 * w->a; i++) {
		mpz_swap(w->value[i], out->value[i]);
		mpz_set_ui(out->value[i], 0);
	}
	window_reduce(w);
}

static void window_shift(struct window *w)
{
	for (size_t i = w->a; i > 0; i--)
		mpz_swap(w->value[i], w->value[i - 1]);
	mpz_add(w->value[w->a - w->b], w->value[w->a - w->b], w->value[w->a]);
	mpz_add(w->value[0], w->value[0], w->value[w->a]);
	mpz_set_ui(w->value[w->a], 0);
}

static void window_init(struct window *w, size_t a, size_t b)
{
	*w = (struct window){.a = a, .b = b};
	w->value = mem_array(2 * a, sizeof *w->value);
	for (size_t i = 0; i < 2 * a; i++)
		mpz_init(w->value[i]);
}

static void window_clear(struct window *w)
{
	for (size_t i = 0; i < 2 * w->a; i++)
		mpz_clear(w->value[i]);
	mem_free(w->value);
}

void fibonacci_power(mpz_t value, size_t a, size_t b, const mpz_t index)
{
	struct window w, out;
	mpz_t total;

	window_init(&w, a, b);
	window_init(&out, a, b);
	mpz_init(total);
	mpz_set_ui(w.value[0], 1);
	for (size_t i = mpz_sizeinbase(index, 2); i-- > 0;) {
		window_square(&w, &out);
		if (mpz_tstbit(index, i))
			window_shift(&w);
	}
	for (size_t i = 0; i < a; i++)
		mpz_add(total, total, w.value[i]);
	mpz_swap(value, total);
	mpz_clear(total);
	window_clear(&out);
	window_clear(&w);
}
