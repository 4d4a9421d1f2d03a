// SPDX-License-Identifier: BSD-3-Clause
// HashOrdered: values by number, walked over in the order of the reference's hash tables (docs/formats/otf.md, section
// 10.2), which is the order of snapshots and thumbnails: by bucket, in a bucket the newest first. Values stay where
// they are.
#pragma once

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/lookup3.hpp"

namespace weft::otf {

template <class Key, class Value, std::uint32_t Buckets>
class HashOrdered {
 public:
  bool empty() const { return values_.empty(); }
  std::size_t size() const { return values_.size(); }

  Value* find(Key key) {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
  }

  // The value of this key; a new one is made of `arguments`.
  template <class... Arguments>
  Value& get(Key key, Arguments&&... arguments) {
    const auto [place, is_new] = values_.try_emplace(key, std::forward<Arguments>(arguments)...);
    if (is_new) {
      places_.push_back({bucket(key), places_.size(), &*place});
      is_sorted_ = false;
    }
    return place->second;
  }

  // visit(key, value), until it says false.
  template <class Visit>
  bool each(Visit&& visit) {
    sort();
    return std::ranges::all_of(
        places_, [&](const Place& place) { return visit(place.item->first, place.item->second); });
  }

 private:
  using Item = std::pair<const Key, Value>;
  struct Place {
    std::uint32_t bucket;
    std::size_t age;
    Item* item;
  };

  static std::uint32_t bucket(Key key) {
    return lookup3::of_little_endian(std::as_bytes(std::span(&key, 1)), {}).first % Buckets;
  }

  void sort() {
    if (std::exchange(is_sorted_, true)) return;
    std::ranges::sort(places_,
        [](const Place& a, const Place& b) { return a.bucket != b.bucket ? a.bucket < b.bucket : a.age > b.age; });
  }

  std::unordered_map<Key, Value> values_;
  std::vector<Place> places_;
  bool is_sorted_ = true;
};

inline constexpr std::uint32_t process_buckets = 1024;

}  // namespace weft::otf
