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

/* Whether x + y = W(r, j), given as most. */
static int gives(struct draw *draw, mpz_srcptr most, mpz_srcptr x, mpz_srcptr y)
{
	mpz_add(draw->sum, x, y);
	return mpz_cmp(draw->sum, most) == 0;
}

/* Whether that choice gives W(r, j). */
static int is_choice(struct draw *draw, size_t r, size_t j, long choice)
{
	const struct nodes_table *table = draw->table;
	const struct nodes_figures *f = &table->figures;
	mpz_srcptr most = nodes_table_at(table, r, j);

	if (choice == WAITS)
		return r > 0 &&
		       mpz_cmp(most, nodes_table_at(table, r - 1, j)) == 0;
	if (choice == OUTSIDE)
		return r >= f->e2 &&
		       gives(draw, most, nodes_table_at(table, r - f->u2, j),
			       nodes_table_at(table, r - f->e2, f->p));
	return r >= f->e1 &&
	       gives(draw, most,
		       nodes_table_at(table, r - f->u1, j - (size_t)choice),
		       nodes_table_at(table, r - f->e1, (size_t)choice));
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

static long choose(struct draw *draw, size_t r, size_t j)
{
	long taken = NOTHING;

	draw->seen = 1;
	for (long k = 0; k <= (long)j; k++) {
		long choice = k == 0 ? WAITS : k == 1 ? OUTSIDE : k - 1;

		if (is_choice(draw, r, j, choice) &&
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
	uint64_t end = draw->table->count - 1;
	size_t r = (size_t)drawing->drawn[i].left;

	while (mpz_cmp_ui(nodes_table_at(draw->table, r, j), 1) > 0) {
		long choice = choose(draw, r, j);

		if (choice == WAITS) {
			r--;
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
		r -= (size_t)(choice == OUTSIDE ? f->u2 : f->u1);
	}
}

enum status nodes_draw(struct nodes_drawing *drawing,
	const struct nodes_table *table, unsigned try, struct err *err)
{
	struct draw draw = {.table = table,
		.drawing = drawing,
		.try = try,
		.random = {.seed = try}};
	struct nodes_drawn source = {.left = table->count - 1};
	mpz_srcptr size =
		nodes_table_at(table, table->count - 1, table->figures.p);
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
