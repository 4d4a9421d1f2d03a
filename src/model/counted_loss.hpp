// SPDX-License-Identifier: BSD-3-Clause
// CountedLoss: how often something was lost or translated, and what it happened to first: what one stream of records
// counts as it goes, and tells the report when it ends. Costs an addition for each but the first.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "model/loss_report.hpp"

namespace weft {

class CountedLoss {
 public:
  // `example` makes a text of what it happens to.
  template <class Example>
  void add(Example&& example, std::uint64_t count = 1) {
    if (count_ == 0 && count != 0) first_ = std::forward<Example>(example)();
    count_ += count;
  }
  // What another one has counted behind this one.
  void add(const CountedLoss& behind) {
    add([&] { return behind.first_; }, behind.count_);
  }
  std::uint64_t count() const { return count_; }

  // Nothing if it never happened.
  void lost(LossReport& loss, const std::string& what, const std::string& why) const {
    if (count_) loss.lost(what, why, count_, first_);
  }
  void translated(LossReport& loss, const std::string& what, const std::string& how) const {
    if (count_) loss.translated(what, how, count_, first_);
  }

 private:
  std::uint64_t count_ = 0;
  std::string first_;
};

}  // namespace weft
