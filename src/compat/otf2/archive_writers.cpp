// SPDX-License-Identifier: BSD-3-Clause
// Getting writers from an archive and closing them.
#include <algorithm>

#include "compat/otf2/archive.hpp"
#include "compat/otf2/writers.hpp"

namespace weft::otf2::compat {

namespace {

// What a writer of some kind needs before it can be had.
struct Needs {
  bool flush = false;
  bool definition_chunks = false;
  bool primary = false;
  bool write_mode = true;
  bool or_modify_mode = false;  // where what is written goes nowhere
};

bool may_write(const char* function, OTF2_Archive* archive, Needs needs) {
  const auto refuse = [&](OTF2_ErrorCode code, const char* why) {
    WEFT_OTF2_FAIL_IN(function, code, "%s", why);
    return false;
  };
  if (!archive) return refuse(OTF2_ERROR_INVALID_ARGUMENT, "there is no archive");
  const bool modifies = needs.or_modify_mode && archive->mode == OTF2_FILEMODE_MODIFY;
  if (needs.write_mode && !archive->is_writing() && !modifies)
    return refuse(OTF2_ERROR_INVALID_CALL, "the archive is not being written");
  if (needs.flush && !archive->policy.flush) return refuse(OTF2_ERROR_INVALID_CALL, "flush callbacks are needed first");
  if (needs.primary && !archive->collectives.is_set)
    return refuse(OTF2_ERROR_INVALID_CALL, "collective callbacks are needed first");
  if (needs.primary && !archive->collectives.is_primary().value_or(false))
    return refuse(OTF2_ERROR_INVALID_CALL, "only rank 0 has this writer");
  if (needs.definition_chunks && archive->anchor.definition_chunk_bytes == OTF2_UNDEFINED_UINT64)
    return refuse(OTF2_ERROR_INVALID_CALL, "the chunk size of definitions is needed first");
  return true;
}

// A new writer over its first chunk; nothing if there is no memory.
template <class Writer>
std::unique_ptr<Writer> make_writer(const char* function, OTF2_Archive* archive, OTF2_FileType type,
    OTF2_LocationRef location, std::string path, std::uint64_t chunk_bytes) {
  std::unique_ptr<Writer> writer;
  Result<> opened;
  const bool made = has_memory_for([&] {
    // Callbacks are told the address of the writer, so its buffer begins when that is known.
    ChunkBuffer none(archive->policy, {type, location, nullptr, {}}, chunk_bytes);
    writer = std::make_unique<Writer>(archive, location, decltype(Writer::out)(std::move(none)));
    writer->out.chunks() = ChunkBuffer(archive->policy, {type, location, writer.get(), std::move(path)}, chunk_bytes);
    opened = writer->out.chunks().open();
  });
  if (made && opened) return writer;
  WEFT_OTF2_FAIL_IN(function, made ? code_of(opened.error()) : OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory");
  return nullptr;
}

// The writer of a location: the one it has, or a new one.
template <class Writer>
Writer* writer_of(const char* function, OTF2_Archive* archive, std::vector<std::unique_ptr<Writer>>& writers,
    OTF2_FileType type, OTF2_LocationRef location, std::string path, std::uint64_t chunk_bytes) {
  const std::scoped_lock guard(archive->lock);
  if (location != OTF2_UNDEFINED_LOCATION) {
    const auto known = std::ranges::find(writers, location, [](const auto& writer) { return writer->location; });
    if (known != writers.end()) return known->get();
  }
  auto writer = make_writer<Writer>(function, archive, type, location, std::move(path), chunk_bytes);
  if (!writer || !has_memory_for([&] { writers.push_back(nullptr); })) return nullptr;
  writers.back() = std::move(writer);
  return writers.back().get();
}

template <class Writer>
OTF2_ErrorCode finish(const char* function, Writer& writer) {
  const Result<> closed = writer.out.close();
  if (closed) return OTF2_SUCCESS;
  const OTF2_ErrorCode why = WEFT_OTF2_FAIL_IN(function, code_of(closed.error()), "%s", closed.error().text().c_str());
  if (closed.error().code == Errc::no_memory) return why;
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INTEGRITY_FAULT, "the file of the writer is not complete");
}

OTF2_ErrorCode finish(const char* function, OTF2_EvtWriter& writer) {
  if (writer.location != OTF2_UNDEFINED_LOCATION) return finish<OTF2_EvtWriter>(function, writer);
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INTEGRITY_FAULT, "the writer never got a location");
}

OTF2_ErrorCode finish(const char* function, OTF2_ThumbWriter& writer) {
  const OTF2_ErrorCode closed = finish<OTF2_ThumbWriter>(function, writer);
  if (closed != OTF2_SUCCESS || writer.samples_written == writer.samples_announced) return closed;
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INTEGRITY_FAULT, "%u samples were announced, %u written",
      writer.samples_announced, writer.samples_written);
}

