// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/alike_sets.hpp"

#include <algorithm>
#include <span>

#include "base/large_pages.hpp"
#include "formats/bp/elements.hpp"

namespace weft::bp {

namespace {

constexpr std::size_t head_bytes = 5;  // how many characteristics, how many bytes
constexpr std::size_t word_bytes = sizeof(std::uint64_t);

}  // namespace

std::optional<AlikeSets> AlikeSets::find(const Entry& entry, const Layout& layout) {
  if (is_text(entry.type) || !facts_of(entry.type)) return std::nullopt;
  AlikeSets all;
  all.sets_ = entry.sets;
  all.type_ = entry.type;
  all.order_ = layout.order;
  if (!all.find_places(layout)) return std::nullopt;
  all.count_ = all.sets_.size() / all.stride_;
  if (all.count_ != entry.set_count || all.sets_.size() % all.stride_ != 0 || !all.find_steps()) return std::nullopt;
  return all;
}

// Of the first set.
bool AlikeSets::find_places(const Layout& layout) {
  Cursor in(sets_, layout.order);
  const unsigned characteristics = in.get<std::uint8_t>();
  const std::uint32_t length = in.get<std::uint32_t>();
  Cursor set = in.part(length);
  if (in.failed() || length < word_bytes) return false;
  stride_ = head_bytes + length;
  same_.assign(stride_, std::byte{0});
  // Not beyond the set, where damage could lie.
  auto is_same = [&](std::size_t place, std::size_t bytes) {
    const auto rest = std::span(same_).subspan(std::min(place, stride_));
    std::ranges::fill(rest.first(std::min(bytes, rest.size())), std::byte{0xff});
  };
  is_same(0, head_bytes);
  for (unsigned i = 0; i < characteristics; ++i) {
    is_same(head_bytes + set.offset(), 1);
    const auto id = static_cast<Characteristic>(set.get<std::uint8_t>());
    const std::size_t place = head_bytes + set.offset();
    auto found_at = [&](std::size_t& known, std::size_t bytes) {
      if (known) set.fail();
      known = place;
      set.skip(bytes);
    };
    switch (id) {
      case Characteristic::offset:
        found_at(offset_, sizeof(std::uint64_t));
        break;
      case Characteristic::payload_offset:
        found_at(payload_offset_, sizeof(std::uint64_t));
        break;
      case Characteristic::file_index:
        found_at(file_index_, sizeof(std::uint32_t));
        break;
      case Characteristic::time_index:
        found_at(time_index_, sizeof(std::uint32_t));
        break;
      case Characteristic::dimensions:
        is_same(place, dimensions_head_bytes);
        rank_ = set.get<std::uint8_t>();
        if (set.get<std::uint16_t>() != rank_ * dimension_bytes) set.fail();
        found_at(dimensions_, rank_ * dimension_bytes);
        dimensions_ += dimensions_head_bytes;
        break;
      case Characteristic::bitmap:
        if (bitmap_ || statistics_) set.fail();
        is_same(place, sizeof bitmap_);
        bitmap_ = set.get<std::uint32_t>();
        break;
      case Characteristic::stat:
        found_at(statistics_, 0);
        statistics_bytes_ = take_statistics(set, bitmap_, type_).size();
        break;
      default:
        return false;
    }
    if (set.failed()) return false;
  }
  return set.at_end() && offset_ && time_index_ && rank_ > 0 && rank_ <= most_dimensions &&
         (bitmap_ & bit(Statistic::histogram)) == 0;
}

bool AlikeSets::find_steps() {
  // Compared by words; the last one may have bytes of the one before it.
  struct Word {
    std::size_t place;
    std::uint64_t mask, expected;
  };
  std::vector<Word> words;
  for (std::size_t place = 0; place < stride_; place += word_bytes) {
    const std::size_t from = std::min(place, stride_ - word_bytes);
    const auto mask = load<std::uint64_t>(same_.data() + from, ByteOrder::little);
    if (mask) words.push_back({from, mask, load<std::uint64_t>(at(0, from), ByteOrder::little) & mask});
  }
  for (std::size_t block = 0; block < count_; ++block) {
    std::uint64_t difference = 0;
    for (const Word& word : words)
      difference |= (load<std::uint64_t>(at(block, word.place), ByteOrder::little) & word.mask) ^ word.expected;
    const auto time_index = number<std::uint32_t>(block, time_index_);
    if (difference != 0 || (block > 0 && time_index < steps_.back().time_index)) return false;
    if (block == 0 || time_index != steps_.back().time_index) steps_.push_back({time_index, block, 0});
    ++steps_.back().blocks;
  }
  return true;
}

Characteristics AlikeSets::block(std::size_t block) const {
  Characteristics one;
  one.offset = number<std::uint64_t>(block, offset_);
  if (payload_offset_) one.payload_offset = number<std::uint64_t>(block, payload_offset_);
  if (file_index_) one.file_index = number<std::uint32_t>(block, file_index_);
  one.time_index = number<std::uint32_t>(block, time_index_);
  one.bitmap = bitmap_;
  if (statistics_) one.statistics = {at(block, statistics_), statistics_bytes_};
  return one;
}

Dimension AlikeSets::dimension(std::size_t block, std::size_t d) const {
  const std::size_t place = dimensions_ + d * dimension_bytes;
  return {number<std::uint64_t>(block, place), number<std::uint64_t>(block, place + word_bytes),
      number<std::uint64_t>(block, place + 2 * word_bytes)};
}

bool AlikeSets::have_bounds_alone() const {
  return statistics_ && bitmap_ == static_cast<std::uint32_t>(StatisticsLevel::min_max) && !is_complex(type_);
}

std::optional<Summary> AlikeSets::bounds(std::size_t first, std::size_t count) const {
  std::optional<Summary> all;
  visit_element(type_, [&](auto identity) {
    using T = typename decltype(identity)::type;
    if constexpr (!is_complex_value<T>) {
      bool is_empty = true;
      T min{}, max{};
      for (std::size_t block = first; block < first + count; ++block) {
        const std::byte* const stored = at(block, statistics_);
        if (stored[2 * sizeof(T)] == std::byte{0}) continue;  // a block without a number
        const T least = load_element<T>(stored, order_);
        const T most = load_element<T>(stored + sizeof(T), order_);
        if (is_empty || least < min) min = least;
        if (is_empty || max < most) max = most;
        is_empty = false;
      }
      if (is_empty) return;
      all.emplace();
      all->min = static_cast<long double>(min);
      all->max = static_cast<long double>(max);
    }
  });
  return all;
}

void AlikeSets::decode(std::vector<Characteristics>& blocks, std::vector<Dimension>& pool) const {
  blocks.reserve(count_);
  pool.reserve(count_ * rank_);
  use_large_pages({reinterpret_cast<const std::byte*>(blocks.data()), count_ * sizeof(Characteristics)});
  for (std::size_t i = 0; i < count_; ++i) {
    blocks.push_back(block(i));
    blocks.back().dimensions = {pool.size(), rank_};
    for (std::size_t d = 0; d < rank_; ++d) pool.push_back(dimension(i, d));
  }
}

}  // namespace weft::bp
