// SPDX-License-Identifier: BSD-3-Clause
// Rule: a kind of thing that can be wrong with a trace, with a name users can look up.
#pragma once

#include <string_view>

namespace weft {

struct Rule {
  std::string_view name;
  std::string_view what;    // one sentence: what is wrong
  std::string_view advice;  // what it means or what to do
};

}  // namespace weft
