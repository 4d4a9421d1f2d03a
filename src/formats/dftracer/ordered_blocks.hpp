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

// Calls makers[i](file, block), from one thread for each, and then take(made) with what it returns, one at a time and
// in order. The first error ends everything.
template <class Maker, class Take>
Result<> read_in_order(const Feeds& feeds, std::deque<Maker>& makers, Take&& take) {
  std::mutex feeding, taking;
  std::condition_variable turn;
  std::size_t file = 0;
  std::uint64_t blocks = 0, taken = 0;
  std::optional<Error> error;
  const auto next = [&](Block& block, std::size_t& of_file, std::uint64_t& number) {
    const std::lock_guard lock(feeding);
    while (file < feeds.size() && !feeds[file]->next(block)) ++file;
    of_file = file;
    number = blocks++;
    return file < feeds.size();
  };
  parallel_for(makers.size(), makers.size(), [&](std::size_t maker, std::size_t) {
    Block block;
    std::size_t of_file = 0;
    std::uint64_t number = 0;
    while (next(block, of_file, number)) {
      auto made = makers[maker](of_file, block);
      std::unique_lock lock(taking);
      turn.wait(lock, [&] { return taken == number || error; });
      if (error) return;
      if (Result<> done = take(std::move(made)); !done) error = std::move(done).error();
      ++taken;
      turn.notify_all();
    }
  });
  if (error) return *error;
  return {};
}

}  // namespace weft::dftracer
