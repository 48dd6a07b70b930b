/*
 * Text from outside may hold any bytes: this tells which of them are UTF-8 that
 * is safe to show on a terminal or to put into JSON.
 */
#ifndef FIBCAST_BASE_UTF8_H
#define FIBCAST_BASE_UTF8_H

#include <stddef.h>

/*
 * The length of the first character of text, 1 to 4 bytes; 0 if it is not
 * well-formed UTF-8 or is a control character: below U+0020, or U+007F to
 * U+009F.  RFC 3629, section 4.
 */
size_t utf8_size(const char *text);

#endif
