// SPDX-License-Identifier: BSD-3-Clause
// DftracerFolds: spans of one thread that are alike, folded together: one record for each interval of time instead of
// one for each span. Spans are alike if they have the same name and the same arguments, but for those whose values are
// added up, or ignored.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "record/dftracer_rows.hpp"

namespace weft::recording {

// Of one number: the smallest, the largest, and all together.
template <class T>
struct Spread {
  T low{};
  T high{};
  T sum{};

  void add(T value, bool is_first) {
    low = is_first ? value : std::min(low, value);
    high = is_first ? value : std::max(high, value);
    // Sums of whole numbers may run over, as those of the program would.
    if constexpr (std::is_integral_v<T>)
      sum = static_cast<T>(static_cast<std::make_unsigned_t<T>>(sum) + static_cast<std::make_unsigned_t<T>>(value));
    else
      sum += value;
  }
};

class DftracerFolds {
 public:
  struct Key {
    std::uint64_t interval = 0;  // of the begin
    std::uint32_t what = 0;
    std::vector<RowArgument> arguments = {};
    std::vector<std::byte> texts = {};  // of those arguments, as in rows

    friend bool operator<(const Key& a, const Key& b) {
      const auto head = [](const Key& key) { return std::tie(key.interval, key.what); };
      if (head(a) != head(b)) return head(a) < head(b);
      const auto is_before = [](const RowArgument& x, const RowArgument& y) {
        return std::tie(x.key, x.type, x.bits) < std::tie(y.key, y.type, y.bits);
      };
      if (std::lexicographical_compare(
              a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(), is_before))
        return true;
      if (std::lexicographical_compare(
              b.arguments.begin(), b.arguments.end(), a.arguments.begin(), a.arguments.end(), is_before))
        return false;
      return a.texts < b.texts;
    }
  };
  // A value that is added up: as a whole number as long as all of them are.
  struct Value {
    std::uint32_t key = 0;
    std::uint64_t count = 0;
    bool is_real = false;
    Spread<std::int64_t> whole = {};
    Spread<double> real = {};
  };
  struct Fold {
    std::uint64_t count = 0;
    Spread<std::uint64_t> duration = {};
    std::vector<Value> values = {};
  };

  Fold& operator[](const Key& key) { return folds_[key]; }
  static void add(Fold& fold, std::uint64_t duration) { fold.duration.add(duration, fold.count++ == 0); }
  static void add(Fold& fold, const RowArgument& argument);

  bool has_many() const { return folds_.size() > most; }
  // Hands over those of intervals before this one, in the order of time, and forgets them.
  template <class Put>
  void take_before(std::uint64_t interval, Put&& put) {
    while (!folds_.empty() && folds_.begin()->first.interval < interval) {
      put(folds_.begin()->first, folds_.begin()->second);
      folds_.erase(folds_.begin());
    }
  }

 private:
  static constexpr std::size_t most = 4096;  // where hardly anything is alike, folds do not wait for their interval

  std::map<Key, Fold> folds_;
};

inline void DftracerFolds::add(Fold& fold, const RowArgument& argument) {
  const auto found = std::ranges::find(fold.values, argument.key, &Value::key);
  Value& value = found != fold.values.end() ? *found : fold.values.emplace_back(Value{argument.key});
  const bool is_first = value.count++ == 0;
  const TypedValue told{argument.type, argument.bits};
  const bool is_real = is_floating(argument.type);
  value.is_real = value.is_real || is_real;
  value.real.add(is_real ? told.as_double() : static_cast<double>(told.as_signed()), is_first);
  value.whole.add(is_real ? 0 : told.as_signed(), is_first);
}

}  // namespace weft::recording
