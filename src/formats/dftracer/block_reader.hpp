// SPDX-License-Identifier: BSD-3-Clause
// BlockReader: the records of blocks. Lines that are no JSON are mended where what was meant is clear; what cannot be
// read is reported with its place. One reader per thread.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/dftracer/line_counts.hpp"
#include "formats/dftracer/line_parser.hpp"
#include "formats/dftracer/mend_line.hpp"
#include "formats/dftracer/text_feed.hpp"
#include "model/report.hpp"
#include "model/rule.hpp"

namespace weft::dftracer {

class BlockReader {
 public:
  explicit BlockReader(Report& report) : report_(report) {}

  // Where the record at hand stands, and its text: as in the file, or mended.
  struct Place {
    std::uint64_t offset = 0;
    std::uint64_t line = 0;  // 0 in documents that have no lines
    std::string_view text;
  };

  // Calls visit(record, place) for every record of the block that is asked for.
  template <class Visit>
  void read(const Block& block, const std::string& path, Visit&& visit) {
    path_ = &path;
    block_ = &block;
    const auto take = [&] {
      if (!block.selection || block.selection->wants(record_, block.nanoseconds)) visit(record_, place_);
    };
    is_ahead_ = false;
    if (block.is_document) {
      for (std::size_t i = 0; i < block.elements.size(); ++i)
        if (parse(place_of_element(i))) take();
      return;
    }
    line_ = block.first_line;
    for (std::size_t at = 0, ahead = 0; at < block.text.size();) {
      if (at >= ahead) ahead = look_ahead(at);
      if (next_line(at)) take();
    }
  }

  const LineCounts& counts() const { return counts_; }

 private:
  Place place_of_element(std::size_t number) const;
  std::size_t look_ahead(std::size_t at);
  bool next_line(std::size_t& at);
  bool next_usual_line(std::size_t& at);
  bool parse(const Place& place);
  bool parse_mended(const Place& place);
  bool join_lines(std::size_t& at, Place place);
  void report(const Rule& rule, const Place& place, std::string message);
  void report_unreadable(const Place& place);

  Report& report_;
  const std::string* path_ = nullptr;
  const Block* block_ = nullptr;
  LineParser parser_;
  bool is_ahead_ = false;  // the parser knows the tokens of the line
  Record record_;
  Place place_;
  std::uint64_t line_ = 0;
  std::string mended_;
  LineCounts counts_;
};

}  // namespace weft::dftracer
