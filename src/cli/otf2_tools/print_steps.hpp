// SPDX-License-Identifier: BSD-3-Clause
// What otf2-print says about its own progress, on standard output between the records, and its warnings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text_sink.hpp"
#include "cli/otf2_tools/print_options.hpp"

namespace weft::cli::otf2_tools {

class PrintSteps {
 public:
  PrintSteps(const PrintOptions& options, TextSink& out) : options_(options), out_(out) {}

  // With --debug, tells that a step is done.
  void done(std::string_view step) {
    if (options_.debug) line("==DEBUG== ", step);
  }
  // A step failed and nothing goes on. `code` may be empty.
  void failed(std::string_view code, std::string_view step);
  void warn(std::string_view message);

  // Nothing goes on: the exit code is a failure.
  bool stopped() const { return stopped_; }
  void stop() { stopped_ = true; }

 private:
  void line(std::string_view lead, std::string_view text) { out_.put(lead), out_.put(text), out_.put('\n'); }

  const PrintOptions& options_;
  TextSink& out_;
  bool stopped_ = false;
};

}  // namespace weft::cli::otf2_tools
