/* SPDX-License-Identifier: BSD-3-Clause */
/* A program made for DFTracer that lives and dies in many ways: modes SCENARIO [ARGUMENT]. Checked by run_modes.py. */
#define _GNU_SOURCE
#include <dftracer/dftracer.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* How often memory was asked for, by anybody. Sanitizers have a malloc of their own. */
static unsigned long allocations;
#if !defined(__has_feature)
#define __has_feature(feature) 0
#endif
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !__has_feature(address_sanitizer)
void* __libc_malloc(size_t bytes);
void* malloc(size_t bytes) {
  ++allocations;
  return __libc_malloc(bytes);
}
#endif

static void region(const char* key, const char* value) {
  DFTRACER_C_REGION_START(work);
  DFTRACER_C_REGION_UPDATE_STR(work, key, value);
  DFTRACER_C_REGION_END(work);
}

/* By POSIX and by the standard library, inside of a region. */
static void read_and_write(const char* path) {
  char bytes[100];
  DFTRACER_C_FUNCTION_START();
  memset(bytes, 'x', sizeof bytes);
  const int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (write(fd, bytes, sizeof bytes) != sizeof bytes) exit(3);
  if (pread(fd, bytes, 10, 5) != 10) exit(3);
  close(fd);
  FILE* const stream = fopen(path, "r");
  if (!stream || fread(bytes, 10, 4, stream) != 4) exit(3);
  fclose(stream);
  DFTRACER_C_FUNCTION_END();
}

static int child(const char* how) {
  const pid_t pid = fork();
  if (pid == 0) {
    region("child", how);
    if (strcmp(how, "_exit") == 0) _exit(0);
    exit(0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return status;
}

static void* until_killed(void* name) {
  for (int i = 0;; ++i) {
    DFTRACER_C_REGION_START(turn);
    DFTRACER_C_REGION_UPDATE_INT(turn, "i", i);
    DFTRACER_C_REGION_UPDATE_STR(turn, "thread", (const char*)name);
    DFTRACER_C_REGION_END(turn);
  }
  return NULL;
}

static void handler(int signal) {
  (void)signal;
  if (write(STDOUT_FILENO, "handled\n", 8) != 8) _exit(4);
  _exit(7);
}

static void recording_handler(int signal) {
  (void)signal;
  DFTRACER_C_REGION_START(handler);
  DFTRACER_C_REGION_UPDATE_STR(handler, "text", "from the handler");
  DFTRACER_C_REGION_END(handler);
}

/* A signal every so often, in the middle of everything. */
static void interrupted(void) {
  recording_handler(0); /* its names are known before they are needed in the middle of something */
  struct itimerval often = {{0, 200}, {0, 200}};
  signal(SIGALRM, recording_handler);
  setitimer(ITIMER_REAL, &often, NULL);
  for (int i = 0; i < 100000; ++i) {
    DFTRACER_C_REGION_START(turn);
    DFTRACER_C_REGION_UPDATE_INT(turn, "i", i);
    DFTRACER_C_REGION_UPDATE_STR(turn, "text", "from the program");
    DFTRACER_C_REGION_END(turn);
  }
  memset(&often, 0, sizeof often);
  setitimer(ITIMER_REAL, &often, NULL);
}

/* The n-th of some threads that record and are watched at once. */
static void* be_busy(void* number) {
  char path[64];
  sprintf(path, "of_thread_%d", *(int*)number);
  for (int i = 0; i < 300; ++i) {
    DFTRACER_C_REGION_START(turn);
    DFTRACER_C_REGION_UPDATE_INT(turn, "i", i);
    DFTRACER_C_REGION_UPDATE_STR(turn, "thread", path);
    DFTRACER_C_REGION_END(turn);
    if (i % 100 == 0) read_and_write(path);
  }
  return NULL;
}
static void be_busy_at_once(void) {
  pthread_t threads[8];
  int numbers[8];
  for (int i = 0; i < 8; ++i) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, be_busy, &numbers[i]);
  }
  for (int i = 0; i < 8; ++i) pthread_join(threads[i], NULL);
}

