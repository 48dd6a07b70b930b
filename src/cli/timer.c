#include "cli/timer.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "number/number.h"

#define SECOND UINT64_C(1000000000)

static uint64_t read_clock(void)
{
	struct timespec now = {0, 0};

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

/* Times too long for a word are as good as for ever. */
void timer_start(struct timer *timer, const mpq_t seconds)
{
	mpz_t limit;
	mpq_t product;

	mpz_init(limit);
	mpq_init(product);
	mpq_set_ui(product, SECOND, 1);
	mpq_mul(product, product, seconds);
	number_floor(limit, product);
	timer->start = read_clock();
	timer->limit =
		number_fits_u64(limit) ? number_get_u64(limit) : UINT64_MAX;
	timer->said = 0;
	timer->is_shown = isatty(STDERR_FILENO);
	mpq_clear(product);
	mpz_clear(limit);
}

int timer_is_over(struct timer *timer)
{
	uint64_t passed = read_clock() - timer->start, second = passed / SECOND;

	if (timer->is_shown && second != timer->said) {
		timer->said = second;
		fprintf(stderr, "\rfibcast: %" PRIu64 " s", second);
		if (timer->limit < UINT64_MAX)
			fprintf(stderr, " of %" PRIu64, timer->limit / SECOND);
	}
	return passed >= timer->limit;
}

void timer_stop(struct timer *timer)
{
	if (timer->said > 0)
		fprintf(stderr, "\r%*s\r", 40, "");
}
