// SPDX-License-Identifier: BSD-3-Clause
#include "compat/dftracer/configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "base/file.hpp"
#include "base/result.hpp"
#include "compat/dftracer/yaml.hpp"
#include "formats/dftracer/time_unit.hpp"

namespace weft::dftracer {

namespace {

using Init = Configuration::Init;

Error wrong(std::string_view value, std::string_view expected) {
  return {Errc::invalid_argument, fmt::format("expected {}, found '{}'", expected, value)};
}

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

Result<bool> flag(std::string_view value) {
  const std::string word = lower(value);
  for (const char* const yes : {"1", "true", "on", "yes"})
    if (word == yes) return true;
  for (const char* const no : {"0", "false", "off", "no", ""})
    if (word == no) return false;
  return wrong(value, "1 or 0");
}

Result<std::uint64_t> number(std::string_view value) {
  std::uint64_t number = 0;
  const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || rest != value.data() + value.size()) return wrong(value, "a number");
  return number;
}

Result<> set_flag(bool& into, std::string_view value) {
  into = WEFT_TRY(flag(value));
  return {};
}
// Of a variable that switches something off, whose 0 says nothing.
Result<> clear_flag(bool& into, std::string_view value) {
  if (WEFT_TRY(flag(value))) into = false;
  return {};
}

Result<> set_init(Configuration& c, std::string_view value) {
  c.init = value == "FUNCTION" ? Init::function : value == "PRELOAD" ? Init::preload : Init::other;
  if (c.init == Init::other) return wrong(value, "FUNCTION or PRELOAD; calls that read and write are not recorded");
  return {};
}

Result<> set_level(Configuration& c, std::string_view value) {
  constexpr std::string_view names[] = {"ERROR", "WARN", "INFO", "DEBUG"};
  const auto* const found = std::ranges::find(names, value);
  if (found == std::end(names)) return wrong(value, "ERROR, WARN, INFO or DEBUG");
  c.log_level = static_cast<LogLevel>(found - names);
  return {};
}

Result<> set_unit(Configuration& c, std::string_view value) {
  for (const auto& [name, nanoseconds] : time_units) {
    if (value != name) continue;
    c.unit = name;
    c.unit_nanoseconds = nanoseconds;
    return {};
  }
  return wrong(value, "US, NS, MS or SEC");
}

Result<> set_buffer(Configuration& c, std::string_view value) {
  c.write_buffer_bytes = WEFT_TRY(number(value));
  return {};
}

Result<> set_aggregation_type(Configuration& c, std::string_view value) {
  if (value != "FULL" && value != "SELECTIVE") return wrong(value, "FULL or SELECTIVE");
  c.is_selective = value == "SELECTIVE";
  return {};
}

Result<> set_interval(Configuration& c, std::string_view value) {
  const std::uint64_t milliseconds = WEFT_TRY(number(value));
  constexpr std::uint64_t longest = 1'000'000'000;  // some days, which no sum of times runs over with
  if (milliseconds == 0 || milliseconds > longest) return wrong(value, "a number of milliseconds");
  c.interval_milliseconds = milliseconds;
  return {};
}

// It cannot disable what the file has enabled.
Result<> enable(Configuration& c, std::string_view value) {
  c.is_enabled = WEFT_TRY(flag(value)) || c.is_enabled;
  return {};
}

struct Option {
  std::string_view name;
  Result<> (*set)(Configuration&, std::string_view);
};

constexpr Option variables[] = {
    {"ENABLE", enable},
    {"INIT", set_init},
    {"LOG_FILE", [](Configuration& c, std::string_view v) { return c.log_file = v, Result<>{}; }},
    {"DATA_DIR", [](Configuration& c, std::string_view v) { return c.data_dirs = v, Result<>{}; }},
    {"INC_METADATA", [](Configuration& c, std::string_view v) { return set_flag(c.has_metadata, v); }},
    {"SET_CORE_AFFINITY", [](Configuration& c, std::string_view v) { return set_flag(c.has_affinity, v); }},
    {"BIND_SIGNALS", [](Configuration& c, std::string_view v) { return set_flag(c.binds_signals, v); }},
    {"DISABLE_IO", [](Configuration& c, std::string_view v) { return clear_flag(c.has_io, v); }},
    {"DISABLE_POSIX", [](Configuration& c, std::string_view v) { return clear_flag(c.has_posix, v); }},
    {"DISABLE_STDIO", [](Configuration& c, std::string_view v) { return clear_flag(c.has_stdio, v); }},
    {"TRACE_COMPRESSION", [](Configuration& c, std::string_view v) { return set_flag(c.is_compressed, v); }},
    {"DISABLE_TIDS", [](Configuration& c, std::string_view v) { return clear_flag(c.has_thread_ids, v); }},
    {"WRITE_BUFFER_SIZE", set_buffer},
    {"TIME_METRIC", set_unit},
    {"ENABLE_AGGREGATION", [](Configuration& c, std::string_view v) { return set_flag(c.aggregates, v); }},
    {"AGGREGATION_TYPE", set_aggregation_type},
    {"AGGREGATION_FILE", [](Configuration& c, std::string_view v) { return c.aggregation_file = v, Result<>{}; }},
    {"TRACE_INTERVAL_MS", set_interval},
};

constexpr Option members[] = {
    {"enable", enable},
    {"tracer.init", set_init},
    {"tracer.log_file", [](Configuration& c, std::string_view v) { return c.log_file = v, Result<>{}; }},
    {"tracer.data_dirs", [](Configuration& c, std::string_view v) { return c.data_dirs = v, Result<>{}; }},
    {"tracer.log_level", set_level},
    {"tracer.compression", [](Configuration& c, std::string_view v) { return set_flag(c.is_compressed, v); }},
    {"tracer.time_metric", set_unit},
    {"features.metadata", [](Configuration& c, std::string_view v) { return set_flag(c.has_metadata, v); }},
    {"features.core_affinity", [](Configuration& c, std::string_view v) { return set_flag(c.has_affinity, v); }},
    {"features.tid", [](Configuration& c, std::string_view v) { return set_flag(c.has_thread_ids, v); }},
    {"features.enable", [](Configuration&, std::string_view) { return Result<>{}; }},  // older versions want it there
    {"features.io.enable", [](Configuration& c, std::string_view v) { return set_flag(c.has_io, v); }},
    {"features.io.posix", [](Configuration& c, std::string_view v) { return set_flag(c.has_posix, v); }},
    {"features.io.stdio", [](Configuration& c, std::string_view v) { return set_flag(c.has_stdio, v); }},
    {"features.aggregation.enable", [](Configuration& c, std::string_view v) { return set_flag(c.aggregates, v); }},
    {"features.aggregation.type", set_aggregation_type},
    {"features.aggregation.file",
        [](Configuration& c, std::string_view v) { return c.aggregation_file = v, Result<>{}; }},
    {"features.interval", set_interval},
    {"internal.bind_signals", [](Configuration& c, std::string_view v) { return set_flag(c.binds_signals, v); }},
    {"internal.write_buffer_size", set_buffer},
};

// What exists and is not done here: that is said, unless it is switched off anyway.
struct Undone {
  std::string_view name;  // of a variable or a member, or what groups of them begin with
  std::string_view reason;
};
constexpr std::string_view no_counters = "hardware counters are not sampled";
constexpr std::string_view no_service = "there is no service that samples";
constexpr std::string_view no_gotcha = "calls are bound by the loader, without priorities";
constexpr std::string_view no_throwing = "errors are told on standard error and never thrown";
constexpr Undone undone_variables[] = {{"LIBUV_THREADS", no_service}, {"ENABLE_PAPI_TRACING", no_counters},
    {"PAPI_EVENTS", no_counters}, {"PAPI_MULTIPLEX", no_counters}, {"PAPI_SAMPLE_INTERVAL_MS", no_counters},
    {"DISABLE_VARIORUM_POWER", no_counters}, {"GOTCHA_PRIORITY", no_gotcha}, {"ERROR", no_throwing}};
constexpr Undone undone_members[] = {{"tracer.libuv_threads", no_service}, {"features.papi.", no_counters},
    {"features.variorum.", no_counters}, {"gotcha.priority", no_gotcha}, {"internal.throw_error", no_throwing}};

bool is_off(std::string_view value) {
  const auto is_on = flag(value);
  return is_on && !*is_on;
}

class ConfigurationReader {
 public:
  explicit ConfigurationReader(const std::function<const char*(const char*)>& lookup) : lookup_(lookup) {}

