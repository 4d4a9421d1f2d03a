/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A small MPI program to be recorded: a ping-pong between neighbours, then rounds of non-blocking
 * messages and collectives over the world and over a communicator of its own. It checks its own
 * results, so a broken run is not mistaken for a recorded one. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { rounds = 20, words = 256 };

static void require(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "exchange: %s is wrong\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Even ranks serve to the right, odd ranks return. The last rank of an odd world watches. */
static void ping_pong(int rank, int size) {
  const int partner = rank % 2 == 0 ? rank + 1 : rank - 1;
  int ball[words] = {0};
  if (partner >= size) return;
  for (int round = 0; round < rounds; ++round) {
    if (rank % 2 == 0) {
      MPI_Send(ball, words, MPI_INT, partner, round, MPI_COMM_WORLD);
      MPI_Recv(ball, words, MPI_INT, partner, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(ball, words, MPI_INT, partner, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      ball[0] += 1;
      MPI_Send(ball, words, MPI_INT, partner, round, MPI_COMM_WORLD);
    }
    require(ball[0] == round + 1, "the ball");
  }
}

/* Everybody passes its rank around the ring with non-blocking calls. */
static void ring(int rank, int size) {
  const int left = (rank + size - 1) % size;
  const int right = (rank + 1) % size;
  for (int round = 0; round < rounds; ++round) {
    int received = -1;
    MPI_Request requests[2];
    MPI_Irecv(&received, 1, MPI_INT, left, round, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&rank, 1, MPI_INT, right, round, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    require(received == left, "the ring");
  }
}

static void collectives(MPI_Comm comm) {
  int rank, size, sum, number;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int* gathered = calloc((size_t)size, sizeof *gathered);
  for (int round = 0; round < rounds; ++round) {
    number = rank == 0 ? round : -1;
    MPI_Bcast(&number, 1, MPI_INT, 0, comm);
    require(number == round, "the broadcast");
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    require(sum == size * (size - 1) / 2, "the sum");
    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_MAX, 0, comm);
    MPI_Allgather(&rank, 1, MPI_INT, gathered, 1, MPI_INT, comm);
    require(gathered[size - 1] == size - 1, "the gathering");
    MPI_Barrier(comm);
  }
  free(gathered);
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  ping_pong(rank, size);
  ring(rank, size);
  collectives(MPI_COMM_WORLD);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  collectives(half);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return EXIT_SUCCESS;
}
