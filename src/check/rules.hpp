// SPDX-License-Identifier: BSD-3-Clause
// The list of all rules on the model, by theme. Those of a format stand in its registry entry.
#pragma once

#include <span>
#include <string_view>

#include "model/rule.hpp"

namespace weft::check {

struct Theme {
  std::string_view title;
  std::span<const Rule> rules;
};

std::span<const Theme> all_themes();

// Of the model or of any format; null when there is none of that name.
const Rule* find_rule(std::string_view name);

}  // namespace weft::check
