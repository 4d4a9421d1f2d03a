// SPDX-License-Identifier: BSD-3-Clause
// Markers: remarks for people, in the words that each format has for them.
#pragma once

#include <cstdint>
#include <string_view>

#include "record/recorder.hpp"

namespace weft::recording {

// A marker of OTF2; in LiTL, a text of the calling thread; in DFTracer, an event of no length with the text as its
// argument.
void record_marker(Recorder& recorder, Thread& thread, std::uint32_t kind, std::string_view text);

}  // namespace weft::recording
