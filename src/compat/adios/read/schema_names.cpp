// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/read/schema_names.hpp"

#include <algorithm>

namespace weft::adios {

namespace {

// What stands between.
std::vector<std::string> between(
    const std::vector<std::string_view>& names, std::string_view prefix, std::string_view suffix) {
  std::vector<std::string> all;
  for (const std::string_view name : names) {
    if (name.size() <= prefix.size() + suffix.size() || !name.starts_with(prefix) || !name.ends_with(suffix)) continue;
    std::string one(name.substr(prefix.size(), name.size() - prefix.size() - suffix.size()));
    if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

std::vector<std::string> mesh_names(const std::vector<std::string_view>& attributes) {
  return between(attributes, mesh_prefix, "/type");
}

std::vector<std::string> link_names(const std::vector<std::string_view>& attributes) {
  return between(attributes, link_prefix, "/ref-num");
}

}  // namespace weft::adios
