/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads to be recorded: they count together under a mutex and meet at a barrier after every round. */
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 25 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static int count;

static void* work(void* data) {
  for (int round = 0; round < ROUNDS; ++round) {
    pthread_mutex_lock(&mutex);
    ++count;
    pthread_mutex_unlock(&mutex);
    pthread_barrier_wait(&barrier);
  }
  return data;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (int i = 0; i < THREADS; ++i)
    if (pthread_create(&threads[i], NULL, work, NULL) != 0) return EXIT_FAILURE;
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return count == THREADS * ROUNDS ? EXIT_SUCCESS : EXIT_FAILURE;
}
