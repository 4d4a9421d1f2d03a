// SPDX-License-Identifier: BSD-3-Clause
// Metrics: the values of each metric member in one line: how many, from where to where, and what they come to. That is
// for accumulated metrics, which only grow, the sum of each location's last value; for relative ones, which are
// changes, the sum of all; for absolute ones the last.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <type_traits>
#include <variant>
#include <vector>

#include "analyze/sum.hpp"
#include "model/batch.hpp"
#include "model/definitions.hpp"

namespace weft {

// Values of one type, of one location or of many.
template <class T>
struct Series {
  using Total = std::conditional_t<std::is_floating_point_v<T>, double, SignedSum>;

  std::uint64_t count = 0;
  T least{};
  T greatest{};
  T last{};
  Ticks last_time = 0;
  Total sum{};          // of all values
  Total sum_of_last{};  // of the last values of all locations

  double mean() const { return static_cast<double>(sum) / static_cast<double>(count); }
  void add(Ticks time, T value);
  // Adds the values of another location; if both end at the same time, its last value counts as the later one.
  void merge(const Series& other);
};

using AnySeries = std::variant<Series<std::uint64_t>, Series<std::int64_t>, Series<double>>;

struct MetricSummary {
  MetricMemberRef member;  // undefined if the trace does not define the metric; the values are then those at `position`
  MetricRef metric;        // one of the classes or instances it was recorded through
  std::uint32_t position = 0;
  AnySeries values;
};

class Metrics {
 public:
  void add(const EventBatch& batch);
  // Sums of floating point numbers depend on the order: merge in order of locations.
  void merge(const Metrics& other);

  // By member; a member with values of several types has one entry for each.
  std::vector<MetricSummary> by_member(const Definitions& definitions) const;

 private:
  struct Key {
    MetricRef metric;
    std::uint32_t position;
    std::size_t type;  // which alternative of AnySeries
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  void add(MetricRef metric, std::uint32_t position, const MetricValue& value, Ticks time);

  std::map<Key, AnySeries> series_;
};

// What the values of a metric are: the lower half of its mode.
enum class MetricProperty : std::uint8_t { accumulated = 0, absolute = 1, relative = 2 };
constexpr MetricProperty property_of(MetricMode mode) {
  return static_cast<MetricProperty>(static_cast<std::uint8_t>(mode) & 0xf);
}

}  // namespace weft
