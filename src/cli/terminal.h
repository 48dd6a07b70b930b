/*
 * What the environment says of who reads: the character set.
 */
#ifndef FIBCAST_CLI_TERMINAL_H
#define FIBCAST_CLI_TERMINAL_H

/* Whether LC_ALL or else LC_CTYPE or else LANG, the first that is not empty,
 * names UTF-8; without any the locale is C, which is ASCII. */
int terminal_is_utf8(void);

#endif
