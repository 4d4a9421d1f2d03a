/* SPDX-License-Identifier: BSD-3-Clause */
/* Records traces with the reference library. reference_writer DIRECTORY writes every scenario as DIRECTORY/NAME. */
#include <litl_timer.h>
#include <litl_tools.h>
#include <litl_types.h>
#include <litl_write.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static litl_time_t ticks;
static litl_time_t counted_time(void) { return __sync_add_and_fetch(&ticks, 7); }
static litl_time_t standing_time(void) { return 5; }

static litl_write_trace_t* begin(const char* directory, const char* name, unsigned buffer_bytes) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  litl_write_trace_t* trace = litl_write_init_trace(buffer_bytes);
  litl_write_set_filename(trace, path);
  return trace;
}

/* The regular probes of the reference lose their parameters; asked for bytes, this one does not. */
static void regular(litl_write_trace_t* trace, litl_code_t code, int count) {
  litl_t* event = __litl_write_get_event(trace, LITL_TYPE_REGULAR, code, 8 * count);
  if (!event) return;
  for (int i = 0; i < count; ++i) {
    litl_param_t value = 0x1122334455667788ull * (unsigned)(i + 1) + code;
    memcpy((char*)event + 14 + 8 * i, &value, sizeof value);
  }
}

static void packed(litl_write_trace_t* trace, litl_code_t code) {
  litl_t* event = NULL;
  char c = 'c';
  short s = -2;
  int i = 42;
  double d = 2.5;
  litl_write_probe_pack_0(trace, code, event);
  litl_write_probe_pack_1(trace, code + 1, c, event);
  litl_write_probe_pack_2(trace, code + 2, i, d, event);
  litl_write_probe_pack_3(trace, code + 3, s, c, i, event);
  litl_write_probe_pack_4(trace, code + 4, d, d, d, d, event);
  litl_write_probe_pack_6(trace, code + 6, c, c, c, i, i, i, event);
  litl_write_probe_pack_10(trace, code + 10, i, i, i, i, i, i, i, i, i, d, event);
  (void)event;
}

static void raw(litl_write_trace_t* trace, litl_code_t code, unsigned size) {
  litl_data_t* text = malloc(size + 1);
  for (unsigned i = 0; i < size; ++i) text[i] = (litl_data_t)('a' + i % 26);
  litl_write_probe_raw(trace, code, size, text);
  free(text);
}

static void some_of_all(litl_write_trace_t* trace, litl_code_t code) {
  for (int n = 0; n <= 10; ++n) regular(trace, code + (litl_code_t)n, n);
  packed(trace, code + 0x100);
  for (unsigned size = 0; size < 30; size += 3) raw(trace, code + 0x200, size);
}

static void probes(litl_write_trace_t* trace) {
  litl_write_probe_reg_0(trace, 0x30);
  litl_write_probe_reg_1(trace, 0x31, 1);
  litl_write_probe_reg_2(trace, 0x32, 1, 2);
  litl_write_probe_reg_8(trace, 0x38, 1, 2, 3, 4, 5, 6, 7, 8);
  litl_write_probe_reg_10(trace, 0x3a, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
}

struct worker {
  litl_write_trace_t* trace;
  unsigned number;
  int rounds;
};
static void* work(void* argument) {
  struct worker* worker = argument;
  for (int i = 0; i < worker->rounds; ++i) some_of_all(worker->trace, 0x1000 * (worker->number + 1));
  return NULL;
}

/* One thread after the other, so that the reference does not corrupt its own file (it races otherwise). */
static void threads(litl_write_trace_t* trace, unsigned count, int rounds) {
  for (unsigned i = 0; i < count; ++i) {
    struct worker worker = {trace, i, rounds};
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, &worker)) abort();
    pthread_join(thread, NULL);
  }
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const char* directory = argv[1];
  litl_set_timing_method(counted_time);

  litl_write_trace_t* trace = begin(directory, "kinds", 1 << 20);
  some_of_all(trace, 0x42);
  probes(trace);
  litl_write_finalize_trace(trace);

  trace = begin(directory, "empty_text", 1 << 16);
  raw(trace, 0x99, 0);
  litl_write_finalize_trace(trace);

  trace = begin(directory, "large_text", 1 << 20);
  raw(trace, 0x77, 65517);
  raw(trace, 0x78, 1);
  litl_write_finalize_trace(trace);

  trace = begin(directory, "chunks", 1024);
  litl_write_buffer_flush_on(trace);
  for (int i = 0; i < 200; ++i) some_of_all(trace, 0x42);
  litl_write_finalize_trace(trace);

  trace = begin(directory, "one_by_one", 4096);
  litl_write_buffer_flush_on(trace);
  threads(trace, 200, 4);
  litl_write_finalize_trace(trace);

  trace = begin(directory, "in_header", 1 << 16);
  threads(trace, 200, 2);
  litl_write_finalize_trace(trace);

  litl_set_timing_method(standing_time);
  trace = begin(directory, "one_time", 1 << 16);
  threads(trace, 5, 3);
  litl_write_finalize_trace(trace);
  return 0;
}
