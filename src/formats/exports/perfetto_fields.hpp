// SPDX-License-Identifier: BSD-3-Clause
// The numbers that Perfetto's messages give their fields, as far as we write them. Named after the published schema
// (protos/perfetto/trace of the Perfetto project).
#pragma once

#include <cstdint>

namespace weft::exports::perfetto {

using Number = std::uint32_t;

namespace trace {
inline constexpr Number packet = 1;
}
namespace trace_packet {
inline constexpr Number clock_snapshot = 6, timestamp = 8, trusted_packet_sequence_id = 10, track_event = 11,
                        interned_data = 12, sequence_flags = 13, trace_packet_defaults = 59, track_descriptor = 60,
                        first_packet_on_sequence = 87;
}
namespace sequence_flags {
inline constexpr std::uint64_t incremental_state_cleared = 1, needs_incremental_state = 2;
}
namespace trace_packet_defaults {
inline constexpr Number track_event_defaults = 11, timestamp_clock_id = 58;
}
namespace track_event_defaults {
inline constexpr Number track_uuid = 11;
}
namespace clock_snapshot {
inline constexpr Number clocks = 1, primary_trace_clock = 2;
inline constexpr Number clock_id = 1, timestamp = 2;  // of a clock
}  // namespace clock_snapshot
namespace builtin_clock {
inline constexpr std::uint64_t realtime = 1, boottime = 6;
}
namespace track_descriptor {
inline constexpr Number uuid = 1, name = 2, process = 3, thread = 4, parent_uuid = 5, counter = 8;
}
namespace process_descriptor {
inline constexpr Number pid = 1, process_name = 6;
}
namespace thread_descriptor {
inline constexpr Number pid = 1, tid = 2, thread_name = 5;
}
namespace counter_descriptor {
inline constexpr Number unit_name = 6;
}
namespace track_event {
inline constexpr Number category_iids = 3, debug_annotations = 4, type = 9, name_iid = 10, track_uuid = 11,
                        counter_value = 30, double_counter_value = 44, flow_ids = 47, terminating_flow_ids = 48;
}
namespace event_type {
inline constexpr std::uint64_t slice_begin = 1, slice_end = 2, instant = 3, counter = 4;
}
namespace debug_annotation {
inline constexpr Number name_iid = 1, uint_value = 3, int_value = 4, double_value = 5, string_value = 6;
}
namespace interned_data {
inline constexpr Number event_categories = 1, event_names = 2, debug_annotation_names = 3;
inline constexpr Number iid = 1, name = 2;  // of each of them
}  // namespace interned_data

}  // namespace weft::exports::perfetto
