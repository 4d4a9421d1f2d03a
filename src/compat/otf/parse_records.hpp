// SPDX-License-Identifier: BSD-3-Clause
// Lines one by one, for whoever walks through a buffer alone. In no header, but exported.
#pragma once

#include "compat/otf/call_handlers.hpp"
#include "compat/otf/rbuffer.hpp"

namespace weft::otf::compat {

// Does something with a buffer's reader; 1 if the line was understood and no handler objected.
template <class Kind, class Take>
int take_from(OTF_RBuffer* buffer, OTF_HandlerArray* handlers, StreamId stream, Take&& take) {
  RBufferObject& from = object(buffer);
  RecordReader<Kind>* const reader = from.reader<Kind>();
  if (!reader) {
    set_error("the buffer has records of another kind of file");
    return 0;
  }
  reader->set_stream(stream);
  return guarded(0, [&]() -> int {
    HandlerCalls calls(*handlers, *from.list);
    const Took took = take(*reader, calls);
    if (took == Took::damaged) reader->goes_on_after_damage(calls);
    from.show();
    return took == Took::record || took == Took::key_value;
  });
}

// The whole line at hand.
template <class Kind>
int parse_line(OTF_RBuffer* buffer, OTF_HandlerArray* handlers, StreamId stream) {
  return take_from<Kind>(
      buffer, handlers, stream, [](auto& reader, HandlerCalls& calls) { return reader.take(calls); });
}

// What stands behind the keyword of the line at hand. Snapshots may stand between events.
template <class R>
int parse_rest(OTF_RBuffer* buffer, OTF_HandlerArray* handlers, StreamId stream) {
  const auto rest = [](auto& reader, HandlerCalls& calls) { return reader.template take_rest<R>(calls); };
  if constexpr (std::is_same_v<KindOf<R>, SnapshotFile>)
    if (object(buffer).reader<EventFile>()) return take_from<EventFile>(buffer, handlers, stream, rest);
  return take_from<KindOf<R>>(buffer, handlers, stream, rest);
}

}  // namespace weft::otf::compat
