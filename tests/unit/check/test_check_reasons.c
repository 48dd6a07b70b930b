/* What check/check says is wrong, where, and how often, in every model: small
 * schedules as files. */
#include <string.h>

#include "base/mem.h"
#include "check/check.h"
#include "format/schedule/schedule.h"
#include "test.h"

enum { MEMORY = 1 << 20 };

#define ALLTOALL "# operation alltoall\n# processors 4\n# latency 1\n"
#define ROUND(time, blocks)                                                    \
	time " 0 1 1 " blocks "\n" time " 1 2 1 " blocks "\n" time             \
	     " 2 3 1 " blocks "\n" time " 3 0 1 " blocks "\n"
#define OPERANDS "time from to message operands\n"
#define BLOCKS "time from to message blocks\n"

/* The reasons in order, one a line, with the lines of the file; after the head
 * come the usual columns, unless the rows begin with others. */
static const struct {
	const char *model, *head, *rows, *reasons;
} cases[] = {
	/* rounds: each thing that a processor cannot do */
	{"telephone", "# processors 3\n# messages 1\n# finish 2\n",
		"0 0 1 1\n1 0 2 1\n", ""},
	{"telephone", "# processors 3\n# messages 1\n# finish 2\n",
		"0 0 1 1\n0 0 2 1\n",
		"8: processor 0 does two sends at 0\n"
		"5: the finish is claimed to be 2, but is 1\n"},
	{"telephone", "# processors 4\n# messages 2\n# finish 3\n",
		"0 0 1 1\n1 0 2 2\n1 1 2 1\n2 0 3 1\n2 2 1 2\n3 0 3 2\n",
		"9: processor 2 receives two messages at 1\n"
		"5: the finish is claimed to be 3, but is 4\n"},
	{"telephone", "# processors 3\n# messages 1\n# finish 1\n",
		"0 0 1 1\n0 1 2 1\n",
		"8: processor 1 talks to two others at 0\n"
		"8: processor 1 sends message 1 at 0, but does not know it "
		"then\n"},
	{"telephone", "# processors 3\n# messages 1\n# finish 2\n",
		"0 0 1 1\n1 0 2 1\n1 1 0 1\n",
		"9: processor 0 talks to two others at 1\n"
		"1 redundant\n"},
	{"telegraph", "# processors 2\n# messages 2\n# finish 2\n",
		"0 0 1 1\n1 0 1 2\n1 1 0 1\n",
		"9: processor 1 talks in both directions at 1\n"
		"1 redundant\n"},
	{"telephone", "# processors 2\n# messages 2\n# finish 2\n",
		"0 0 1 1\n1 0 1 2\n1 1 0 1\n", "1 redundant\n"},
	{"sendrecv", "# processors 3\n# messages 1\n# finish 2\n",
		"0 0 1 1\n1 0 2 1\n1 1 0 1\n", "1 redundant\n"},
	{"sendrecv", "# processors 3\n# messages 2\n# finish 1/2\n",
		"0 0 1 1\n1/2 1 2 1\n",
		"8: a send that does not start with a round\n"
		"8: processor 1 sends message 1 at 1/2, but does not know it "
		"then\n"
		"0: processor 1 never gets message 2\n"
		"0: processor 2 never gets message 2\n"
		"5: the finish is claimed to be 1/2, but is 1\n"},
	{"telephone", "# processors 2\n# messages 1\n# finish 1\n",
		"0 0 1 1\n0 1 1 1\n", "8: processor 1 sends to itself\n"},
	/* the unit gets finer twice */
	{"telephone", "# processors 5\n# messages 1\n# finish 3\n",
		"0 0 1 1\n3/2 0 2 1\n5/3 1 3 1\n2 0 4 1\n",
		"8: a send that does not start with a round\n"
		"9: a send that does not start with a round\n"},
	{"telephone", "# operation reduce\n# processors 4\n# finish 4\n",
		"3/2 3 2 1\n5/3 2 1 1\n3 1 0 1\n",
		"7: a send that does not start with a round\n"
		"8: a send that does not start with a round\n"
		"8: processor 2 talks to two others at 5/3\n"
		"8: processor 2 sends message 1 before it has received, by 2, "
		"all of it\n"},
	/* postal */
	{"postal", "# processors 3\n# latency 1\n# finish 2\n",
		"0 0 1 1\n1 0 1 1\n1 1 2 1\n", "1 redundant\n"},
	{"postal", "# processors 3\n# latency 5/2\n# finish 5\n",
		"0 0 1 1\n5/2 1 2 1\n", ""},
	{"postal", "# processors 3\n# latency 5/2\n# finish 4\n",
		"0 0 1 1\n9/4 1 2 1\n",
		"8: processor 1 sends message 1 at 9/4, but has it only at "
		"5/2\n5: the finish is claimed to be 4, but is 19/4\n"},
	{"postal", "# processors 3\n# latency 5/2\n# finish 5/2\n",
		"0 0 1 1\n0 0 2 1\n",
		"8: processor 0 does two sends at once, at times 0 and 0\n"},
	{"postal", "# processors 3\n# latency 1\n# finish 7/2\n",
		"0 0 1 1\n2 1 2 1\n5/2 0 2 1\n",
		"9: processor 2 receives two at once, those sent at 2 and 5/2\n"
		"1 redundant\n"},
	{"postal", "# processors 4\n# latency 1\n# finish 1\n", "0 2 3 1\n",
		"7: processor 2 sends message 1 at 0, but has not been sent "
		"it\n0: processor 1 never gets message 1\n"
		"0: processor 2 never gets message 1\n"},
	/* postal sums: the target sends, first of all */
	{"postal", "# operation reduce\n# processors 2\n# latency 2\n",
		"0 0 1 1\n",
		"7: processor 0 sends message 1 at 0, but is the target\n"
		"0: processor 1 never sends message 1: operands are missing\n"},
	/* what was as it should be is not held against it later */
	{"postal", "# operation reduce\n# processors 4\n# latency 2\n",
		"0 3 2 1\n2 2 1 1\n4 1 0 1\n5 3 0 1\n7 2 0 1\n",
		"10: processor 3 sends message 1 at 5 again: operands are "
		"counted twice\n"
		"11: processor 2 sends message 1 at 7 again: operands are "
		"counted twice\n"},
	/* sends again do not stand in for the one that is missing */
	{"postal", "# operation reduce\n# processors 3\n# latency 2\n",
		"0 1 0 1\n1 1 0 1\n2 1 0 1\n",
		"8: processor 1 sends message 1 at 1 again: operands are "
		"counted twice\n"
		"9: processor 1 sends message 1 at 2 again: operands are "
		"counted twice\n"
		"0: processor 2 never sends message 1: operands are missing\n"},
	/* the first time that a narrow state has no room for, and later ones */
	{"postal", "# operation reduce\n# processors 3\n# latency 2\n",
		"4294967292 2 1 1\n",
		"0: processor 1 never sends message 1: operands are missing\n"},
	{"postal", "# operation reduce\n# processors 4\n# latency 2\n",
		"4294967292 3 2 1\n4294967294 2 1 1\n4294967294 3 0 1\n"
		"4294967295 1 0 1\n",
		"9: processor 3 sends message 1 at 4294967294 again: operands "
		"are counted twice\n"
		"10: processor 1 sends message 1 before it has received, by "
		"4294967296, all of it\n"},
	/* logp: what waits comes later */
	{"logp", "# processors 3\n# latency 2\n# finish 3\n",
		"0 0 1 1\n1 0 2 1\n", ""},
	{"logp", "# processors 3\n# latency 2\n# finish 3\n",
		"0 0 1 1\n0 0 2 1\n",
		"8: processor 0 does two sends at 0\n"
		"5: the finish is claimed to be 3, but is 2\n"},
	{"logp", "# processors 3\n# latency 2\n# finish 5\n",
		"0 0 1 1\n1 1 2 1\n",
		"8: processor 1 sends message 1 at 1, but has it only at 2\n"
		"5: the finish is claimed to be 5, but is 3\n"},
	{"logp", "# processors 3\n# latency 2\n# finish 5\n",
		"0 0 1 1\n5/2 1 2 1\n",
		"8: a send that does not start with a step\n"
		"5: the finish is claimed to be 5, but is 4\n"},
	{"logp", "# processors 3\n# latency 2\n# finish 4\n",
		"0 0 1 1\n2 1 1 1\n",
		"8: processor 1 sends to itself\n"
		"0: processor 2 never gets message 1\n"
		"5: the finish is claimed to be 4, but "
		"is 2\n"},
	/* three copies of a message wait behind two of another: each is there
	 * when its first copy is, in the worst order */
	{"logp", "# processors 6\n# messages 2\n# latency 2\n",
		"0 0 3 2\n1 0 1 1\n2 0 2 1\n3 0 4 2\n3 3 4 2\n4 0 4 1\n4 1 4 "
		"1\n4 2 4 1\n5 4 5 2\n7 4 5 1\n",
		"0: processor 1 never gets message 2\n"
		"0: processor 2 never gets message 2\n"
		"0: processor 3 never gets message 1\n"
		"3 redundant\n"},
	{"logp", "# processors 6\n# messages 2\n# latency 2\n",
		"0 0 3 2\n1 0 1 1\n2 0 2 1\n3 0 4 2\n3 3 4 2\n4 0 4 1\n4 1 4 "
		"1\n4 2 4 1\n4 4 5 2\n7 4 5 1\n",
		"15: processor 4 sends message 2 at 4, but has it only at 5\n"
		"0: processor 1 never gets message 2\n"
		"0: processor 2 never gets message 2\n"
		"0: processor 3 never gets message 1\n"
		"3 redundant\n"},
	{"logp", "# processors 6\n# messages 2\n# latency 2\n",
		"0 0 3 2\n1 0 1 1\n2 0 2 1\n3 0 4 2\n3 3 4 2\n4 0 4 1\n4 1 4 "
		"1\n4 2 4 1\n5 4 5 2\n6 4 5 1\n",
		"16: processor 4 sends message 1 at 6, but has it only at 7\n"
		"0: processor 1 never gets message 2\n"
		"0: processor 2 never gets message 2\n"
		"0: processor 3 never gets message 1\n"
		"3 redundant\n"},
	/* sums: a cycle an addition; the last of processor 0 */
	{"machine",
		"# operation sum\n# processors 3\n# messages 8\n# machine L=2 "
		"o=0 g=1\n# finish 5\n",
		"1 2 0 1\n2 1 0 1\n", ""},
	{"machine",
		"# operation sum\n# processors 3\n# messages 8\n# machine L=2 "
		"o=0 g=1\n# finish 5\n",
		"1 2 0 1\n2 1 0 1\n3 1 0 1\n",
		"11: processor 1 sends at 3 again: operands are counted twice\n"
		"7: the finish is claimed to be 5, but is 6\n"},
	{"machine",
		"# operation sum\n# processors 3\n# messages 8\n# machine L=2 "
		"o=0 g=1\n# finish 5\n",
		"1 2 0 1\n2 0 1 1\n",
		"10: processor 0 sends at 2, but is the target\n"
		"0: processor 1 never sends what it has received\n"
		"7: the finish is claimed to be 5, but is 6\n"},
	{"machine",
		"# operation sum\n# processors 3\n# messages 8\n# machine L=2 "
		"o=0 g=1\n",
		"0 2 1 1\n1 2 0 1\n2 1 0 1\n",
		"9: processor 2 sends at 1 again: operands are counted twice\n"
		"10: processor 1 sends at 2 before it has added, by 3, what it "
		"has received\n"
		"10: the CPU of 1 is taken twice at 2: it receives from 2 and "
		"sends to 0\n"},
	{"machine",
		"# operation sum\n# processors 3\n# messages 8\n# machine L=2 "
		"o=0 g=1\n",
		"1 1 2 1\n2 2 0 1\n",
		"9: processor 2 sends at 2 before it has added, by 4, what it "
		"has received\n"},
	{"machine",
		"# operation sum\n# processors 3\n# messages 8\n# machine L=2 "
		"o=0 g=1\n",
		"1 1 2 1\n3 2 0 1\n",
		"9: processor 2 sends at 3 before it has added, by 4, what it "
		"has received\n"
		"9: the CPU of 2 is taken twice at 3: it receives from 1 and "
		"sends to 0\n"},
	{"machine",
		"# operation sum\n# processors 3\n# messages 8\n# machine L=2 "
		"o=0 g=1\n# finish 7\n",
		"1 1 2 1\n4 2 0 1\n", ""},
	{"machine",
		"# operation sum\n# processors 3\n# messages 8\n# machine L=2 "
		"o=0 g=1\n",
		"0 1 2 1\n",
		"0: processor 2 never sends what it has received\n"},
	{"machine",
		"# operation sum\n# processors 3\n# messages 8\n# machine L=2 "
		"o=0 g=1\n# finish 7\n",
		"1/2 1 0 1\n2 2 0 1\n",
		"9: processor 1 sends at 1/2, which is not a whole cycle\n"
		"9: processor 0 receives at 5/2, which is not a whole cycle\n"
		"7: the finish is claimed to be 7, but is 5\n"},
	{"machine",
		"# operation sum\n# processors 3\n# messages 9\n# machine L=2 "
		"o=1/2 g=1\n",
		"1 1 0 1\n3 2 0 1\n",
		"8: processor 0 receives at 7/2, which is not a whole cycle\n"
		"9: processor 0 receives at 11/2, which is not a whole cycle\n"
		"0: a receive takes no whole number of cycles\n"},
	{"machine",
		"# operation sum\n# processors 4\n# messages 9\n# machine L=0 "
		"o=1 g=2\n# finish 9\n",
		"0 3 1 1\n2 2 1 1\n3 1 0 1\n",
		"11: processor 1 sends at 3 before it has added, by 5, what it "
		"has received\n"
		"0: processor 1 has no time to add an operand of its own\n"
		"11: the CPU of 1 is taken twice at 3: it receives from 2 and "
		"sends to 0\n"
		"7: the finish is claimed to be 9, but is 6\n"},
	{"machine",
		"# operation sum\n# processors 4\n# messages 9\n# machine L=0 "
		"o=1 g=2\n# finish 9\n",
		"0 3 1 1\n2 2 1 1\n6 1 0 1\n", ""},
	{"machine",
		"# operation sum\n# processors 3\n# messages 3\n# machine L=2 "
		"o=0 g=1\n# finish 7\n",
		"3 2 0 1\n4 1 0 1\n", ""},
	{"machine",
		"# operation sum\n# processors 7\n# messages 3\n# machine L=2 "
		"o=0 g=1\n# finish 1\n",
		"4611686018427387904 1 0 1\n4611686018427387905 2 0 "
		"1\n4611686018427387906 3 0 1\n4611686018427387907 4 0 "
		"1\n4611686018427387908 5 0 1\n",
		"7: the finish is claimed to be 1, but is "
		"4611686018427387911\n"},
	/* others add all operands, and what they add goes elsewhere */
	{"machine",
		"# operation sum\n# processors 3\n# messages 3\n# machine L=2 "
		"o=0 g=1\n# finish 0\n",
		"3 1 2 1\n",
		"0: processor 2 never sends what it has received\n"},
	/* nodes, their lanes, several ports */
	{"postal",
		"# processors 6\n# latency 4\n# node 3\n# inside 1\n# finish "
		"5\n",
		"0 0 3 1\n1 0 1 1\n2 0 2 1\n4 3 4 1\n5 3 5 1\n",
		"7: the finish is claimed to be 5, but is 6\n"},
	{"postal",
		"# processors 6\n# latency 4\n# node 3\n# inside 1\n# finish "
		"6\n",
		"0 0 3 1\n1 0 4 1\n1 0 1 1\n2 1 2 1\n3 4 0 1\n4 4 5 1\n",
		"11: processor 0 sends more than 1 at once, at 1\n"
		"13: processor 4 sends message 1 at 3, but has it only at 5\n"
		"14: processor 4 sends message 1 at 4, but has it only at 5\n"
		"7: the finish is claimed to be 6, but is 7\n"
		"1 redundant\n"},
	{"postal",
		"# processors 6\n# latency 4\n# node 3\n# inside 1\n# lanes "
		"1\n",
		"0 0 3 1\n1 0 1 1\n2 0 4 1\n2 1 5 1\n3 0 2 1\n",
		"12: node 0 sends to other nodes more than 1 at once, at 2\n"},
	{"postal",
		"# processors 6\n# latency 4\n# node 3\n# inside 1\n# lanes "
		"2\n# finish 6\n",
		"0 0 3 1\n1 0 1 1\n2 0 4 1\n2 1 5 1\n3 0 2 1\n", ""},
	{"postal",
		"# processors 6\n# latency 4\n# node 3\n# inside-send 1/2\n# "
		"inside 1\n# finish 6\n",
		"0 0 1 1\n1/2 0 2 1\n1 0 3 1\n5/4 2 4 1\n5 3 5 1\n",
		"13: processor 2 sends message 1 at 5/4, but has it only at "
		"3/2\n"},
	{"postal", "# processors 4\n# latency 2\n# ports 2\n# finish 2\n",
		"0 0 1 1\n0 0 2 1\n0 0 3 1\n",
		"10: processor 0 sends more than 2 at once, at 0\n"},
	{"postal", "# processors 4\n# latency 2\n# ports 2\n# finish 2\n",
		"0 0 1 1\n0 0 2 1\n1/2 0 3 1\n1 0 3 1\n2 1 3 1\n2 2 3 1\n",
		"10: processor 0 sends more than 2 at once, at 1/2\n"
		"6: the finish is claimed to be 2, but is 4\n"
		"3 redundant\n"},
	{"postal", "# processors 4\n# latency 2\n# ports 2\n# finish 4\n",
		"0 0 1 1\n0 0 2 1\n2 0 3 1\n2 1 3 1\n2 2 3 1\n",
		"12: processor 3 receives more than 2 at once, at 3\n"
		"2 redundant\n"},
	{"postal",
		"# operation reduce\n# processors 4\n# latency 3\n# node 2\n# "
		"inside 1\n# finish 4\n",
		"0 1 0 1\n0 3 2 1\n1 2 0 1\n", ""},
	{"postal",
		"# operation reduce\n# processors 4\n# latency 3\n# node 2\n# "
		"inside 1\n",
		"0 1 0 1\n0 3 2 1\n1/2 2 0 1\n",
		"11: processor 2 sends message 1 before it has received, by 1, "
		"all of it\n"},
	/* machines: the CPU and both ports */
	{"machine", "# processors 3\n# machine L=2 o=1 g=3\n# finish 7\n",
		"0 0 1 1\n3 0 2 1\n", ""},
	{"machine", "# processors 3\n# machine L=2 o=1 g=3\n",
		"0 0 1 1\n2 0 2 1\n",
		"7: the send port of 0 is taken twice at 2: it sends to 1 and "
		"to 2\n"},
	{"machine", "# processors 3\n# machine L=2 o=1 g=3\n",
		"0 0 1 1\n3 1 2 1\n",
		"7: processor 1 sends message 1 at 3, but has it only at 4\n"
		"7: the CPU of 1 is taken twice at 3: it receives from 0 and "
		"sends to 2\n"},
	{"machine",
		"# processors 3\n# messages 2\n# machine L=2 o=1 g=1\n# finish "
		"12\n",
		"0 0 1 1\n1 0 2 1\n3 2 1 1\n4 0 1 2\n5 1 2 2\n8 1 2 2\n",
		"10: processor 2 sends message 1 at 3, but has it only at 5\n"
		"12: processor 1 sends message 2 at 5, but has it only at 8\n"
		"2 redundant\n"},
	{"machine",
		"# processors 3\n# messages 2\n# machine L=2 o=1 g=1\n# finish "
		"12\n",
		"0 0 1 1\n1 0 2 1\n3 0 1 2\n7 0 2 2\n7 1 0 2\n",
		"6: the finish is claimed to be 12, but is 11\n"
		"1 redundant\n"},
	/* the unit gets finer */
	{"machine",
		"# operation sum\n# processors 3\n# messages 5\n# machine L=2 "
		"o=0 g=1\n# finish 4\n",
		"1 2 0 1\n3/2 1 2 1\n",
		"10: processor 1 sends at 3/2, which is not a whole cycle\n"
		"10: processor 2 receives at 7/2, which is not a whole cycle\n"
		"10: processor 2 adds what it receives by 9/2, after it has "
		"sent its sum: operands are lost\n"},
	{"machine",
		"# operation sum\n# processors 3\n# messages 9\n# machine L=2 "
		"o=0 g=1\n# finish 5\n",
		"1 2 0 1\n3/2 1 2 1\n",
		"10: processor 1 sends at 3/2, which is not a whole cycle\n"
		"10: processor 2 receives at 7/2, which is not a whole cycle\n"
		"10: processor 2 adds what it receives by 9/2, after it has "
		"sent its sum: operands are lost\n"
		"7: the finish is claimed to be 5, but is 6\n"},
	{"machine",
		"# operation sum\n# processors 5\n# messages 20\n# machine "
		"L=1/2 o=1 g=2\n# finish 14\n",
		"0 3 1 1\n2 2 1 1\n6 1 0 1\n",
		"9: processor 1 receives at 3/2, which is not a whole cycle\n"
		"10: processor 1 receives at 7/2, which is not a whole cycle\n"
		"11: processor 0 receives at 15/2, which is not a whole "
		"cycle\n"},
	{"machine",
		"# operation sum\n# processors 5\n# messages 20\n# machine "
		"L=1 o=1 g=2\n# finish 29/2\n",
		"0 3 1 1\n2 2 1 1\n6 1 0 1\n",
		"7: the finish is claimed to be 29/2, but is 14\n"},
	/* a message inside a node takes its own time of a sum's cycles */
	{"machine",
		"# operation sum\n# processors 4\n# messages 40\n# machine "
		"L=4 o=3 g=1\n# node 2\n# inside-machine L=0 o=1 g=1\n"
		"# finish 36\n",
		"4 1 0 1\n", ""},
	{"machine",
		"# operation sum\n# processors 2\n# messages 9\n# machine "
		"L=4 o=1 g=1\n# node 2\n# inside-machine L=0 o=1/2 g=1\n",
		"3 1 0 1\n",
		"10: processor 0 receives at 7/2, which is not a whole cycle\n"
		"0: a receive takes no whole number of cycles\n"},
	/* where messages inside nodes take no time, two processors cannot tell
	 * one another what neither has; what a row needs may stand later */
	{"machine",
		"# processors 4\n# machine L=2 o=1 g=1\n# node 2\n"
		"# inside-machine L=0 o=0 g=1\n",
		"0 0 1 1\n0 2 3 1\n0 3 2 1\n",
		"9: processor 2 sends message 1 at 0, but has not been sent "
		"it\n"
		"10: processor 3 sends message 1 at 0, but has not been sent "
		"it\n"
		"0: processor 2 never gets message 1\n"
		"0: processor 3 never gets message 1\n"},
	{"machine",
		"# operation reduce\n# processors 4\n# machine L=2 o=1 g=1\n"
		"# node 2\n# inside-machine L=0 o=0 g=1\n# finish 5\n",
		"0 2 0 1\n0 3 2 1\n5 1 0 1\n", ""},
	{"machine",
		"# operation reduce\n# processors 4\n# machine L=2 o=1 g=1\n"
		"# node 2\n# inside-machine L=0 o=0 g=1\n",
		"0 2 1 1\n1 3 0 1\n3 1 0 1\n",
		"11: processor 1 sends message 1 before it has received, by 4, "
		"all of it\n"
		"11: the CPU of 1 is taken twice at 3: it receives from 2 and "
		"sends to 0\n"},
	/* in nodes of one processor there are no such messages */
	{"machine",
		"# processors 3\n# machine L=2 o=1 g=1\n# node 1\n"
		"# inside-machine L=0 o=0 g=1\n",
		"0 0 1 1\n3 1 2 1\n",
		"9: processor 1 sends message 1 at 3, but has it only at 4\n"
		"9: the CPU of 1 is taken twice at 3: it receives from 0 and "
		"sends to 2\n"},
	/* what is sent too early, or again, and who has nothing to add */
	{"machine",
		"# operation sum\n# processors 3\n# messages 8\n# machine L=2 "
		"o=0 g=1\n",
		"0 2 0 1\n1 1 2 1\n",
		"9: processor 2 adds what it receives by 4, after it has sent "
		"its sum: operands are lost\n"
		"0: processor 2 has no time to add an operand of its own\n"},
	{"machine",
		"# operation sum\n# processors 3\n# messages 8\n# machine L=0 "
		"o=0 g=1\n",
		"4 1 0 1\n4 2 1 1\n",
		"9: processor 1 adds what it receives by 5, after it has sent "
		"its sum: operands are lost\n"
		"8: the CPU of 1 is taken twice at 4: it receives from 2 and "
		"sends to 0\n"},
	{"machine",
		"# operation sum\n# processors 4\n# messages 20\n# machine L=0 "
		"o=1 g=2\n# finish 14\n",
		"0 3 1 1\n2 2 1 1\n6 1 0 1\n", ""},
	{"machine",
		"# operation sum\n# processors 4\n# messages 20\n# machine L=0 "
		"o=1 g=2\n",
		"0 3 1 1\n2 1 0 1\n2 2 1 1\n",
		"9: processor 1 sends at 2 before it has added, by 3, what it "
		"has received\n"
		"10: processor 1 adds what it receives by 5, after it has sent "
		"its sum: operands are lost\n"
		"0: processor 1 has no time to add an operand of its own\n"
		"9: the CPU of 1 is taken twice at 2: it receives from 3 and "
		"sends to 0\n"},
	{"machine",
		"# operation sum\n# processors 2\n# messages 1\n# machine L=0 "
		"o=1 g=2\n# finish 0\n",
		"", ""},
	{"machine",
		"# operation sum\n# processors 3\n# messages 9\n# machine L=2 "
		"o=0 g=1\n# finish 7\n",
		"3 2 0 1\n4 1 0 1\n", ""},
	{"machine",
		"# operation sum\n# processors 3\n# messages 8\n# machine L=2 "
		"o=0 g=1\n# finish 6\n",
		"1 2 0 1\n", ""},
	{"machine",
		"# operation sum\n# processors 2\n# messages "
		"9223372036854775807\n# machine L=0 o=1 g=2\n# finish 1\n",
		"0 1 0 1\n",
		"7: the finish is claimed to be 1, but is "
		"9223372036854775807\n"},
	/* several at once, on all processors and of all nodes */
	{"postal", "# processors 11\n# latency 2\n# ports 2\n# finish 4\n",
		"0 0 1 1\n0 0 2 1\n1 0 3 1\n1 0 4 1\n2 0 5 1\n2 0 6 1\n2 1 7 "
		"1\n2 1 8 1\n2 2 9 1\n2 2 10 1\n",
		""},
	{"postal",
		"# processors 12\n# latency 2\n# node 2\n# inside 1\n# lanes "
		"2\n# finish 7\n",
		"0 0 2 1\n1 0 1 1\n2 0 4 1\n2 2 3 1\n4 4 5 1\n5 0 6 1\n5 1 7 "
		"1\n5 2 8 1\n5 3 9 1\n5 4 10 1\n5 5 11 1\n",
		""},
	{"postal",
		"# processors 12\n# latency 2\n# node 2\n# inside 1\n# lanes "
		"1\n# finish 7\n",
		"0 0 2 1\n1 0 1 1\n2 0 4 1\n2 2 3 1\n4 4 5 1\n5 0 6 1\n5 1 7 "
		"1\n5 2 8 1\n5 3 9 1\n5 4 10 1\n5 5 11 1\n",
		"16: node 0 sends to other nodes more than 1 at once, at 5\n"
		"18: node 1 sends to other nodes more than 1 at once, at 5\n"
		"20: node 2 sends to other nodes more than 1 at once, at 5\n"},
	{"postal",
		"# processors 4\n# messages 2\n# latency 2\n# node 2\n# inside "
		"1\n# finish 5\n",
		"0 0 2 1\n1 0 2 2\n2 0 1 1\n2 2 3 1\n3 0 1 2\n3 2 3 2\n",
		"8: the finish is claimed to be 5, but is 4\n"},
	{"postal", "# processors 4\n# latency 2\n# node 2\n# inside 1\n",
		"0 0 1 1\n1 3 2 1\n3 2 3 1\n",
		"9: processor 3 sends message 1 at 1, but has not been sent "
		"it\n"},
	{"postal", "# processors 3\n# latency 2\n# ports 2\n# finish 3\n",
		"0 0 1 1\n1 0 1 1\n1 0 2 1\n2 1 2 1\n",
		"6: the finish is claimed to be 3, but is 4\n"
		"2 redundant\n"},
	/* the unit gets finer where there are nodes */
	{"postal",
		"# processors 4\n# latency 2\n# node 2\n# inside 1\n# finish "
		"5\n",
		"0 0 2 1\n1 0 1 1\n5/2 2 3 1\n3 1 3 1\n", "1 redundant\n"},
	/* what arrives first, though sent last, counts; late receives are told
	 * after early sends, and all in the order of their starts */
	{"postal", "# processors 4\n# latency 4\n# node 2\n# inside 1\n",
		"0 0 2 1\n2 0 3 1\n4 2 3 1\n5 3 1 1\n", "1 redundant\n"},
	{"postal", "# processors 4\n# latency 2\n# node 2\n# inside 1\n",
		"0 0 2 1\n0 1 2 1\n5 0 3 1\n5 0 1 1\n",
		"9: processor 1 sends message 1 at 0, but has not been sent "
		"it\n"
		"9: processor 2 receives more than 1 at once, at 1\n"
		"11: processor 0 sends more than 1 at once, at 5\n"
		"1 redundant\n"},
	{"postal",
		"# processors 4\n# latency 4\n# node 2\n# inside-send 1/2\n"
		"# inside 1\n",
		"1 0 2 1\n7/2 3 2 1\n",
		"10: processor 3 sends message 1 at 7/2, but has not been sent "
		"it\n"
		"10: processor 2 receives more than 1 at once, at 4\n"
		"0: processor 1 never gets message 1\n"
		"0: processor 3 never gets message 1\n"
		"1 redundant\n"},
	/* the unit gets finer: what was done is done until the same time */
	{"postal",
		"# processors 4\n# latency 4\n# node 2\n# inside 1\n# lanes "
		"1\n",
		"0 0 2 1\n1/2 1 3 1\n1/2 0 1 1\n",
		"10: node 0 sends to other nodes more than 1 at once, at 1/2\n"
		"10: processor 1 sends message 1 at 1/2, but has not been sent "
		"it\n"
		"11: processor 0 sends more than 1 at once, at 1/2\n"},
	{"postal", "# processors 4\n# latency 2\n# node 2\n# inside 1\n",
		"0 0 2 1\n1 0 1 1\n3/2 3 2 1\n",
		"10: processor 3 sends message 1 at 3/2, but has not been sent "
		"it\n"
		"10: processor 2 receives more than 1 at once, at 3/2\n"
		"0: processor 3 never gets message 1\n"
		"1 redundant\n"},
	{"postal", "# processors 4\n# latency 2\n# node 2\n# inside 1\n",
		"1 0 2 1\n3/2 1 2 1\n",
		"9: processor 1 sends message 1 at 3/2, but has not been sent "
		"it\n"
		"9: processor 2 receives more than 1 at once, at 5/2\n"
		"0: processor 1 never gets message 1\n"
		"0: processor 3 never gets message 1\n"
		"1 redundant\n"},
	{"postal",
		"# processors 4\n# latency 4\n# node 2\n# inside 1\n# finish "
		"4\n",
		"0 0 2 1\n3/2 0 1 1\n",
		"0: processor 3 never gets message 1\n"},
	/* a node's lanes are its own; of messages each place is */
	{"postal",
		"# processors 4\n# latency 4\n# node 2\n# inside 1\n# lanes "
		"1\n",
		"0 0 3 1\n3 2 0 1\n",
		"10: processor 2 sends message 1 at 3, but has not been sent "
		"it\n"
		"0: processor 1 never gets message 1\n"
		"0: processor 2 never gets message 1\n"
		"1 redundant\n"},
	{"postal",
		"# processors 4\n# messages 2\n# latency 2\n# node 2\n# inside "
		"1\n",
		"0 1 2 2\n1 0 3 2\n5/2 3 1 2\n",
		"9: processor 1 sends message 2 at 0, but has not been sent "
		"it\n"
		"11: processor 3 sends message 2 at 5/2, but has it only at 3\n"
		"0: processor 1 never gets message 1\n"
		"0: processor 2 never gets message 1\n"
		"0: processor 3 never gets message 1\n"},
	/* machines: each of several that begin together is told with the one
	 * before it; rows that need one another in a circle; units that get
	 * finer twice, and where messages inside nodes end earlier */
	{"machine", "# processors 4\n# machine L=2 o=1 g=1\n",
		"0 0 1 1\n0 0 2 1\n0 0 3 1\n",
		"7: the CPU of 0 is taken twice at 0: it sends to 1 and to 2\n"
		"8: the CPU of 0 is taken twice at 0: it sends to 2 and to "
		"3\n"},
	{"machine", "# processors 4\n# machine L=2 o=0 g=1\n",
		"0 0 1 1\n0 0 2 1\n0 0 3 1\n",
		"7: the send port of 0 is taken twice at 0: it sends to 1 and "
		"to 2\n"
		"8: the send port of 0 is taken twice at 0: it sends to 2 and "
		"to 3\n"},
	{"machine", "# processors 4\n# machine L=2 o=0 g=1\n",
		"0 0 1 1\n0 2 1 1\n0 3 1 1\n",
		"7: processor 2 sends message 1 at 0, but has not been sent "
		"it\n"
		"8: processor 3 sends message 1 at 0, but has not been sent "
		"it\n"
		"0: processor 2 never gets message 1\n"
		"0: processor 3 never gets message 1\n"
		"7: the receive port of 1 is taken twice at 2: it receives "
		"from 0 and from 2\n"
		"8: the receive port of 1 is taken twice at 2: it receives "
		"from 2 and from 3\n"
		"2 redundant\n"},
	{"machine",
		"# operation reduce\n# processors 2\n# machine L=0 o=0 g=1\n",
		"0 0 1 1\n0 1 0 1\n",
		"7: processor 0 sends message 1 at 0, but is the target\n"},
	{"machine", "# processors 4\n# machine L=2 o=1 g=1\n",
		"0 0 1 1\n3/2 0 2 1\n10/3 1 3 1\n",
		"8: processor 1 sends message 1 at 10/3, but has it only at 4\n"
		"8: the CPU of 1 is taken twice at 10/3: it receives from 0 "
		"and sends to 3\n"},
	{"machine",
		"# processors 4\n# machine L=4 o=1 g=1\n# node 2\n# "
		"inside-machine L=1 o=0 g=1\n# finish 6\n",
		"0 0 2 1\n3/2 0 1 1\n",
		"0: processor 3 never gets message 1\n"},
	{"postal", "# processors 4\n# messages 2\n# latency 2\n# ports 3\n",
		"0 0 1 1\n0 0 2 1\n0 0 3 1\n1 0 1 2\n1 0 2 2\n1 0 3 2\n", ""},
	/* blocks: the runs that a processor lacks */
	{"postal", "# operation allgather\n# processors 8\n# latency 1\n",
		BLOCKS "0 0 1 1 0+1\n0 3 2 1 3+1\n1 2 1 1 2+2\n2 1 0 1 6+4\n",
		"10: processor 1 sends block 6 at 2, but does not have it "
		"then\n"
		"0: processor 0 never gets blocks 2+4\n"
		"0: processor 1 never gets blocks 4+4\n"
		"0: processor 2 never gets blocks 0+2\n"
		"0: processor 2 never gets blocks 4+4\n"
		"0: processor 3 never gets blocks 0+3\n"
		"0: processor 3 never gets blocks 4+4\n"
		"0: processor 4 never gets blocks 0+4\n"
		"0: processor 4 never gets blocks 5+3\n"
		"0: processor 5 never gets blocks 0+5\n"
		"4 more\n"},
	{"postal", "# operation scatter\n# processors 5\n# latency 1\n",
		BLOCKS "0 0 1 1 1+1\n1 0 2 1 4+1\n2 0 3 1 3+2\n",
		"0: processor 2 never gets block 2\n"
		"0: processor 4 never gets block 4\n"},
	/* blocks of an all-to-all: the first that is not there; a processor's
	 * own may be sent away */
	{"postal", ALLTOALL, BLOCKS "0 0 1 1 0>0\n",
		"0: processor 0 never gets 4 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 2 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 3 never gets 3 blocks: that of 0 is at 0\n"},
	{"postal", ALLTOALL, BLOCKS "0 0 1 1 0>0,3>1\n",
		"7: processor 0 sends the block of 3 for 1 at 0, but does not "
		"have it then\n"
		"0: processor 0 never gets 4 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 2 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 3 never gets 3 blocks: that of 0 is at 0\n"},
	{"postal", ALLTOALL, BLOCKS "0 0 2 1 0>2\n1 0 1 1 0>1,0>2\n",
		"8: processor 0 sends the block of 0 for 2 at 1, but does not "
		"have it then\n"
		"0: processor 0 never gets 3 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 2 blocks: that of 2 is at 2\n"
		"0: processor 2 never gets 2 blocks: that of 1 is at 1\n"
		"0: processor 3 never gets 3 blocks: that of 0 is at 0\n"},
	{"postal", ALLTOALL, BLOCKS "0 0 1 1 0>2\n1 1 2 1 0>2,3>3\n",
		"8: processor 1 sends the block of 3 for 3 at 1, but does not "
		"have it then\n"
		"0: processor 0 never gets 3 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 2 never gets 2 blocks: that of 1 is at 1\n"
		"0: processor 3 never gets 3 blocks: that of 0 is at 0\n"},
	{"postal", ALLTOALL, BLOCKS "0 0 1 1 3>1,0>1\n",
		"7: processor 0 sends the block of 3 for 1 at 0, but does not "
		"have it then\n"
		"0: processor 0 never gets 3 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 2 blocks: that of 2 is at 2\n"
		"0: processor 2 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 3 never gets 3 blocks: that of 0 is at 0\n"},
	{"postal", ALLTOALL, BLOCKS "0 0 2 1 0>2\n1 0 1 1 0>2,0>3\n",
		"8: processor 0 sends the block of 0 for 2 at 1, but does not "
		"have it then\n"
		"0: processor 0 never gets 3 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 2 never gets 2 blocks: that of 1 is at 1\n"
		"0: processor 3 never gets 3 blocks: that of 1 is at 1\n"},
	{"postal", ALLTOALL, BLOCKS "0 0 1 1 1/4=1\n1 0 1 1 1/4=1\n",
		"8: processor 0 sends 1 block at 1, but has 0 of them then\n"
		"0: processor 0 never gets 3 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 2 blocks: that of 2 is at 2\n"
		"0: processor 2 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 3 never gets 3 blocks: that of 0 is at 0\n"},
	{"postal", ALLTOALL, BLOCKS "0 0 1 1 1/2=1\n1 0 1 1 1/2=1\n",
		"8: processor 0 sends 2 blocks at 1, but has 0 of them then\n"
		"0: processor 0 never gets 3 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 2 blocks: that of 2 is at 2\n"
		"0: processor 2 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 3 never gets 3 blocks: that of 1 is at 1\n"},
	{"postal", ALLTOALL,
		BLOCKS "0 0 1 1 1/4=1\n0 0 1 1 1/4=1\n0 1 2 1 1/4=1\n"
		       "0 2 3 1 1/4=1\n",
		"8: processor 0 does two sends at once, at times 0 and 0\n"
		"8: processor 1 receives two at once, those sent at 0 and 0\n"
		"8: processor 0 sends 1 block at 0, but has 0 of them then\n"
		"0: processor 0 never gets 3 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 2 blocks: that of 2 is at 2\n"
		"0: processor 2 never gets 2 blocks: that of 0 is at 0\n"
		"0: processor 3 never gets 2 blocks: that of 0 is at 0\n"},
	{"postal", ALLTOALL, BLOCKS ROUND("0", "1/4=1") ROUND("1", "1/2=1"),
		"11: processor 0 sends 2 blocks at 1, but has 1 of them then\n"
		"12: processor 1 sends 2 blocks at 1, but has 1 of them then\n"
		"13: processor 2 sends 2 blocks at 1, but has 1 of them then\n"
		"14: processor 3 sends 2 blocks at 1, but has 1 of them then\n"
		"0: processor 0 never gets 2 blocks: that of 2 is at 2\n"
		"0: processor 1 never gets 2 blocks: that of 3 is at 3\n"
		"0: processor 2 never gets 2 blocks: that of 0 is at 0\n"
		"0: processor 3 never gets 2 blocks: that of 1 is at 1\n"},
	{"postal", ALLTOALL,
		BLOCKS ROUND("0", "1/2=1") "1/2 0 2 1 2/2=1\n1/2 1 3 1 2/2=1\n"
					   "1/2 2 0 1 2/2=1\n1/2 3 1 1 2/2=1\n",
		"11: processor 0 does two sends at once, at times 0 and 1/2\n"
		"11: processor 2 receives two at once, those sent at 0 and "
		"1/2\n"
		"12: processor 1 does two sends at once, at times 0 and 1/2\n"
		"12: processor 3 receives two at once, those sent at 0 and "
		"1/2\n"
		"13: processor 2 does two sends at once, at times 0 and 1/2\n"
		"13: processor 0 receives two at once, those sent at 0 and "
		"1/2\n"
		"14: processor 3 does two sends at once, at times 0 and 1/2\n"
		"14: processor 1 receives two at once, those sent at 0 and "
		"1/2\n"
		"11: processor 0 sends 2 blocks at 1/2, but has 1 of them "
		"then\n"
		"12: processor 1 sends 2 blocks at 1/2, but has 1 of them "
		"then\n"
		"6 more\n"},
	{"postal", ALLTOALL, BLOCKS "1 0 1 1 0>2\n3/2 1 2 1 0>2\n",
		"8: processor 1 sends the block of 0 for 2 at 3/2, but does "
		"not have it then\n"
		"0: processor 0 never gets 3 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 2 never gets 3 blocks: that of 1 is at 1\n"
		"0: processor 3 never gets 3 blocks: that of 0 is at 0\n"},
	{"postal", "# operation alltoall\n# processors 4\n# latency 4\n",
		BLOCKS "1 0 1 1 0>2\n2 2 3 1 2>3\n5/2 1 2 1 0>2\n",
		"9: processor 1 sends the block of 0 for 2 at 5/2, but does "
		"not have it then\n"
		"0: processor 0 never gets 3 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 2 never gets 3 blocks: that of 1 is at 1\n"
		"0: processor 3 never gets 2 blocks: that of 0 is at 0\n"},
	/* ends of rows that differ in the radix, or in the digit */
	{"sendrecv", "# operation alltoall\n# processors 5\n",
		"time from to message blocks kind\n0 0 1 1 1/2=1 send\n"
		"0 0 1 1 1/3=1 send\n0 0 1 1 1/2=1 receive\n"
		"0 0 1 1 1/3=1 receive\n",
		"7: processor 0 does two sends at 0\n"
		"7: processor 0 sends 2 blocks at 0, but has 1 of them then\n"
		"0: processor 0 never gets 4 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 3 blocks: that of 2 is at 2\n"
		"0: processor 2 never gets 4 blocks: that of 0 is at 0\n"
		"0: processor 3 never gets 4 blocks: that of 1 is at 1\n"
		"0: processor 4 never gets 4 blocks: that of 1 is at 1\n"},
	{"sendrecv", "# operation alltoall\n# processors 6\n",
		"time from to message blocks kind\n0 0 1 1 1/3=1 send\n"
		"0 0 1 1 1/3=2 send\n0 0 1 1 1/3=1 receive\n"
		"0 0 1 1 1/3=2 receive\n",
		"7: processor 0 does two sends at 0\n"
		"0: processor 0 never gets 5 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 4 blocks: that of 2 is at 2\n"
		"0: processor 2 never gets 5 blocks: that of 1 is at 1\n"
		"0: processor 3 never gets 5 blocks: that of 0 is at 0\n"
		"0: processor 4 never gets 5 blocks: that of 1 is at 1\n"
		"0: processor 5 never gets 5 blocks: that of 1 is at 1\n"},
	/* everybody sends alike, but too far */
	{"sendrecv", "# operation alltoall\n# processors 5\n",
		"time from to message blocks\n0 0 2 1 1/2=1\n0 1 3 1 1/2=1\n"
		"0 2 4 1 1/2=1\n0 3 0 1 1/2=1\n0 4 1 1 1/2=1\n",
		"0: processor 0 never gets 4 blocks: that of 4 is at 1\n"
		"0: processor 1 never gets 4 blocks: that of 0 is at 2\n"
		"0: processor 2 never gets 4 blocks: that of 1 is at 3\n"
		"0: processor 3 never gets 4 blocks: that of 2 is at 4\n"
		"0: processor 4 never gets 4 blocks: that of 3 is at 0\n"},
	/* a sum that is there already */
	{"postal", "# operation allreduce\n# processors 3\n# latency 1\n",
		BLOCKS "0 0 1 1 0+1\n1 1 0 1 0+1\n2 1 0 1 0+1\n",
		"9: processor 0 receives block 0, sent at 2, with operands "
		"that it has: they are counted twice\n"
		"0: processor 0 never gets the sum of block 0: it lacks 1 of 3 "
		"operands\n"
		"0: processor 0 never gets the sum of block 1: it lacks 2 of 3 "
		"operands\n"
		"0: processor 0 never gets the sum of block 2: it lacks 2 of 3 "
		"operands\n"
		"0: processor 1 never gets the sum of block 0: it lacks 1 of 3 "
		"operands\n"
		"0: processor 1 never gets the sum of block 1: it lacks 2 of 3 "
		"operands\n"
		"0: processor 1 never gets the sum of block 2: it lacks 2 of 3 "
		"operands\n"
		"0: processor 2 never gets the sum of block 0: it lacks 2 of 3 "
		"operands\n"
		"0: processor 2 never gets the sum of block 1: it lacks 2 of 3 "
		"operands\n"
		"0: processor 2 never gets the sum of block 2: it lacks 2 of 3 "
		"operands\n"},
	{"machine",
		"# processors 2\n# machine L=2us o=1us g=1us\n# unit us\n"
		"# finish 9/2\n",
		"0 0 1 1\n",
		"6: the finish is claimed to be 4.5 us, but is 4 us\n"},
	/* messages of one byte, of one each, and of three */
	{"machine", "# processors 2\n# machine L=2 o=1 g=1 G=1\n# finish 4\n",
		"0 0 1 1\n", ""},
	{"machine",
		"# processors 2\n# messages 2\n# machine L=2 o=1 g=1 G=1 "
		"bytes=2\n# finish 5\n",
		"0 0 1 1\n1 0 1 2\n", ""},
	{"machine",
		"# processors 2\n# messages 2\n# machine L=2 o=1 g=1 G=1 "
		"bytes=5\n# finish 9\n",
		"0 0 1 1\n3 0 1 2\n", ""},
	/* an all-to-all: of none and of any place in a finer unit */
	{"postal", ALLTOALL, BLOCKS "",
		"0: processor 0 never gets 3 blocks: that of 3 is at 3\n"
		"0: processor 1 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 2 never gets 3 blocks: that of 1 is at 1\n"
		"0: processor 3 never gets 3 blocks: that of 2 is at 2\n"},
	{"postal", "# operation alltoall\n# processors 4\n# latency 4\n",
		BLOCKS "1 1 0 1 1>2\n2 2 3 1 2>3\n5/2 0 2 1 1>2\n",
		"9: processor 0 sends the block of 1 for 2 at 5/2, but does "
		"not have it then\n"
		"0: processor 0 never gets 3 blocks: that of 1 is at 1\n"
		"0: processor 1 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 2 never gets 3 blocks: that of 0 is at 0\n"
		"0: processor 3 never gets 2 blocks: that of 0 is at 0\n"},
	{"postal", "# operation alltoall\n# processors 2\n# latency 4\n",
		BLOCKS "0 1 0 1 1>0,1>1\n1 0 1 1 0>0\n2 0 1 1 0>1\n"
		       "5/2 1 0 1 0>0\n",
		"10: processor 1 sends the block of 0 for 0 at 5/2, but does "
		"not have it then\n"
		"0: processor 0 never gets 1 block: that of 0 is at 1\n"
		"0: processor 1 never gets 1 block: that of 1 is at 0\n"},
	/* sums in order: those that go round, and those that never come */
	{"postal", "# operation scan\n# processors 4\n# latency 1\n",
		OPERANDS "0 3 2 1 3+1\n1 3 1 1 3+2\n",
		"8: processor 3 sends operands 3+2 at 1, which are not in "
		"order: they go round\n"
		"0: processor 1 never gets the sum of operands 0+2\n"
		"0: processor 2 never gets the sum of operands 0+3\n"
		"0: processor 3 never gets the sum of operands 0+4\n"},
	/* what comes again does not stand in for what is missing */
	{"postal", "# operation census\n# processors 3\n# latency 1\n",
		OPERANDS "0 1 0 1 1+1\n1 1 0 1 1+1\n",
		"8: processor 0 receives operands 1+1 by 2, some of which it "
		"has: they are counted twice\n"
		"0: processor 0 never gets 1 operand\n"
		"0: processor 1 never gets 2 operands\n"
		"0: processor 2 never gets 2 operands\n"},
	{"postal", "# operation exscan\n# processors 4\n# latency 1\n",
		OPERANDS "0 0 1 1 0+1\n",
		"0: processor 2 never gets the sum of operands 0+2\n"
		"0: processor 3 never gets the sum of operands 0+3\n"},
	{"machine",
		"# processors 2\n# messages 2\n# machine L=2 o=1 g=1 G=1\n"
		"# finish 5\n",
		"0 0 1 1\n1 0 1 2\n", ""},
	/* a send that takes as long as the latency; one inside a node that ends
	 * before a send outside does */
	{"postal", "# processors 2\n# send 2\n# latency 2\n# finish 2\n",
		"0 0 1 1\n", ""},
	{"machine",
		"# processors 2\n# machine L=4 o=1 g=3\n# node 2\n"
		"# inside-machine L=1 o=0 g=1\n# finish 1\n",
		"0 0 1 1\n", ""},
	/* more than are listed */
	{"telephone", "# processors 13\n# messages 1\n# finish 1\n",
		"0 0 1 1\n",
		"0: processor 2 never gets message 1\n"
		"0: processor 3 never gets message 1\n"
		"0: processor 4 never gets message 1\n"
		"0: processor 5 never gets message 1\n"
		"0: processor 6 never gets message 1\n"
		"0: processor 7 never gets message 1\n"
		"0: processor 8 never gets message 1\n"
		"0: processor 9 never gets message 1\n"
		"0: processor 10 never gets message 1\n"
		"0: processor 11 never gets message 1\n"
		"1 more\n"},
};

