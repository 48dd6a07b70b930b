/* Only the present value is kept: the next one is a step further. */
#include "cli/input/input.h"

static void start_range(struct sweep_cursor *cursor)
{
	const struct sweep_range *range = &cursor->sweep->range[cursor->range];

	mpq_set(cursor->value, range->first);
	mpz_sub_ui(cursor->left, range->count, 1);
}

void sweep_cursor_init(struct sweep_cursor *cursor, const struct sweep *sweep)
{
	cursor->sweep = sweep;
	mpz_init(cursor->left);
	mpq_init(cursor->value);
	sweep_cursor_first(cursor);
}

void sweep_cursor_first(struct sweep_cursor *cursor)
{
	cursor->range = 0;
	start_range(cursor);
}

int sweep_cursor_next(struct sweep_cursor *cursor)
{
	const struct sweep_range *range = &cursor->sweep->range[cursor->range];

	if (mpz_sgn(cursor->left) == 0) {
		if (cursor->range + 1 == cursor->sweep->ranges)
			return 0;
		cursor->range++;
		start_range(cursor);
		return 1;
	}
	mpz_sub_ui(cursor->left, cursor->left, 1);
	if (range->multiply)
		mpq_mul(cursor->value, cursor->value, range->step);
	else
		mpq_add(cursor->value, cursor->value, range->step);
	return 1;
}

void sweep_cursor_clear(struct sweep_cursor *cursor)
{
	mpz_clear(cursor->left);
	mpq_clear(cursor->value);
}