  Configuration read() {
    // Diagnostics are wanted or not even if nothing is recorded.
    if (const auto [name, value] = find("CONFIGURATION"); value) read_file_of(value);
    if (const auto [name, value] = find("LOG_LEVEL"); value) apply(name, set_level(c_, value));
    for (const Option& option : variables) {
      const auto [name, value] = find(option.name);
      if (value) apply(name, option.set(c_, value));
    }
    for (const Undone& undone : undone_variables) {
      const auto [name, value] = find(undone.name);
      if (value && !is_off(value)) remark(LogLevel::warn, name, undone.reason);
    }
    return std::move(c_);
  }

 private:
  // The new name counts more.
  std::pair<std::string, const char*> find(std::string_view name) const {
    for (const char* const prefix : {"DFTRACER_", "DLIO_PROFILER_"}) {
      std::string variable = prefix + std::string(name);
      if (const char* const value = lookup_(variable.c_str())) return {std::move(variable), value};
    }
    return {{}, nullptr};
  }

  void remark(LogLevel level, std::string_view where, std::string_view text) {
    c_.remarks.push_back({level, fmt::format("{}: {}", where, text)});
  }
  void apply(std::string_view where, const Result<>& set) {
    if (!set) remark(LogLevel::error, where, set.error().message);
  }

