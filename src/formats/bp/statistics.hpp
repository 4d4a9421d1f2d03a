// SPDX-License-Identifier: BSD-3-Clause
// Statistics of blocks (docs/formats/bp.md, section 9): as files store them, as readers combine them over blocks and
// steps, and as writers compute them from the data.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "formats/bp/characteristics.hpp"

namespace weft::bp {

struct Histogram {
  double min = 0;
  double max = 0;
  std::vector<std::uint32_t> frequencies;  // one more than breaks
  std::vector<double> breaks;
};

// The borders between the classes of a histogram, rising.
struct HistogramBreaks {
  double min = 0;
  double max = 0;
  std::vector<double> breaks;

  // `count` classes of one width from `min` to `max`.
  static HistogramBreaks even(double min, double max, std::uint32_t count);
};

// A long double holds every number of every type exactly.
struct Summary {
  std::optional<long double> min, max;
  std::optional<std::uint64_t> count;
  std::optional<long double> sum, sum_square;
  std::optional<Histogram> histogram;

  std::optional<double> average() const;
  std::optional<double> deviation() const;
  // Adds those of another block. What only one of them has is lost.
  void merge(const Summary& other);
};

// One summary, or for complex numbers three: magnitude, real and imaginary part.
struct Statistics {
  std::array<Summary, 3> parts;
  const Summary& all() const { return parts[0]; }
};

constexpr std::size_t parts_of_statistics(DataType type) { return is_complex(type) ? 3 : 1; }

// The bytes that a bitmap announces.
Bytes take_statistics(Cursor& in, std::uint32_t bitmap, DataType type);

// Nothing if the file has none, or none of use: a block without a single number.
std::optional<Statistics> decode_statistics(const Characteristics& block, DataType type, ByteOrder order);

// A bound as it is stored, whatever it is worth: an element of a type that is wider for complex numbers. Nothing if the
// block has none.
struct StoredBound {
  DataType type{};
  Bytes element;
};
std::optional<StoredBound> stored_bound(const Characteristics& block, DataType type, Statistic which);

// Those of an element, such as the value of a scalar in the index.
Statistics statistics_of_value(const std::byte* element, DataType type, ByteOrder order);

// What statistics of this level say of a variable: a histogram only where they are full and numbers have an order.
std::uint32_t bitmap_of(StatisticsLevel level, DataType type, bool has_histogram);

// The bytes of a *stat* characteristic for elements in the byte order of this machine. A histogram is written where the
// bitmap of the same arguments announces it.
void put_statistics(
    ByteSink& out, StatisticsLevel level, DataType type, Bytes elements, const HistogramBreaks* histogram = nullptr);

}  // namespace weft::bp
