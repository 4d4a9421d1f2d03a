// SPDX-License-Identifier: BSD-3-Clause
// Filter: which regions are recorded. A list of patterns as in a shell; "-" before one excludes, anything else
// includes, and the last that fits a name decides. Names that none fits are recorded, unless the first pattern
// includes.
#pragma once

#include <string>
#include <vector>

namespace weft::recording {

class Filter {
 public:
  Filter() = default;
  explicit Filter(const std::vector<std::string>& rules);

  bool includes(const char* name) const;

 private:
  struct Rule {
    std::string pattern;
    bool includes;
  };
  std::vector<Rule> rules_;
};

}  // namespace weft::recording
