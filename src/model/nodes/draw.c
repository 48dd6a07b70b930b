/*
 * A tree with as many processors as W says, by following the choices of W back.
 * A processor that is informed with r ticks left, and may have a piece of j,
 * waits, sends outside or sends inside, according to one of the sums that give
 * W(r, j), until no more are to be informed.  Where several sums give it, tries
 * differ: they take the first, the last, outside first, inside first, and then
 * any.
 * Example: u1 = e1 = u2 = 1, e2 = 3, p = 2: W(3, 2) = 3 = W(2, 2) + W(0, 2),
 * where the source sends outside at 0 and inside at 1 or 2.
 */
#include "model/nodes/nodes.h"

#include "base/mem.h"
#include "number/random.h"

enum { DRAWN_MAX = 1 << 24, PLAIN_TRIES = 4 };

/* What a processor does: it waits, sends outside, or, for a number above 0,
 * sends inside to one whose part of the piece is that number. */
enum { WAITS = 0, OUTSIDE = -1, NOTHING = -2 };

struct draw {
	const struct nodes_table *table;
	struct nodes_drawing *drawing;
	unsigned try;
	struct random random;
	uint64_t seen; /* how many of the choices there were, if one is taken at
			  random */
	mpz_t sum;
};

/* The rows whose values may give W(r, j): that of r, the one before, and for a
 * message inside and one outside those of what is left to the sender and to
 * the receiver; NULL if there is none. */
struct rows {
	const struct nodes_row *now, *before, *sender[2], *receiver[2];
};

static struct rows rows_for(const struct nodes_table *table, uint64_t r)
{
	const struct nodes_figures *f = &table->figures;
	const uint64_t u[] = {f->u1, f->u2}, e[] = {f->e1, f->e2};
	struct rows rows = {.now = nodes_table_find(table, r)};

	if (r > 0)
		rows.before = nodes_table_find(table, r - 1);
	for (int is_out = 0; is_out < 2; is_out++)
		if (r >= e[is_out]) {
			rows.sender[is_out] =
				nodes_table_find(table, r - u[is_out]);
			rows.receiver[is_out] =
				nodes_table_find(table, r - e[is_out]);
		}
	return rows;
}

/* Whether that choice gives W(r, j). */
static int is_choice(
	struct draw *draw, const struct rows *rows, size_t j, long choice)
{
	const int is_out = choice == OUTSIDE;
	mpz_srcptr most = rows->now->value[j - 1];
	size_t i = is_out ? draw->table->figures.p : (size_t)choice;

	if (choice == WAITS)
		return rows->before &&
		       mpz_cmp(most, rows->before->value[j - 1]) == 0;
	if (!rows->receiver[is_out])
		return 0;
	mpz_add(draw->sum,
		rows->sender[is_out]->value[is_out ? j - 1 : j - i - 1],
		rows->receiver[is_out]->value[i - 1]);
	return mpz_cmp(draw->sum, most) == 0;
}

/* Whether a choice replaces the one before it; choices come in the order wait,
 * outside, inside of 1, 2, .. */
static int replaces(struct draw *draw, long before, long choice)
{
	if (before == NOTHING)
		return 1;
	switch (draw->try) {
	case 0:
		return 0;
	case 1:
		return 1;
	case 2:
		return choice == OUTSIDE || before != OUTSIDE;
	case 3:
		return choice > 0 && before <= 0;
	default:
		draw->seen++;
		return random_below(&draw->random, (uint32_t)draw->seen) == 0;
	}
}

static long choose(struct draw *draw, const struct rows *rows, size_t j)
{
	long taken = NOTHING;

	draw->seen = 1;
	for (long k = 0; k <= (long)j; k++) {
		long choice = k == 0 ? WAITS : k == 1 ? OUTSIDE : k - 1;

		if (is_choice(draw, rows, j, choice) &&
			replaces(draw, taken, choice)) {
			taken = choice;
			if (draw->try == 0)
				break;
		}
	}
	return taken;
}

static void add_drawn(
	struct nodes_drawing *drawing, const struct nodes_drawn *drawn)
{
	drawing->drawn = mem_grow(drawing->drawn, &drawing->capacity,
		drawing->count, sizeof *drawing->drawn);
	drawing->drawn[drawing->count++] = *drawn;
}

/* Draws all children of a processor whose part of its piece is j. */
static void draw_children(struct draw *draw, uint32_t i, size_t j, size_t *part)
{
	const struct nodes_figures *f = &draw->table->figures;
	struct nodes_drawing *drawing = draw->drawing;
	struct nodes_drawn child = {.parent = i};
	uint64_t end = nodes_table_last(draw->table)->tick;
	uint64_t r = drawing->drawn[i].left;

	for (;;) {
		const struct rows rows = rows_for(draw->table, r);
		long choice;

		if (mpz_cmp_ui(rows.now->value[j - 1], 1) <= 0)
			break;
		choice = choose(draw, &rows, j);
		if (choice == WAITS) {
			/* Until its own tick, a row gives nothing new. */
			r = r > rows.now->tick ? rows.now->tick : r - 1;
			continue;
		}
		child.sent = end - r;
		child.left = r - (choice == OUTSIDE ? f->e2 : f->e1);
		child.piece = choice == OUTSIDE ? drawing->pieces++
						: drawing->drawn[i].piece;
		add_drawn(drawing, &child);
		part[drawing->count - 1] =
			choice == OUTSIDE ? f->p : (size_t)choice;
		if (choice != OUTSIDE)
			j -= (size_t)choice;
		r -= choice == OUTSIDE ? f->u2 : f->u1;
	}
}

enum status nodes_draw(struct nodes_drawing *drawing,
	const struct nodes_table *table, unsigned try, struct err *err)
{
	struct draw draw = {.table = table,
		.drawing = drawing,
		.try = try,
		.random = {.seed = try}};
	const struct nodes_row *last = nodes_table_last(table);
	struct nodes_drawn source = {.left = last->tick};
	mpz_srcptr size = last->value[table->figures.p - 1];
	size_t *part;

	drawing->count = 0;
	drawing->pieces = 1;
	if (mpz_cmp_ui(size, DRAWN_MAX) > 0)
		return err_limit(err,
			"a schedule on so many nodes takes more memory than "
			"there is");
	part = mem_array(mpz_get_ui(size), sizeof *part);
	mpz_init(draw.sum);
	part[0] = table->figures.p;
	add_drawn(drawing, &source);
	for (uint32_t i = 0; i < drawing->count; i++)
		draw_children(&draw, i, part[i], part);
	mpz_clear(draw.sum);
	mem_free(part);
	return STATUS_OK;
}

void nodes_drawing_clear(struct nodes_drawing *drawing)
{
	mem_free(drawing->drawn);
	*drawing = (struct nodes_drawing){0};
}
