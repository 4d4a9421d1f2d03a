// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/files.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace weft {

void IoPattern::merge(IoPattern&& other) {
  sequential += other.sequential;
  random += other.random;
  unaligned += other.unaligned;
  placed_bytes_read += other.placed_bytes_read;
  if (read.size() == 0)
    read = std::move(other.read);
  else if (other.read.size() > 0)
    read.add(other.read);
}

void IoFileFacts::merge(IoFileFacts&& other) {
  tally.merge(other.tally);
  pattern.merge(std::move(other.pattern));
}

void IoFurtherFiles::add(const IoFileFacts& file) {
  ++files;
  tally.merge(file.tally);
  sequential += file.pattern.sequential;
  random += file.pattern.random;
  unaligned += file.pattern.unaligned;
  bytes_read_again += file.pattern.bytes_read_again();
  opened_again += file.opened_again();
}

IoFileFacts& IoFiles::add(std::uint64_t number, const IoFile& file) {
  IoFileFacts& known = facts_[number];
  if (known.file.text.empty()) known.file = {file.scope, file.is_hash, texts_.copy(file.text)};
  return known;
}

void IoFiles::merge(IoFiles&& other) {
  for (auto& [number, from] : other.facts_) {
    const IoFile file = from.file;
    const auto [place, is_fresh] = facts_.try_emplace(number, std::move(from));
    if (is_fresh)
      place->second.file = {};
    else
      place->second.merge(std::move(from));
    if (!file.text.empty()) add(number, file);
  }
}

void IoFiles::keep(std::size_t most) {
  if (facts_.size() <= most) return;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> by_time;
  by_time.reserve(facts_.size());
  for (const auto& [number, facts] : facts_) by_time.emplace_back(facts.tally.time, number);
  std::ranges::nth_element(by_time, by_time.begin() + static_cast<std::ptrdiff_t>(most), std::greater{});
  for (std::size_t i = most; i < by_time.size(); ++i) {
    const auto least = facts_.find(by_time[i].second);
    least->second.pattern.read.settle();
    further_.add(least->second);
    facts_.erase(least);
  }
  Arena texts;
  for (auto& [number, facts] : facts_) facts.file.text = texts.copy(facts.file.text);
  texts_ = std::move(texts);
}

std::vector<Stretches*> IoFiles::stretches() {
  std::vector<Stretches*> all;
  all.reserve(facts_.size());
  for (auto& [number, facts] : facts_)
    if (facts.pattern.read.size() > 0) all.push_back(&facts.pattern.read);
  return all;
}

}  // namespace weft
