// SPDX-License-Identifier: BSD-3-Clause
// KeyValues: the typed pairs that a record may carry (docs/formats/otf.md, section 4). Reused from record to record, so
// that reading does not allocate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace weft::otf {

enum class ValueType : std::uint8_t {
  character,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float32,
  float64,
  byte_array,
};
inline constexpr std::size_t value_types = 12;

// How many bits of a number are stored.
constexpr unsigned bits_of(ValueType type) {
  constexpr unsigned bits[value_types] = {8, 8, 8, 16, 16, 32, 32, 64, 64, 32, 64, 0};
  return bits[static_cast<std::size_t>(type)];
}

class KeyValues {
 public:
  struct Pair {
    std::uint32_t key = 0;
    ValueType type{};
    std::uint64_t bits = 0;  // of a number: its value, signed ones and reals by their pattern, in the width of the type
    std::size_t first_byte = 0;
    std::size_t byte_count = 0;
  };

  // A byte array is stored in pieces of at most this many bytes.
  static constexpr std::size_t piece_bytes = 100;

  bool empty() const { return pairs_.empty(); }
  std::span<const Pair> pairs() const { return pairs_; }
  std::string_view bytes(const Pair& pair) const { return {bytes_.data() + pair.first_byte, pair.byte_count}; }
  const Pair* find(std::uint32_t key) const;

  // The first pair of a key counts: false if there is one.
  bool add(std::uint32_t key, ValueType type, std::uint64_t bits);
  // Appends to the byte array of this key, or begins it. False if the key has a number. Nothing is no array.
  bool add_bytes(std::uint32_t key, std::string_view bytes);

  void clear() {
    pairs_.clear();
    bytes_.clear();
  }

  friend bool operator==(const KeyValues& a, const KeyValues& b);

 private:
  std::vector<Pair> pairs_;
  std::vector<char> bytes_;
};

}  // namespace weft::otf
