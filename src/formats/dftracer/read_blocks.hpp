// SPDX-License-Identifier: BSD-3-Clause
// All blocks of many files on several threads: each thread takes files of its own, and when none are left, helps with
// those that others have begun.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "formats/dftracer/block_reader.hpp"

namespace weft::dftracer {

using Feeds = std::vector<std::unique_ptr<TextFeed>>;

// Of many files. Indexes may be missing.
struct Asking {
  Selection selection;
  std::vector<std::optional<TraceIndex>> indexes;  // by file

  Asked of(std::size_t file) const {
    const bool is_indexed = file < indexes.size() && indexes[file];
    return {selection.is_everything() ? nullptr : &selection, is_indexed ? &*indexes[file] : nullptr};
  }
};

// The feeds use `asking` as long as they live.
inline Feeds feeds_of(std::span<const std::string> paths, Report& report, const Asking* asking = nullptr) {
  Feeds feeds;
  for (std::size_t i = 0; i < paths.size(); ++i)
    feeds.push_back(std::make_unique<TextFeed>(paths[i], report, asking ? asking->of(i) : Asked{}));
  return feeds;
}

template <class Worker>
bool has_failed(const Worker& worker) {
  if constexpr (requires { worker.error(); }) return worker.error().has_value();
  return false;
}

// Calls workers[i](file, block) from one thread for each worker: blocks of a file in any order, each once. One that has
// failed gets no more.
template <class Worker>
void read_blocks(const Feeds& feeds, std::deque<Worker>& workers) {
  std::atomic<std::size_t> next_file = 0;
  parallel_for(workers.size(), workers.size(), [&](std::size_t number, std::size_t) {
    Block block;
    const auto drain = [&](std::size_t file) {
      while (!has_failed(workers[number]) && feeds[file]->next(block)) workers[number](file, block);
    };
    for (std::size_t file; (file = next_file++) < feeds.size();) drain(file);
    for (std::size_t file = 0; file < feeds.size(); ++file) drain(file);
  });
}

}  // namespace weft::dftracer
