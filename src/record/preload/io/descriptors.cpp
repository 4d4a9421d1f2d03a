// SPDX-License-Identifier: BSD-3-Clause
#include "record/preload/io/descriptors.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <string_view>

#include "record/io_calls.hpp"
#include "record/preload/io/paths.hpp"

namespace weft::recording::io {

namespace {

// A descriptor is a word: it is read and replaced as a whole.
using Word = std::uint64_t;
constexpr unsigned id_bits = 30;
constexpr Word id_mask = (Word{1} << id_bits) - 1;
constexpr Word known_bit = Word{1} << 63;
constexpr Word recorded_bit = Word{1} << 62;
constexpr Word inherited_bit = Word{1} << 61;  // it has no handle of this process yet

Word packed(const Descriptor& d) {
  return (d.is_known ? known_bit : 0) | (d.is_recorded ? recorded_bit : 0) | (d.handle & id_mask) << id_bits |
         (d.file & id_mask);
}
Descriptor unpacked(Word word) {
  return {(word & known_bit) != 0, (word & recorded_bit) != 0, static_cast<std::uint32_t>(word & id_mask),
      static_cast<std::uint32_t>(word >> id_bits & id_mask)};
}

// Pages come when they are needed, and stay.
constexpr std::size_t page_entries = 4096;
constexpr std::size_t most_pages = std::size_t{1} << 18;
struct Page {
  std::atomic<Word> entries[page_entries];
};
constinit std::atomic<Page*> pages[most_pages] = {};
constinit std::atomic<std::size_t> used_pages = 0;  // all others are empty

Page* new_page(std::atomic<Page*>& place) {
  void* const memory = reinterpret_cast<void*>(
      ::syscall(SYS_mmap, nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (memory == MAP_FAILED) return nullptr;
  Page* none = nullptr;
  std::size_t used = used_pages.load();
  const auto needed = static_cast<std::size_t>(&place - pages) + 1;
  while (used < needed && !used_pages.compare_exchange_weak(used, needed)) continue;
  if (place.compare_exchange_strong(none, static_cast<Page*>(memory), std::memory_order_acq_rel))
    return static_cast<Page*>(memory);
  ::syscall(SYS_munmap, memory, sizeof(Page));
  return none;
}

std::atomic<Word>* entry(int fd, bool is_to_be_made) {
  const auto number = static_cast<std::size_t>(fd);
  if (fd < 0 || number / page_entries >= most_pages) return nullptr;
  std::atomic<Page*>& place = pages[number / page_entries];
  Page* page = place.load(std::memory_order_acquire);
  if (!page && is_to_be_made) page = new_page(place);
  return page ? &page->entries[number % page_entries] : nullptr;
}

// By the name the system has for it; nobody who only uses 0, 1 and 2 asks what they are.
std::uint32_t file_behind(int fd, bool& is_wanted_file) {
  char path[PATH_MAX];
  const auto link = fmt::format("/proc/self/fd/{}", fd);
  const long size = ::syscall(SYS_readlink, link.c_str(), path, sizeof path);
  const std::string_view name(path, size > 0 ? static_cast<std::size_t>(size) : 0);
  const bool is_file = fd > STDERR_FILENO && name.starts_with('/');
  is_wanted_file = is_file ? is_wanted(name) : !has_prefixes();
  return is_file && is_wanted_file ? weft_watch_file(name.data(), name.size(), false) : 0;
}

// One that nobody saw being opened, or that only the parent of this process did.
Descriptor adopted(int fd, Descriptor known) {
  const long flags = ::syscall(SYS_fcntl, fd, F_GETFL);
  if (flags < 0) return {};
  if (!known.is_known) known.file = file_behind(fd, known.is_recorded);
  known.is_known = true;
  if (known.is_recorded) known.handle = weft_watch_old_handle(known.file, "POSIX", fd, static_cast<int>(flags));
  return known;
}

}  // namespace

Descriptor descriptor(int fd) {
  const auto* const word = entry(fd, true);
  if (!word) return {};
  const Word value = word->load(std::memory_order_relaxed);
  if ((value & (known_bit | inherited_bit)) == known_bit) [[likely]]
    return unpacked(value);
  const Descriptor result = adopted(fd, unpacked(value));
  set_descriptor(fd, result);
  return result;
}

void set_descriptor(int fd, const Descriptor& to) {
  if (auto* const word = entry(fd, true)) word->store(packed(to), std::memory_order_relaxed);
}

Descriptor take_descriptor(int fd) {
  auto* const word = entry(fd, false);
  return word ? unpacked(word->exchange(0, std::memory_order_relaxed)) : Descriptor{};
}

void forget_range(unsigned first, unsigned last) {
  const std::size_t end = std::min<std::size_t>(std::size_t{last} + 1, used_pages.load() * page_entries);
  for (std::size_t fd = first; fd < end; ++fd) take_descriptor(static_cast<int>(fd));
}

void inherit_descriptors() {
  for (std::size_t i = 0; i < used_pages.load(); ++i) {
    Page* const page = pages[i].load(std::memory_order_acquire);
    if (!page) continue;
    for (auto& word : page->entries) {
      const Word value = word.load(std::memory_order_relaxed);
      const bool is_recorded = (value & recorded_bit) != 0;
      if (is_recorded) word.store((value & ~(id_mask << id_bits)) | inherited_bit, std::memory_order_relaxed);
    }
  }
}

}  // namespace weft::recording::io
