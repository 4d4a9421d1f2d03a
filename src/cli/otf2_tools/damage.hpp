// SPDX-License-Identifier: BSD-3-Clause
// DamageWatch: the OTF2 tools stop where a file is damaged, while Weft's readers report and go on. This tells whether
// something was reported that the tools would have stopped at.
#pragma once

#include "formats/otf2/rules.hpp"
#include "model/report.hpp"

namespace weft::cli::otf2_tools {

class DamageWatch {
 public:
  explicit DamageWatch(const Report& report) : report_(report), before_(count()) {}

  // Since the last question.
  bool found_new() {
    const std::uint64_t now = count();
    return std::exchange(before_, now) != now;
  }

 private:
  std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (const Rule& rule : {otf2::file_missing, otf2::file_empty, otf2::no_end_mark, otf2::chunk_header,
             otf2::record_overrun, otf2::record_damaged})
      sum += report_.count(rule.name);
    return sum;
  }

  const Report& report_;
  std::uint64_t before_;
};

}  // namespace weft::cli::otf2_tools
