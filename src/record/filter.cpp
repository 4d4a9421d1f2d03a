// SPDX-License-Identifier: BSD-3-Clause
#include "record/filter.hpp"

#include <fnmatch.h>

namespace weft::recording {

Filter::Filter(const std::vector<std::string>& rules) {
  for (const std::string& rule : rules) {
    const bool excludes = rule.starts_with('-');
    rules_.push_back({excludes ? rule.substr(1) : rule, !excludes});
  }
}

bool Filter::includes(const char* name) const {
  for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule)
    if (::fnmatch(rule->pattern.c_str(), name, 0) == 0) return rule->includes;
  return rules_.empty() || !rules_.front().includes;
}

}  // namespace weft::recording
