// SPDX-License-Identifier: BSD-3-Clause
// Settings: what the user wants of a recording. From environment variables WEFT_RECORD_*, and from a file of lines
// NAME = VALUE with the same names in lower case and without the prefix; the environment counts more. The table of them
// is in settings.cpp and in docs/record.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "record/dftracer_style.hpp"

namespace weft::recording {

enum class OutputFormat : std::uint8_t { otf2, litl, dftracer };

// What happens when the memory of a thread is full.
enum class Policy : std::uint8_t {
  write,   // it is written, and the thread waits for that
  drop,    // further events are counted and not kept; what is kept is written at the end
  flight,  // the oldest events make room; what is left is written at the end, on demand, on a signal or at a crash
};

struct Settings {
  bool on = true;
  std::string directory;  // empty: weft-PROGRAM-TIME
  std::string name = "trace";
  OutputFormat format = OutputFormat::otf2;
  Policy policy = Policy::write;
  bool trusts_counter = true;  // the processor's, where it can be relied on; else the system tells the time
  std::uint64_t chunk_bytes = std::uint64_t{256} << 10;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;  // of all threads
  std::uint64_t thread_bytes = std::uint64_t{4} << 20;  // of one thread, where events are kept in memory
  std::vector<std::string> filter;                      // see filter.hpp
  int dump_signal = 0;                                  // a flight recorder writes its archive when this comes
  bool at_crash = false;   // what is in memory is written when a fatal signal comes; always so for a flight recorder
  bool io = false;         // calls that read and write are recorded, where a library watches them
  std::string io_paths;    // prefixes of the paths they are recorded for, with colons between them; all if empty
  bool compress = false;   // the lines of DFTracer
  bool joins_run = false;  // the directory is one that `weft record` has made
  DftracerStyle style;     // of the lines of DFTracer
  // Of these, POSIX or STDIO, calls are not recorded.
  std::vector<std::string> io_left_out;
  std::uint64_t write_bytes = 0;  // a chunk is handed over when it has so many; all of it if 0
  // The recording ends when one of these comes; who had it before has it then.
  std::vector<int> last_signals;
};

// One line per thing that is not understood; it keeps its default.
struct SettingsReport {
  Settings settings;
  std::vector<std::string> complaints;
};

// `lookup` gives the value of an environment variable, or null.
SettingsReport read_settings(const std::function<const char*(const char*)>& lookup);

// "64k", "1M", "2G" or plain bytes.
Result<std::uint64_t> parse_bytes(std::string_view text);

}  // namespace weft::recording
