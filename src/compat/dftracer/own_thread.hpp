// SPDX-License-Identifier: BSD-3-Clause
// OwnThread: what a thread has for itself, so that recording a region takes neither a lock nor memory: regions that are
// over and can be used again, ids of names it has used, and the functions it is in.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "model/refs.hpp"
#include "record/dftracer_rows.hpp"

// A region that has begun. The name is that of the C interface.
struct DFTracerData {
  // Of one region. What is more than this would not fit into a line either; it is counted.
  static constexpr std::size_t most_arguments = 64;
  static constexpr std::size_t most_text_bytes = std::size_t{16} << 10;

  struct Relation {
    int kind;
    std::uint64_t entity;
  };

  DFTracerData* next = nullptr;  // that is over, too
  std::uint32_t what = 0;
  bool is_metadata = false;
  weft::Ticks begin = 0;
  std::uint32_t count = 0;
  std::uint32_t left_out = 0;
  weft::recording::RowArgument arguments[most_arguments];
  std::vector<std::byte> texts;  // keeps its memory
  std::vector<Relation> relations;
};

namespace weft::dftracer {

// Ids of names, found by where a name stands, if it still says the same there.
class KnownNames {
 public:
  // Nothing if it is not known. `second` may be empty.
  std::uint32_t find(const char* first, const char* second) const {
    const Entry& entry = entries_[place(first, second)];
    const bool is_same = entry.first == first && entry.second == second && std::strcmp(entry.text, first) == 0 &&
                         std::strcmp(entry.text + entry.second_begin, second) == 0;
    return is_same ? entry.id : 0;
  }
  void add(const char* first, const char* second, std::uint32_t id) {
    const std::size_t first_bytes = std::strlen(first) + 1, second_bytes = std::strlen(second) + 1;
    Entry& entry = entries_[place(first, second)];
    if (first_bytes + second_bytes > sizeof entry.text) return;
    entry.first = first;
    entry.second = second;
    entry.id = id;
    entry.second_begin = static_cast<std::uint32_t>(first_bytes);
    std::memcpy(entry.text, first, first_bytes);
    std::memcpy(entry.text + first_bytes, second, second_bytes);
  }

 private:
  struct Entry {
    const char* first = nullptr;
    const char* second = nullptr;
    std::uint32_t id = 0;
    std::uint32_t second_begin = 0;
    char text[104] = {};
  };
  static constexpr std::size_t size = 256;
  static std::size_t place(const char* first, const char* second) {
    const auto mixed = reinterpret_cast<std::uintptr_t>(first) + 31 * reinterpret_cast<std::uintptr_t>(second);
    return mixed * 0x9e3779b97f4a7c15u >> 56;
  }

  Entry entries_[size];
};

class OwnThread {
 public:
  OwnThread() = default;
  ~OwnThread();
  OwnThread(const OwnThread&) = delete;
  OwnThread& operator=(const OwnThread&) = delete;

  DFTracerData* take();
  void give_back(DFTracerData* region) {
    region->next = free_;
    free_ = region;
  }

  // Ids as io_calls.hpp has them; 0 if there is no memory.
  std::uint32_t region(const char* name, const char* category);
  std::uint32_t key(const char* name);

  struct Frame {
    void* function;
    Ticks begin;
  };
  std::vector<Frame> functions;

 private:
  DFTracerData* free_ = nullptr;
  KnownNames regions_;
  KnownNames keys_;
};

// That of the calling thread; null if it is over, or there is no memory.
OwnThread* own_thread() noexcept;

}  // namespace weft::dftracer
