// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "formats/bp/elements.hpp"

namespace weft::bp {

namespace {

constexpr unsigned known_statistics = 7;

bool has(std::uint32_t bitmap, Statistic statistic) { return bitmap & bit(statistic); }

// What statistics of complex numbers are stored as: parts of float as double, parts of double as long double.
DataType bound_type(DataType type) {
  return type == DataType::complex          ? DataType::double_
         : type == DataType::double_complex ? DataType::long_double
                                            : type;
}
DataType sum_type(DataType type) {
  return type == DataType::double_complex ? DataType::long_double : DataType::double_;
}

constexpr std::size_t histogram_bytes(std::uint64_t breaks) {
  return static_cast<std::size_t>(4 + 8 + 8 + 4 * (breaks + 1) + 8 * breaks);
}

void skip_summary(Cursor& in, std::uint32_t bitmap, DataType type) {
  if (has(bitmap, Statistic::min)) in.skip(bytes_of(bound_type(type)));
  if (has(bitmap, Statistic::max)) in.skip(bytes_of(bound_type(type)));
  if (has(bitmap, Statistic::count)) in.skip(4);
  if (has(bitmap, Statistic::sum)) in.skip(bytes_of(sum_type(type)));
  if (has(bitmap, Statistic::sum_square)) in.skip(bytes_of(sum_type(type)));
  if (has(bitmap, Statistic::histogram) && !is_complex(type))
    in.skip(histogram_bytes(in.get<std::uint32_t>()) - sizeof(std::uint32_t));
  if (has(bitmap, Statistic::finite)) in.skip(1);
}

long double get_number(Cursor& in, DataType type) {
  long double number = 0;
  const Bytes bytes = in.take(bytes_of(type));
  if (in.failed()) return 0;
  visit_element(type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    if constexpr (!is_complex_value<T>) number = static_cast<long double>(load_element<T>(bytes.data(), in.order()));
  });
  return number;
}
double get_double(Cursor& in) { return static_cast<double>(get_number(in, DataType::double_)); }

Histogram get_histogram(Cursor& in) {
  Histogram histogram;
  const std::uint32_t breaks = in.get<std::uint32_t>();
  if (in.left() < histogram_bytes(breaks) - sizeof breaks) return in.fail(), histogram;
  histogram.min = get_double(in);
  histogram.max = get_double(in);
  for (std::uint64_t i = 0; i <= breaks; ++i) histogram.frequencies.push_back(in.get<std::uint32_t>());
  for (std::uint64_t i = 0; i < breaks; ++i) histogram.breaks.push_back(get_double(in));
  return histogram;
}

// Nothing if there was no finite number.
std::optional<Summary> get_summary(Cursor& in, std::uint32_t bitmap, DataType type) {
  Summary summary;
  if (has(bitmap, Statistic::min)) summary.min = get_number(in, bound_type(type));
  if (has(bitmap, Statistic::max)) summary.max = get_number(in, bound_type(type));
  if (has(bitmap, Statistic::count)) summary.count = in.get<std::uint32_t>();
  if (has(bitmap, Statistic::sum)) summary.sum = get_number(in, sum_type(type));
  if (has(bitmap, Statistic::sum_square)) summary.sum_square = get_number(in, sum_type(type));
  if (has(bitmap, Statistic::histogram) && !is_complex(type)) summary.histogram = get_histogram(in);
  const bool is_finite = !has(bitmap, Statistic::finite) || in.get<std::uint8_t>() != 0;
  return in.failed() || !is_finite ? std::nullopt : std::optional(summary);
}

Summary summary_of(long double value) { return {value, value, 1, value, value * value, {}}; }

template <class T>
std::optional<T> merged(const std::optional<T>& a, const std::optional<T>& b, auto&& how) {
  return a && b ? std::optional<T>(how(*a, *b)) : std::nullopt;
}

// What a writer gathers of the numbers of a block. `T` is the type of the bounds.
template <class T, class Sum>
struct Gathered {
  T min{};
  T max{};
  std::uint32_t count = 0;
  Sum sum = 0;
  Sum sum_square = 0;
  bool any = false;

