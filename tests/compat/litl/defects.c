/* SPDX-License-Identifier: BSD-3-Clause */
/* What the reference's library does wrong (docs/formats/litl.md, 13): defects NUMBER does it, in the current directory,
   and demands the right answers. */
#define _DEFAULT_SOURCE

#include <fcntl.h>
#include <litl_merge.h>
#include <litl_read.h>
#include <litl_split.h>
#include <litl_timer.h>
#include <litl_write.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEMAND(what)                                         \
  do {                                                       \
    if (!(what)) {                                           \
      fprintf(stderr, "line %d: not %s\n", __LINE__, #what); \
      exit(1);                                               \
    }                                                        \
  } while (0)

/* Stands before that of the system; only one case wants a long name. */
static int has_long_name;
int uname(struct utsname* name) {
  if (syscall(SYS_uname, name) != 0) return -1;
  if (has_long_name) {
    memset(name->nodename, 'n', sizeof name->nodename - 1);
    memset(name->version, 'v', sizeof name->version - 1);
  }
  return 0;
}

/* The same: one case wants a file of 4 GiB that takes no room. Of a large chunk the file gets the head of one raw event
   that is as large, and a hole. */
static int has_holes;
static int holes;
static uint64_t end_of_holes;
ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
  if (!has_holes || size < 1 << 20) return syscall(SYS_pwrite64, fd, bytes, size, offset);
  const uint32_t code = 0x21, rest = (uint32_t)size - 17;
  char head[17];
  memcpy(head, bytes, 8);
  memcpy(head + 8, &code, 4);
  head[12] = LITL_TYPE_RAW;
  memcpy(head + 13, &rest, 4);
  if (syscall(SYS_pwrite64, fd, head, sizeof head, offset) != sizeof head) return -1;
  ++holes;
  end_of_holes = (uint64_t)offset + size;
  return (ssize_t)size;
}
ssize_t pwrite64(int fd, const void* bytes, size_t size, off_t offset) __attribute__((alias("pwrite")));

static litl_write_trace_t* begin(char* name, uint32_t bytes) {
  litl_write_trace_t* trace = litl_write_init_trace(bytes);
  litl_write_set_filename(trace, name);
  return trace;
}
static litl_read_trace_t* reading(const char* name) {
  litl_read_trace_t* trace = litl_read_open_trace(name);
  litl_read_init_processes(trace);
  return trace;
}
static int events_in(const char* name) {
  litl_read_trace_t* trace = reading(name);
  int count = 0;
  while (litl_read_next_event(trace)) ++count;
  litl_read_finalize_trace(trace);
  return count;
}

/* So many that a thread, its buffer and the clock are new for some of them only. */
static void parameters_are_kept(void) {
  enum { rounds = 2000 };
  litl_write_trace_t* t = begin("./t", 4096);
  litl_write_buffer_flush_on(t);
  for (unsigned round = 0; round < rounds; ++round) {
    litl_param_t p[11];
    for (unsigned i = 0; i < 11; ++i) p[i] = ~(litl_param_t)(16 * round + i);
    DEMAND(litl_write_probe_reg_0(t, 0x20));
    DEMAND(litl_write_probe_reg_1(t, 0x21, p[1]));
    DEMAND(litl_write_probe_reg_2(t, 0x22, p[1], p[2]));
    DEMAND(litl_write_probe_reg_3(t, 0x23, p[1], p[2], p[3]));
    DEMAND(litl_write_probe_reg_4(t, 0x24, p[1], p[2], p[3], p[4]));
    DEMAND(litl_write_probe_reg_5(t, 0x25, p[1], p[2], p[3], p[4], p[5]));
    DEMAND(litl_write_probe_reg_6(t, 0x26, p[1], p[2], p[3], p[4], p[5], p[6]));
    DEMAND(litl_write_probe_reg_7(t, 0x27, p[1], p[2], p[3], p[4], p[5], p[6], p[7]));
    DEMAND(litl_write_probe_reg_8(t, 0x28, p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8]));
    DEMAND(litl_write_probe_reg_9(t, 0x29, p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9]));
    DEMAND(litl_write_probe_reg_10(t, 0x2a, p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10]));
  }
  litl_write_finalize_trace(t);
  litl_read_trace_t* read = reading("t");
  litl_time_t before = 0;
  for (unsigned round = 0; round < rounds; ++round)
    for (unsigned n = 0; n < 11; ++n) {
      litl_read_event_t* event = litl_read_next_event(read);
      DEMAND(event && LITL_READ_GET_CODE(event) == 0x20 + n && LITL_READ_REGULAR(event)->nb_params == n);
      for (unsigned i = 1; i <= n; ++i)
        DEMAND(LITL_READ_REGULAR(event)->param[i - 1] == ~(litl_param_t)(16 * round + i));
      DEMAND(LITL_READ_GET_TIME(event) >= before);
      before = LITL_READ_GET_TIME(event);
    }
  DEMAND(!litl_read_next_event(read));
  litl_read_finalize_trace(read);
}

