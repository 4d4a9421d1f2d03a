// SPDX-License-Identifier: BSD-3-Clause
#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace weft {

std::size_t thread_count(std::size_t threads) {
  return threads ? threads : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

void parallel_for(
    std::size_t pieces, std::size_t threads, const std::function<void(std::size_t piece, std::size_t worker)>& work) {
  const std::size_t workers = std::min(thread_count(threads), pieces);
  std::atomic<std::size_t> next{0};
  auto run = [&](std::size_t worker) {
    for (std::size_t piece = next++; piece < pieces; piece = next++) work(piece, worker);
  };
  std::vector<std::jthread> others;
  for (std::size_t worker = 1; worker < workers; ++worker) others.emplace_back(run, worker);
  if (workers) run(0);
}

}  // namespace weft
