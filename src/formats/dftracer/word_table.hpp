// SPDX-License-Identifier: BSD-3-Clause
// WordTable: texts that come again and again, each kept once, with a number and the place where it came first. Made for
// short texts and for one thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "base/arena.hpp"

namespace weft::dftracer {

class WordTable {
 public:
  struct Word {
    std::string_view text;
    std::uint64_t first_place;
  };

  WordTable() : slots_(1024) {}

  // Places come in any order: whoever has read one file may help with one before it.
  std::uint32_t add(std::string_view text, std::uint64_t place) {
    return add(text, place, [this](std::string_view fresh) { return arena_.copy(fresh); });
  }
  // The text lives longer than the table.
  std::uint32_t add_borrowed(std::string_view text, std::uint64_t place) {
    return add(text, place, [](std::string_view fresh) { return fresh; });
  }

  std::optional<std::uint32_t> find(std::string_view text) const {
    const Slot& slot = slots_[slot_of(text, hash_of(text))];
    return slot.number ? std::optional(slot.number - 1) : std::nullopt;
  }

  const std::vector<Word>& words() const { return words_; }
  std::size_t text_bytes() const { return bytes_; }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = 0;  // +1
  };

  // Where the text is, or an empty slot where it belongs.
  std::size_t slot_of(std::string_view text, std::uint64_t hash) const {
    std::size_t slot = hash & (slots_.size() - 1);
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    while (slots_[slot].number && (slots_[slot].tag != tag || words_[slots_[slot].number - 1].text != text))
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  template <class Keep>
  std::uint32_t add(std::string_view text, std::uint64_t place, Keep&& keep) {
    const std::uint64_t hash = hash_of(text);
    Slot& slot = slots_[slot_of(text, hash)];
    if (slot.number) {
      Word& word = words_[slot.number - 1];
      word.first_place = std::min(word.first_place, place);
      return slot.number - 1;
    }
    words_.push_back({keep(text), place});
    bytes_ += text.size();
    const auto number = static_cast<std::uint32_t>(words_.size());
    slot = {static_cast<std::uint32_t>(hash >> 32), number};
    if (words_.size() * 2 > slots_.size()) grow();
    return number - 1;
  }

  static std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = text.size();
    const char* p = text.data();
    std::size_t left = text.size();
    for (; left >= 8; p += 8, left -= 8) hash = mix(hash, word_at(p, 8));
    return mix(hash, word_at(p, left));
  }
  static std::uint64_t word_at(const char* p, std::size_t bytes) {
    std::uint64_t word = 0;
    if (bytes > 0) std::memcpy(&word, p, bytes);
    return word;
  }
  static std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 32;
  }

  void grow() {
    std::vector<Slot> larger(2 * slots_.size());
    for (std::uint32_t i = 0; i < words_.size(); ++i) {
      const std::uint64_t hash = hash_of(words_[i].text);
      std::size_t slot = hash & (larger.size() - 1);
      while (larger[slot].number) slot = (slot + 1) & (larger.size() - 1);
      larger[slot] = {static_cast<std::uint32_t>(hash >> 32), i + 1};
    }
    slots_ = std::move(larger);
  }

  Arena arena_;
  std::vector<Word> words_;
  std::vector<Slot> slots_;
  std::size_t bytes_ = 0;
};

}  // namespace weft::dftracer
