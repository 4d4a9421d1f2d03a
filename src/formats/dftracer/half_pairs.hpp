// SPDX-License-Identifier: BSD-3-Clause
// HalfPairs: begins and ends of other tools' traces, each end with the last begin of its thread that has none yet, in
// the order of the file. Blocks are read in any order and by several threads: what finds no counterpart in its block is
// kept, and put together when all have been read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "formats/dftracer/line_parser.hpp"
#include "formats/dftracer/record.hpp"

namespace weft::dftracer {

class HalfPairs {
 public:
  // The record of the begin, with the arguments of both, and the host of its file; its texts live during the call.
  using Take = std::function<void(const Record& whole, std::uint64_t begin, std::uint64_t end, std::string_view host)>;

  // Where a block begins. Times are in its unit. The host lives as long as all this.
  void begin_block(std::size_t file, std::uint64_t number, std::uint64_t nanoseconds, std::string_view host);
  void add(const Record& half, std::string_view text, const Take& take);

  // Those of other threads as well, with `this` as the first; answers how many have no counterpart.
  void merge(HalfPairs&& other) { left_.merge(other.left_); }
  std::uint64_t finish(const Take& take);

 private:
  struct Half {
    std::string text;
    std::uint64_t nanoseconds;
    std::string_view host;
  };
  // What a thread has left over in a block: ends whose begins are further up, and begins whose ends are further down.
  struct Left {
    std::vector<Half> ends;
    std::vector<Half> begins;
  };
  using Key = std::tuple<std::size_t, std::uint64_t, std::uint64_t, std::uint64_t>;  // file, process, thread, block

  void pair(const Half& begin, const Half& end, const Take& take);
  bool parse(const Half& half, std::string& text, Record& record);

  std::size_t file_ = 0;
  std::uint64_t block_ = 0;
  std::uint64_t nanoseconds_ = 1000;
  std::string_view host_;
  std::map<Key, Left> left_;
  LineParser parser_;
  std::string begin_text_, end_text_;
  Record begin_, end_;
};

}  // namespace weft::dftracer
