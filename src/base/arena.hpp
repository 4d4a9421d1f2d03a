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
    return make_array<T>(count, [](std::size_t) { return T{}; });
  }

  // An array of what `make` gives for each index.
  template <class T, class Make>
  std::span<T> make_array(std::size_t count, Make&& make) {
    static_assert(std::is_trivially_destructible_v<T>);
    T* const first = static_cast<T*>(allocate(count * sizeof(T)));
    for (std::size_t i = 0; i < count; ++i) std::construct_at(first + i, make(i));
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
    if (blocks_.size() > 1) [[unlikely]]
      drop_older_blocks();
    next_ = newest_;
    free_ = block_bytes_;
  }

 private:
  [[gnu::noinline]] void grow(std::size_t bytes) {
    block_bytes_ = bytes > block_size ? bytes : block_size;
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(block_bytes_));
    next_ = newest_ = blocks_.back().get();
    free_ = block_bytes_;
  }
  [[gnu::noinline]] void drop_older_blocks() { blocks_.erase(blocks_.begin(), blocks_.end() - 1); }

  static constexpr std::size_t block_size = std::size_t{16} * 1024;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* newest_ = nullptr;  // of the blocks
  std::byte* next_ = nullptr;
  std::size_t free_ = 0;
  std::size_t block_bytes_ = 0;
};

}  // namespace weft
