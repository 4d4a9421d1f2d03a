// SPDX-License-Identifier: BSD-3-Clause
#include "record/settings.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/file.hpp"

namespace weft::recording {

namespace {

constexpr std::string_view prefix = "WEFT_RECORD";
constexpr std::uint64_t smallest_chunk = std::uint64_t{256} << 10;
constexpr std::uint64_t largest_chunk = std::uint64_t{16} << 20;

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

Error wrong(std::string_view value, std::string_view expected) {
  return {Errc::invalid_argument, fmt::format("expected {}, found '{}'", expected, value)};
}

template <class T, std::size_t n>
Result<> choose(T& into, std::string_view value, const std::array<std::pair<std::string_view, T>, n>& choices) {
  std::string names;
  for (const auto& [name, choice] : choices) {
    if (value == name) return into = choice, Result<>{};
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
  }
  return wrong(value, "one of " + names);
}

Result<> set_flag(bool& into, std::string_view value) {
  return choose<bool, 8>(into, value,
      {{{"on", true}, {"off", false}, {"1", true}, {"0", false}, {"yes", true}, {"no", false}, {"true", true},
          {"false", false}}});
}

Result<> set_bytes(std::uint64_t& into, std::string_view value, std::uint64_t least, std::uint64_t most) {
  const std::uint64_t bytes = WEFT_TRY(parse_bytes(value));
  if (bytes < least || bytes > most) return wrong(value, fmt::format("between {} and {} bytes", least, most));
  into = bytes;
  return {};
}

Result<> set_signal(int& into, std::string_view value) {
  if (value.starts_with("SIG")) value.remove_prefix(3);
  for (int number = 1; number < NSIG; ++number) {
    const char* const name = ::sigabbrev_np(number);
    if (name && value == name) return into = number, Result<>{};
  }
  return wrong(value, "the name of a signal, such as USR1");
}

struct Setting {
  std::string_view name;  // in the file; in the environment in capitals, behind the prefix
  Result<> (*set)(Settings&, std::string_view);
};

// Where the next pattern ends: at a comma, but for one that is meant, which has a backslash before it.
std::size_t end_of_pattern(std::string_view text, std::size_t begin) {
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == ',')
      return i;
  }
  return text.size();
}

constexpr std::uint64_t no_limit = ~std::uint64_t{0};
constexpr Setting table[] = {
    {"", [](Settings& s, std::string_view v) { return set_flag(s.on, v); }},
    {"dir", [](Settings& s, std::string_view v) { return s.directory = v, Result<>{}; }},
    {"name",
        [](Settings& s, std::string_view v) -> Result<> {
          if (v.empty() || v.find('/') != std::string_view::npos) return wrong(v, "a name without a slash");
          s.name = v;
          return {};
        }},
    {"format",
        [](Settings& s, std::string_view v) {
          return choose<OutputFormat, 3>(s.format, v,
              {{{"otf2", OutputFormat::otf2}, {"litl", OutputFormat::litl}, {"dftracer", OutputFormat::dftracer}}});
        }},
    {"policy",
        [](Settings& s, std::string_view v) {
          return choose<Policy, 3>(
              s.policy, v, {{{"write", Policy::write}, {"drop", Policy::drop}, {"flight", Policy::flight}}});
        }},
    {"clock",
        [](Settings& s, std::string_view v) {
          return choose<bool, 2>(s.trusts_counter, v, {{{"counter", true}, {"system", false}}});
        }},
    {"chunk",
        [](Settings& s, std::string_view v) { return set_bytes(s.chunk_bytes, v, smallest_chunk, largest_chunk); }},
    {"memory", [](Settings& s, std::string_view v) { return set_bytes(s.memory_bytes, v, smallest_chunk, no_limit); }},
    {"thread_memory",
        [](Settings& s, std::string_view v) { return set_bytes(s.thread_bytes, v, smallest_chunk, no_limit); }},
    {"filter",
        [](Settings& s, std::string_view v) {
          for (std::size_t begin = 0; begin <= v.size();) {
            const std::size_t end = end_of_pattern(v, begin);
            if (const auto rule = trimmed(v.substr(begin, end - begin)); !rule.empty()) s.filter.emplace_back(rule);
            begin = end + 1;
          }
          return Result<>{};
        }},
    {"signal", [](Settings& s, std::string_view v) { return set_signal(s.dump_signal, v); }},
    {"crash", [](Settings& s, std::string_view v) { return set_flag(s.at_crash, v); }},
    {"io", [](Settings& s, std::string_view v) { return set_flag(s.io, v); }},
    {"io_path", [](Settings& s, std::string_view v) { return s.io_paths = v, Result<>{}; }},
    {"compress", [](Settings& s, std::string_view v) { return set_flag(s.compress, v); }},
    {"run", [](Settings& s, std::string_view v) { return set_flag(s.joins_run, v); }},
};

std::string variable_of(const Setting& setting) {
  std::string name(prefix);
  if (!setting.name.empty()) name += '_';
  for (const char c : setting.name) name += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return name;
}

void read_config(const std::string& path, SettingsReport& report) {
  const auto bytes = read_file(path);
  if (!bytes) return report.complaints.push_back(bytes.error().text());
  std::string_view rest(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  for (int number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, std::min(rest.find('#'), end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty()) continue;
    const std::size_t equals = line.find('=');
    const std::string_view name = trimmed(line.substr(0, equals));
    const auto* const setting = std::ranges::find(table, name == "record" ? "" : name, &Setting::name);
    if (equals == std::string_view::npos || setting == std::end(table)) {
      report.complaints.push_back(fmt::format("{}:{}: expected NAME = VALUE, found '{}'", path, number, line));
      continue;
    }
    if (const auto set = setting->set(report.settings, trimmed(line.substr(equals + 1))); !set)
      report.complaints.push_back(fmt::format("{}:{}: {}: {}", path, number, name, set.error().message));
  }
}

}  // namespace

Result<std::uint64_t> parse_bytes(std::string_view text) {
  std::uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  constexpr std::pair<std::string_view, unsigned> units[] = {
      {"", 0}, {"k", 10}, {"K", 10}, {"M", 20}, {"G", 30}, {"T", 40}};
  const auto* const found = std::ranges::find(units, unit, &std::pair<std::string_view, unsigned>::first);
  if (error != std::errc{} || found == std::end(units) || number > (no_limit >> found->second))
    return wrong(text, "a number of bytes, such as 512k, 64M or 1G");
  return number << found->second;
}

SettingsReport read_settings(const std::function<const char*(const char*)>& lookup) {
  SettingsReport report;
  if (const char* const path = lookup("WEFT_RECORD_CONFIG")) read_config(path, report);
  for (const Setting& setting : table) {
    const std::string variable = variable_of(setting);
    const char* const value = lookup(variable.c_str());
    if (!value) continue;
    if (setting.name == "filter") report.settings.filter.clear();
    if (const auto set = setting.set(report.settings, trimmed(value)); !set)
      report.complaints.push_back(fmt::format("{}: {}", variable, set.error().message));
  }
  // What DFTracer listens to.
  const char* const directories = lookup("DFTRACER_DATA_DIR");
  if (directories && report.settings.io_paths.empty() && directories != std::string_view("all"))
    report.settings.io_paths = directories;
  return report;
}

}  // namespace weft::recording