void keep_homeless(OTF2_Archive& archive, std::unique_ptr<OTF2_EvtWriter>& writer) {
  if (has_memory_for([&] { archive.homeless_writers.push_back(nullptr); }))
    archive.homeless_writers.back() = std::move(writer);
}

template <class Writer>
OTF2_ErrorCode close_one(
    const char* function, OTF2_Archive* archive, std::vector<std::unique_ptr<Writer>>& writers, Writer* writer) {
  std::unique_ptr<Writer> owner;
  {
    const std::scoped_lock guard(archive->lock);
    const auto known = std::ranges::find(writers, writer, [](const auto& entry) { return entry.get(); });
    if (known == writers.end())
      return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "the archive has no such writer");
    if constexpr (std::is_same_v<Writer, OTF2_EvtWriter>)
      if (writer->location == OTF2_UNDEFINED_LOCATION) keep_homeless(*archive, *known);
    owner = std::move(*known);
    writers.erase(known);
  }
  return finish(function, *writer);  // others may go on meanwhile
}

template <class Writer>
OTF2_ErrorCode close_only(
    const char* function, OTF2_Archive* archive, std::unique_ptr<Writer>& writer, const Writer* wanted) {
  if (!wanted) return OTF2_SUCCESS;
  std::unique_ptr<Writer> owner;
  {
    const std::scoped_lock guard(archive->lock);
    if (writer.get() != wanted)
      return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "the archive has no such writer");
    owner = std::move(writer);
  }
  return finish(function, *owner);
}

template <class Writer>
void finish_all(std::vector<std::unique_ptr<Writer>>& writers) {
  for (; !writers.empty(); writers.pop_back()) static_cast<void>(finish("OTF2_Archive_Close", *writers.back()));
}
template <class Writer>
void finish_all(std::unique_ptr<Writer>& writer) {
  if (writer) static_cast<void>(finish("OTF2_Archive_Close", *writer));
  writer.reset();
}

}  // namespace

OTF2_MarkerWriter* get_marker_writer(const char* function, OTF2_Archive* archive) {
  if (!may_write(function, archive, {.definition_chunks = true, .primary = true, .write_mode = false})) return nullptr;
  const std::scoped_lock guard(archive->lock);
  if (!archive->markers)
    archive->markers = make_writer<OTF2_MarkerWriter>(function, archive, OTF2_FILETYPE_MARKER, OTF2_UNDEFINED_LOCATION,
        archive->paths.markers(), archive->anchor.definition_chunk_bytes);
  return archive->markers.get();
}

void close_writers(OTF2_Archive& archive) {
  finish_all(archive.event_writers);
  finish_all(archive.definition_writers);
  finish_all(archive.global_definitions);
  finish_all(archive.snapshot_writers);
  finish_all(archive.thumbnail_writers);
  finish_all(archive.markers);
}

}  // namespace weft::otf2::compat

using namespace weft::otf2::compat;

OTF2_EvtWriter* OTF2_Archive_GetEvtWriter(OTF2_Archive* archive, OTF2_LocationRef location) {
  if (!may_write(__func__, archive, {.flush = true})) return nullptr;
  return writer_of(__func__, archive, archive->event_writers, OTF2_FILETYPE_EVENTS, location,
      archive->paths.events({location}), archive->anchor.event_chunk_bytes);
}

OTF2_SnapWriter* OTF2_Archive_GetSnapWriter(OTF2_Archive* archive, OTF2_LocationRef location) {
  if (!may_write(__func__, archive, {.flush = true})) return nullptr;
  return writer_of(__func__, archive, archive->snapshot_writers, OTF2_FILETYPE_SNAPSHOTS, location,
      archive->paths.snapshots({location}), archive->anchor.event_chunk_bytes);
}

