// SPDX-License-Identifier: BSD-3-Clause
// OTF_WStream: which of its buffers a record goes to.
#pragma once

#include <open-trace-format/OTF_WStream.h>

#include "compat/otf/wbuffer.hpp"

namespace weft::otf::compat {

inline constexpr uint32_t default_buffer_bytes = 1 << 20;

// What is too small is refused.
bool accept_buffer_size(uint32_t size);
bool accept_zbuffer_size(uint32_t size);
bool accept_compression(OTF_FileCompression level);
void complain_about_format(uint32_t format);

inline Form form_of(uint32_t format) { return format & OTF_WSTREAM_FORMAT_LONG ? Form::long_words : Form::short_words; }

// The buffer of a kind of file, made if it is not there yet.
WBufferObject* make_buffer(OTF_WStream& stream, OTF_WBuffer*& place, std::string_view suffix);

template <class Kind>
OTF_WBuffer*& place_of(OTF_WStream& stream) {
  if constexpr (std::is_same_v<Kind, DefinitionFile>)
    return stream.defBuffer;
  else if constexpr (std::is_same_v<Kind, EventFile>)
    return stream.eventBuffer;
  else if constexpr (std::is_same_v<Kind, SnapshotFile>)
    return stream.format & OTF_WSTREAM_FORMAT_INLINE_SNAPSHOTS ? stream.eventBuffer : stream.snapsBuffer;
  else if constexpr (std::is_same_v<Kind, StatisticsFile>)
    return stream.statsBuffer;
  else
    return stream.markerBuffer;
}

template <class Kind>
WBufferObject* buffer_of(OTF_WStream& stream) {
  OTF_WBuffer*& place = place_of<Kind>(stream);
  if (place) [[likely]]
    return &object(place);
  const bool goes_to_events = &place == &stream.eventBuffer;
  return make_buffer(stream, place, goes_to_events ? EventFile::suffix : Kind::suffix);
}

}  // namespace weft::otf::compat