  void read_file_of(const char* path) {
    const auto bytes = read_file(path);
    if (!bytes) return c_.remarks.push_back({LogLevel::error, bytes.error().text()});
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const auto values = read_yaml(text, path);
    if (!values) return c_.remarks.push_back({LogLevel::error, values.error().text()});
    for (const YamlValue& value : *values) take(path, value);
    if (std::ranges::find(*values, "enable", &YamlValue::path) == values->end())
      remark(LogLevel::error, path, "expected a key 'enable', found none");
  }

  // 1.0 and 2.0 call one group by different names.
  void take(const char* path, const YamlValue& value) {
    constexpr std::string_view old_group = "profiler.", group = "tracer.";
    const std::string where = fmt::format("{}: line {}: {}", path, value.line, value.path);
    std::string name = value.path;
    if (name.starts_with(old_group)) name.replace(0, old_group.size(), group);
    const auto* const option = std::ranges::find(members, name, &Option::name);
    if (option != std::end(members)) return apply(where, option->set(c_, value.value));
    const auto* const undone = std::ranges::find_if(undone_members,
        [&](const Undone& each) { return each.name.ends_with('.') ? name.starts_with(each.name) : name == each.name; });
    if (undone == std::end(undone_members)) return remark(LogLevel::error, where, "there is no such key");
    if (!is_off(value.value)) remark(LogLevel::warn, where, undone->reason);
  }

  const std::function<const char*(const char*)>& lookup_;
  Configuration c_;
};

}  // namespace

Result<recording::FoldRules> read_fold_rules(const std::string& path) {
  const auto bytes = WEFT_TRY(read_file(path));
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::vector<std::string> inclusion, exclusion;
  for (YamlValue& value : WEFT_TRY(read_yaml(text, path))) {
    if (value.path != "inclusion" && value.path != "exclusion")
      return Error{Errc::invalid_argument,
          fmt::format("line {}: expected inclusion or exclusion, found '{}'", value.line, value.path), path};
    (value.path == "inclusion" ? inclusion : exclusion) = std::move(value.items);
  }
  auto rules = recording::FoldRules::parse(inclusion, exclusion);
  if (!rules) return Error{Errc::invalid_argument, rules.error().message, path};
  return rules;
}

Configuration read_configuration(const std::function<const char*(const char*)>& lookup) {
  return ConfigurationReader(lookup).read();
}

}  // namespace weft::dftracer
