/*
 * Bows the arrows of a space-time diagram that would cover each other.  With
 * one latency for all, arrows across equally many lanes are parallel, so one
 * that starts on another's line runs along it: with latency 2, the arrow from
 * lane 1 at time 1 to lane 3 covers half of that from lane 0 at time 0 to lane
 * 2.  Each arrow is compared with the BACK arrows before it, in pixels, and
 * takes the first bow that none of those it would cover has.  A bow is a
 * parabola whose middle is off the straight line by BOW pixels for bows 1 and
 * 2, one to either side, twice as far for 3 and 4, and so on.
 */
#include "format/schedule/lanes.h"

#include "base/bits.h"
#include "base/mem.h"
#include "format/svg.h"

enum {
	BACK = 512, /* how many earlier arrows an arrow is compared with */
	NEAR = 3,   /* lines closer than this many pixels look like one */
	BOW = 6,    /* pixels from one bow of a side to the next */
	BOWS = 12
};

static int64_t difference(uint64_t a, uint64_t b)
{
	return (int64_t)a - (int64_t)b;
}

static int64_t absolute(int64_t value)
{
	return value < 0 ? -value : value;
}

/* Whether the point is less than about NEAR pixels off the arrow's line: the
 * longer of the line's extents in x and y stands for its length.  x is below
 * 2^15 and, for any number of lanes that can be held in memory, y is below
 * 2^40, so the products do not overflow. */
static int is_near_line(const struct arrow *arrow, struct arrow_point point)
{
	int64_t x = difference(arrow->to.x, arrow->from.x),
		y = difference(arrow->to.y, arrow->from.y);
	int64_t cross = x * difference(point.y, arrow->from.y) -
			y * difference(point.x, arrow->from.x);

	x = absolute(x);
	y = absolute(y);
	return absolute(cross) < NEAR * (x > y ? x : y);
}

/* Whether the ranges from a to b and from c to d, with ends in either order,
 * share more than NEAR pixels. */
static int overlap(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	uint64_t low = most_u64(least_u64(a, b), least_u64(c, d));
	uint64_t high = least_u64(most_u64(a, b), most_u64(c, d));

	return low + NEAR < high;
}

/* Whether b would cover part of a, if both were straight. */
static int collide(const struct arrow *a, const struct arrow *b)
{
	return (overlap(a->from.x, a->to.x, b->from.x, b->to.x) ||
		       overlap(a->from.y, a->to.y, b->from.y, b->to.y)) &&
	       is_near_line(a, b->from) && is_near_line(a, b->to);
}

/* The first bow that none of the arrows has that arrow i would cover; the last
 * one if all are taken. */
static unsigned char find_bow(const struct arrow *arrow, size_t i)
{
	char taken[BOWS] = {0};
	size_t first = i > BACK ? i - BACK : 0;
	unsigned char bow = 0;

	for (size_t k = first; k < i; k++)
		if (collide(&arrow[k], &arrow[i]))
			taken[arrow[k].bow] = 1;
	while (bow < BOWS - 1 && taken[bow])
		bow++;
	return bow;
}

struct arrow *arrows_new(const struct lanes_frame *frame)
{
	size_t count = frame->whole->count;
	struct arrow *arrow = mem_array(count + 1, sizeof *arrow);

	for (size_t i = 0; i < count; i++) {
		const struct event_row *row = &frame->whole->row[i];

		arrow[i].from.x = lanes_x(frame, row->sent);
		arrow[i].from.y = lanes_y(frame, row->from);
		arrow[i].to.x = lanes_x(frame, row->received);
		arrow[i].to.y = lanes_y(frame, row->to);
		arrow[i].bow = find_bow(arrow, i);
	}
	return arrow;
}

/* The control point of the bow's quadratic curve: off the middle of the
 * straight line, by twice as much as the bow's own middle. */
static struct arrow_point bow_corner(const struct arrow *arrow)
{
	struct arrow_point corner = {(arrow->from.x + arrow->to.x) / 2,
		(arrow->from.y + arrow->to.y) / 2};
	int64_t y = absolute(difference(arrow->to.y, arrow->from.y));
	uint64_t off = (uint64_t)(arrow->bow + 1) / 2 * BOW * 2;
	uint64_t *moved = (uint64_t)y > arrow->to.x - arrow->from.x ? &corner.x
								    : &corner.y;

	if (arrow->bow % 2 == 1 && *moved > off)
		*moved -= off;
	else
		*moved += off;
	return corner;
}

void arrow_write(struct out *out, const struct arrow *arrow)
{
	svg_point(out, 'M', arrow->from.x, arrow->from.y);
	if (arrow->bow == 0) {
		svg_point(out, 'L', arrow->to.x, arrow->to.y);
		return;
	}
	svg_point(out, 'Q', bow_corner(arrow).x, bow_corner(arrow).y);
	svg_point(out, ' ', arrow->to.x, arrow->to.y);
}

/* A coordinate of the quadratic curve at parameter e / all. */
static uint64_t bow_mean(
	uint64_t from, uint64_t corner, uint64_t to, uint64_t e, uint64_t all)
{
	return ((all - e) * (all - e) * from + 2 * e * (all - e) * corner +
		       e * e * to) /
	       (all * all);
}

struct arrow_point arrow_at(
	const struct arrow *arrow, uint64_t part, uint64_t parts)
{
	struct arrow_point corner;

	if (arrow->bow == 0)
		return (struct arrow_point){
			((parts - part) * arrow->from.x + part * arrow->to.x) /
				parts,
			((parts - part) * arrow->from.y + part * arrow->to.y) /
				parts};
	corner = bow_corner(arrow);
	return (struct arrow_point){
		bow_mean(arrow->from.x, corner.x, arrow->to.x, part, parts),
		bow_mean(arrow->from.y, corner.y, arrow->to.y, part, parts)};
}
