/*
 * A search is advanced in slices of work; after each slice the clock and the
 * interrupt flag are checked.  The signal handler only sets the flag, and is
 * removed by the first Ctrl-C.
 */
#include "cli/output/output.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "number/number.h"

#define SECOND UINT64_C(1000000000)

/* Of one slice. */
enum { WORK = 1 << 20 };

struct timer {
	uint64_t start, limit; /* nanoseconds */
	uint64_t said;	       /* seconds that were shown last */
	int is_shown;
};

/* Global because a signal handler can reach nothing else. */
static volatile sig_atomic_t is_interrupted;

static void interrupt(int number)
{
	(void)number;
	is_interrupted = 1;
}

static uint64_t read_clock(void)
{
	struct timespec now = {0, 0};

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

/* A time that does not fit 64 bits becomes UINT64_MAX: no limit. */
static uint64_t nanoseconds(const mpq_t seconds)
{
	uint64_t word;
	mpz_t whole;
	mpq_t product;

	mpz_init(whole);
	mpq_init(product);
	mpq_set_ui(product, SECOND, 1);
	mpq_mul(product, product, seconds);
	number_floor(whole, product);
	if (!number_read_u64(&word, whole, 64))
		word = UINT64_MAX;
	mpq_clear(product);
	mpz_clear(whole);
	return word;
}

uint64_t search_work(const struct sweep *limit, uint64_t usual)
{
	return limit->range ? nanoseconds(sweep_value(limit)) : usual;
}

uint64_t search_memory(uint64_t max_bits)
{
	uint64_t bytes = UINT64_MAX;
	struct rlimit limit;

#ifdef _SC_PHYS_PAGES
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

	if (pages > 0 && size > 0)
		bytes = (uint64_t)pages * (uint64_t)size;
#endif
	if (getrlimit(RLIMIT_AS, &limit) == 0 &&
		limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < bytes)
		bytes = limit.rlim_cur;
	return bytes / 2 < max_bits / 8 ? bytes / 2 * 8 : max_bits;
}

static void timer_start(
	struct timer *timer, const struct sweep *limit, int seconds)
{
	*timer = (struct timer){.start = read_clock(),
		.limit = UINT64_MAX,
		.is_shown = isatty(STDERR_FILENO)};
	if (limit->range)
		timer->limit = nanoseconds(sweep_value(limit));
	else if (seconds >= 0)
		timer->limit = (uint64_t)seconds * SECOND;
}

/* Whether the time is up; shows once a second how much has passed. */
static int timer_is_over(struct timer *timer)
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

/* Erases what was shown. */
static void timer_stop(const struct timer *timer)
{
	if (timer->said > 0)
		fprintf(stderr, "\r%*s\r", 40, "");
}

const char *search_run(
	struct search *search, const struct sweep *limit, int seconds)
{
	struct sigaction action = {.sa_handler = interrupt}, before;
	const char *stopped = NULL;
	struct timer timer;

	if (search->state != SEARCH_RUNNING)
		return NULL;
	timer_start(&timer, limit, seconds);
	sigemptyset(&action.sa_mask);
	action.sa_flags = SA_RESTART | (int)SA_RESETHAND;
	is_interrupted = 0;
	sigaction(SIGINT, NULL, &before);
	if (before.sa_handler != SIG_IGN)
		sigaction(SIGINT, &action, NULL);
	while (search->state == SEARCH_RUNNING && !stopped)
		if (is_interrupted)
			stopped = "interrupted";
		else if (timer_is_over(&timer))
			stopped = "not settled in the time given (--limit)";
		else
			search_advance(search, WORK);
	sigaction(SIGINT, &before, NULL);
	timer_stop(&timer);
	return stopped;
}
