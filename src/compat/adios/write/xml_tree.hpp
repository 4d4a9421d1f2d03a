// SPDX-License-Identifier: BSD-3-Clause
// A small XML file as a tree. The only place that knows expat, which need not be there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace weft::adios {

struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  // its own, without the blanks
  std::vector<XmlElement> children;
  unsigned long line = 0;

  // Whatever the case of its name.
  const std::string* find(std::string_view attribute) const;
};

// The outermost element. `path` is for messages.
Result<XmlElement> parse_xml(std::string_view text, const std::string& path);

}  // namespace weft::adios
