// SPDX-License-Identifier: BSD-3-Clause
// Reading snapshots, of one location and of all in order of time.
#include "compat/otf2/read_records.hpp"

namespace weft::otf2::compat {

namespace {

template <class Handle, class R>
OTF2_ErrorCode deliver(Handle& reader, OTF2_LocationRef location, Ticks time,
    std::span<const AttributeEntry> attributes, const R& record) {
  if constexpr (!std::is_same_v<R, evt::Unknown>)
    return code_of(tell(reader, record, attributes, location, time, reader.user_data, &reader.attributes));
  else if (reader.callbacks.Unknown)
    return code_of(reader.callbacks.Unknown(location, time, reader.user_data, &reader.attributes));
  else
    return OTF2_SUCCESS;
}

bool is_start(const RawRecord& raw) {
  return place_of_id<SnapshotRecords>[raw.id] == RecordsOf<SnapshotRecords>::index_of<SnapshotStart>();
}

// Where the last snapshot begins that is in or before a chunk and no later than a time.
struct Place {
  std::uint64_t chunk = 0;
  std::uint64_t record = 0;  // of the chunk
};
std::optional<Place> find_start(RecordStream& stream, std::uint64_t chunk, Ticks time) {
  for (std::uint64_t left = chunk + 1; left > 0; --left) {
    std::optional<Place> found;
    RawRecord raw;
    stream.go_to_chunk(left - 1);
    for (std::uint64_t n = 0; stream.next(raw) && stream.window().chunk() == left - 1 && raw.time <= time; ++n)
      if (is_start(raw)) found = {left - 1, n};
    if (found) return found;
  }
  return std::nullopt;
}

// The last chunk that begins no later than a time; the first one, if none does.
std::uint64_t chunk_at(RecordStream& stream, Ticks time) {
  std::uint64_t first = 0;
  std::uint64_t last = stream.window().chunks();
  while (last - first > 1) {
    const std::uint64_t middle = first + (last - first) / 2;
    RawRecord raw;
    stream.go_to_chunk(middle);
    (stream.next(raw) && raw.time <= time ? first : last) = middle;
  }
  return first;
}

}  // namespace
}  // namespace weft::otf2::compat

using namespace weft::otf2::compat;

OTF2_ErrorCode OTF2_SnapReader_GetLocationID(const OTF2_SnapReader* reader, OTF2_LocationRef* location) {
  if (!reader || !location) return fail_for_null(__func__);
  *location = reader->location;
  return OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_SnapReader_SetCallbacks(
    OTF2_SnapReader* reader, const OTF2_SnapReaderCallbacks* callbacks, void* userData) {
  return set_callbacks(__func__, reader, callbacks, userData);
}

OTF2_ErrorCode OTF2_SnapReader_Seek(OTF2_SnapReader* reader, uint64_t req_time, bool* found) {
  if (!reader || !found) return fail_for_null(__func__);
  *found = false;
  if (!reader->stream) return OTF2_SUCCESS;
  weft::otf2::RecordStream& stream = *reader->stream;
  const auto place = find_start(stream, chunk_at(stream, req_time), req_time);
  stream.go_to_chunk(place ? place->chunk : 0);
  if (!place) return OTF2_SUCCESS;
  weft::otf2::RawRecord skipped;
  for (std::uint64_t n = 0; n < place->record; ++n) stream.next(skipped);
  *found = true;
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_SnapReader_ReadSnapshots(OTF2_SnapReader* reader, uint64_t recordsToRead, uint64_t* recordsRead) {
  return read_records(__func__, reader, recordsToRead, recordsRead, [reader]() -> std::optional<OTF2_ErrorCode> {
    weft::otf2::RawRecord raw;
    if (!reader->stream || !reader->stream->next(raw)) return std::nullopt;
    OTF2_ErrorCode code = OTF2_ERROR_INVALID_DATA;  // unless the record can be decoded
    reader->stream->decode<weft::otf2::SnapshotRecords>(
        raw,
        [&](weft::Ticks time, std::span<const weft::AttributeEntry> attributes, const auto& record) {
          code = deliver(*reader, reader->location, time, attributes, record);
        },
        [&](const auto&) { code = deliver(*reader, reader->location, raw.time, {}, weft::evt::Unknown{}); });
    return code;
  });
}

OTF2_ErrorCode OTF2_GlobalSnapReader_SetCallbacks(
    OTF2_GlobalSnapReader* reader, const OTF2_GlobalSnapReaderCallbacks* callbacks, void* userData) {
  return set_callbacks(__func__, reader, callbacks, userData);
}
OTF2_ErrorCode OTF2_GlobalSnapReader_ReadSnapshots(
    OTF2_GlobalSnapReader* reader, uint64_t recordsToRead, uint64_t* recordsRead) {
  return read_records(__func__, reader, recordsToRead, recordsRead, [reader]() -> std::optional<OTF2_ErrorCode> {
    OTF2_ErrorCode code = OTF2_ERROR_INVALID_DATA;
    const bool any = reader->merge.next(
        [&](weft::LocationRef location, weft::Ticks time, std::span<const weft::AttributeEntry> attributes,
            const auto& record) { code = deliver(*reader, location.value, time, attributes, record); });
    if (!any) return std::nullopt;
    return code;
  });
}
