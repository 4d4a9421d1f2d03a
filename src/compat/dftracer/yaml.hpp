// SPDX-License-Identifier: BSD-3-Clause
// The part of YAML that configuration files of DFTracer are written in: keys with values, groups by indentation, lists
// of plain values, quotes and comments. Whatever else YAML knows is refused, with the line it stands in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace weft::dftracer {

struct YamlValue {
  std::string path;   // of keys, with dots between them
  std::string value;  // of a list, all with commas between them
  int line;
  std::vector<std::string> items = {};  // of a list
};

// `name` is what errors call the text.
Result<std::vector<YamlValue>> read_yaml(std::string_view text, const std::string& name);

}  // namespace weft::dftracer
