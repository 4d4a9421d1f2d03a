// SPDX-License-Identifier: BSD-3-Clause
// AuxBreaks: the times at which otfaux looks at the processes, ascending (docs/formats/otf.md, section 11.4). They are
// made as they are needed: there may be as many as ticks.
#pragma once

#include <algorithm>
#include <limits>

#include "cli/otf_tools/aux_options.hpp"
#include "formats/otf/summarise.hpp"

namespace weft::cli::otf_tools {

class AuxBreaks {
 public:
  AuxBreaks(const AuxOptions& options, otf::TimeRange range)
      : end_(range.last + 1), regular_(static_cast<double>(range.first)), single_(options.breaks) {
    step_ = std::max(step_of(options, static_cast<double>(end_ - range.first)), 1.0);
    regular_ += step_;
    std::ranges::sort(single_);
    single_.erase(std::unique(single_.begin(), single_.end()), single_.end());
    if (!empty() && (single_.empty() || single_.back() < end_)) single_.push_back(end_);
  }

  otf::Ticks end() const { return end_; }  // behind the last event
  bool empty() const { return !is_regular() && left() == 0; }
  otf::Ticks next() const {
    if (!is_regular()) return single_[used_];
    return left() ? std::min(single_[used_], regular()) : regular();
  }
  bool is_last() const { return !is_regular() && left() == 1; }  // regular ones are before the end, which is single

  void pop() {
    const otf::Ticks time = next();
    if (left() && single_[used_] == time) ++used_;
    if (is_regular() && regular() == time) regular_ += step_;
  }

 private:
  static double step_of(const AuxOptions& options, double length) {
    const double never = std::numeric_limits<double>::infinity();
    const bool is_said = options.break_number || options.break_distance || !options.breaks.empty();
    constexpr std::uint64_t usual_number = 200;
    const std::uint64_t number = options.break_number.value_or(is_said ? 0 : usual_number);
    return std::min(number == 0 ? never : length / static_cast<double>(number),
        options.break_distance ? static_cast<double>(*options.break_distance) : never);
  }

  bool is_regular() const { return regular_ < static_cast<double>(end_); }
  otf::Ticks regular() const { return static_cast<otf::Ticks>(regular_); }
  std::size_t left() const { return single_.size() - used_; }

  otf::Ticks end_;
  double regular_;
  double step_ = 0;
  std::vector<otf::Ticks> single_;  // said, and the end
  std::size_t used_ = 0;
};

}  // namespace weft::cli::otf_tools
