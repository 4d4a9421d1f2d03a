// SPDX-License-Identifier: BSD-3-Clause
// Signals: what is in memory is written when the program crashes, and a flight recorder when it is asked to.
#pragma once

#include <span>
#include <string>

#include "base/result.hpp"

namespace weft::recording {

// From now on, before the program dies of a fatal signal. Whoever handled that signal before still does.
void write_at_crashes();

// From now on, when one of `signals` comes that the program does not ignore, what is in memory is written and the
// recording ends. Then the signal does what it would have done.
void end_at_signals(std::span<const int> signals);

// What the calling thread needs for that, should its own stack be what it crashes for: when it begins to be recorded,
// and when it ends.
void prepare_thread() noexcept;
void leave_thread() noexcept;

// From now on, when `signal` comes: PREFIX-1ENDING, PREFIX-2ENDING, ..., whatever is free. A thread of ours waits for
// it, because a handler may do next to nothing.
Result<> dump_on_signal(int signal, std::string prefix, std::string ending);

}  // namespace weft::recording
