/* SPDX-License-Identifier: BSD-3-Clause */
/* What the environment does to a trace; and, with a word, how the library ends a program. */
#include <litl_read.h>
#include <litl_timer.h>
#include <litl_tools.h>
#include <litl_write.h>
#include <stdio.h>
#include <string.h>

static void settings(void) {
  const litl_timing_method_t methods[] = {litl_get_time_monotonic_raw, litl_get_time_monotonic, litl_get_time_realtime,
      litl_get_time_process_cputime, litl_get_time_thread_cputime, litl_get_time_ticks, litl_get_time_none};
  litl_write_trace_t* trace = litl_write_init_trace(777);
  printf("buffer %u flush %d safety %d tids %d paused %d\n", trace->buffer_size, trace->allow_buffer_flush,
      trace->allow_thread_safety, trace->allow_tid_recording, trace->is_recording_paused);
  for (unsigned i = 0; i < sizeof methods / sizeof *methods; ++i)
    if (litl_get_time == methods[i]) printf("method %u\n", i);
  const litl_time_t first = litl_get_time(), second = litl_get_time();
  printf("time %s\n", first > second ? "goes backwards" : first ? "goes on" : "is 0");
}

static void record(char* name) {
  litl_write_trace_t* trace = litl_write_init_trace(100);
  if (name) litl_write_set_filename(trace, name);
  litl_write_probe_reg_0(trace, 1);
  litl_write_finalize_trace(trace);
  puts("still there");
}

int main(int argc, char** argv) {
  if (argc < 2) settings();
  if (argc == 3 && !strcmp(argv[1], "create")) record(argv[2]);
  if (argc == 2 && !strcmp(argv[1], "unnamed")) record(NULL);
  if (argc == 3 && !strcmp(argv[1], "open")) litl_read_open_trace(argv[2]);
  if (argc == 2 && !strcmp(argv[1], "type")) __litl_get_event_size((litl_type_t)9, 0);
  return 0;
}
