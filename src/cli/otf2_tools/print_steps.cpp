// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/print_steps.hpp"

namespace weft::cli::otf2_tools {

void PrintSteps::failed(std::string_view code, std::string_view step) {
  stopped_ = true;
  out_.put("==ERROR== "), out_.put(code), out_.put(code.empty() ? "" : " ");
  out_.put(step), out_.put('\n');
}

void PrintSteps::warn(std::string_view message) {
  if (stopped_) return;
  fmt::print(stderr, "otf2-print: {}: {}\n", options_.warnings_are_errors ? "error" : "warning", message);
  if (!options_.warnings_are_errors) return;
  fmt::print(stderr, "otf2-print: all warnings being treated as errors\n");
  stopped_ = true;
}

}  // namespace weft::cli::otf2_tools