  void bound(T value) {
    if (!any || value < min) min = value;
    if (!any || max < value) max = value;
    any = true;
  }

  void put(ByteSink& out, StatisticsLevel level, const Histogram* histogram = nullptr) const;
};

template <class T>
void put_number(ByteSink& out, T value) {
  std::byte bytes[sizeof(T)] = {};
  if constexpr (std::is_same_v<T, long double>)
    std::memcpy(bytes, &value, 10);  // the rest of it is whatever was in memory
  else
    std::memcpy(bytes, &value, sizeof value);
  const std::size_t at = out.put(Bytes(bytes));
  if (out.order() == ByteOrder::big) swap_units(out.from(at).data(), sizeof(T), sizeof(T));
}

void put_histogram(ByteSink& out, const Histogram& histogram) {
  out.put(static_cast<std::uint32_t>(histogram.breaks.size()));
  put_number(out, histogram.min);
  put_number(out, histogram.max);
  for (const std::uint32_t frequency : histogram.frequencies) out.put(frequency);
  for (const double at : histogram.breaks) put_number(out, at);
}

template <class T, class Sum>
void Gathered<T, Sum>::put(ByteSink& out, StatisticsLevel level, const Histogram* histogram) const {
  put_number(out, min);
  put_number(out, max);
  if (level == StatisticsLevel::full) {
    out.put(count);
    put_number(out, sum);
    put_number(out, sum_square);
  }
  if (histogram) put_histogram(out, *histogram);
  out.put(static_cast<std::uint8_t>(any));
}

// Squares are those of C: integers wrap around.
template <class T>
auto square_of(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return value * value;
  } else if constexpr (sizeof(T) == 8) {
    return static_cast<T>(static_cast<std::uint64_t>(value) * static_cast<std::uint64_t>(value));
  } else {
    using Wide = std::conditional_t<std::is_same_v<T, std::uint32_t>, std::uint32_t, std::int32_t>;
    const auto wide = static_cast<std::uint32_t>(value);
    return static_cast<Wide>(wide * wide);
  }
}

template <class T>
bool is_nan(T value) {
  if constexpr (std::is_floating_point_v<T>) return std::isnan(value);
  return false;
}

template <class T>
struct Bounds {
  T least;
  T most;

  // A NaN loses every comparison, and of equal numbers the first one stays: zeros may differ in their signs.
  void add(T value) { add({value, value}); }
  void add(const Bounds& later) {
    least = later.least < least ? later.least : least;
    most = most < later.most ? later.most : most;
  }
};

// Several at a time, so that the compiler can use vectors: each lane has bounds of its own. `first` is one of the
// numbers and none of them is before it.
template <class T>
Bounds<T> bounds_of(const std::byte* at, std::size_t count, T first) {
  constexpr std::size_t lanes = 64 / sizeof(T);
  T least[lanes], most[lanes];
  std::fill_n(least, lanes, first);
  std::fill_n(most, lanes, first);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    T values[lanes];
    std::memcpy(values, at + i * sizeof(T), sizeof values);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      least[lane] = values[lane] < least[lane] ? values[lane] : least[lane];
      most[lane] = most[lane] < values[lane] ? values[lane] : most[lane];
    }
  }
  Bounds<T> bounds{first, first};
  for (std::size_t lane = 0; lane < lanes; ++lane) bounds.add({least[lane], most[lane]});
  for (; i < count; ++i) bounds.add(load_element<T>(at + i * sizeof(T), ByteOrder::little));
  return bounds;
}

// Of the zeros among the numbers the first one; others are as good as each other.
template <class T>
T first_equal(const std::byte* at, T wanted) {
  if constexpr (std::is_floating_point_v<T>)
    if (wanted == 0)
      for (;; at += sizeof(T))
        if (const T value = load_element<T>(at, ByteOrder::little); value == 0) return value;
  return wanted;
}

