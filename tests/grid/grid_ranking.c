/*
 * model/ranking over 240 problems: how far the best that is built is from the
 * lower bound.  It is never below it; the mean ratio and the worst are as low
 * as they have been.
 */
#include "model/ranking.h"

#include "base/mem.h"
#include "model/bounds.h"
#include "test.h"

static const char *const lambdas[] = {
	"1", "11/10", "4/3", "3/2", "2", "5/2", "3", "7/2", "10", "101/2"};
static const unsigned long messages[] = {1, 2, 3, 10, 100, 1000};

static const double most_mean = 1.0016, most_worst = 1.03;

struct tally {
	long cases, attained;
	double sum, worst;
};

static struct problem problem;
static struct err err;
static struct ranking ranking;

static void count_problem(struct tally *tally)
{
	const struct candidate *first = ranking.candidate;
	double ratio;
	mpq_t bound;

	mpq_init(bound);
	CHECK(model_bound(bound, MODEL_POSTAL, &problem, &err) == STATUS_OK);
	CHECK(ranking_find(&ranking, &problem, MODEL_POSTAL,
		      OPERATION_BROADCAST, 1, 0, ALGORITHM_WORK,
		      &err) == STATUS_OK);
	CHECK(first->is_known && !first->is_most &&
		mpq_cmp(first->time, bound) >= 0);
	tally->attained += mpq_equal(first->time, bound);
	mpq_div(bound, first->time, bound);
	ratio = mpq_get_d(bound);
	tally->cases++;
	tally->sum += ratio;
	if (ratio > tally->worst)
		tally->worst = ratio;
	mpq_clear(bound);
}

int main(void)
{
	struct tally tally = {0, 0, 0, 0};

	mem_init(NULL);
	problem_init(&problem);
	problem.max_bits = UINT64_C(1) << 33;
	ranking_init(&ranking);
	for (unsigned long n = 10; n <= 10000; n *= 10)
		for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
			for (size_t l = 0; l < sizeof lambdas / sizeof *lambdas;
				l++) {
				mpz_set_ui(problem.n, n);
				mpz_set_ui(problem.m, messages[i]);
				test_mpq(problem.lambda, lambdas[l]);
				count_problem(&tally);
			}
	printf("%ld problems, %ld at the bound, mean ratio %.5f, worst %.3f\n",
		tally.cases, tally.attained, tally.sum / (double)tally.cases,
		tally.worst);
	CHECK(tally.sum / (double)tally.cases <= most_mean &&
		tally.worst <= most_worst);
	ranking_clear(&ranking);
	problem_clear(&problem);
	return test_done();
}
