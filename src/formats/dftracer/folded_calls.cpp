// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/folded_calls.hpp"

#include <algorithm>
#include <string>

namespace weft::dftracer {

namespace {

using Number = std::optional<std::int64_t>;

Number number(const Record& record, std::string_view key) {
  const Value* const value = record.find(key);
  return value ? value->number() : std::nullopt;
}

// An argument of the folded calls: as a sum with the least and the greatest, or plainly where all have the same.
class FoldedArgument {
 public:
  FoldedArgument(const Record& record, std::string_view name, std::uint64_t calls) : calls_(calls) {
    const auto with = [&](std::string_view ending) { return number(record, std::string(name).append(ending)); };
    sum_ = with("_sum");
    plain_ = number(record, name);
    if (!sum_) {
      least_ = greatest_ = plain_;
    } else {
      least_ = with("_min");
      greatest_ = with("_max");
    }
  }

  Number least() const { return least_; }
  Number same_for_all() const { return least_ == greatest_ ? least_ : std::nullopt; }
  Number sum() const {
    std::int64_t product = 0;
    if (sum_ || !plain_) return sum_;
    return __builtin_mul_overflow(*plain_, calls_, &product) ? std::nullopt : Number(product);
  }
  // As version 2.0.x of the reference has it: the first value beside the sum.
  bool has_first_value() const { return sum_ && plain_; }

 private:
  std::uint64_t calls_;
  Number sum_, plain_, least_, greatest_;
};

std::optional<std::uint64_t> natural(Number number) {
  if (!number) return std::nullopt;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(*number, 0));
}

// In 2.0.x of the reference, an argument `count` of the calls takes the place of their number. It folds nothing there.
Number calls_in(const Record& record) {
  if (const Number calls = number(record, "dft_cnt")) return calls;
  const bool is_argument = number(record, "count_sum") && FoldedArgument(record, "ret", 1).has_first_value();
  return is_argument ? Number(1) : number(record, "count");
}

std::optional<std::uint64_t> bytes_of(const Record& record, BytesIn told_in, const FoldedCalls& all) {
  const auto argument = [&](std::string_view name) { return FoldedArgument(record, name, all.calls); };
  switch (told_in) {
    case BytesIn::nothing:
      return std::nullopt;
    case BytesIn::ret:
      return natural(argument("ret").sum());
    case BytesIn::ret_times_size: {
      const auto items = natural(argument("ret").sum()), size = natural(argument("size").same_for_all());
      std::uint64_t bytes = 0;
      if (!items || !size || __builtin_mul_overflow(*items, *size, &bytes)) return std::nullopt;
      return bytes;
    }
    case BytesIn::ret_len:
      return natural(argument("ret_len").sum());
    case BytesIn::str_len:
      return all.none_failed ? natural(argument("str_len").sum()) : std::nullopt;
    case BytesIn::one:
      return all.none_failed && argument("ret").least() ? std::optional(all.calls) : std::nullopt;
    case BytesIn::word:
      return all.none_failed && argument("ret").least() ? std::optional(all.calls * sizeof(int)) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

bool is_folded(const Record& record) {
  return record.phase == Phase::aggregate || (record.phase == Phase::counter && record.find("dur_sum"));
}

std::optional<FoldedCalls> folded_calls(const Record& record, BytesIn told_in) {
  const Number calls = calls_in(record);
  if (!calls || *calls <= 0) return std::nullopt;
  FoldedCalls all{.calls = static_cast<std::uint64_t>(*calls)};
  const auto duration = natural(FoldedArgument(record, "dur", all.calls).sum());
  if (!duration) return std::nullopt;
  all.duration = *duration;
  all.none_failed = FoldedArgument(record, "ret", all.calls).least().value_or(0) >= 0;
  all.bytes = bytes_of(record, told_in, all);
  return all;
}

}  // namespace weft::dftracer
