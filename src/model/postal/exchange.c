/*
 * When everybody can know of all n, the postal model's f(n) or later: a sender
 * is a receiver, too.
 *   n = 12, lambda = 5/2: f(n) = 7, as F(7) = F(6) + F(9/2) = 8 + 4.  Everybody
 * would have to be told of 4 by one that knows them at 9/2, so everybody knows
 * 4 at 9/2, the last of these since then: 3 is all that is known at 4.  Then
 * the next receives end at 11/2 and 13/2, and bring 2 and 3 at most: 9, not 12.
 *   Let all end by X, and A = n - F(X-1) >= 2.  What a processor receives last
 * it is told by one that knows A or more when that message leaves, within
 * [f(A), X - lambda].  If that is shorter than 1, nobody sends two of these n
 * messages, so everybody sends one, and has received something: let r be the
 * end of its last receive by then, f(A) <= r <= X - lambda.  Its later receives
 * end at r + 1 or later and 1 apart, so that of the last but i brings
 * F(X - i - lambda) at most, and X is possible only if for some r
 *
 *	F(r) + sum of F(X - i - lambda), i >= 0, X - i >= r + 1,  >=  n.
 *
 * If it is 1 or longer, that holds for r = f(A): as F telescopes, the sum is
 * F(X - lambda) + F(X-1) - F(Y), for a Y < r + 1 <= X - lambda.
 *
 * All of these only change at times j + k lambda, so X is one of them.
 */
#include "model/postal/bounds.h"

#include "fibonacci/fibonacci.h"
#include "number/number.h"

/* The most jumps of F that are looked at; bits of n. */
enum { JUMPS = 1 << 10, BITS = 56 };

/* Whether one that knows so many after its receive at index `last` may know of
 * n at index end. */
static int may_know(struct fibonacci_jumps *jumps, uint64_t known,
	uint64_t last, uint64_t end, uint64_t n)
{
	for (; known < n && end >= last + jumps->b; end -= jumps->b)
		known += fibonacci_jumps_reach(jumps, end - jumps->a, n);
	return known >= n;
}

/* Whether all may end at that index. */
static int may_all_end(struct fibonacci_jumps *jumps, uint64_t end, uint64_t n)
{
	uint64_t known = fibonacci_jumps_reach(jumps, end - jumps->b, n);
	size_t i = 0;

	if (known + 1 >= n)
		return 1;
	while (jumps->jump[i].reach < n - known)
		i++;
	for (; jumps->jump[i].index + 2 * jumps->a <= end; i++)
		if (may_know(jumps, jumps->jump[i].reach,
			    jumps->jump[i].index + jumps->a, end, n))
			return 1;
	return 0;
}

/* The first possible one, its index in the jumps; 0 for n <= 2, or if there are
 * too many. */
static size_t find_end(struct fibonacci_jumps *jumps, uint64_t n)
{
	const uint64_t most = (uint64_t)1 << 62;

	for (size_t i = 0; i < JUMPS; i++) {
		uint64_t end;

		while (i >= jumps->count)
			(void)fibonacci_jumps_reach(jumps,
				jumps->jump[jumps->count - 1].index + jumps->a,
				most);
		end = jumps->jump[i].index + jumps->a;
		if (jumps->jump[i].reach >= n && may_all_end(jumps, end, n))
			return i;
	}
	return 0;
}

void postal_exchange_bound(mpq_t bound, const mpq_t lambda, const mpz_t n)
{
	struct fibonacci_jumps jumps = {0};
	uint64_t count, a, b;
	size_t i;

	if (mpq_cmp_ui(lambda, 1, 1) <= 0 ||
		!number_read_u64(&count, n, BITS) ||
		!number_read_u64(&a, mpq_numref(lambda), 48))
		return;
	b = number_get_u64(mpq_denref(lambda));
	fibonacci_jumps_start(&jumps, a, b, 1);
	i = find_end(&jumps, count);
	if (i > 0)
		number_set_ratio(bound, jumps.jump[i].index + a, b);
	fibonacci_jumps_clear(&jumps);
}
