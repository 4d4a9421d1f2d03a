// SPDX-License-Identifier: BSD-3-Clause
// All blocks of many files, worked on by several threads, with what they make of them taken in the order of the files:
// for whoever writes lines, because the same input must give the same output.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

#include "formats/dftracer/read_blocks.hpp"

namespace weft::dftracer {

// Lines that stand in one file count time in one unit.
class OneUnit {
 public:
  Result<> allow(const Block& block, const std::string& path) {
    if (block.text.find("\"ts\"") == std::string_view::npos) return {};
    if (nanoseconds_ == 0) nanoseconds_ = block.nanoseconds;
    if (nanoseconds_ == block.nanoseconds) return {};
    return Error{Errc::unsupported,
        "counts time in another unit than the files before, and one file has one unit; what all of them are converted "
        "to, such as OTF2, can be converted back",
        path};
  }

 private:
  std::uint64_t nanoseconds_ = 0;
};

// Calls makers[i](file, block), from one thread for each, and then take(made) with what it returns, one at a time and
// in order. The first error ends everything.
template <class Maker, class Take>
Result<> read_in_order(const Feeds& feeds, std::deque<Maker>& makers, Take&& take, OneUnit* unit = nullptr) {
  std::mutex taking;
  std::condition_variable turn;
  std::size_t next_file = 0;
  std::uint64_t next_block = 0;
  std::optional<Error> error;
  // Whoever has a block of a file has seen the end of those before.
  const auto is_turn = [&](std::size_t file, std::uint64_t block) {
    while (next_file < file && next_block == feeds[next_file]->blocks()) ++next_file, next_block = 0;
    return next_file == file && next_block == block;
  };
  parallel_for(makers.size(), makers.size(), [&](std::size_t maker, std::size_t) {
    Block block;
    for (std::size_t file = 0; file < feeds.size(); ++file) {
      while (feeds[file]->next(block)) {
        auto made = makers[maker](file, block);
        std::unique_lock lock(taking);
        turn.wait(lock, [&] { return error || is_turn(file, block.number); });
        if (error) return;
        Result<> done = unit ? unit->allow(block, feeds[file]->path()) : Result<>();
        if (done) done = take(std::move(made));
        if (!done) error = std::move(done).error();
        ++next_block;
        turn.notify_all();
      }
    }
  });
  if (error) return *error;
  return {};
}

// For whoever puts the lines of all of them into one file.
template <class Maker, class Take>
Result<> read_for_one_file(const Feeds& feeds, std::deque<Maker>& makers, Take&& take) {
  OneUnit unit;
  return read_in_order(feeds, makers, take, &unit);
}

}  // namespace weft::dftracer