/* All of what was found, as in the table. */
static void list(char *text, size_t size, const struct check *check)
{
	size_t at = 0;

	*text = '\0';
	for (size_t i = 0; i < check->listed; i++)
		at += (size_t)snprintf(text + at, size - at, "%d: %s\n",
			(int)check->violation[i].line,
			check->violation[i].reason.msg);
	if (check->violations > check->listed)
		at += (size_t)snprintf(text + at, size - at, "%d more\n",
			(int)(check->violations - check->listed));
	if (check->redundant > 0)
		snprintf(text + at, size - at, "%d redundant\n",
			(int)check->redundant);
}

static void check_text(struct check *check, char *text)
{
	struct schedule *schedule;
	struct err err;
	FILE *file = fmemopen(text, strlen(text), "r");

	memset(check, 0, sizeof *check);
	if (!CHECK(file &&
		    schedule_reader_open(&schedule, file, &err) == STATUS_OK))
		return;
	CHECK(check_schedule(check, schedule, MEMORY, &err) == STATUS_OK);
	schedule_close(schedule);
	fclose(file);
}

static void check_case(size_t i)
{
	char text[1000], found[4000];
	struct check check;

	snprintf(text, sizeof text, "# fibcast schedule 1\n# model %s\n%s%s%s",
		cases[i].model, cases[i].head,
		strncmp(cases[i].rows, "time", 4) == 0
			? ""
			: "time from to message\n",
		cases[i].rows);
	check_text(&check, text);
	list(found, sizeof found, &check);
	CHECK_FOR(strcmp(found, cases[i].reasons) == 0, "%s\nis not\n%s", found,
		cases[i].reasons);
}

