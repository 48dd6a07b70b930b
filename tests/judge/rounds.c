/* Keeps a table of who knows what since when, round by round. */
#include "judge/rounds.h"

#include <string.h>

#include "test.h"

/* 1 + the round after which a processor knows a message, 0: never. */
static int judge_since[JUDGE_N][JUDGE_M];
/* By processor: the last round, from 1, in which it sent, received or talked,
 * and its partner in the last. */
static int judge_sent[JUDGE_N], judge_got[JUDGE_N], judge_talk[JUDGE_N];
static int judge_peer[JUDGE_N];

static int judge_talks(int p, int q, int round, int directions)
{
	int fine = judge_talk[p] != round ||
		   (directions == 2 && judge_peer[p] == q);

	judge_talk[p] = round;
	judge_peer[p] = q;
	return fine;
}

static int judge_row(struct judged_rounds *judged,
	const struct schedule *schedule, const struct transmission *row)
{
	int n = (int)schedule->header.processors;
	int m = (int)schedule->header.messages;
	int p = (int)row->from, q = (int)row->to, i = (int)row->message;
	int round = (int)row->tick + 1, fine;

	if (p < 0 || p >= n || q < 0 || q >= n || p == q || i < 1 || i > m ||
		round < judged->rounds)
		return 0;
	fine = judge_sent[p] != round && judge_got[q] != round;
	fine = fine &&
	       (p == 0 || (judge_since[p][i] && judge_since[p][i] <= round));
	if (schedule->header.model != MODEL_SENDRECV) {
		int directions =
			schedule->header.model == MODEL_TELEPHONE ? 2 : 1;

		fine = judge_talks(p, q, round, directions) && fine;
		fine = judge_talks(q, p, round, directions) && fine;
	}
	judge_sent[p] = judge_got[q] = judged->rounds = round;
	if (q == 0 || (judge_since[q][i] && judge_since[q][i] <= round))
		judged->redundant++;
	if (!judge_since[q][i])
		judge_since[q][i] = round + 1;
	judged->rows++;
	return fine;
}

struct judged_rounds judge_rounds_play(struct schedule *schedule)
{
	int n = (int)schedule->header.processors;
	int m = (int)schedule->header.messages;
	struct judged_rounds judged = {.valid = n < JUDGE_N && m < JUDGE_M};
	const struct transmission *row;
	struct err err;
	size_t count = 1;

	for (int p = 0; judged.valid && p < n; p++)
		memset(judge_since[p], 0, sizeof judge_since[p]);
	memset(judge_sent, 0, sizeof judge_sent);
	memset(judge_got, 0, sizeof judge_got);
	memset(judge_talk, 0, sizeof judge_talk);
	while (judged.valid && count > 0) {
		if (schedule_next(schedule, &row, &count, &err) != STATUS_OK)
			judged.valid = 0;
		for (size_t i = 0; judged.valid && i < count; i++)
			judged.valid = judge_row(&judged, schedule, &row[i]);
	}
	for (int p = 1; judged.valid && p < n; p++)
		for (int i = 1; i <= m; i++)
			judged.valid = judged.valid && judge_since[p][i] > 0;
	judged.valid = judged.valid && schedule->header.has_finish &&
		       schedule->header.finish == (uint64_t)judged.rounds;
	return judged;
}

static enum status judge_open(struct schedule **schedule, enum model model,
	const mpz_t n, const mpz_t m, uint64_t max_bits, struct err *err)
{
	if (model == MODEL_TELEPHONE)
		return search_open_begun(schedule, telephone_begin,
			test_problem(n, m, NULL, max_bits), test_degree(1),
			err);
	if (model == MODEL_TELEGRAPH)
		return search_open_begun(schedule, telegraph_begin,
			test_problem(n, m, NULL, max_bits), test_degree(1),
			err);
	return sendrecv_open(schedule, test_problem(n, m, NULL, max_bits),
		test_degree(1), err);
}

unsigned long judge_rounds_bound(enum model model, const mpz_t n, const mpz_t m)
{
	unsigned long value;
	mpz_t bound;

	mpz_init(bound);
	if (model == MODEL_TELEPHONE)
		telephone_lower_bound(
			bound, test_problem(n, m, NULL, UINT64_MAX));
	else if (model == MODEL_TELEGRAPH)
		telegraph_lower_bound(
			bound, test_problem(n, m, NULL, UINT64_MAX));
	else
		sendrecv_rounds(bound, test_problem(n, m, NULL, UINT64_MAX));
	value = mpz_get_ui(bound);
	mpz_clear(bound);
	return value;
}

unsigned long judge_telephone_bound(unsigned long n, unsigned long m)
{
	unsigned long bound;
	mpz_t zn, zm;

	mpz_init_set_ui(zn, n);
	mpz_init_set_ui(zm, m);
	bound = judge_rounds_bound(MODEL_TELEPHONE, zn, zm);
	mpz_clears(zn, zm, NULL);
	return bound;
}

long judge_rounds_case(enum model model, unsigned long n, unsigned long m)
{
	struct schedule *schedule;
	struct check check;
	struct err err;
	long above = -1;
	mpz_t zn, zm;

	mpz_init_set_ui(zn, n);
	mpz_init_set_ui(zm, m);
	if (judge_open(&schedule, model, zn, zm, (uint64_t)1 << 33, &err) ==
		STATUS_OK) {
		above = (long)schedule->header.finish -
			(long)judge_rounds_bound(model, zn, zm);
		if (!judge_rounds_play(schedule).valid)
			above = -1;
		schedule_close(schedule);
	}
	if (above >= 0 && judge_open(&schedule, model, zn, zm,
				  (uint64_t)1 << 33, &err) == STATUS_OK) {
		if (check_schedule(&check, schedule, (uint64_t)1 << 30, &err) !=
				STATUS_OK ||
			check.violations > 0)
			above = -1;
		schedule_close(schedule);
	}
	mpz_clears(zn, zm, NULL);
	return above;
}

int judge_rounds_grid(enum model model, unsigned long first, unsigned long last,
	unsigned long step, unsigned long most, unsigned long step_m,
	long allowed)
{
	int count = 0;

	for (unsigned long n = first; n <= last; n += step)
		for (unsigned long m = 1; m <= most; m += step_m) {
			long above = judge_rounds_case(model, n, m);

			CHECK_FOR(above >= 0 && above <= allowed,
				"%s n=%lu m=%lu: %ld", schedule_models[model],
				n, m, above);
			count += above > 0;
		}
	return count;
}
