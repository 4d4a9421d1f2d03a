// SPDX-License-Identifier: BSD-3-Clause
// Traces: begun, set up and ended.
#include <litl_timer.h>
#include <litl_write.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "compat/litl/recording.hpp"

using weft::litl::compat::Recording;
using weft::litl::compat::set_flag;

namespace {

bool is_zero(const char* text) { return std::strcmp(text, "0") == 0; }

// Unless the variable says "0".
bool is_on(const char* variable, bool otherwise) {
  const char* const value = std::getenv(variable);
  return value ? !is_zero(value) : otherwise;
}

void set(litl_write_trace_t* trace, litl_data_t litl_write_trace_t::*field, bool value) {
  if (trace) set_flag(trace->*field, value);
}

}  // namespace

extern "C" {

litl_write_trace_t* litl_write_init_trace(const uint32_t buf_size) {
  litl_time_initialize();
  const char* const size = std::getenv("LITL_BUFFER_SIZE");
  Recording* const trace = Recording::create(size ? static_cast<uint32_t>(std::atoi(size)) : buf_size);
  if (!trace) {
    // There is no NULL to return: programs written for the reference do not expect it.
    std::fputs("[LiTL] Cannot begin a trace: the system has no more memory or thread keys\n", stderr);
    std::exit(EXIT_FAILURE);
  }
  set(trace, &litl_write_trace_t::allow_buffer_flush, is_on("LITL_BUFFER_FLUSH", false));
  set(trace, &litl_write_trace_t::allow_thread_safety, is_on("LITL_THREAD_SAFETY", true));
  set(trace, &litl_write_trace_t::allow_tid_recording, is_on("LITL_TID_RECORDING", true));
  return trace;
}

void litl_write_set_filename(litl_write_trace_t* trace, char* filename) {
  if (trace) Recording::of(trace).set_filename(filename);
}

void litl_write_buffer_flush_on(litl_write_trace_t* trace) {
  set(trace, &litl_write_trace_t::allow_buffer_flush, true);
}
void litl_write_buffer_flush_off(litl_write_trace_t* trace) {
  set(trace, &litl_write_trace_t::allow_buffer_flush, false);
}
void litl_write_thread_safety_on(litl_write_trace_t* trace) {
  set(trace, &litl_write_trace_t::allow_thread_safety, true);
}
void litl_write_thread_safety_off(litl_write_trace_t* trace) {
  set(trace, &litl_write_trace_t::allow_thread_safety, false);
}
void litl_write_tid_recording_on(litl_write_trace_t* trace) {
  set(trace, &litl_write_trace_t::allow_tid_recording, true);
}
void litl_write_tid_recording_off(litl_write_trace_t* trace) {
  set(trace, &litl_write_trace_t::allow_tid_recording, false);
}

void litl_write_pause_recording(litl_write_trace_t* trace) {
  if (trace) set_flag(trace->is_recording_paused, true);
}
void litl_write_resume_recording(litl_write_trace_t* trace) {
  if (trace) set_flag(trace->is_recording_paused, false);
}

void litl_write_finalize_trace(litl_write_trace_t* trace) {
  if (!trace) return;
  const std::unique_ptr<Recording> recording(&Recording::of(trace));
  recording->finish();
}
}
