/*
 * Finds the word nearest to a text: by edit distance with swaps of neighbours
 * (optimal string alignment), for words of up to 31 letters; and the words that
 * other programs use.
 */
#include "cli/option/option.h"

#include <string.h>
#include <strings.h>

#include "base/bits.h"

enum { WORD_MAX = 31, PREFIX_MIN = 3 };

static const struct {
	const char *theirs, *ours;
} names[] = {
	{"np", "processors"},
	{"procs", "processors"},
	{"processes", "processors"},
	{"ranks", "processors"},
	{"nodes", "processors"},
	{"cores", "node"},
	{"ppn", "node"},
	{"intra", "inside"},
	{"size", "processors"},
	{"lambda", "latency"},
	{"segments", "messages"},
	{"chunks", "messages"},
	{"precision", "decimals"},
	{"digits", "decimals"},
	{"timeout", "limit"},
	{"fanout", "degree"},
	{"png", "svg"},
	{"pdf", "svg"},
	{"svg", "plot"},
	{"graphviz", "dot"},
	{"simgrid", "ti"},
	{"loggopsim", "goal"},
	{"perfetto", "trace"},
	{"bcast", "broadcast"},
	{"reduction", "reduce"},
	{"verify", "check"},
	{"validate", "check"},
	{"export", "convert"},
	{"broadcast", "schedule"},
	{"optimum", "best"},
	{"optimal", "best"},
	{"fastest", "best"},
	{"version", "--version"},
};

const char *nearest_own_name(const char *text, size_t size)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i].theirs) == size &&
			strncasecmp(names[i].theirs, text, size) == 0)
			return names[i].ours;
	return NULL;
}

void nearest_init(struct nearest *nearest, const char *text, size_t size)
{
	*nearest = (struct nearest){
		.text = text, .size = size, .steps = (size + 1) / 3 + 1};
}

static int is_same(char x, char y)
{
	return strncasecmp(&x, &y, 1) == 0;
}

/*
 * The distance between the words x and y, of xs and ys letters.  Row i holds
 * the distances from the first i letters of x to each prefix of y; only it and
 * the two rows before it are kept.
 */
static uint64_t count_edits(const char *x, size_t xs, const char *y, size_t ys)
{
	uint64_t rows[3][WORD_MAX + 1] = {{0}};

	for (size_t j = 0; j <= ys; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= xs; i++) {
		uint64_t *row = rows[i % 3];
		const uint64_t *last = rows[(i + 2) % 3];
		const uint64_t *before = rows[(i + 1) % 3];

		row[0] = i;
		for (size_t j = 1; j <= ys; j++) {
			row[j] = least_u64(least_u64(last[j], row[j - 1]) + 1,
				last[j - 1] + !is_same(x[i - 1], y[j - 1]));
			if (i > 1 && j > 1 && is_same(x[i - 1], y[j - 2]) &&
				is_same(x[i - 2], y[j - 1]))
				row[j] = least_u64(row[j], before[j - 2] + 1);
		}
	}
	return rows[xs % 3][ys];
}

void nearest_try(struct nearest *nearest, const char *word)
{
	size_t size = strlen(word);
	uint64_t steps;

	if (nearest->size == 0 || nearest->size > WORD_MAX || size > WORD_MAX)
		return;
	steps = count_edits(nearest->text, nearest->size, word, size);
	if (nearest->size >= PREFIX_MIN && nearest->size < size &&
		strncasecmp(nearest->text, word, nearest->size) == 0)
		steps = least_u64(steps, 1);
	if (steps >= nearest->steps)
		return;
	nearest->steps = steps;
	nearest->word = word;
}
