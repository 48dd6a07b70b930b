/*
 * Even n: the telephone schedule, each call being two transfers.
 *
 * Odd n: the schedule for n + 1, with a dummy that is left out.  The dummy's
 * partner v sends nothing.  r, to whom the source sends, gives it nothing in
 * return, so r can give v the oldest message in the dummy's place.  So the
 * dummy must be one of those who never give anything but the oldest message: n
 * + 1 = 2^k: last of T_{k-1}, whose partner is the last of T_{k-2}, so that it
 * remains the last of T_{k-1}; else: in Y. BKS, Section 6; its dummy in T_{k-1}
 * would not stay there for all other n.
 */
#include "model/rounds/rounds.h"

#include "base/mem.h"

int sendrecv_rounds(mpz_t rounds, const struct problem *problem)
{
	rounds_last_bound(rounds, problem);
	return 1;
}

void sendrecv_bound_list(struct bound_list *list, const struct problem *problem)
{
	rounds_list_last(list, problem, "Bar-Noy-Kipnis-Schieber-Theorem-5");
}

void sendrecv_init(struct telephone_even *even, uint32_t n)
{
	telephone_even_init(even, n + n % 2, n % 2 != 0);
}

/* The dummy's number is n. */
void sendrecv_step(struct telephone_even *even, uint32_t n)
{
	uint32_t r, v;

	telephone_even_step(even);
	if (n % 2 == 0 || even->send[n].to == ROUNDS_NOBODY)
		return;
	r = even->send[0].to;
	v = even->send[n].to;
	even->send[r] = (struct rounds_send){v, 0};
	even->send[v].to = ROUNDS_NOBODY;
}

struct sendrecv {
	struct rounds rounds;
	struct telephone_even even;
};

static void step_sendrecv(struct rounds *rounds)
{
	struct sendrecv *sendrecv = (struct sendrecv *)rounds;

	sendrecv_step(
		&sendrecv->even, (uint32_t)rounds->schedule.header.processors);
	rounds->send = sendrecv->even.send;
	rounds->senders = sendrecv->even.senders;
	rounds->base = (int64_t)(rounds->round - sendrecv->even.oldest);
}

static void sendrecv_clear(struct rounds *rounds)
{
	telephone_even_clear(&((struct sendrecv *)rounds)->even);
}

static const struct rounds_ops ops = {step_sendrecv, sendrecv_clear};

enum status sendrecv_open_as(struct schedule **schedule, enum model model,
	const char *algorithm, const struct problem *problem, struct err *err)
{
	struct sendrecv *sendrecv = mem_array(1, sizeof *sendrecv);
	enum status status;
	mpz_t rounds, none;

	mpz_inits(rounds, none, NULL);
	*schedule = NULL;
	rounds_last_bound(rounds, problem);
	sendrecv->rounds.ops = &ops;
	status = rounds_init(
		&sendrecv->rounds, model, algorithm, problem, rounds, err);
	if (status == STATUS_OK)
		status = rounds_check_memory(
			problem, TELEPHONE_EVEN_SIZE, none, err);
	if (status == STATUS_OK) {
		if (mpz_cmp_ui(problem->n, 1) > 0)
			sendrecv_init(&sendrecv->even,
				(uint32_t)mpz_get_ui(problem->n));
		*schedule = &sendrecv->rounds.schedule;
	} else {
		mem_free(sendrecv);
	}
	mpz_clears(rounds, none, NULL);
	return status;
}

enum status sendrecv_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	(void)options;
	return sendrecv_open_as(
		schedule, MODEL_SENDRECV, "sendrecv", problem, err);
}
