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
  Arena arena;  // for the lists of the record being written
};

template <class List>
using TimedHandle = WriterHandle<TimedWriter<List, ChunkBuffer>>;
template <class List>
using RecordHandle = WriterHandle<RecordWriter<List, ChunkBuffer>>;

// What goes wrong is told out of line: recording should cost little more than its bytes.
OTF2_ErrorCode fail_to_write(const char* function, const Error& error);
OTF2_ErrorCode fail_without(const char* function, std::string_view what);

// Makes a record of the C parameters; the record's lists are in the writer's arena.
template <class R, class Handle, class... C>
[[gnu::always_inline]] inline OTF2_ErrorCode make_record(
    const char* function, Handle* writer, R& record, C... parameters) {
  if (!writer) [[unlikely]]
    return fail_without(function, "the writer");
  FromC from(writer->arena);
  if constexpr (needs_arena<R>) writer->arena.clear();
  if (!from.fill(record, parameters...)) [[unlikely]]
    return fail_without(function, from.missing());
  return OTF2_SUCCESS;
}

template <class R, class Handle>
[[gnu::noinline, gnu::cold]] OTF2_ErrorCode make_room(const char* function, Handle* writer, OTF2_TimeStamp time,
    const R& record, std::span<const AttributeEntry> attributes) {
  const Result<> made = writer->out.make_room_for(time, record, attributes);
  return made ? OTF2_SUCCESS : fail_to_write(function, made.error());
}

// What is rare at events and snapshots: attributes, and chunks that are full. `again` is the function that was called:
// with the attributes written and room made, it takes the short way.
template <auto again, class R, class Handle, class... C>
[[gnu::noinline]] OTF2_ErrorCode prepare_and_write(const char* function, Handle* writer, OTF2_AttributeList* attributes,
    OTF2_TimeStamp time, const R& record, C... parameters) {
  const auto list = entries(attributes);
  if (!writer->out.is_ready_for(time, record, list)) [[unlikely]]
    if (const OTF2_ErrorCode made = make_room(function, writer, time, record, list)) return made;
  if (!list.empty()) {
    writer->out.put_attributes(time, list);
    attributes->entries.clear();
  }
  return again(writer, nullptr, time, parameters...);
}

// Events and snapshots. A list of attributes that was written is empty afterwards.
template <auto again, class R, class Handle, class... C>
[[gnu::always_inline]] inline OTF2_ErrorCode write_timed(
    const char* function, Handle* writer, OTF2_AttributeList* attributes, OTF2_TimeStamp time, C... parameters) {
  R record{};
  if (const OTF2_ErrorCode made = make_record(function, writer, record, parameters...)) [[unlikely]]
    return made;
  if (attributes || !writer->out.is_ready_for(time, record)) [[unlikely]]
    return prepare_and_write<again>(function, writer, attributes, time, record, parameters...);
  writer->out.put(time, record);
  return OTF2_SUCCESS;
}

// Definitions and markers.
template <class R, class Handle, class... C>
OTF2_ErrorCode write_record(const char* function, Handle* writer, C... parameters) {
  R record{};
  if (const OTF2_ErrorCode made = make_record(function, writer, record, parameters...)) return made;
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
  using WriterHandle::WriterHandle;
};

struct OTF2_GlobalDefWriter_struct : weft::otf2::compat::RecordHandle<weft::otf2::GlobalDefinitionRecords> {
  using WriterHandle::WriterHandle;

  // The anchor will say how many definitions and locations there are.
  template <class R>
  void count(const R&) {
    count_definition(std::is_same_v<R, weft::def::Location>);
  }
  void count_definition(bool is_location);
};

struct OTF2_MarkerWriter_struct : weft::otf2::compat::RecordHandle<weft::otf2::MarkerRecords> {
  using WriterHandle::WriterHandle;
};

struct OTF2_ThumbWriter_struct : weft::otf2::compat::RecordHandle<weft::otf2::ThumbnailRecords> {
  using WriterHandle::WriterHandle;

  std::uint32_t samples_announced = 0;
  std::uint32_t samples_written = 0;
  std::uint32_t metrics = 0;
};
