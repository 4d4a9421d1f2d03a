// SPDX-License-Identifier: BSD-3-Clause
// The writer handles of the C interface, and what all functions that write a record come down to.
#pragma once

#include <otf2/otf2.h>

#include <map>

#include "compat/otf2/attribute_list.hpp"
#include "compat/otf2/c_record.hpp"
#include "compat/otf2/chunk_buffer.hpp"
#include "compat/otf2/errors.hpp"
#include "formats/otf2/writer.hpp"

namespace weft::otf2::compat {

// What every handle has. `Out` is a writer of the codec over chunks in memory.
template <class Out>
struct WriterHandle {
  WriterHandle(OTF2_Archive* owner, OTF2_LocationRef where, Out writer)
      : archive(owner), location(where), out(std::move(writer)) {}

  OTF2_Archive* archive;
  OTF2_LocationRef location;  // or the number of a thumbnail
  Out out;
};

template <class List>
using TimedHandle = WriterHandle<TimedWriter<List, ChunkBuffer>>;

template <class List>
struct RecordHandle : WriterHandle<RecordWriter<List, ChunkBuffer>> {
  using WriterHandle<RecordWriter<List, ChunkBuffer>>::WriterHandle;

  Arena arena;  // for the lists of the record being written
};

// What goes wrong is told out of line: recording should cost little more than its bytes.
OTF2_ErrorCode fail_to_write(const char* function, const Error& error);
OTF2_ErrorCode fail_without(const char* function, std::string_view what);

// What is rare at events and snapshots: attributes, and chunks that are full. A list of attributes that was written is
// empty afterwards.
template <class R, class Handle, class... C>
[[gnu::noinline, gnu::flatten]] OTF2_ErrorCode append(
    const char* function, Handle* writer, OTF2_AttributeList* attributes, OTF2_TimeStamp time, C... parameters) {
  const Parameters<R, C...> record(parameters...);
  if (const Result<> written = writer->out.append(time, record, entries(attributes)); !written) [[unlikely]]
    return fail_to_write(function, written.error());
  if (attributes) attributes->entries.clear();
  return OTF2_SUCCESS;
}

// Events and snapshots. Calls nothing but at its ends, so that all it handles stays in registers.
template <class R, class Handle, class... C>
[[gnu::always_inline]] inline OTF2_ErrorCode write_timed(
    const char* function, Handle* writer, OTF2_AttributeList* attributes, OTF2_TimeStamp time, C... parameters) {
  if (!writer) [[unlikely]]
    return fail_without(function, "the writer");
  const Parameters<R, C...> record(parameters...);
  if (const std::string_view missing = record.missing(); !missing.empty()) [[unlikely]]
    return fail_without(function, missing);
  if (attributes || !writer->out.has_room_for(time, writer->out.most_bytes_of(record))) [[unlikely]]
    return append<R>(function, writer, attributes, time, parameters...);
  writer->out.put(time, record);
  return OTF2_SUCCESS;
}

// Definitions and markers.
template <class R, class Handle, class... C>
OTF2_ErrorCode write_record(const char* function, Handle* writer, C... parameters) {
  if (!writer) return fail_without(function, "the writer");
  const Parameters<R, C...> from(parameters...);
  if (const std::string_view missing = from.missing(); !missing.empty()) return fail_without(function, missing);
  writer->arena.clear();
  const R record = from.record(writer->arena);
  if (const Result<> written = writer->out.write(record); !written) return fail_to_write(function, written.error());
  if constexpr (requires { writer->count(record); }) writer->count(record);
  return OTF2_SUCCESS;
}

}  // namespace weft::otf2::compat

struct OTF2_EvtWriter_struct : weft::otf2::compat::TimedHandle<weft::otf2::EventRecords> {
  using WriterHandle::WriterHandle;

  // A place to go back to: where the chunks were, and what time it was there.
  struct RewindPoint {
    weft::otf2::compat::ChunkBuffer::Mark mark;
    decltype(out)::Clock clock;
  };
  std::map<std::uint32_t, RewindPoint> rewind_points;
  void* user_data = nullptr;
};

struct OTF2_SnapWriter_struct : weft::otf2::compat::TimedHandle<weft::otf2::SnapshotRecords> {
  using WriterHandle::WriterHandle;
};

struct OTF2_DefWriter_struct : weft::otf2::compat::RecordHandle<weft::otf2::LocalDefinitionRecords> {
  using RecordHandle::RecordHandle;
};

struct OTF2_GlobalDefWriter_struct : weft::otf2::compat::RecordHandle<weft::otf2::GlobalDefinitionRecords> {
  using RecordHandle::RecordHandle;

  // The anchor will say how many definitions and locations there are.
  template <class R>
  void count(const R&) {
    count_definition(std::is_same_v<R, weft::def::Location>);
  }
  void count_definition(bool is_location);
};

struct OTF2_MarkerWriter_struct : weft::otf2::compat::RecordHandle<weft::otf2::MarkerRecords> {
  using RecordHandle::RecordHandle;
};

struct OTF2_ThumbWriter_struct : weft::otf2::compat::RecordHandle<weft::otf2::ThumbnailRecords> {
  using RecordHandle::RecordHandle;

  std::uint32_t samples_announced = 0;
  std::uint32_t samples_written = 0;
  std::uint32_t metrics = 0;
};
