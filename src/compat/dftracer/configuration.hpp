// SPDX-License-Identifier: BSD-3-Clause
// Configuration: what users of DFTracer say in variables DFTRACER_* (or DLIO_PROFILER_*, their old name) and in the
// YAML file that DFTRACER_CONFIGURATION names; variables count more. docs/dftracer-api.md has the table of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "record/dftracer_fold_rules.hpp"

namespace weft::dftracer {

enum class LogLevel : std::uint8_t { error, warn, info, debug };

struct Configuration {
  // Who begins: the program, the library that was loaded before it, or nobody who binds calls.
  enum class Init : std::uint8_t { function, preload, other };

  bool is_enabled = false;
  Init init = Init::function;
  std::string log_file = "./trace";
  std::string data_dirs = "all";  // with colons between them
  bool has_metadata = false;
  bool has_affinity = false;
  bool binds_signals = false;
  bool has_io = true;
  bool has_posix = true;
  bool has_stdio = true;
  bool is_compressed = true;
  bool has_thread_ids = true;
  std::optional<std::uint64_t> write_buffer_bytes;
  std::string_view unit = "US";
  std::uint64_t unit_nanoseconds = 1000;
  // Events that are alike are folded together over this long.
  bool aggregates = false;
  bool is_selective = false;
  std::string aggregation_file;
  std::uint64_t interval_milliseconds = 1000;
  LogLevel log_level = LogLevel::error;

  struct Remark {
    LogLevel level;
    std::string text;
  };
  std::vector<Remark> remarks;  // about what is not understood or not done
};

// The rules in a YAML file: lists `inclusion` and `exclusion`.
Result<recording::FoldRules> read_fold_rules(const std::string& path);

// `lookup` gives the value of an environment variable, or null.
Configuration read_configuration(const std::function<const char*(const char*)>& lookup);

}  // namespace weft::dftracer
