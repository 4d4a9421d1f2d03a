// SPDX-License-Identifier: BSD-3-Clause
// The least that moving an array can take: plain_io write|read|memcpy FILE MEGABYTES. Of a file, only its last
// MEGABYTES are read: the numbers of an array have a header before and a footer behind them, which do not matter here.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "outcome.h"

// One system call moves 2 GiB at most.
static void all_of(int is_writing, int fd, char* data, uint64_t bytes) {
  while (bytes > 0) {
    const ssize_t moved = is_writing ? write(fd, data, bytes) : read(fd, data, bytes);
    if (moved <= 0) {
      perror("plain_io");
      exit(1);
    }
    data += moved;
    bytes -= (uint64_t)moved;
  }
}

int main(int argc, char** argv) {
  if (argc != 4) return fprintf(stderr, "usage: plain_io write|read|memcpy FILE MEGABYTES\n"), 2;
  const uint64_t bytes = strtoull(argv[3], NULL, 10) << 20;
  char *const from = malloc(bytes), *const to = malloc(bytes);
  if (!from || !to) return perror("plain_io"), 1;
  memset(from, 1, bytes);
  memset(to, 2, bytes);
  int64_t start = nanoseconds_now();
  if (strcmp(argv[1], "memcpy") == 0) {
    memcpy(to, from, bytes);
  } else {
    const int is_writing = strcmp(argv[1], "write") == 0;
    const int fd = is_writing ? open(argv[2], O_CREAT | O_TRUNC | O_WRONLY, 0666) : open(argv[2], O_RDONLY);
    if (fd < 0) return perror("plain_io"), 1;
    if (!is_writing) lseek(fd, -(off_t)bytes, SEEK_END);
    start = nanoseconds_now();
    all_of(is_writing, fd, from, bytes);
    close(fd);
  }
  const int64_t took = nanoseconds_now() - start;
  volatile char kept = to[bytes - 1];  // so that nothing is left out
  (void)kept;
  print_outcome(bytes / sizeof(double), took, bytes / sizeof(double));
  return 0;
}
