// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/read/settings.hpp"

#include <fmt/format.h>

#include <mutex>
#include <optional>
#include <string_view>

#include "adios_read.h"
#include "compat/adios/common/errors.hpp"
#include "compat/adios/common/tool.hpp"
#include "compat/adios/common/words.hpp"
#include "compat/adios/read/kept_memory.hpp"

namespace weft::adios {

namespace {

// The C functions that set and use them have no handle in common.
struct Shared {
  std::mutex mutex;
  ReadSettings settings;
};

Shared& shared() {
  static Shared one;
  return one;
}

int no_method(int method) { return fail(err_invalid_read_method, fmt::format("there is no read method {}", method)); }

// A number of a parameter that must be above zero, or nothing after a warning.
std::optional<std::uint64_t> positive(const Parameter& parameter) {
  const auto number = to_number<std::uint64_t>(parameter.value);
  if (number && *number > 0) return number;
  warn(fmt::format("{}: expected a number above 0, found '{}'", parameter.name, parameter.value));
  return std::nullopt;
}

}  // namespace

bool is_supported_method(int method) {
  return method == ADIOS_READ_METHOD_BP || method == ADIOS_READ_METHOD_BP_AGGREGATE;
}

ReadSettings read_settings() {
  const std::lock_guard lock(shared().mutex);
  return shared().settings;
}

int init_read_method(int method, std::string_view parameters) {
  if (!is_supported_method(method)) return no_method(method);
  ReadSettings settings = read_settings();
  for (const Parameter& parameter : take_log_parameters(parse_parameters(parameters))) {
    if (same_word(parameter.name, "max_chunk_size")) {
      if (const auto megabytes = positive(parameter)) settings.chunk_bytes = *megabytes << 20;
    } else if (same_word(parameter.name, "poll_interval")) {
      if (const auto milliseconds = positive(parameter))
        settings.poll_interval = std::chrono::milliseconds(*milliseconds);
    } else if (same_word(parameter.name, "show_hidden_attrs")) {
      settings.shows_hidden_attributes = true;
    } else {
      tell(Level::debug, fmt::format("reading has no parameter '{}'", parameter.name));
    }
  }
  const std::lock_guard lock(shared().mutex);
  shared().settings = settings;
  return 0;
}

int finalize_read_method(int method) {
  if (!is_supported_method(method)) return no_method(method);
  const std::lock_guard lock(shared().mutex);
  shared().settings = {};
  return 0;
}

}  // namespace weft::adios

extern "C" {

int adios_read_finalize_method(enum ADIOS_READ_METHOD method) {
  using namespace weft::adios;
  tell_tool<adiost_event_read_finalize_method>(adiost_event, [&](auto tell) { tell(method); });
  end_watching();
  forget_error();
  return guarded([&] { return finalize_read_method(method); });
}
}
