/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A small program to be recorded: threads that wait for one another in the ways that EZTrace knows.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { THREADS = 3, ROUNDS = 20 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t turns;
static long total;

static void* work(void* number) {
  for (long i = 0; i < ROUNDS; ++i) {
    sem_wait(&turns);
    pthread_mutex_lock(&mutex);
    total += i * (long)number;
    pthread_mutex_unlock(&mutex);
    sem_post(&turns);
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  if (pthread_barrier_init(&barrier, NULL, THREADS) || sem_init(&turns, 0, 2)) return 1;
  for (long i = 0; i < THREADS; ++i)
    if (pthread_create(&threads[i], NULL, work, (void*)i)) return 1;
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return total == 3L * ROUNDS * (ROUNDS - 1) / 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
