// SPDX-License-Identifier: BSD-3-Clause
// IoTally: calls to a file system, added up: of a file, a process, a stretch of time.
#pragma once

#include <cstdint>

#include "model/io_span.hpp"

namespace weft {

inline constexpr std::uint64_t page_bytes = 4096;  // what is smaller is small, what is no multiple is not aligned

struct IoTally {
  std::uint64_t calls = 0;
  std::uint64_t time = 0;  // sum of durations
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  std::uint64_t metadata = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_written = 0;
  std::uint64_t transfers = 0;  // reads and writes that moved something
  std::uint64_t small = 0;      // transfers of less than a page
  std::uint64_t opens = 0;
  std::uint64_t folded = 0;  // of the calls: known as sums only, so that neither transfers nor small ones are counted

  std::uint64_t bytes() const { return bytes_read + bytes_written; }

  void add(const IoSpan& span) {
    const std::uint64_t moved = span.bytes.value_or(0);
    add(span, 1, span.end - span.begin);
    transfers += moved > 0;
    small += moved > 0 && moved < page_bytes;
  }
  void add(const IoFold& fold) {
    add(fold.like, fold.calls, fold.time);
    folded += fold.calls;
  }
  void merge(const IoTally& other) {
    calls += other.calls;
    time += other.time;
    reads += other.reads;
    writes += other.writes;
    metadata += other.metadata;
    bytes_read += other.bytes_read;
    bytes_written += other.bytes_written;
    transfers += other.transfers;
    small += other.small;
    opens += other.opens;
    folded += other.folded;
  }

 private:
  void add(const IoSpan& like, std::uint64_t times, std::uint64_t duration) {
    calls += times;
    time += duration;
    if (like.io_class == IoClass::read) reads += times;
    if (like.io_class == IoClass::write) writes += times;
    if (like.io_class == IoClass::metadata) metadata += times;
    (like.io_class == IoClass::read ? bytes_read : bytes_written) += like.bytes.value_or(0);
    if (like.is_open) opens += times;
  }
};

}  // namespace weft
