// SPDX-License-Identifier: BSD-3-Clause
// parallel_for: independent pieces of work on a few threads. Pieces are handed out one by one, so uneven ones balance.
#pragma once

#include <cstddef>
#include <functional>

namespace weft {

// What `threads = 0` means: as many as the machine has.
std::size_t thread_count(std::size_t threads);

// Calls work(piece, worker) for every piece in [0, pieces); `worker` < thread_count(threads) tells calls on one thread
// apart. Returns when all are done. With one thread everything runs on the caller's.
void parallel_for(
    std::size_t pieces, std::size_t threads, const std::function<void(std::size_t piece, std::size_t worker)>& work);

// Calls `here` on this thread and `beside` on another one at the same time, if the system has one to give.
void do_both(const std::function<void()>& here, const std::function<void()>& beside);

}  // namespace weft
