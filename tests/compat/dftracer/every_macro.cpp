// SPDX-License-Identifier: BSD-3-Clause
// Every macro of C++, and the class behind them. C++11 and later. The trace is checked by run_api.py.
#include <dftracer/dftracer.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>

extern "C" {
std::uint64_t get_time(void);
void log_event(const char* name, const char* category, std::uint64_t start, std::uint64_t duration);
}

namespace {

std::uint64_t entity;

void throws() {
  DFTRACER_CPP_FUNCTION();
  throw std::runtime_error("on purpose");
}

void function() {
  DFTRACER_CPP_FUNCTION();
  DFTRACER_CPP_FUNCTION_UPDATE("int", 5);
  DFTRACER_CPP_FUNCTION_UPDATE("text", "five");
  DFTRACER_CPP_FUNCTION_UPDATE_TYPE("typed", 6, 1);
  DFTRACER_CPP_FUNCTION_USES(entity);
  DFTRACER_CPP_FUNCTION_GENERATES(entity);
  DFTRACER_CPP_FUNCTION_RELATE(DFTRACER_UPDATED, entity);
}

void regions() {
  DFTRACER_CPP_REGION(scoped);
  DFTRACER_CPP_REGION_UPDATE(scoped, "int", 1);
  DFTRACER_CPP_REGION_UPDATE_TYPE(scoped, "text", "one", 0);
  DFTRACER_CPP_REGION_USES(scoped, entity);
  DFTRACER_CPP_REGION_GENERATES(scoped, entity);
  DFTRACER_CPP_REGION_RELATE(scoped, DFTRACER_INVALIDATED, entity);
  DFTRACER_CPP_REGION_START(started);
  DFTRACER_CPP_REGION_DYN_UPDATE(started, "int", 2);
  DFTRACER_CPP_REGION_DYN_UPDATE_TYPE(started, "text", "two", 2);
  DFTRACER_CPP_REGION_DYN_USES(started, entity);
  DFTRACER_CPP_REGION_DYN_GENERATES(started, entity);
  DFTRACER_CPP_REGION_DYN_RELATE(started, DFTRACER_UPDATED, entity);
  DFTRACER_CPP_REGION_END(started);
  DFTracer own("own", "a category", DF_DATA_EVENT);
  own.update("int", 3);
  own.update("text", "three");
  own.finalize();
  own.finalize();
}

void in_thread(int number) {
  DFTracer outer("thread", "threads");
  outer.update("number", number);
  for (int i = 0; i < 1000; ++i) {
    DFTracer inner("step", "threads");
    inner.update("i", i);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int process_id = 4711;
  const char* const log_file = argc > 1 ? argv[1] : nullptr;
  if (argc > 2)
    DFTRACER_CPP_INIT_NO_BIND(log_file, nullptr, &process_id);
  else
    DFTRACER_CPP_INIT(log_file, "all", nullptr);
  DFTRACER_CPP_METADATA(about, "language", "C++");
  DFTRACER_CPP_APP_METADATA_INT("workers", 8);
  DFTRACER_CPP_APP_METADATA_STR("name", "every macro of C++");
  DFTRACER_CPP_MARK_USED("ai");
  entity = DFTRACER_CPP_ENTITY("file", "/data/a", DFTRACER_STORE_OTHER, "here");
  DFTRACER_CPP_ENTITY_TYPE("file", DFTRACER_ROLE_OUTPUT, "what is written");
  DFTRACER_CPP_ENTITY_RELATE(DFTRACER_DERIVED_FROM, entity, entity);
  try {
    throws();
  } catch (const std::runtime_error&) {
    // The event has ended.
  }
  function();
  regions();
  const std::uint64_t now = get_time();
  log_event("logged", "by hand", now - 5000, 1234);
  log_event("long ago", "by hand", 17, 4);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(in_thread, i);
  for (std::thread& thread : threads) thread.join();
  DFTRACER_CPP_FINI();
  function();
  return 0;
}
