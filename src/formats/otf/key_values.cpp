// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/key_values.hpp"

#include <algorithm>

namespace weft::otf {

const KeyValues::Pair* KeyValues::find(std::uint32_t key) const {
  const auto found = std::ranges::find(pairs_, key, &Pair::key);
  return found == pairs_.end() ? nullptr : &*found;
}

bool KeyValues::add(std::uint32_t key, ValueType type, std::uint64_t bits) {
  if (find(key)) return false;
  const unsigned unused = 64 - bits_of(type);
  pairs_.push_back({key, type, unused < 64 ? bits << unused >> unused : 0});
  return true;
}

bool KeyValues::add_bytes(std::uint32_t key, std::string_view bytes) {
  if (bytes.empty()) return true;
  auto pair = std::ranges::find(pairs_, key, &Pair::key);
  if (pair == pairs_.end())
    pair = pairs_.insert(pair, {key, ValueType::byte_array, 0, bytes_.size(), 0});
  else if (pair->type != ValueType::byte_array)
    return false;
  if (pair->first_byte + pair->byte_count != bytes_.size()) {  // others came between: the array moves behind them
    const std::size_t first = bytes_.size();
    bytes_.resize(first + pair->byte_count);
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(pair->first_byte), pair->byte_count,
        bytes_.begin() + static_cast<std::ptrdiff_t>(first));
    pair->first_byte = first;
  }
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  pair->byte_count += bytes.size();
  return true;
}

bool operator==(const KeyValues& a, const KeyValues& b) {
  return std::ranges::equal(a.pairs_, b.pairs_, [&](const KeyValues::Pair& x, const KeyValues::Pair& y) {
    return x.key == y.key && x.type == y.type && x.bits == y.bits && a.bytes(x) == b.bytes(y);
  });
}

}  // namespace weft::otf