/* One of many messages that a processor passes on is missing. */
static void check_missing(
	const char *model, const char *latency, int messages, int missing)
{
	char text[8000], found[200], expected[200];
	size_t at = (size_t)snprintf(text, sizeof text,
		"# fibcast schedule 1\n# model %s\n# processors 3\n"
		"# messages %d\n%stime from to message\n",
		model, messages, latency);
	struct check check;

	for (int i = 1; i <= messages; i++)
		if (i != missing)
			at += (size_t)snprintf(text + at, sizeof text - at,
				"%d 0 1 %d\n%d 1 2 %d\n", 2 * i, i, 2 * i + 1,
				i);
	snprintf(expected, sizeof expected,
		"0: processor 1 never gets message %d\n"
		"0: processor 2 never gets message %d\n",
		missing, missing);
	check_text(&check, text);
	list(found, sizeof found, &check);
	CHECK_FOR(strcmp(found, missing > 0 ? expected : "") == 0, "%s", found);
}

/* Which messages are known is kept 64 to a word. */
static void test_words(void)
{
	static const int messages[] = {63, 64, 65, 127, 128, 129, 200};
	static const int missing[] = {0, 1, 2, 63, 64, 65, 66, 128, 129, 130};

	for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
		for (size_t j = 0; j < sizeof missing / sizeof *missing; j++)
			if (missing[j] <= messages[i]) {
				check_missing("telephone", "", messages[i],
					missing[j]);
				check_missing("logp", "# latency 1\n",
					messages[i], missing[j]);
			}
}

