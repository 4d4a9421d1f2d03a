// SPDX-License-Identifier: BSD-3-Clause
// Arena: memory for many small, trivially destructible things that die together. Used for the texts and lists that
// records point to. Pointers stay valid until `clear`.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace weft {

class Arena {
 public:
  void* allocate(std::size_t bytes) {
    bytes = (bytes + alignof(std::max_align_t) - 1) & ~(alignof(std::max_align_t) - 1);
    if (bytes > free_) grow(bytes);
    void* place = next_;
    next_ += bytes;
    free_ -= bytes;
    return place;
  }

  template <class T>
  std::span<T> allocate_array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    T* first = static_cast<T*>(allocate(count * sizeof(T)));
    std::uninitialized_value_construct_n(first, count);
    return {first, count};
  }

  template <class T>
  std::span<const T> copy(std::span<const T> from) {
    auto to = allocate_array<T>(from.size());
    if (!from.empty()) std::memcpy(to.data(), from.data(), from.size_bytes());
    return to;
  }

  std::string_view copy(std::string_view text) {
    const auto bytes = copy(std::span<const char>(text));
    return {bytes.data(), bytes.size()};
  }

  // Forgets everything but keeps the newest block, so that a reused arena stops allocating.
  void clear() {
    if (blocks_.empty()) return;
    if (blocks_.size() > 1) blocks_.erase(blocks_.begin(), blocks_.end() - 1);
    next_ = blocks_.back().get();
    free_ = block_bytes_;
  }

 private:
  void grow(std::size_t bytes) {
    block_bytes_ = bytes > block_size ? bytes : block_size;
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(block_bytes_));
    next_ = blocks_.back().get();
    free_ = block_bytes_;
  }

  static constexpr std::size_t block_size = std::size_t{16} * 1024;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  std::size_t free_ = 0;
  std::size_t block_bytes_ = 0;
};

}  // namespace weft
