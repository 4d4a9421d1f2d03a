// SPDX-License-Identifier: BSD-3-Clause
// Dictionary: names by code, each of them once, in Arrow's layout. NameCodes: which code the name of an id has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weft::tables {

// That there is no name.
inline constexpr std::uint32_t no_code = ~std::uint32_t{0};

class Dictionary {
 public:
  std::size_t size() const { return offsets_.size() - 1; }
  std::string_view operator[](std::uint32_t code) const {
    const auto begin = static_cast<std::size_t>(offsets_[code]);
    return {bytes_.data() + begin, static_cast<std::size_t>(offsets_[code + 1]) - begin};
  }
  // The code of a name, no_code if it has none.
  std::uint32_t find(std::string_view name) const;

  // Where names begin in the bytes of all, and where the last one ends.
  const std::vector<std::int32_t>& offsets() const { return offsets_; }
  const std::string& bytes() const { return bytes_; }

  std::uint32_t add(std::string_view name);

 private:
  std::vector<std::int32_t> offsets_ = {0};
  std::string bytes_;
  std::unordered_map<std::string, std::uint32_t> codes_;
};

class IdCodes {
 public:
  std::uint32_t operator[](std::uint64_t id) const {
    if (id < small_.size()) [[likely]]
      return small_[static_cast<std::size_t>(id)];
    if (large_.empty()) return no_code;
    const auto found = large_.find(id);
    return found == large_.end() ? no_code : found->second;
  }
  // The first one counts.
  void add(std::uint64_t id, std::uint32_t code);

 private:
  static constexpr std::uint64_t small_ids = 1 << 16;

  std::vector<std::uint32_t> small_;  // by id
  std::unordered_map<std::uint64_t, std::uint32_t> large_;
};

// The names of one id space, or one enumeration.
struct NameCodes {
  Dictionary dictionary;
  IdCodes codes;

  void add(std::uint64_t id, std::string_view name) { codes.add(id, dictionary.add(name)); }
};

}  // namespace weft::tables