static void parameters_are_got(void) {
  litl_write_trace_t* trace = begin("./t", 4096);
  DEMAND(litl_write_probe_reg_4(trace, 1, 1000, 2000, 3000, 4000));
  litl_write_finalize_trace(trace);
  litl_read_trace_t* read = reading("t");
  litl_read_event_t* event = litl_read_next_event(read);
  int a;
  long b;
  double c;
  unsigned short d;
  int e = 1;
  litl_read_get_param_5(event, a, b, c, d, e);
  DEMAND(a == 1000 && b == 2000 && c == 3000 && d == 4000 && e == 0);
  litl_read_finalize_trace(read);
}

static void names_may_be_short(void) {
  litl_write_trace_t* trace = begin("no_slash", 4096);
  DEMAND(litl_write_probe_reg_0(trace, 1));
  litl_write_finalize_trace(trace);
  DEMAND(events_in("no_slash") == 1);
  char user[64], path[128];
  snprintf(user, sizeof user, "weft_test_%d", (int)getpid());
  snprintf(path, sizeof path, "/tmp/%s_litl_log_1", user);
  setenv("USER", user, 1);
  trace = begin(NULL, 4096);
  DEMAND(litl_write_probe_reg_0(trace, 1));
  litl_write_finalize_trace(trace);
  DEMAND(events_in(path) == 1);
  unlink(path);
}

static void nothing_is_closed(void) {
  int open_before[16];
  for (int i = 0; i < 16; ++i) open_before[i] = fcntl(i, F_GETFD) >= 0;
  litl_write_finalize_trace(begin("./t", 4096));
  for (int i = 0; i < 16; ++i) DEMAND((fcntl(i, F_GETFD) >= 0) == open_before[i]);
  DEMAND(access("t", F_OK) != 0);
}

static void traces_may_be_many(void) {
  for (int i = 0; i < 3000; ++i) {
    litl_write_trace_t* trace = begin("./t", 256);
    DEMAND(litl_write_probe_reg_0(trace, (litl_code_t)(0x20 + i)));
    litl_write_finalize_trace(trace);
  }
  litl_read_trace_t* read = reading("t");
  DEMAND(LITL_READ_GET_CODE(litl_read_next_event(read)) == 0x20 + 2999);
  litl_read_finalize_trace(read);
}

static void child(litl_write_trace_t* inherited) {
  for (int i = 0; i < 1000; ++i) DEMAND(!litl_write_probe_reg_0(inherited, 0xc));
  litl_write_finalize_trace(inherited);
  litl_write_trace_t* own = begin("./child", 4096);
  DEMAND(litl_write_probe_reg_0(own, 0xd0));
  litl_write_finalize_trace(own);
  DEMAND(events_in("child") == 1);
  exit(0);
}
static void children_write_nothing(void) {
  litl_write_trace_t* trace = begin("./t", 1024);
  litl_write_buffer_flush_on(trace);
  for (int i = 0; i < 100; ++i) DEMAND(litl_write_probe_reg_0(trace, 1));
  const pid_t pid = fork();
  if (pid == 0) child(trace);
  int status = 1;
  waitpid(pid, &status, 0);
  DEMAND(status == 0);
  for (int i = 0; i < 100; ++i) DEMAND(litl_write_probe_reg_0(trace, 1));
  litl_write_finalize_trace(trace);
  DEMAND(events_in("t") == 200);
}