/* The last processor knows a word of messages, the others nothing. */
static void test_one_knows(void)
{
	char text[2000];
	size_t at = (size_t)sprintf(text,
		"# fibcast schedule 1\n# model telephone\n# processors 66\n"
		"# messages 64\ntime from to message\n");
	struct check check;

	for (int i = 0; i < 64; i++)
		at += (size_t)sprintf(text + at, "%d 0 65 %d\n", i, i + 1);
	check_text(&check, text);
	CHECK(check.violations == 64 * 64);
}

/* Thousands of sends in one round. */
static void test_many(void)
{
	enum { ROUNDS = 14 };
	char *text = mem_array(20 << ROUNDS, 1), *at = text;
	struct check check;

	at += sprintf(at,
		"# fibcast schedule 1\n# model telephone\n"
		"# processors %d\ntime from to message\n",
		1 << ROUNDS);
	for (int round = 0; round < ROUNDS; round++)
		for (int p = 0; p < 1 << round; p++)
			at += sprintf(
				at, "%d %d %d 1\n", round, p, p + (1 << round));
	check_text(&check, text);
	CHECK(check.violations == 0 && check.finish == ROUNDS);
	mem_free(text);
}

/* The source is sent a message of each word. */
static void test_source_knows(void)
{
	char text[300];
	struct check check;

	strcpy(text, "# fibcast schedule 1\n# model telephone\n# processors 2\n"
		     "# messages 200\ntime from to message\n"
		     "0 1 0 2\n1 1 0 66\n2 1 0 130\n3 1 0 194\n");
	check_text(&check, text);
	CHECK(check.redundant == 4 && check.violations == 204);
}

