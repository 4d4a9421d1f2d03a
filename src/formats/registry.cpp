// SPDX-License-Identifier: BSD-3-Clause
#include "formats/registry.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "formats/litl/format.hpp"
#include "formats/otf/format.hpp"
#include "formats/otf2/format.hpp"

namespace weft {

namespace {

constexpr const Format* formats[] = {&otf2::format, &otf::format, &litl::format};

std::string joined(std::string_view Format::*part, std::string_view between) {
  std::string text;
  for (const Format* format : formats) text.append(text.empty() ? "" : between).append(format->*part);
  return text;
}
std::string known_formats() { return joined(&Format::name, ", "); }
std::string known_endings() { return joined(&Format::endings, " or "); }

}  // namespace

std::span<const Format* const> all_formats() { return formats; }

Result<const Format*> format_of(const std::string& path) {
  for (const Format* format : formats)
    if (format->recognises(path)) return format;
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    return Error{Errc::not_found,
        "no such file or directory; give the anchor (.otf2) of a trace, its directory, or a trace file", path};
  return Error{Errc::unsupported, fmt::format("not a trace of a known format ({})", known_formats()), path};
}

Result<const Format*> format_for(const std::string& path, const std::string& name) {
  for (const Format* format : formats)
    if (name.empty() ? path.ends_with(format->endings) : name == format->name) return format;
  if (!name.empty())
    return Error{Errc::invalid_argument, fmt::format("there is no format '{}'; known are: {}", name, known_formats())};
  return Error{Errc::invalid_argument,
      fmt::format("cannot tell the format from this name; end it in {} or say --to FORMAT ({})", known_endings(),
          known_formats()),
      path};
}

Result<std::unique_ptr<Trace>> open_trace(const std::string& path) {
  const Format* format = WEFT_TRY(format_of(path));
  return format->open(path);
}

}  // namespace weft