OTF2_DefWriter* OTF2_Archive_GetDefWriter(OTF2_Archive* archive, OTF2_LocationRef location) {
  if (!may_write(__func__, archive, {.flush = true, .definition_chunks = true})) return nullptr;
  return writer_of(__func__, archive, archive->definition_writers, OTF2_FILETYPE_LOCAL_DEFS, location,
      archive->paths.local_definitions({location}), archive->anchor.definition_chunk_bytes);
}

OTF2_GlobalDefWriter* OTF2_Archive_GetGlobalDefWriter(OTF2_Archive* archive) {
  if (!may_write(__func__, archive, {.flush = true, .definition_chunks = true, .primary = true})) return nullptr;
  const std::scoped_lock guard(archive->lock);
  if (!archive->global_definitions)
    archive->global_definitions = make_writer<OTF2_GlobalDefWriter>(__func__, archive, OTF2_FILETYPE_GLOBAL_DEFS,
        OTF2_UNDEFINED_LOCATION, archive->paths.global_definitions(), archive->anchor.definition_chunk_bytes);
  return archive->global_definitions.get();
}

OTF2_MarkerWriter* OTF2_Archive_GetMarkerWriter(OTF2_Archive* archive) { return get_marker_writer(__func__, archive); }

OTF2_ThumbWriter* OTF2_Archive_GetThumbWriter(OTF2_Archive* archive, const char* name, const char* description,
    OTF2_ThumbnailType type, uint32_t numberOfSamples, uint32_t numberOfMetrics, const uint64_t* refsToDefs) {
  if (!may_write(__func__, archive, {.or_modify_mode = true})) return nullptr;
  if (!name || !description || type > OTF2_THUMBNAIL_TYPE_ATTRIBUTES || numberOfSamples == 0 || numberOfMetrics == 0 ||
      !refsToDefs) {
    WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "a thumbnail needs names, a known type, samples and metrics");
    return nullptr;
  }
  const std::scoped_lock guard(archive->lock);
  const std::uint32_t number = archive->anchor.number_of_thumbnails;
  auto writer = make_writer<OTF2_ThumbWriter>(__func__, archive, OTF2_FILETYPE_THUMBNAIL, number,
      archive->paths.thumbnail(number), weft::otf2::thumbnail_chunk);
  if (!writer) return nullptr;
  writer->samples_announced = numberOfSamples;
  writer->metrics = numberOfMetrics;
  const OTF2_ErrorCode begun = write_record<weft::otf2::ThumbnailHeader>(
      __func__, writer.get(), name, description, type, numberOfSamples, numberOfMetrics, refsToDefs);
  if (begun != OTF2_SUCCESS || !has_memory_for([&] { archive->thumbnail_writers.push_back(nullptr); })) {
    writer->out.chunks().abandon();
    return nullptr;
  }
  ++archive->anchor.number_of_thumbnails;
  archive->thumbnail_writers.back() = std::move(writer);
  return archive->thumbnail_writers.back().get();
}

OTF2_ErrorCode OTF2_Archive_CloseEvtWriter(OTF2_Archive* archive, OTF2_EvtWriter* writer) {
  if (!archive) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no archive");
  return writer ? close_one(__func__, archive, archive->event_writers, writer) : OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_Archive_CloseDefWriter(OTF2_Archive* archive, OTF2_DefWriter* writer) {
  if (!archive) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no archive");
  return writer ? close_one(__func__, archive, archive->definition_writers, writer) : OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_Archive_CloseSnapWriter(OTF2_Archive* archive, OTF2_SnapWriter* writer) {
  if (!archive) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no archive");
  return writer ? close_one(__func__, archive, archive->snapshot_writers, writer) : OTF2_SUCCESS;
}
OTF2_ErrorCode OTF2_Archive_CloseMarkerWriter(OTF2_Archive* archive, OTF2_MarkerWriter* writer) {
  if (!archive) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no archive");
  return close_only(__func__, archive, archive->markers, writer);
}
OTF2_ErrorCode OTF2_Archive_CloseGlobalDefWriter(OTF2_Archive* archive, OTF2_GlobalDefWriter* writer) {
  if (!archive) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "there is no archive");
  if (writer && !archive->collectives.is_primary()) return fail_to_ask(__func__);
  return close_only(__func__, archive, archive->global_definitions, writer);
}
