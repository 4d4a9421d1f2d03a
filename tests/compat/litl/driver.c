/* SPDX-License-Identifier: BSD-3-Clause */
/* Uses the LiTL library and tells all that can be seen of it.

     driver answers            records into the current directory
     driver table              the same
     driver read FILE...       every way to read a file
     driver merge OUT IN...
     driver split ARCHIVE DIRECTORY

   Time is counted, so that files of two libraries can be compared. */
#define _POSIX_C_SOURCE 200809L

#include <litl_merge.h>
#include <litl_read.h>
#include <litl_split.h>
#include <litl_timer.h>
#include <litl_tools.h>
#include <litl_write.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static litl_time_t ticks;
static litl_time_t counted_time(void) { return __sync_add_and_fetch(&ticks, 7); }

static litl_write_trace_t* begin(const char* name, uint32_t bytes) {
  char path[256] = "./";
  strncat(path, name, sizeof path - 3);
  litl_write_trace_t* trace = litl_write_init_trace(bytes);
  litl_write_set_filename(trace, path);
  return trace;
}

static void tell(const char* what, const litl_t* event) {
  if (event)
    printf("%s: time %lu code %x type %d\n", what, (unsigned long)event->time, event->code, (int)event->type);
  else
    printf("%s: nothing\n", what);
}

static void regular(litl_write_trace_t* trace, int count) {
  litl_t* event = __litl_write_get_event(trace, LITL_TYPE_REGULAR, 0x40 + (litl_code_t)count, 8 * count);
  tell("regular", event);
  if (!event) return;
  printf("  %d of %d parameters, %u bytes\n", event->parameters.regular.nb_params, count,
      __litl_get_gen_event_size(event));
  for (int i = 0; i < count; ++i) {
    litl_param_t value = 0x1122334455667788ull * (unsigned)(i + 1);
    memcpy((char*)event + 14 + 8 * i, &value, sizeof value);
  }
}

static void packed(litl_write_trace_t* trace, litl_code_t code) {
  litl_t* e = NULL;
  char c = 'c';
  short s = -2;
  int i = 42;
  float f = 0.5f;
  double d = 2.5;
  litl_write_probe_pack_0(trace, code, e);
  tell("pack 0", e);
  litl_write_probe_pack_1(trace, code, c, e);
  tell("pack 1", e);
  litl_write_probe_pack_2(trace, code, i, d, e);
  tell("pack 2", e);
  litl_write_probe_pack_3(trace, code, s, c, i, e);
  tell("pack 3", e);
  litl_write_probe_pack_4(trace, code, d, f, d, f, e);
  tell("pack 4", e);
  litl_write_probe_pack_5(trace, code, c, s, i, f, d, e);
  tell("pack 5", e);
  litl_write_probe_pack_6(trace, code, c, c, c, i, i, i, e);
  tell("pack 6", e);
  litl_write_probe_pack_7(trace, code, c, c, c, c, i + 1, i, i, e);
  tell("pack 7", e);
  litl_write_probe_pack_8(trace, code, i, i, i, i, i, i, i, i, e);
  tell("pack 8", e);
  litl_write_probe_pack_9(trace, code, i, i, i, i, i, i, i, i, s, e);
  tell("pack 9", e);
  litl_write_probe_pack_10(trace, code, i, i, i, i, i, i, i, i, i, d, e);
  tell("pack 10", e);
  if (e) printf("  %u bytes of parameters\n", e->parameters.packed.size);
}

static void raw(litl_write_trace_t* trace, unsigned size) {
  litl_data_t text[300];
  for (unsigned i = 0; i < size; ++i) text[i] = (litl_data_t)('a' + i % 26);
  litl_t* event = litl_write_probe_raw(trace, 0x60, size, text);
  tell("raw", event);
  if (event) printf("  '%s' of %u\n", (const char*)event->parameters.raw.data, event->parameters.raw.size);
}

static void kinds(void) {
  litl_write_trace_t* trace = begin("kinds", 1 << 16);
  for (int n = 0; n <= 10; ++n) regular(trace, n);
  packed(trace, 0x100);
  for (unsigned size = 0; size < 300; size += 50) raw(trace, size);
  tell("reg 0", litl_write_probe_reg_0(trace, 0x30));
  litl_write_finalize_trace(trace);
}

