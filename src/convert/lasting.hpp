// SPDX-License-Identifier: BSD-3-Clause
// Lasting: which events say something that holds until another one says otherwise, or for ever. A cut tells them again
// where it begins.
#pragma once

#include <cstdint>
#include <set>

#include "model/batch.hpp"
#include "model/definitions.hpp"

namespace weft {

class Lasting {
 public:
  explicit Lasting(const Definitions& definitions);

  // A value that holds until the next one of its metric, which `value` of its row names, or sums up all that was
  // before.
  bool is_metric(const EventBatch& batch, std::size_t row) const {
    return batch.kind[row] == kind_of<evt::Metric> && metrics_.contains(MetricRef{small(batch.value[row])});
  }
  // Explains what other events refer to.
  bool is_definition(const EventBatch& batch, std::size_t row) const {
    return batch.kind[row] == kind_of<evt::ParameterString> &&
           parameters_.contains(ParameterRef{small(batch.value[row])});
  }

 private:
  static std::uint32_t small(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

  std::set<MetricRef> metrics_;
  std::set<ParameterRef> parameters_;
};

}  // namespace weft
