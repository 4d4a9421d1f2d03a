// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/half_pairs.hpp"

#include <utility>

namespace weft::dftracer {

void HalfPairs::begin_block(std::size_t file, std::uint64_t number, std::uint64_t nanoseconds, std::string_view host) {
  file_ = file;
  block_ = number;
  nanoseconds_ = nanoseconds;
  host_ = host;
}

void HalfPairs::add(const Record& half, std::string_view text, const Take& take) {
  Left& left = left_[{file_, half.process(), half.thread(), block_}];
  Half own{std::string(text), nanoseconds_, host_};
  if (half.phase == Phase::begin) return left.begins.push_back(std::move(own));
  if (left.begins.empty()) return left.ends.push_back(std::move(own));
  pair(left.begins.back(), own, take);
  left.begins.pop_back();
}

bool HalfPairs::parse(const Half& half, std::string& text, Record& record) {
  text.assign(half.text).append(line_padding, ' ');
  return parser_.parse(std::string_view(text).substr(0, half.text.size()), record);
}

void HalfPairs::pair(const Half& begin, const Half& end, const Take& take) {
  if (!parse(begin, begin_text_, begin_) || !parse(end, end_text_, end_)) return;
  const auto first = begin_.time.nanoseconds(begin.nanoseconds);
  const auto last = end_.time.nanoseconds(end.nanoseconds);
  if (!first || !last || *last < *first) return;
  begin_.arguments.insert(begin_.arguments.end(), end_.arguments.begin(), end_.arguments.end());
  take(begin_, *first, *last, begin.host);
}

std::uint64_t HalfPairs::finish(const Take& take) {
  std::uint64_t unmatched = 0;
  std::vector<Half> open;
  std::tuple<std::size_t, std::uint64_t, std::uint64_t> thread{};
  for (auto& [key, left] : left_) {
    const std::tuple own{std::get<0>(key), std::get<1>(key), std::get<2>(key)};
    if (own != std::exchange(thread, own)) unmatched += std::exchange(open, {}).size();
    for (const Half& end : left.ends) {
      if (open.empty()) {
        ++unmatched;
        continue;
      }
      pair(open.back(), end, take);
      open.pop_back();
    }
    for (Half& begin : left.begins) open.push_back(std::move(begin));
  }
  left_.clear();
  return unmatched + open.size();
}

}  // namespace weft::dftracer