/* Threads that record and wait for each other, so that all are there at once. */
enum { most = 200 };
static pthread_barrier_t barrier;
static int events_of_each;
static int is_race; /* whose event is the first */
static void* record(void* trace) {
  if (is_race) pthread_barrier_wait(&barrier);
  DEMAND(litl_write_probe_reg_0(trace, 0x20));
  if (!is_race) pthread_barrier_wait(&barrier);
  for (int i = 1; i < events_of_each; ++i) DEMAND(litl_write_probe_reg_1(trace, 0x21, (litl_param_t)i));
  return NULL;
}
static void together(litl_write_trace_t* trace, unsigned count, int events) {
  pthread_t threads[most];
  events_of_each = events;
  pthread_barrier_init(&barrier, NULL, count);
  for (unsigned i = 0; i < count; ++i) DEMAND(pthread_create(&threads[i], NULL, record, trace) == 0);
  for (unsigned i = 0; i < count; ++i) pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&barrier);
}

static void threads_share_no_line(void) {
  litl_write_trace_t* trace = begin("./t", 4096);
  together(trace, 8, 1);
  DEMAND(trace->nb_threads == 8);
  for (int i = 0; i < 8; ++i) {
    DEMAND((uintptr_t)trace->buffers[i] % 64 == 0);
    for (int j = 0; j < i; ++j) DEMAND((uintptr_t)trace->buffers[i] / 64 != (uintptr_t)trace->buffers[j] / 64);
  }
  litl_write_finalize_trace(trace);
}

static void too_large_is_refused(void) {
  litl_write_trace_t* trace = begin("./t", 100);
  litl_write_buffer_flush_on(trace);
  litl_data_t text[200] = {0};
  DEMAND(!litl_write_probe_raw(trace, 1, 83, text));
  DEMAND(litl_write_probe_raw(trace, 1, 81, text));
  DEMAND(!litl_write_probe_raw(trace, 1, 200, text));
  DEMAND(litl_write_probe_reg_0(trace, 2));
  litl_write_finalize_trace(trace);
  DEMAND(events_in("t") == 2);
}

static void late_threads_may_be_many(void) {
  litl_write_trace_t* trace = begin("./t", 1024);
  litl_write_buffer_flush_on(trace);
  for (int i = 0; i < 200; ++i) DEMAND(litl_write_probe_reg_0(trace, 1));
  together(trace, 60, 300);
  litl_write_finalize_trace(trace);
  DEMAND(events_in("t") == 200 + 60 * 300);
  litl_read_trace_t* read = reading("t");
  DEMAND(read->processes[0]->nb_threads == 61 && read->processes[0]->header->nb_threads == 61);
  litl_read_finalize_trace(read);
}

static void threads_may_start_at_once(void) {
  is_race = 1;
  for (int round = 0; round < 40; ++round) {
    const unsigned threads = round % 4 == 3 ? most : 64;
    litl_write_trace_t* trace = begin("./t", 1024);
    litl_write_buffer_flush_on(trace);
    together(trace, threads, 100);
    litl_write_finalize_trace(trace);
    DEMAND(events_in("t") == (int)threads * 100);
  }
}

static void paused_traces_end(void) {
  litl_write_trace_t* trace = begin("./t", 4096);
  DEMAND(litl_write_probe_reg_0(trace, 1));
  litl_write_pause_recording(trace);
  litl_write_finalize_trace(trace);
  struct stat status;
  DEMAND(stat("t", &status) == 0 && status.st_size == 418 + 2 * 16 + 14 + 22);
  DEMAND(events_in("t") == 1);
}

/* The file "given" was made by whoever runs us: an event, a mark, a lone mark, an event, a mark. */
static void empty_chunks_are_passed(void) { DEMAND(events_in("given") == 2); }

static void merge(const char* archive, const char* name, int count) {
  char** names = malloc((size_t)count * sizeof *names);
  for (int i = 0; i < count; ++i) names[i] = strdup(name);
  litl_merge_traces(archive, names, count);
}
static void one_event(char* name) {
  litl_write_trace_t* trace = begin(name, 4096);
  DEMAND(litl_write_probe_reg_0(trace, 1));
  litl_write_finalize_trace(trace);
}

static void archives_may_be_large(void) {
  one_event("./t");
  merge("archive", "t", 300);
  DEMAND(events_in("archive") == 300);
}

static void outputs_are_cut(void) {
  one_event("./a");
  one_event("./b");
  merge("archive", "a", 300);
  struct stat status;
  merge("archive", "a", 1);
  DEMAND(stat("archive", &status) == 0 && status.st_size == 418 + 2 * 16 + 14 + 22);
  char** names = malloc(2 * sizeof *names);
  names[0] = strdup("a");
  names[1] = strdup("b");
  litl_merge_traces("archive", names, 2);
  FILE* old = fopen("./a", "w");
  for (int i = 0; i < 5000; ++i) fputc('x', old);
  fclose(old);
  litl_split_archive("archive", ".");
  DEMAND(stat("a", &status) == 0 && status.st_size == 418 + 2 * 16 + 14 + 22);
}

