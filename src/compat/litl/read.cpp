// SPDX-License-Identifier: BSD-3-Clause
#include <litl_read.h>

#include <cstdio>
#include <cstdlib>
#include <new>

#include "compat/litl/read_trace.hpp"

using namespace weft::litl::compat;

namespace {

ReadTrace& of(litl_read_trace_t* trace) { return *static_cast<ReadTrace*>(trace); }
ReadProcess& of(litl_read_process_t* process) { return *static_cast<ReadProcess*>(process); }
ReadThread& of(litl_read_thread_t* thread) { return *static_cast<ReadThread*>(thread); }

// There is no NULL to return: programs written for the reference do not expect it.
[[noreturn]] void fail(const char* filename) {
  std::fprintf(stderr, "Cannot open %s\n", filename);
  std::exit(EXIT_FAILURE);
}

}  // namespace

extern "C" {

litl_read_trace_t* litl_read_open_trace(const char* filename) {
  try {
    auto trace = ReadTrace::open(filename ? filename : "");
    if (trace) return std::move(trace).take().release();
  } catch (const std::bad_alloc&) {
  }
  fail(filename ? filename : "(null)");
}

void litl_read_init_processes(litl_read_trace_t* trace) {
  try {
    of(trace).make_processes();
  } catch (const std::bad_alloc&) {
    std::fputs("[LiTL] no memory for the threads of a trace\n", stderr);
    std::exit(EXIT_FAILURE);
  }
}

litl_size_t litl_read_get_buffer_size(litl_read_trace_t* trace) {
  return trace->processes && trace->nb_processes ? trace->processes[0]->header->buffer_size : 0;
}

// A number that is shown: chunks are read where they lie.
void litl_read_set_buffer_size(litl_read_trace_t* trace, const litl_size_t buffer_size) {
  if (!trace->processes) return;
  for (int i = 0; i < trace->nb_processes; ++i) trace->processes[i]->header->buffer_size = buffer_size;
}

litl_general_header_t* litl_read_get_trace_header(litl_read_trace_t* trace) { return trace->header; }
litl_process_header_t* litl_read_get_process_header(litl_read_process_t* process) { return process->header; }

litl_read_event_t* litl_read_next_thread_event(
    litl_read_trace_t*, litl_read_process_t* process, litl_read_thread_t* thread) {
  return of(process).next_of(of(thread));
}
litl_read_event_t* litl_read_next_process_event(litl_read_trace_t*, litl_read_process_t* process) {
  return of(process).next();
}
litl_read_event_t* litl_read_next_event(litl_read_trace_t* trace) { return of(trace).next(); }

void litl_read_reset_process(litl_read_process_t* process) { of(process).rewind(); }

void litl_read_finalize_trace(litl_read_trace_t* trace) { delete static_cast<ReadTrace*>(trace); }
}
