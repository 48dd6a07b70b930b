/*
 * The first byte of a character says how many bytes follow and which values the
 * second one may have; this rules out overlong forms, surrogates and everything
 * past U+10FFFF.  The third and fourth bytes are 80 to BF.
 */
#include "base/utf8.h"

/* Lead bytes first .. last, the length of the characters that they begin, and
 * the bounds of the second byte. */
static const struct lead {
	unsigned char first, last, size, low, high;
} leads[] = {
	{0x20, 0x7E, 1, 0, 0},
	{0xC2, 0xC2, 2, 0xA0, 0xBF}, /* before A0: controls */
	{0xC3, 0xDF, 2, 0x80, 0xBF},
	{0xE0, 0xE0, 3, 0xA0, 0xBF},
	{0xE1, 0xEC, 3, 0x80, 0xBF},
	{0xED, 0xED, 3, 0x80, 0x9F},
	{0xEE, 0xEF, 3, 0x80, 0xBF},
	{0xF0, 0xF0, 4, 0x90, 0xBF},
	{0xF1, 0xF3, 4, 0x80, 0xBF},
	{0xF4, 0xF4, 4, 0x80, 0x8F},
};

size_t utf8_size(const char *text)
{
	const unsigned char *byte = (const unsigned char *)text;
	const struct lead *lead = leads,
			  *end = leads + sizeof leads / sizeof *leads;

	while (lead < end && lead->last < *byte)
		lead++;
	if (lead == end || *byte < lead->first)
		return 0;
	if (lead->size > 1 && (byte[1] < lead->low || byte[1] > lead->high))
		return 0;
	for (size_t i = 2; i < lead->size; i++)
		if (byte[i] < 0x80 || byte[i] > 0xBF)
			return 0;
	return lead->size;
}
