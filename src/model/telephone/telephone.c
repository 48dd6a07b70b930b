/* Opens telephone schedules: even n here, odd n in odd.c. */
#include "model/telephone/telephone.h"

#include "base/mem.h"
#include "model/rounds/rounds.h"
#include "model/rounds/even.h"
#include "model/telephone/bounds.h"
#include "model/telephone/odd.h"

struct telephone {
	struct rounds rounds;
	struct telephone_even even;
};

static void telephone_step(struct rounds *rounds)
{
	struct telephone *telephone = (struct telephone *)rounds;

	telephone_even_step(&telephone->even);
	rounds->send = telephone->even.send;
	rounds->senders = telephone->even.senders;
	rounds->base = (int64_t)(rounds->round - telephone->even.oldest);
}

static void telephone_clear(struct rounds *rounds)
{
	telephone_even_clear(&((struct telephone *)rounds)->even);
}

static const struct rounds_ops ops = {telephone_step, telephone_clear};

static enum status open_even(struct schedule **schedule,
	const struct problem *problem, struct err *err)
{
	struct telephone *telephone = mem_array(1, sizeof *telephone);
	enum status status;
	mpz_t rounds, none;

	mpz_inits(rounds, none, NULL);
	telephone_lower_bound(rounds, problem);
	telephone->rounds.ops = &ops;
	status = rounds_init(&telephone->rounds, MODEL_TELEPHONE, "telephone",
		problem, rounds, err);
	if (status == STATUS_OK)
		status = rounds_check_memory(
			problem, TELEPHONE_EVEN_SIZE, none, err);
	if (status == STATUS_OK) {
		if (mpz_cmp_ui(problem->n, 1) > 0)
			telephone_even_init(&telephone->even,
				(uint32_t)mpz_get_ui(problem->n), 0);
		*schedule = &telephone->rounds.schedule;
	} else {
		mem_free(telephone);
	}
	mpz_clears(rounds, none, NULL);
	return status;
}

enum status telephone_begin(struct search **search,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct schedule *schedule;
	enum status status;

	(void)options;
	*search = NULL;
	if (mpz_odd_p(problem->n) && mpz_cmp_ui(problem->n, 1) > 0)
		return telephone_odd_begin(search, problem, err);
	status = open_even(&schedule, problem, err);
	if (status == STATUS_OK)
		*search = search_settled(schedule);
	return status;
}

enum status telephone_open(struct schedule **schedule,
	const struct problem *problem, const struct algorithm_options *options,
	struct err *err)
{
	struct search *search;
	enum status status = telephone_begin(&search, problem, options, err);

	*schedule = NULL;
	return status == STATUS_OK ? search_finish(schedule, search, err)
				   : status;
}
