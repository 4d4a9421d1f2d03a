// SPDX-License-Identifier: BSD-3-Clause
// NameMasks: which names bpls was asked for, as patterns of the shell or as regular expressions.
#pragma once

#include <regex.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace weft::cli::adios_tools {

class NameMasks {
 public:
  static Result<NameMasks> compile(const std::vector<std::string>& masks, bool are_expressions);

  // Without masks, every name does. A mask without a slash in front is one for names with it, too.
  bool match(const std::string& name) const { return masks_.empty() || find(name); }
  // The number of the first mask that does.
  std::optional<std::size_t> find(const std::string& name) const;

 private:
  struct FreeExpression {
    void operator()(regex_t* expression) const { regfree(expression), delete expression; }
  };
  struct Mask {
    std::string text;
    std::unique_ptr<regex_t, FreeExpression> expression;  // none: a pattern
  };

  static bool match(const Mask& mask, const char* name);

  std::vector<Mask> masks_;
};

}  // namespace weft::cli::adios_tools