/* Who knows it, and the source, are sent a message; with two ports. */
static void test_redundant(void)
{
	static char text[] = "# fibcast schedule 1\n# model postal\n"
			     "# processors 3\n# latency 2\n# ports 2\n"
			     "time from to message\n0 0 1 1\n0 0 2 1\n"
			     "2 1 0 1\n2 2 1 1\n";
	struct check check;

	check_text(&check, text);
	CHECK(check.violations == 0 && check.redundant == 2);
}

/* What is received in a reduction is part of the sum, not redundant; one
 * message, and two. */
static void test_sums(void)
{
	static char one[] = "# fibcast schedule 1\n# model logp\n"
			    "# operation reduce\n# processors 3\n# latency 2\n"
			    "time from to message\n0 1 0 1\n1 2 0 1\n",
		    two[] = "# fibcast schedule 1\n# model logp\n"
			    "# operation reduce\n# processors 2\n"
			    "# messages 2\n# latency 2\n"
			    "time from to message\n0 1 0 1\n1 1 0 2\n";
	struct check check;

	check_text(&check, one);
	CHECK(check.violations == 0 && check.redundant == 0);
	check_text(&check, two);
	CHECK(check.violations == 0 && check.redundant == 0);
}

/* The second row comes before the first, in half the unit, as no reader has
 * it. */
