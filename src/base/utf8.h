/*
 * Text of others, who may have meant any bytes: what of it is UTF-8 that a
 * terminal or a reader of JSON can be shown.
 */
#ifndef FIBCAST_BASE_UTF8_H
#define FIBCAST_BASE_UTF8_H

#include <stddef.h>

/*
 * The bytes of the character that the string at text begins with, 1 to 4.
 * 0 if it begins with no well-formed UTF-8, or with a control character: below
 * U+0020, or U+007F to U+009F.   RFC 3629, section 4.
 */
size_t utf8_size(const char *text);

#endif
