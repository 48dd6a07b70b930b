/* Broadcasts 65536 bytes once, for openmpi.sh. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	char *bytes = calloc(65536, 1);

	MPI_Init(&argc, &argv);
	MPI_Bcast(bytes, 65536, MPI_BYTE, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	free(bytes);
	return 0;
}