template <class T>
Gathered<T, double> gather_bounds(const std::byte* at, std::size_t count) {
  Gathered<T, double> gathered;
  std::size_t nans = 0;
  while (nans < count && is_nan(load_element<T>(at + nans * sizeof(T), ByteOrder::little))) ++nans;
  if (nans == count) return gathered;
  at += nans * sizeof(T);
  count -= nans;
  const T first = load_element<T>(at, ByteOrder::little);
  const Bounds<T> bounds = bounds_of(at, count, first);
  gathered.bound(first_equal(at, bounds.least));
  gathered.bound(first_equal(at, bounds.most));
  return gathered;
}

template <class T>
Gathered<T, double> gather_all(const std::byte* at, std::size_t count) {
  Gathered<T, double> gathered;
  for (std::size_t i = 0; i < count; ++i) {
    const T value = load_element<T>(at + i * sizeof(T), ByteOrder::little);
    if constexpr (std::is_floating_point_v<T>)
      if (!std::isfinite(value)) continue;
    gathered.bound(value);
    ++gathered.count;
    gathered.sum += static_cast<double>(value);
    gathered.sum_square += static_cast<double>(square_of(value));
  }
  return gathered;
}

template <class T>
Histogram gather_histogram(const HistogramBreaks& wanted, const std::byte* at, std::size_t count) {
  Histogram histogram{wanted.min, wanted.max, std::vector<std::uint32_t>(wanted.breaks.size() + 1), wanted.breaks};
  for (std::size_t i = 0; i < count; ++i) {
    const T value = load_element<T>(at + i * sizeof(T), ByteOrder::little);
    if constexpr (std::is_floating_point_v<T>)
      if (!std::isfinite(value)) continue;
    const auto above = std::ranges::upper_bound(wanted.breaks, static_cast<double>(value));
    ++histogram.frequencies[static_cast<std::size_t>(above - wanted.breaks.begin())];
  }
  return histogram;
}

template <class T>
void put_all(ByteSink& out, const std::byte* at, std::size_t count, const HistogramBreaks* wanted) {
  std::optional<Histogram> histogram;
  if (wanted) histogram = gather_histogram<T>(*wanted, at, count);
  gather_all<T>(at, count).put(out, StatisticsLevel::full, histogram ? &*histogram : nullptr);
}

template <class T>
void put_complex_statistics(ByteSink& out, StatisticsLevel level, const std::byte* at, std::size_t count) {
  using Bound = std::conditional_t<std::is_same_v<T, float>, double, long double>;
  Gathered<Bound, Bound> parts[3];
  for (auto& part : parts) {
    part.min = std::numeric_limits<Bound>::infinity();
    part.max = -std::numeric_limits<Bound>::infinity();
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = load_element<std::complex<T>>(at + i * sizeof(std::complex<T>), ByteOrder::little);
    if (!std::isfinite(value.real()) || !std::isfinite(value.imag())) continue;
    const Bound real = value.real();
    const Bound imaginary = value.imag();
    // ADIOS computes the magnitude with doubles, whatever the bounds are.
    const auto x = static_cast<double>(real);
    const auto y = static_cast<double>(imaginary);
    const Bound numbers[] = {std::sqrt(x * x + y * y), real, imaginary};
    for (std::size_t p = 0; p < 3; ++p) {
      parts[p].bound(numbers[p]);
      ++parts[p].count;
      parts[p].sum += numbers[p];
      parts[p].sum_square += numbers[p] * numbers[p];
    }
  }
  for (const auto& part : parts) part.put(out, level);
}

}  // namespace

std::optional<double> Summary::average() const {
  if (!sum || !count || *count == 0) return std::nullopt;
  return static_cast<double>(*sum / static_cast<long double>(*count));
}

std::optional<double> Summary::deviation() const {
  if (!sum || !sum_square || !count || *count == 0) return std::nullopt;
  const auto numbers = static_cast<long double>(*count);
  const long double mean = *sum / numbers;
  return static_cast<double>(std::sqrt(*sum_square / numbers - mean * mean));
}

