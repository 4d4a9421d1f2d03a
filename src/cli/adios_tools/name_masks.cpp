// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_tools/name_masks.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cstring>

namespace weft::cli::adios_tools {

Result<NameMasks> NameMasks::compile(const std::vector<std::string>& masks, bool are_expressions) {
  NameMasks compiled;
  for (const std::string& text : masks) {
    Mask mask{text, nullptr};
    if (are_expressions) {
      auto expression = std::make_unique<regex_t>();
      if (const int code = regcomp(expression.get(), text.c_str(), REG_EXTENDED)) {
        char why[128];
        regerror(code, expression.get(), why, sizeof why);
        return Error{Errc::invalid_argument,
            fmt::format("expected an extended regular expression, found '{}': {}", text, static_cast<char*>(why))};
      }
      mask.expression.reset(expression.release());
    }
    compiled.masks_.push_back(std::move(mask));
  }
  return compiled;
}

bool NameMasks::match(const Mask& mask, const char* name) {
  if (!mask.expression) return fnmatch(mask.text.c_str(), name, FNM_PATHNAME) == 0;
  regmatch_t found;
  return regexec(mask.expression.get(), name, 1, &found, 0) == 0 && found.rm_so == 0 &&
         static_cast<std::size_t>(found.rm_eo) == std::strlen(name);
}

std::optional<std::size_t> NameMasks::find(const std::string& name) const {
  const auto found = std::ranges::find_if(masks_, [&](const Mask& mask) {
    if (match(mask, name.c_str())) return true;
    return name.starts_with('/') && !mask.text.starts_with('/') && match(mask, name.c_str() + 1);
  });
  return found == masks_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - masks_.begin()));
}

}  // namespace weft::cli::adios_tools
