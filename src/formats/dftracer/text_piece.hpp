// SPDX-License-Identifier: BSD-3-Clause
// TextPiece: some text of a trace file, inflated, before it has been cut into whole lines; and Stretch, a part of a
// file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/gzip_entry.hpp"
#include "formats/dftracer/line_parser.hpp"

namespace weft::dftracer {

// Bytes of a file that begin a line and, if the file is compressed, a member or a place where one can be entered; with
// what comes before them.
struct Stretch {
  std::uint64_t begin = 0;                // in the file
  std::uint64_t end = ~std::uint64_t{0};  // that of the file, if it is beyond
  std::uint64_t text_begin = 0;           // in the (inflated) text of the file
  std::uint64_t lines_before = 0;
  std::uint64_t text_end = ~std::uint64_t{0};  // if it ends within a member
  const GzipEntry* within = nullptr;           // if it begins there

  // Then what it holds cannot be found but from its begin on.
  bool is_one() const { return within || text_end != ~std::uint64_t{0}; }
};

struct TextPiece {
  // In front of the text there is room for what was left of the piece before.
  static constexpr std::size_t head = 4096;

  std::vector<char> buffer;  // head, text, line_padding
  std::size_t begin = head;  // of the text
  std::size_t size = 0;
  std::uint64_t lines = 0;             // newlines in the text
  const Stretch* starts = nullptr;     // that begins with this piece
  std::optional<std::uint64_t> entry;  // where in the file one can begin to read with this piece
  std::optional<GzipEntry> within;     // if that is within a member
  bool is_last_of_all = false;
  bool is_last = false;  // of its stretch

  std::string_view text() const { return {buffer.data() + begin, size}; }
  char* text_begin() { return buffer.data() + head; }
  void make_room(std::size_t bytes) {
    if (buffer.size() < head + bytes + line_padding) buffer.resize(head + bytes + line_padding);
  }
  std::size_t room() const { return buffer.size() < head + line_padding ? 0 : buffer.size() - head - line_padding; }
};

}  // namespace weft::dftracer
