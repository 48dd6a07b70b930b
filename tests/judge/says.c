/* The file is read from memory. */
#include "judge/says.h"

#include <stdio.h>
#include <string.h>

#include "check/check.h"
#include "format/schedule/schedule.h"
#include "test.h"

enum { MEMORY = 1 << 20 };

void judge_says(char *text, const char *expected)
{
	struct schedule *schedule = NULL;
	struct check check;
	struct err err;
	FILE *file = fmemopen(text, strlen(text), "r");

	if (!CHECK(file &&
		    schedule_reader_open(&schedule, file, &err) == STATUS_OK))
		return;
	CHECK(check_schedule(&check, schedule, MEMORY, &err) == STATUS_OK);
	CHECK_FOR(strcmp(check.violations == 0 ? "ok"
					       : check.violation[0].reason.msg,
			  expected) == 0,
		"%s: %s", expected, check.violation[0].reason.msg);
	/* A violation has no line if something that should happen does not. */
	CHECK_FOR(check.violations == 0 ||
			  (check.violation[0].line == 0) ==
				  (strstr(expected, " never ") != NULL),
		"%s: line %lu", expected,
		(unsigned long)check.violation[0].line);
	schedule_close(schedule);
	fclose(file);
}
