/* What check/check says of a file, for tests. */
#ifndef FIBCAST_JUDGE_SAYS_H
#define FIBCAST_JUDGE_SAYS_H

/* Checks that check/check says `expected' of the text: "ok", or the first thing
 * that is wrong.  The text is only read. */
void judge_says(char *text, const char *expected);

#endif