void Summary::merge(const Summary& other) {
  auto add = [](auto a, auto b) { return a + b; };
  min = merged(min, other.min, [](auto a, auto b) { return b < a ? b : a; });
  max = merged(max, other.max, [](auto a, auto b) { return a < b ? b : a; });
  count = merged(count, other.count, add);
  sum = merged(sum, other.sum, add);
  sum_square = merged(sum_square, other.sum_square, add);
  histogram.reset();  // those of blocks need not have the same breaks
}

Bytes take_statistics(Cursor& in, std::uint32_t bitmap, DataType type) {
  if (bitmap >> known_statistics) return in.fail(), Bytes{};
  Cursor begin = in;
  for (std::size_t i = 0; i < parts_of_statistics(type); ++i) skip_summary(in, bitmap, type);
  return in.failed() ? Bytes{} : begin.take(in.offset() - begin.offset());
}

std::optional<Statistics> decode_statistics(const Characteristics& block, DataType type, ByteOrder order) {
  Statistics statistics;
  if (block.bitmap != 0 && !block.statistics.empty()) {
    Cursor in(block.statistics, order);
    for (std::size_t i = 0; i < parts_of_statistics(type); ++i) {
      const auto summary = get_summary(in, block.bitmap, type);
      if (!summary) return std::nullopt;
      statistics.parts[i] = *summary;
    }
    return statistics;
  }
  if (block.min.empty() || block.max.empty() || is_complex(type)) return std::nullopt;
  Cursor min(block.min, order);
  Cursor max(block.max, order);
  statistics.parts[0].min = get_number(min, type);
  statistics.parts[0].max = get_number(max, type);
  return min.failed() || max.failed() ? std::nullopt : std::optional(statistics);
}

std::optional<StoredBound> stored_bound(const Characteristics& block, DataType type, Statistic which) {
  const Bytes old = which == Statistic::min ? block.min : block.max;
  if (!old.empty()) return StoredBound{type, old};
  if (!has(block.bitmap, which)) return std::nullopt;
  const DataType stored = bound_type(type);
  const std::size_t bytes = bytes_of(stored);
  const std::size_t at = which == Statistic::max && has(block.bitmap, Statistic::min) ? bytes : 0;
  if (block.statistics.size() < at + bytes || bytes == 0) return std::nullopt;
  return StoredBound{stored, block.statistics.subspan(at, bytes)};
}

Statistics statistics_of_value(const std::byte* element, DataType type, ByteOrder order) {
  Statistics statistics;
  visit_element(type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    const T value = load_element<T>(element, order);
    if constexpr (is_complex_value<T>) {
      const long double real = value.real();
      const long double imaginary = value.imag();
      statistics.parts[0] = summary_of(std::sqrt(real * real + imaginary * imaginary));
      statistics.parts[1] = summary_of(real);
      statistics.parts[2] = summary_of(imaginary);
    } else {
      statistics.parts[0] = summary_of(static_cast<long double>(value));
    }
  });
  return statistics;
}

HistogramBreaks HistogramBreaks::even(double min, double max, std::uint32_t count) {
  HistogramBreaks even{min, max, {}};
  for (std::uint32_t i = 0; i <= count; ++i) even.breaks.push_back(min + i * (max - min) / count);
  return even;
}

std::uint32_t bitmap_of(StatisticsLevel level, DataType type, bool has_histogram) {
  const bool is_counted = has_histogram && level == StatisticsLevel::full && !is_complex(type);
  return static_cast<std::uint32_t>(level) | (is_counted ? bit(Statistic::histogram) : 0);
}

void put_statistics(
    ByteSink& out, StatisticsLevel level, DataType type, Bytes elements, const HistogramBreaks* histogram) {
  if (level == StatisticsLevel::none) return;
  visit_element(type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    const std::size_t count = elements.size() / sizeof(T);
    if constexpr (is_complex_value<T>)
      put_complex_statistics<typename T::value_type>(out, level, elements.data(), count);
    else if (level == StatisticsLevel::full)
      put_all<T>(out, elements.data(), count, histogram);
    else
      gather_bounds<T>(elements.data(), count).put(out, level);
  });
}

}  // namespace weft::bp
