// SPDX-License-Identifier: BSD-3-Clause
// CodeTable: numbers found by event code, asked once for every event. Open addressing, at most half full.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace weft::litl {

class CodeTable {
 public:
  static constexpr std::uint32_t absent = ~std::uint32_t{0};
  // More codes than any program has: a table of what is no trace at all must end somewhere.
  static constexpr std::size_t most_codes = std::size_t{1} << 18;

  // The number of a code, or `absent`.
  std::uint32_t find(std::uint32_t code) const {
    for (std::size_t at = place(code);; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.number == absent || slot.code == code) return slot.number;
    }
  }

  // The number of a code; a new one gets the next, as long as there are not too many.
  std::uint32_t add(std::uint32_t code) {
    if (const std::uint32_t number = find(code); number != absent) return number;
    if (codes_.size() == most_codes) return absent;
    if (2 * (codes_.size() + 1) > slots_.size()) grow();
    insert(code, static_cast<std::uint32_t>(codes_.size()));
    codes_.push_back(code);
    return static_cast<std::uint32_t>(codes_.size() - 1);
  }

  // By number.
  const std::vector<std::uint32_t>& codes() const { return codes_; }

 private:
  struct Slot {
    std::uint32_t code = 0;
    std::uint32_t number = absent;
  };

  std::size_t place(std::uint32_t code) const { return (code * 0x9e3779b97f4a7c15u >> 32) & mask_; }
  void insert(std::uint32_t code, std::uint32_t number) {
    std::size_t at = place(code);
    while (slots_[at].number != absent) at = (at + 1) & mask_;
    slots_[at] = {code, number};
  }
  void grow() {
    slots_.assign(2 * slots_.size(), {});
    mask_ = slots_.size() - 1;
    for (std::size_t i = 0; i < codes_.size(); ++i) insert(codes_[i], static_cast<std::uint32_t>(i));
  }

  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::size_t mask_ = 63;
  std::vector<std::uint32_t> codes_;
};

}  // namespace weft::litl
