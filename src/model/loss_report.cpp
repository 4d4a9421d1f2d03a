// SPDX-License-Identifier: BSD-3-Clause
#include "model/loss_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace weft {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The number that a text begins with, without zeros before it; it is gone from the text.
std::string_view take_number(std::string_view& text) {
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
  std::string_view number = text.substr(0, end);
  text.remove_prefix(end);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

// In the order of the numbers in them: examples of events begin with time and location.
bool comes_before(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view left = take_number(a);
      const std::string_view right = take_number(b);
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
    } else if (a.front() != b.front()) {
      return a.front() < b.front();
    } else {
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.size() < b.size();
}

}  // namespace

void LossReport::add(
    Fate fate, const std::string& what, const std::string& why, std::uint64_t count, const std::string& example) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_.try_emplace({what, why}, Entry{fate}).first->second;
  entry.count += count;
  if (example.empty()) return;
  if (entry.example.empty() || comes_before(example, entry.example)) entry.example = example;
}

Result<> LossReport::accepted() const {
  if (!is_strict_) return {};
  const std::lock_guard lock(mutex_);
  std::uint64_t kinds = 0;
  const std::pair<const Key, Entry>* first = nullptr;
  for (const auto& entry : entries_) {
    if (entry.second.fate != Fate::lost) continue;
    ++kinds;
    if (!first) first = &entry;
  }
  if (!first) return {};
  const std::string others = kinds > 1 ? fmt::format(", and {} more", kinds - 1) : "";
  return Error{
      Errc::unsupported, fmt::format("nothing may be lost, but this would be: {} {} ({}){}; nothing is written",
                             first->second.count, first->first.first, first->first.second, others)};
}

}  // namespace weft
