/*
 * A lower bound on the time at which everybody can know the operands of all n
 * processors, as in an allgather: f(n) or later, because every sender must be a
 * receiver, too.
 *   Example: n = 12, lambda = 5/2: f(n) = 7, as F(7) = F(6) + F(9/2) = 8 + 4.
 * To end at 7, everybody would have to be told 4 operands by a processor that
 * knows them at 9/2.  So everybody knows 4 at 9/2, and its last receive ends
 * then, as only 3 can be known at 4.  Its next receives end at 11/2 and 13/2
 * and bring at most 2 and 3: it then knows 9, not 12.
 *
 * Let all end by X, and A = n - F(X-1) >= 2.  A processor's last receive comes
 * from one that knows A or more when it sends, within [f(A), X - lambda].  If
 * that interval is shorter than 1, nobody sends two of these n messages, so
 * everybody sends one, and has received something before.  Let r be the end of
 * its last receive by then, f(A) <= r <= X - lambda.  Its later receives end
 * at r + 1 or later and 1 apart, so the last but i brings at most
 * F(X - i - lambda), and X is possible only if for some r
 *
 *	F(r) + sum of F(X - i - lambda), i >= 0, X - i >= r + 1,  >=  n.
 *
 * If the interval has length 1 or more, this holds for r = f(A), where
 * F(r) >= A: as F telescopes, the sum is F(X - lambda) + F(X-1) - F(Y), for
 * some Y < r + 1 <= X - lambda.
 *
 * All of these change only at times j + k lambda, so X is one of them.
 */
#include "model/postal/bounds.h"

#include "fibonacci/fibonacci.h"
#include "number/number.h"

/* The most jumps of F to try; the bits of n. */
enum { JUMPS = 1 << 10, BITS = 56 };

/* Whether a processor that knows that many at the end of its receive at index
 * last may know n at index end. */
static int may_know(struct fibonacci_jumps *jumps, uint64_t known,
	uint64_t last, uint64_t end, uint64_t n)
{
	for (; known < n && end >= last + jumps->b; end -= jumps->b)
		known += fibonacci_jumps_reach(jumps, end - jumps->a, n);
	return known >= n;
}

/* Whether the inequality allows X = end/b. */
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

/* The first jump of F that is a possible X, as its position in the array; 0 for
 * n <= 2, or if there are too many jumps. */
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