/* The file "given" holds a raw event of 100000 bytes and a regular one. */
static void large_events_are_read(void) {
  litl_read_trace_t* read = reading("given");
  litl_read_event_t* event = litl_read_next_event(read);
  DEMAND(event && LITL_READ_RAW(event)->size == 100000);
  event = litl_read_next_event(read);
  DEMAND(event && LITL_READ_GET_TYPE(event) == LITL_TYPE_REGULAR && !litl_read_next_event(read));
  litl_read_finalize_trace(read);
  litl_write_trace_t* trace = begin("./t", 1 << 20);
  litl_data_t* text = calloc(1, 70000);
  DEMAND(litl_write_probe_raw(trace, 1, 65517, text));
  DEMAND(!litl_write_probe_raw(trace, 1, 65518, text));
  free(text);
  litl_write_finalize_trace(trace);
}

static void long_names_are_cut(void) {
  has_long_name = 1;
  one_event("./t");
  litl_read_trace_t* read = reading("t");
  DEMAND(memchr(read->header->sysinfo, 0, 128) == read->header->sysinfo + 127);
  litl_read_finalize_trace(read);
}

static void resets_rewind(void) {
  litl_write_trace_t* trace = begin("./t", 1024);
  litl_write_buffer_flush_on(trace);
  for (int i = 0; i < 200; ++i) DEMAND(litl_write_probe_reg_0(trace, (litl_code_t)(0x20 + i)));
  together(trace, 3, 200);
  litl_write_finalize_trace(trace);
  litl_read_trace_t* read = reading("t");
  for (int at = 1; at < 800; at += 190) {
    for (int i = 0; i < at; ++i) DEMAND(litl_read_next_event(read));
    litl_read_reset_process(read->processes[0]);
    DEMAND(read->processes[0]->cur_index == -1);
    litl_read_event_t* event = litl_read_next_event(read);
    DEMAND(event && LITL_READ_GET_CODE(event) == 0x20);
    int count = 1;
    while (litl_read_next_event(read)) ++count;
    DEMAND(count == 800);
    litl_read_reset_process(read->processes[0]);
  }
  litl_read_finalize_trace(read);
}

static void late_threads_come_after_4_gib(void) {
  static litl_data_t text[65000];
  const uint64_t limit = (uint64_t)1 << 32;
  litl_write_trace_t* trace = begin("./t", 16 << 20);
  litl_write_buffer_flush_on(trace);
  has_holes = 1;
  while (end_of_holes < limit) DEMAND(litl_write_probe_raw(trace, 0x21, sizeof text, text));
  together(trace, 40, 2); /* more than one table of late threads holds */
  litl_write_finalize_trace(trace);
  struct stat status;
  DEMAND(stat("t", &status) == 0 && (uint64_t)status.st_size > limit && holes >= 256);
  litl_read_trace_t* read = reading("t");
  DEMAND(read->processes[0]->nb_threads == 41);
  int first = 0, second = 0, others = 0;
  for (litl_read_event_t* event; (event = litl_read_next_event(read));) {
    if (LITL_READ_GET_TYPE(event) == LITL_TYPE_RAW)
      ++others;
    else if (LITL_READ_GET_CODE(event) == 0x20)
      ++first;
    else
      second += LITL_READ_GET_CODE(event) == 0x21 && LITL_READ_REGULAR(event)->param[0] == 1;
  }
  litl_read_finalize_trace(read);
  DEMAND(first == 40 && second == 40 && others == holes + 1); /* one event has been waiting in the buffer */
}

int main(int argc, char** argv) {
  static void (*const cases[])(void) = {NULL, parameters_are_kept, parameters_are_got, names_may_be_short,
      nothing_is_closed, traces_may_be_many, children_write_nothing, threads_share_no_line, NULL, too_large_is_refused,
      late_threads_may_be_many, threads_may_start_at_once, paused_traces_end, empty_chunks_are_passed,
      archives_may_be_large, outputs_are_cut, large_events_are_read, long_names_are_cut, resets_rewind,
      late_threads_come_after_4_gib};
  const unsigned number = argc == 2 ? (unsigned)atoi(argv[1]) : 0;
  if (number >= sizeof cases / sizeof *cases || !cases[number]) return 2;
  cases[number]();
  return 0;
}