struct refined {
	struct schedule schedule;
	size_t at;
};

static enum status next_refined(struct schedule *schedule,
	const struct transmission **row, size_t *count, struct err *err)
{
	static const struct transmission rows[] = {
		{.tick = 3, .to = 1, .message = 1},
		{.tick = 5, .to = 2, .message = 1}};
	struct refined *refined = (struct refined *)schedule;

	(void)err;
	*count = refined->at < 2;
	if (refined->at == 1)
		CHECK(schedule_refine(&schedule->header, 2));
	*row = &rows[refined->at++ % 2];
	return STATUS_OK;
}

static void test_order(void)
{
	static const struct schedule_ops ops = {next_refined, NULL};
	static const struct schedule_header headers[] = {
		{.model = MODEL_POSTAL}, {.model = MODEL_POSTAL, .ports = 2},
		{.model = MODEL_LOGP}, {.model = MODEL_TELEPHONE},
		{.model = MODEL_MACHINE,
			.message = {.latency = 1,
				.overhead = 1,
				.gap = 1,
				.copy = 1}}};

	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
		struct refined refined = {
			.schedule = {.header = headers[i], .ops = &ops}};
		struct schedule_header *header = &refined.schedule.header;
		struct check check;
		struct err err;

		header->processors = 3;
		header->messages = header->unit = 1;
		header->latency = header->model == MODEL_TELEPHONE ? 0 : 3;
		CHECK(check_schedule(&check, &refined.schedule, MEMORY, &err) ==
			STATUS_OK);
		CHECK_FOR(check.listed > 0 &&
				  strcmp(check.violation[0].rule, "order") == 0,
			"%s", schedule_models[header->model]);
	}
}

int main(int argc, char **argv)
{
	test_choose(argc, argv);
	mem_init(NULL);
	RUN(test_order());
	RUN(test_sums());
	RUN(test_redundant());
	RUN(test_source_knows());
	RUN(test_words());
	RUN(test_one_knows());
	RUN(test_many());
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		RUN(check_case(i));
	return test_done();
}
