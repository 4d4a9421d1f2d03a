// SPDX-License-Identifier: BSD-3-Clause
// Views: questions that are asked often, as SQL over the tables.
#pragma once

#include <span>
#include <string_view>

namespace weft::query {

struct View {
  std::string_view name;
  std::string_view doc;
  std::string_view sql;
};

std::span<const View> all_views();

}  // namespace weft::query
