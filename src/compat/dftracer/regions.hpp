// SPDX-License-Identifier: BSD-3-Clause
// Regions and whole events: how they get their arguments and become rows of the recorder.
#pragma once

#include <cstdint>
#include <string_view>

#include "compat/dftracer/own_thread.hpp"
#include "model/values.hpp"
#include "record/recorder.hpp"

namespace weft::dftracer {

// The thread as the recorder has it; null if it records nothing now.
inline recording::Thread* recorded_thread() {
  recording::Thread* const thread = recording::this_thread;
  return thread && !thread->is_busy() ? thread : recording::thread_for_event();
}

// The last value of a key counts. `key` is an id of OwnThread.
void add_argument(DFTracerData& region, std::uint32_t key, TypedValue value,
    recording::ArgumentUse use = recording::ArgumentUse::key);
void add_text(DFTracerData& region, std::uint32_t key, std::string_view text, bool is_json = false,
    recording::ArgumentUse use = recording::ArgumentUse::key);

// Metadata of this kind (CM, EH, ...), with the arguments of the region.
void put_metadata(const char* kind, const DFTracerData& region);

}  // namespace weft::dftracer
