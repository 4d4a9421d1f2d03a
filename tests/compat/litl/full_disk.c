/* SPDX-License-Identifier: BSD-3-Clause */
/* full_disk BYTES THREADS: threads record into the file "./t", which may have that many bytes, until nobody can record
   any more. Says of every thread how many events its probes took. */
#define _DEFAULT_SOURCE

#include <litl_write.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { most = 64, buffer = 4096 };

static litl_write_trace_t* trace;

static void* record(void* number) {
  litl_param_t count = 0;
  while (litl_write_probe_reg_2(trace, 0x21, *(unsigned*)number, count)) ++count;
  for (int i = 0; i < 1000; ++i)
    if (litl_write_probe_reg_0(trace, 0x22)) abort(); /* whoever was told that nothing is recorded is not wrong */
  return (void*)count;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const unsigned threads = (unsigned)atoi(argv[2]);
  const struct rlimit limit = {(rlim_t)atol(argv[1]), (rlim_t)atol(argv[1])};
  signal(SIGXFSZ, SIG_IGN);
  if (threads > most || setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
  char name[] = "./t";
  trace = litl_write_init_trace(buffer);
  litl_write_set_filename(trace, name);
  litl_write_buffer_flush_on(trace);
  pthread_t running[most];
  unsigned numbers[most];
  for (unsigned i = 0; i < threads; ++i) {
    numbers[i] = i;
    if (pthread_create(&running[i], NULL, record, &numbers[i])) abort();
  }
  for (unsigned i = 0; i < threads; ++i) {
    void* count = NULL;
    pthread_join(running[i], &count);
    printf("%u %lu\n", i, (unsigned long)count);
  }
  litl_write_finalize_trace(trace);
  return 0;
}
