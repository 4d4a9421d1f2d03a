// SPDX-License-Identifier: BSD-3-Clause
// BlockReader: the records of blocks. Lines that are no JSON are mended where what was meant is clear; what cannot be
// read is reported with its place. One reader per thread.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/dftracer/line_parser.hpp"
#include "formats/dftracer/mend_line.hpp"
#include "formats/dftracer/text_feed.hpp"
#include "model/report.hpp"
#include "model/rule.hpp"

namespace weft::dftracer {

// What the lines of a trace are. Every line is counted once.
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
};

class BlockReader {
 public:
  explicit BlockReader(Report& report) : report_(report) {}

  // Where the record at hand stands, and its text: as in the file, or mended.
  struct Place {
    std::uint64_t offset = 0;
    std::uint64_t line = 0;  // 0 in documents that have no lines
    std::string_view text;
  };

  // Calls visit(record, place) for every record of the block.
  template <class Visit>
  void read(const Block& block, const std::string& path, Visit&& visit) {
    path_ = &path;
    block_ = &block;
    if (block.is_document) {
      for (const Element& element : block.elements) {
        const Place place{block.offset + element.begin, 0, block.text.substr(element.begin, element.size)};
        if (parse(place)) visit(record_, place_);
      }
      return;
    }
    line_ = block.first_line;
    for (std::size_t at = 0; at < block.text.size();)
      if (next_line(at)) visit(record_, place_);
  }

  const LineCounts& counts() const { return counts_; }

 private:
  bool next_line(std::size_t& at);
  bool parse(const Place& place);
  bool parse_mended(const Place& place);
  bool join_lines(std::size_t& at, Place place);
  void report(const Rule& rule, const Place& place, std::string message);
  void report_unreadable(const Place& place);

  Report& report_;
  const std::string* path_ = nullptr;
  const Block* block_ = nullptr;
  LineParser parser_;
  Record record_;
  Place place_;
  std::uint64_t line_ = 0;
  std::string mended_;
  LineCounts counts_;
};

}  // namespace weft::dftracer
