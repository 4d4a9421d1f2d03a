// SPDX-License-Identifier: BSD-3-Clause
// What the lines of a trace are. Every line is counted once.
#pragma once

#include <cstdint>

namespace weft::dftracer {

struct LineCounts {
  std::uint64_t objects = 0;     // that were read
  std::uint64_t brackets = 0;    // lines without an object: brackets, blanks
  std::uint64_t mended = 0;      // objects that were no JSON
  std::uint64_t unreadable = 0;  // lines that nothing could be made of
  std::uint64_t joined = 0;      // lines that are the continuation of another

  void add(const LineCounts& other) {
    objects += other.objects;
    brackets += other.brackets;
    mended += other.mended;
    unreadable += other.unreadable;
    joined += other.joined;
  }
  LineCounts since(const LineCounts& before) const {
    return {objects - before.objects, brackets - before.brackets, mended - before.mended,
        unreadable - before.unreadable, joined - before.joined};
  }
};

}  // namespace weft::dftracer
