/*
 * completion: the tab completions for a shell, made from the option tables; the
 * files in completions/ are its output.
 */
#include "cli/option/option.h"

struct completion_args {
	int shell;
};

static const char *const shells[] = {"bash", "zsh", "fish", NULL};

static const struct option options[] = {
	OPTION(struct completion_args, shell, NULL, OPTION_CHOICE, "SHELL",
		"shell", .choices = shells, .required = 1),
	OPTION_END,
};

static enum status run_completion(const void *data, FILE *out, struct err *err)
{
	static void (*const print[])(FILE *) = {
		completion_bash, completion_zsh, completion_fish};
	const struct completion_args *args = data;

	(void)err;
	print[args->shell](out);
	return STATUS_OK;
}

const struct command cmd_completion = {
	.name = "completion",
	.group = "shell",
	.summary = "the tab completions of bash, zsh or fish",
	.example = "fibcast completion bash > fibcast.bash",
	.also = ". <(fibcast completion bash)",
	.options = options,
	.size = sizeof(struct completion_args),
	.run = run_completion,
};