/* Says how often memory was asked for while regions were recorded; fewer than a chunk holds. */
static void steady(void) {
  char text[32];
  for (int round = 0; round < 2; ++round) {
    const unsigned long before = allocations;
    for (int i = 0; i < 500; ++i) {
      DFTRACER_C_REGION_START(outer);
      DFTRACER_C_REGION_START(inner);
      sprintf(text, "text number %d", i);
      DFTRACER_C_REGION_UPDATE_INT(inner, "i", i);
      DFTRACER_C_REGION_UPDATE_STR(inner, "text", text);
      DFTRACER_C_REGION_END(inner);
      DFTRACER_C_REGION_UPDATE_STR(outer, "text", "one that is not short");
      DFTRACER_C_REGION_END(outer);
    }
    printf("%lu\n", allocations - before);
  }
}

/* Regions and calls that can be told together, by the steps and by what was written. */
static void alike(const char* path) {
  char bytes[100];
  memset(bytes, 'x', sizeof bytes);
  for (int i = 0; i < 1000; ++i) {
    DFTRACER_C_REGION_START(step);
    DFTRACER_C_REGION_UPDATE_INT_TYPE(step, "size", i, DFTRACER_VALUE);
    DFTRACER_C_REGION_UPDATE_STR_TYPE(step, "phase", i % 2 ? "odd" : "even", DFTRACER_KEY);
    DFTRACER_C_REGION_UPDATE_INT_TYPE(step, "number", i, DFTRACER_IGNORE);
    DFTRACER_C_REGION_END(step);
  }
  const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  for (int i = 1; i <= 10; ++i)
    if (write(fd, bytes, (size_t)i) != i) exit(3);
  close(fd);
}

int main(int argc, char** argv) {
  const char* const scenario = argc > 1 ? argv[1] : "";
  const char* const argument = argc > 2 ? argv[2] : "";
  if (strcmp(scenario, "handled") == 0) signal(SIGTERM, handler);
  if (strcmp(scenario, "ignored") == 0) signal(SIGHUP, SIG_IGN);
  if (strcmp(scenario, "no_bind") == 0)
    DFTRACER_C_INIT_NO_BIND(NULL, NULL, NULL);
  else if (strcmp(scenario, "data_dir") == 0)
    DFTRACER_C_INIT(NULL, argv[3], NULL);
  else if (strcmp(scenario, "no_api") != 0)
    DFTRACER_C_INIT(NULL, NULL, NULL);
  if (strcmp(scenario, "nothing") == 0) return 0;
  if (strcmp(scenario, "io") == 0 || strcmp(scenario, "no_bind") == 0 || strcmp(scenario, "no_api") == 0 ||
      strcmp(scenario, "data_dir") == 0) {
    read_and_write(argument);
  } else if (strcmp(scenario, "alike") == 0) {
    alike(argument);
  } else if (strcmp(scenario, "forks") == 0) {
    region("parent", "before");
    if (child("exit") != 0 || child("_exit") != 0) return 3;
    region("parent", "after");
  } else if (strcmp(scenario, "silent_child") == 0) {
    region("parent", "before");
    const pid_t pid = fork();
    if (pid == 0) exit(0);
    waitpid(pid, NULL, 0);
  } else if (strcmp(scenario, "exec") == 0) {
    region("before", "exec");
    execl("/nowhere/at/all", "nothing", "more", (char*)NULL);
    region("after", "a failed exec");
    execl(argv[0], argv[0], "one", "x", (char*)NULL);
  } else if (strcmp(scenario, "signal") == 0 || strcmp(scenario, "handled") == 0) {
    region("before", "the signal");
    raise(atoi(argument));
    return 5;
  } else if (strcmp(scenario, "ignored") == 0) {
    raise(SIGHUP);
    region("after", "the signal");
  } else if (strcmp(scenario, "crash") == 0) {
    region("before", "the crash");
    *(volatile int*)NULL = 1;
  } else if (strcmp(scenario, "until_killed") == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, until_killed, (void*)"second");
    until_killed((void*)"first");
  } else if (strcmp(scenario, "steady") == 0) {
    steady();
  } else if (strcmp(scenario, "interrupted") == 0) {
    interrupted();
  } else if (strcmp(scenario, "threads") == 0) {
    if (chdir(argument) != 0) return 3;
    be_busy_at_once();
  } else if (strcmp(scenario, "_exit") == 0) {
    region("before", "_exit");
    _exit(0);
  } else if (strcmp(scenario, "chdir") == 0) {
    region("before", "chdir");
    if (chdir("/") != 0) return 3;
    region("after", "chdir");
  } else {
    region("scenario", scenario);
  }
  return 0;
}