/* The reference loses parameters: the file is not compared. */
static void probes(void) {
  litl_write_trace_t* t = begin("not_compared", 1 << 16);
  tell("reg 1", litl_write_probe_reg_1(t, 1, 1));
  tell("reg 2", litl_write_probe_reg_2(t, 2, 1, 2));
  tell("reg 3", litl_write_probe_reg_3(t, 3, 1, 2, 3));
  tell("reg 4", litl_write_probe_reg_4(t, 4, 1, 2, 3, 4));
  tell("reg 5", litl_write_probe_reg_5(t, 5, 1, 2, 3, 4, 5));
  tell("reg 6", litl_write_probe_reg_6(t, 6, 1, 2, 3, 4, 5, 6));
  tell("reg 7", litl_write_probe_reg_7(t, 7, 1, 2, 3, 4, 5, 6, 7));
  tell("reg 8", litl_write_probe_reg_8(t, 8, 1, 2, 3, 4, 5, 6, 7, 8));
  tell("reg 9", litl_write_probe_reg_9(t, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  tell("reg 10", litl_write_probe_reg_10(t, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  litl_write_finalize_trace(t);
}

/* How many events fit, and that nothing is recorded once one did not, in no thread. */
static void* one_event(void* trace) { return litl_write_probe_reg_0(trace, 1); }
static void full(void) {
  const uint32_t sizes[] = {14, 15, 28, 29, 43, 100, 1000};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
    char name[32];
    snprintf(name, sizeof name, "full_%u", sizes[i]);
    litl_write_trace_t* trace = begin(name, sizes[i]);
    int count = 0;
    while (litl_write_probe_reg_0(trace, 0x20)) ++count;
    pthread_t thread;
    void* other = trace;
    pthread_create(&thread, NULL, one_event, trace);
    pthread_join(thread, &other);
    litl_write_buffer_flush_on(trace);
    printf("a buffer of %u holds %d events; another thread records %s, flushing %s\n", sizes[i], count,
        other ? "one" : "nothing", litl_write_probe_reg_0(trace, 0x20) ? "helps" : "does not help");
    printf("  full %d, threads %d, flush %d\n", trace->is_buffer_full, trace->nb_threads, trace->allow_buffer_flush);
    litl_write_finalize_trace(trace);
  }
}

static void chunks(void) {
  litl_write_trace_t* trace = begin("chunks", 1024);
  litl_write_buffer_flush_on(trace);
  for (int i = 0; i < 20; ++i) {
    packed(trace, 0x200 + (litl_code_t)i);
    raw(trace, (unsigned)i);
  }
  char* late = strdup("./another");
  litl_write_set_filename(trace, late);
  free(late);
  litl_write_finalize_trace(trace);
}

static void pausing(void) {
  litl_write_pause_recording(NULL);
  litl_write_resume_recording(NULL);
  litl_write_finalize_trace(NULL);
  tell("no trace", litl_write_probe_reg_0(NULL, 1));
  litl_write_trace_t* trace = litl_write_init_trace(4096);
  litl_write_pause_recording(trace);
  printf("paused %d\n", trace->is_recording_paused);
  tell("paused", litl_write_probe_reg_0(trace, 1));
  char wrong[] = "./wrong", right[] = "./paused";
  litl_write_set_filename(trace, wrong);
  litl_write_set_filename(trace, right);
  litl_write_resume_recording(trace);
  tell("resumed", litl_write_probe_reg_0(trace, 2));
  litl_write_thread_safety_off(trace);
  litl_write_tid_recording_off(trace);
  printf("safety %d tids %d\n", trace->allow_thread_safety, trace->allow_tid_recording);
  litl_write_thread_safety_on(trace);
  litl_write_tid_recording_on(trace);
  tell("resumed", litl_write_probe_reg_0(trace, 3));
  litl_write_finalize_trace(trace);
}

static void several(void) {
  litl_write_trace_t* traces[3] = {begin("several_0", 512), begin("several_1", 512), begin("several_2", 512)};
  for (int i = 0; i < 3; ++i) litl_write_buffer_flush_on(traces[i]);
  for (int i = 0; i < 100; ++i)
    for (int j = 0; j < 3; ++j) tell("several", litl_write_probe_reg_0(traces[j], (litl_code_t)(0x100 * j + 0x20 + i)));
  for (int i = 0; i < 3; ++i) litl_write_finalize_trace(traces[i]);
}

/* One after the other: the reference races. All but the first are late, because it flushes. */
static void* work(void* trace) {
  packed(trace, 0x300);
  for (int i = 0; i < 30; ++i) packed(trace, 0x301);
  return NULL;
}
static void threads(const char* name, unsigned count, uint32_t bytes) {
  litl_write_trace_t* trace = begin(name, bytes);
  litl_write_buffer_flush_on(trace);
  for (unsigned i = 0; i < count; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, trace)) abort();
    pthread_join(thread, NULL);
  }
  printf("%d threads\n", trace->nb_threads);
  litl_write_finalize_trace(trace);
}

static void answers(void) {
  printf("no method: %d\n", litl_set_timing_method(NULL));
  printf("a method: %d\n", litl_set_timing_method(counted_time));
  printf("it is used: %d\n", litl_get_time == counted_time);
  for (int type = 0; type < 4; ++type)
    for (int k = 0; k < 100; k += 33) printf("%d: %u\n", type, __litl_get_event_size((litl_type_t)type, k));
  for (unsigned n = 0; n < 256; n += 5) printf("%u\n", __litl_get_reg_event_size((litl_data_t)n));
  kinds();
  probes();
  full();
  chunks();
  pausing();
  several();
  threads("in_header", 12, 1 << 16);
  threads("late", 200, 1024);
}

static void tell_event(const litl_read_event_t* read) {
  if (!read) return (void)puts("the end");
  printf("thread %lu time %lu code %x type %d:", (unsigned long)LITL_READ_GET_TID(read),
      (unsigned long)LITL_READ_GET_TIME(read), LITL_READ_GET_CODE(read), (int)LITL_READ_GET_TYPE(read));
  const unsigned char* bytes = (const unsigned char*)read->event;
  for (unsigned i = 13; i < __litl_get_gen_event_size(read->event); ++i) printf(" %x", bytes[i]);
  if (LITL_READ_GET_TYPE(read) == LITL_TYPE_PACKED && LITL_READ_PACKED(read)->size == 12) {
    int number;
    double real;
    litl_read_get_param_2(read, number, real);
    printf(" = %d %g", number, real);
  }
  putchar('\n');
}

static void tell_headers(litl_read_trace_t* trace) {
  const litl_general_header_t* general = litl_read_get_trace_header(trace);
  printf("'%s' '%s' %d, %d processes\n", (const char*)general->litl_ver, (const char*)general->sysinfo,
      general->nb_processes, trace->nb_processes);
  litl_read_init_processes(trace);
  for (int i = 0; i < trace->nb_processes; ++i) {
    litl_read_process_t* process = trace->processes[i];
    const litl_process_header_t* header = litl_read_get_process_header(process);
    printf("'%s' %d %d %u %lu %lu, %d threads, at %d\n", (const char*)header->process_name, header->nb_threads,
        header->header_nb_threads, header->buffer_size, (unsigned long)header->trace_size,
        (unsigned long)header->offset, process->nb_threads, process->cur_index);
    for (int j = 0; j < process->nb_threads; ++j)
      printf("  thread %lu at %lu\n", (unsigned long)process->threads[j]->thread_pair->tid,
          (unsigned long)process->threads[j]->thread_pair->offset);
  }
  printf("buffer %u\n", litl_read_get_buffer_size(trace));
}

static void read_file(const char* name) {
  litl_read_trace_t* trace = litl_read_open_trace(name);
  tell_headers(trace);
  litl_read_event_t* event;
  while ((event = litl_read_next_event(trace))) tell_event(event);
  tell_event(litl_read_next_event(trace));
  litl_read_finalize_trace(trace);

  trace = litl_read_open_trace(name);
  litl_read_init_processes(trace);
  for (int i = trace->nb_processes - 1; i >= 0; --i) {
    litl_read_process_t* process = trace->processes[i];
    while ((event = litl_read_next_process_event(trace, process))) {
      printf("%d %d ", process->cur_index, event == LITL_READ_GET_CUR_EVENT(process));
      tell_event(event);
    }
  }
  litl_read_finalize_trace(trace);

  trace = litl_read_open_trace(name);
  litl_read_init_processes(trace);
  for (int i = 0; i < trace->nb_processes; ++i) {
    litl_read_process_t* process = trace->processes[i];
    for (int j = 0; j < process->nb_threads; ++j) {
      while ((event = litl_read_next_thread_event(trace, process, process->threads[j]))) {
        printf("%d ", event == LITL_READ_GET_CUR_EVENT_PER_THREAD(process, j));
        tell_event(event);
      }
      tell_event(litl_read_next_thread_event(trace, process, process->threads[j]));
    }
  }
  litl_read_finalize_trace(trace);
}

/* What the authors of LiTL measured: a thousand events of one kind in each file. */
#define RECORD(kind, n, ...)                                                                \
  do {                                                                                      \
    litl_write_trace_t* trace = begin(#kind "_" #n, 1 << 17);                               \
    litl_t* e = NULL;                                                                       \
    for (int i = 0; i < 1000; ++i) litl_write_probe_pack_##n(trace, 0x100, __VA_ARGS__, e); \
    litl_write_finalize_trace(trace);                                                       \
    if (!e) exit(1);                                                                        \
  } while (0)
#define RECORD_ALL(kind, v)            \
  do {                                 \
    RECORD(kind, 1, v);                \
    RECORD(kind, 2, v, v);             \
    RECORD(kind, 3, v, v, v);          \
    RECORD(kind, 4, v, v, v, v);       \
    RECORD(kind, 5, v, v, v, v, v);    \
    RECORD(kind, 6, v, v, v, v, v, v); \
  } while (0)
static void table(void) {
  const char letter = 'c';
  const int number = 42;
  const double fraction = 2.5;
  RECORD_ALL(char, letter);
  RECORD_ALL(int, number);
  RECORD_ALL(double, fraction);
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  setvbuf(stdout, NULL, _IOLBF, 1 << 16);
  if (!strcmp(argv[1], "answers")) answers();
  if (!strcmp(argv[1], "table")) table();
  if (!strcmp(argv[1], "read"))
    for (int i = 2; i < argc; ++i) read_file(argv[i]);
  if (!strcmp(argv[1], "split")) litl_split_archive(argv[2], argv[3]);
  if (!strcmp(argv[1], "merge")) {
    char** names = malloc((size_t)argc * sizeof *names);
    for (int i = 3; i < argc; ++i) names[i - 3] = strdup(argv[i]);
    litl_merge_traces(argv[2], names, argc - 3);
  }
  return 0;
}
