/*
 * Writes Open MPI's rules.  A rule in text gives only the least size for which
 * it holds, and the last rule that fits applies; a rule in JSON gives both
 * bounds, inclusive, and the first that fits applies.
 */
#include "format/formats.h"

#include <inttypes.h>

/* As coll_base_functions.h numbers them. */
const char *const openmpi_collectives[] = {"allgather", "allgatherv",
	"allreduce", "alltoall", "alltoallv", "alltoallw", "barrier", "bcast",
	"exscan", "gather", "gatherv", "reduce", "reduce_scatter",
	"reduce_scatter_block", "scan", "scatter", "scatterv",
	"neighbor_allgather", "neighbor_allgatherv", "neighbor_alltoall",
	"neighbor_alltoallv", "neighbor_alltoallw", NULL};

void openmpi_begin(struct openmpi_rules *rules, FILE *out, int is_json,
	unsigned collective, uint64_t communicators)
{
	const char *name = openmpi_collectives[collective];

	*rules = (struct openmpi_rules){.out = out, .is_json = is_json};
	if (is_json)
		fprintf(out,
			"{\"rule_file_version\":3,\"module\":\"tuned\","
			"\"collectives\":{\"%s\":[",
			name);
	else
		fprintf(out,
			"1 # collectives\n"
			"%u # %s\n"
			"%" PRIu64 " # sizes of communicators\n",
			collective, name, communicators);
}

/* Writes the member with the upper bound next - 1; next = 0: no bound. */
static void write_most(FILE *out, const char *name, uint64_t next)
{
	fprintf(out, ",\"%s\":", name);
	if (next > 0)
		fprintf(out, "%" PRIu64, next - 1);
	else
		fputs("\"inf\"", out);
}

void openmpi_communicator(
	struct openmpi_rules *rules, uint64_t n, uint64_t next, uint64_t count)
{
	FILE *out = rules->out;

	if (!rules->is_json) {
		fprintf(out,
			"%" PRIu64 " # processors\n"
			"%" PRIu64 " # sizes of messages\n",
			n, count);
		return;
	}
	fprintf(out, "%s{\"comm_size_min\":%" PRIu64,
		rules->has_communicator ? "]}," : "", n);
	write_most(out, "comm_size_max", next > 0 ? next : UINT64_C(1) << 31);
	fputs(",\"rules\":[", out);
	rules->has_communicator = 1;
	rules->has_rule = 0;
}

void openmpi_rule(struct openmpi_rules *rules, uint64_t bytes, uint64_t next,
	uint64_t id, uint64_t segment, const char *comment)
{
	FILE *out = rules->out;

	if (!rules->is_json) {
		fprintf(out, "%" PRIu64 " %" PRIu64 " 0 %" PRIu64 "%s%s\n",
			bytes, id, segment, comment ? " # " : "",
			comment ? comment : "");
		return;
	}
	fprintf(out, "%s{\"msg_size_min\":%" PRIu64, rules->has_rule ? "," : "",
		bytes);
	write_most(out, "msg_size_max", next);
	fprintf(out, ",\"alg\":%" PRIu64, id);
	if (segment > 0)
		fprintf(out, ",\"seg_size\":%" PRIu64, segment);
	fputc('}', out);
	rules->has_rule = 1;
}

void openmpi_end(struct openmpi_rules *rules)
{
	if (rules->is_json)
		fputs(rules->has_communicator ? "]}]}}\n" : "]}}\n",
			rules->out);
}
