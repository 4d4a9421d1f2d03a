// SPDX-License-Identifier: BSD-3-Clause
// adios-timing.h: every function by the name that C and the name that Fortran calls.
#include "adios-timing.h"

#include <cstring>
#include <string>

#include "compat/adios/profiling/profile.hpp"
#include "compat/adios/profiling/world.hpp"

namespace weft::adios {
namespace {

struct Timing {
  Profile profile;
  std::string log_path;
};

Timing& timing() {
  static Timing timing;
  return timing;
}

// Ends at a NUL or with its length, and has no blanks in the end, which Fortran adds.
std::string text_of(const char* text, std::size_t length) {
  if (!text) return {};
  std::string found(text, ::strnlen(text, length));
  found.erase(found.find_last_not_of(' ') + 1);
  return found;
}

// Fortran's hidden length of a text is a number in the place of the argument that a caller may leave out; no address is
// that low.
std::size_t length_of(const int* length_or_its_address) {
  constexpr std::uintptr_t lowest_address = 1 << 16;
  const auto word = reinterpret_cast<std::uintptr_t>(length_or_its_address);
  if (word < lowest_address) return word;
  return *length_or_its_address > 0 ? static_cast<std::size_t>(*length_or_its_address) : 0;
}

ProfiledGroup* group_of(const std::int64_t* handle) {
  return handle ? reinterpret_cast<ProfiledGroup*>(*handle) : nullptr;
}

void open_start(std::int64_t* handle, const std::string& name, const int* cycle) {
  if (!handle) return;
  ProfiledGroup& group = timing().profile.group(name);
  *handle = reinterpret_cast<std::int64_t>(&group);
  group.start_open(cycle ? *cycle : static_cast<std::int32_t>(group.outputs()));
}

int begin(const char* log_path, int length) {
  timing().log_path = text_of(log_path, length > 0 ? static_cast<std::size_t>(length) : 0);
  return timing().log_path.empty() ? -1 : 0;
}

int finish() {
  if (timing().log_path.empty()) return -1;
  return timing().profile.finish(*world(), timing().log_path) ? 0 : -1;
}

RecordedRegion& cycle_region() {
  static RecordedRegion region("cycle");
  return region;
}

}  // namespace
}  // namespace weft::adios

using namespace weft::adios;

#define WEFT_TIMED(function, call)                                    \
  void function##_(int64_t* handle, int*) {                           \
    if (ProfiledGroup* const group = group_of(handle)) group->call(); \
  }                                                                   \
  void function(int64_t* handle, int* cycle) { function##_(handle, cycle); }

extern "C" {

int init_prof_all_(char* path, int length) { return begin(path, length); }
int init_prof_all(char* path, int length) { return begin(path, length); }

void cycle_start_(int*) { cycle_region().enter(); }
void cycle_start(int*) { cycle_region().enter(); }
void cycle_end_(int*) { cycle_region().leave(); }
void cycle_end(int*) { cycle_region().leave(); }

void open_start_for_group_(int64_t* handle, char* name, int* cycle, int* length) {
  open_start(handle, text_of(name, length_of(length)), cycle);
}
void open_start_for_group(int64_t* handle, char* name, int* cycle) {
  open_start(handle, text_of(name, name ? std::strlen(name) : 0), cycle);
}
WEFT_TIMED(open_end_for_group, end_open)
WEFT_TIMED(write_start_for_group, start_write)
WEFT_TIMED(write_end_for_group, end_write)
WEFT_TIMED(close_start_for_group, start_close)
WEFT_TIMED(close_end_for_group, end_close)

int finalize_prof_all_(void) { return finish(); }
int finalize_prof_all(void) { return finish(); }
int finalize_prof_(void) { return finish(); }
int finalize_prof(void) { return finish(); }
}
