// SPDX-License-Identifier: BSD-3-Clause
#include "formats/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/bp/format.hpp"
#include "formats/bp/trace/format.hpp"
#include "formats/dftracer/format.hpp"
#include "formats/dftracer/vocabulary.hpp"
#include "formats/exports/format.hpp"
#include "formats/litl/format.hpp"
#include "formats/litl/vocabulary.hpp"
#include "formats/otf/format.hpp"
#include "formats/otf/vocabulary.hpp"
#include "formats/otf2/format.hpp"

namespace weft {

namespace {

constexpr const Format* formats[] = {&otf2::format, &otf::format, &litl::format, &bptrace::format, &dftracer::format,
    &dftracer::format_2, &exports::chrome_format, &exports::perfetto_format, &exports::csv_format,
    &exports::folded_format, &exports::speedscope_format};

constexpr const DataFormat* data_formats[] = {&bp::format};

enum class Use { read, write };

std::string known_formats(Use use) {
  std::string text;
  for (const Format* format : formats)
    if (use == Use::write || can_be_read(*format)) text.append(text.empty() ? "" : ", ").append(format->name);
  return text;
}

// Endings of a format stand beside each other, with blanks between them.
template <class Visit>
void each_ending(const Format& format, Visit&& visit) {
  for (std::string_view left = format.endings; !left.empty();) {
    const std::size_t blank = std::min(left.find(' '), left.size());
    visit(left.substr(0, blank));
    left.remove_prefix(std::min(blank + 1, left.size()));
  }
}
std::string known_endings() {
  std::string text;
  for (const Format* format : formats)
    each_ending(*format, [&](std::string_view ending) { text.append(text.empty() ? "" : ", ").append(ending); });
  return text;
}
// The length of the longest ending of a format that the path has, for one ending may end with another; 0 if it has
// none.
std::size_t ending_of(std::string_view path, const Format& format) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  std::size_t longest = 0;
  each_ending(format, [&](std::string_view ending) {
    if (path.ends_with(ending)) longest = std::max(longest, ending.size());
  });
  return longest;
}
const Format* format_by_ending(const std::string& path) {
  const Format* const best = *std::ranges::max_element(
      formats, {}, [&](const Format* format) { return ending_of(path, *format); });
  return ending_of(path, *best) ? best : nullptr;
}

}  // namespace

std::span<const Format* const> all_formats() { return formats; }

bool can_be_read(const Format& format) { return format.open != nullptr; }

Result<const Format*> format_of(const std::string& path) {
  for (const Format* format : formats)
    if (can_be_read(*format) && format->recognises(path)) return format;
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    return Error{Errc::not_found,
        "no such file or directory; give the anchor (.otf2) of a trace, its directory, or a trace file", path};
  if (const DataFormat* data = data_format_of(path))
    return Error{Errc::unsupported,
        fmt::format("is a file of data ({}), not a trace; info, print, check and repair know it", data->title), path};
  if (const Format* const written = format_by_ending(path); written && !can_be_read(*written))
    return Error{Errc::unsupported,
        fmt::format("this format can only be written: its name says that it is a {}", written->title), path};
  return Error{Errc::unsupported, fmt::format("not a trace of a known format ({})", known_formats(Use::read)), path};
}

Result<const Format*> format_for(const std::string& path, const std::string& name) {
  if (!name.empty()) {
    for (const Format* format : formats)
      if (name == format->name) return format;
    return Error{
        Errc::invalid_argument, fmt::format("there is no format '{}'; known are: {}", name, known_formats(Use::write))};
  }
  if (const Format* const format = format_by_ending(path)) return format;
  return Error{Errc::invalid_argument,
      fmt::format("cannot tell the format from this name; end it in one of {} or say --to FORMAT ({})", known_endings(),
          known_formats(Use::write)),
      path};
}

bool is_own_word(std::string_view name) {
  return name.starts_with(otf::attribute_prefix) || name == litl::map_property || name == litl::code_attribute ||
         name == litl::time_attribute || name == dftracer::id_attribute;
}

bool is_defining_parameter(std::string_view name) { return name == dftracer::metadata_parameter; }

std::span<const DataFormat* const> all_data_formats() { return data_formats; }

const DataFormat* data_format_of(const std::string& path) {
  // A trace in a file of data is a trace.
  if (bptrace::format.recognises(path)) return nullptr;
  for (const DataFormat* format : data_formats)
    if (format->recognises(path)) return format;
  return nullptr;
}

const DataFormat* data_format_for(const std::string& path, const std::string& name) {
  for (const DataFormat* format : data_formats)
    if (name.empty() ? path.ends_with(format->ending) : name == format->name) return format;
  return nullptr;
}

Result<std::unique_ptr<Trace>> open_trace(const std::string& path) {
  const Format* format = WEFT_TRY(format_of(path));
  return format->open(path);
}

Result<std::unique_ptr<Trace>> open_trace_briefly(const std::string& path) {
  const Format* format = WEFT_TRY(format_of(path));
  return format == &otf::format ? otf::open_briefly(path) : format->open(path);
}

}  // namespace weft
