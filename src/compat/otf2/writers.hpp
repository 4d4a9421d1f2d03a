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

OTF2_ErrorCode code_of(const Error& error);

// Runs `write` with the record made of the C parameters.
template <class R, class Handle, class Write, class... C>
OTF2_ErrorCode with_record(const char* function, Handle* writer, Write&& write, C... parameters) {
  if (!writer) return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "there is no writer");
  R record{};
  writer->arena.clear();
  FromC from(writer->arena);
  if (!from.fill(record, parameters...))
    return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "%.*s is missing",
        static_cast<int>(from.missing().size()), from.missing().data());
  const Result<> written = write(record);
  if (written) [[likely]]
    return OTF2_SUCCESS;
  return WEFT_OTF2_FAIL_IN(function, code_of(written.error()), "%s", written.error().text().c_str());
}

// Events and snapshots. A list of attributes that was written is empty afterwards.
template <class R, class Handle, class... C>
OTF2_ErrorCode write_timed(
    const char* function, Handle* writer, OTF2_AttributeList* attributes, OTF2_TimeStamp time, C... parameters) {
  return with_record<R>(
      function, writer,
      [&](const R& record) {
        auto written = attributes ? writer->out.append(time, record, entries(attributes))
                                  : writer->out.append(time, record);
        if (written && attributes) attributes->entries.clear();
        return written;
      },
      parameters...);
}

// Definitions and markers.
template <class R, class Handle, class... C>
OTF2_ErrorCode write_record(const char* function, Handle* writer, C... parameters) {
  return with_record<R>(
      function, writer,
      [&](const R& record) {
        auto written = writer->out.write(record);
        if constexpr (requires { writer->count(record); })
          if (written) writer->count(record);
        return written;
      },
      parameters...);
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
