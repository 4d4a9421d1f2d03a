// SPDX-License-Identifier: BSD-3-Clause
// The end of processes that tell nobody, as the calls see it that end or replace them.
#pragma once

#include <initializer_list>

#include "record/owned_mutex.hpp"

namespace weft::recording {

// From now on. Before that those calls do nothing of ours. The thread that forks has `locks` as long as that takes,
// which it gets in this order: in the child nobody else is in the middle of anything. Nobody waits for one of them who
// has a lock of the recorder.
void follow_processes(std::initializer_list<OwnedMutex*> locks);

}  // namespace weft::recording
