// SPDX-License-Identifier: BSD-3-Clause
#include "tables/dictionary.hpp"

#include <algorithm>

namespace weft::tables {

std::uint32_t Dictionary::find(std::string_view name) const {
  const auto found = codes_.find(std::string(name));
  return found == codes_.end() ? no_code : found->second;
}

std::uint32_t Dictionary::add(std::string_view name) {
  const auto [known, is_new] = codes_.try_emplace(std::string(name), static_cast<std::uint32_t>(size()));
  if (is_new) {
    bytes_.append(name);
    offsets_.push_back(static_cast<std::int32_t>(bytes_.size()));
  }
  return known->second;
}

void IdCodes::add(std::uint64_t id, std::uint32_t code) {
  if (id >= small_ids) {
    large_.emplace(id, code);
    return;
  }
  const auto place = static_cast<std::size_t>(id);
  if (place >= small_.size()) small_.resize(std::max(place + 1, 2 * small_.size()), no_code);
  if (small_[place] == no_code) small_[place] = code;
}

}  // namespace weft::tables
