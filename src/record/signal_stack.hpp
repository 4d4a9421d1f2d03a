// SPDX-License-Identifier: BSD-3-Clause
// SignalStack: where handlers of signals run in a thread that has used up its own stack. Without one the system ends
// the process, and no handler is called at all.
#pragma once

namespace weft::recording {

// For the calling thread, unless it has one already.
void begin_signal_stack() noexcept;

// Only if it is ours: who put another one in its place may want ours back.
void end_signal_stack() noexcept;

}  // namespace weft::recording
