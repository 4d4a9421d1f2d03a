// SPDX-License-Identifier: BSD-3-Clause
// Getting readers from an archive and closing them.
#include <algorithm>
#include <array>

#include "compat/otf2/archive.hpp"
#include "compat/otf2/readers.hpp"

namespace weft::otf2::compat {

namespace {

// Runs `get` if the archive can be read; NULL if it cannot, the location is none, or memory is short.
template <class Get>
auto get_reader(const char* function, OTF2_Archive* archive, OTF2_LocationRef location, Get&& get)
    -> decltype(get(function)) {
  if (!archive || !archive->is_reading()) {
    WEFT_OTF2_FAIL_IN(function, archive ? OTF2_ERROR_INVALID_CALL : OTF2_ERROR_INVALID_ARGUMENT,
        "an archive that is being read is needed");
    return nullptr;
  }
  if (location == OTF2_UNDEFINED_LOCATION) {
    WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "there is no such location");
    return nullptr;
  }
  decltype(get(function)) reader = nullptr;
  const std::scoped_lock guard(archive->lock);
  if (!has_memory_for([&] { reader = get(function); }))
    WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory for a reader");
  return reader;
}

// For readers that are not of a location.
constexpr OTF2_LocationRef any_location = 0;

// What a file is read with, apart from where it is.
struct Reading {
  std::uint64_t chunk_bytes;
  Timed timed = Timed::no;
};

// A file has to be there and to begin with a chunk; all else is found when it is read.
bool may_read(const char* function, const std::string& path) {
  const auto file = File::open(path);
  if (!file) {
    WEFT_OTF2_FAIL_IN(function, code_of(file.error()), "%s", file.error().text().c_str());
    return false;
  }
  std::array<std::byte, 2> head{};
  const auto got = file.value().read_at(0, head);
  const bool has_order = head[1] == std::byte{0x42} || head[1] == std::byte{0x23};
  if (got && head[0] == std::byte{chunk_header_id} && has_order) return true;
  WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_DATA, "%s: does not begin with a chunk", path.c_str());
  return false;
}

template <class Handle>
std::unique_ptr<Handle> open_stream(
    const char* function, OTF2_Archive* archive, OTF2_LocationRef location, std::string path, Reading reading) {
  if (!may_read(function, path)) return nullptr;
  auto reader = std::make_unique<Handle>(archive, location);
  reader->stream = std::make_unique<RecordStream>(
      archive->pool, std::move(path), reading.chunk_bytes, reading.timed, reader->report);
  const auto opened = reader->stream->open();
  if (opened) return reader;
  WEFT_OTF2_FAIL_IN(function, code_of(opened.error()), "%s", opened.error().text().c_str());
  return nullptr;
}

// The reader of a location: the one it has, or the one that `open` gives.
template <class Handle, class Open>
Handle* reader_of(std::vector<std::unique_ptr<Handle>>& readers, OTF2_LocationRef location, Open&& open) {
  const auto known = std::ranges::find(readers, location, [](const auto& reader) { return reader->location; });
  if (known != readers.end()) return known->get();
  std::unique_ptr<Handle> reader = open();
  if (!reader) return nullptr;
  readers.push_back(std::move(reader));
  return readers.back().get();
}

// The only reader of its kind.
template <class Handle>
Handle* only_reader(const char* function, OTF2_Archive* archive, std::unique_ptr<Handle>& reader, std::string path) {
  if (!reader)
    reader = open_stream<Handle>(
        function, archive, OTF2_UNDEFINED_LOCATION, std::move(path), {archive->anchor.definition_chunk_bytes});
  return reader.get();
}

OTF2_ErrorCode fail_for_stranger(const char* function) {
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "the archive has no such reader");
}

template <class Handle>
OTF2_ErrorCode close_one(const char* function, OTF2_Archive* archive,
    std::vector<std::unique_ptr<Handle>> OTF2_Archive::*list, const Handle* reader) {
  if (!archive) return fail_for_null(function);
  if (!reader) return OTF2_SUCCESS;
  const std::scoped_lock guard(archive->lock);
  auto& readers = archive->*list;
  const auto known = std::ranges::find(readers, reader, [](const auto& entry) { return entry.get(); });
  if (known == readers.end()) return fail_for_stranger(function);
  readers.erase(known);
  return OTF2_SUCCESS;
}

template <class Handle>
OTF2_ErrorCode close_only(
    const char* function, OTF2_Archive* archive, std::unique_ptr<Handle> OTF2_Archive::*member, const Handle* reader) {
  if (!archive) return fail_for_null(function);
  if (!reader) return OTF2_SUCCESS;
  const std::scoped_lock guard(archive->lock);
  if ((archive->*member).get() != reader) return fail_for_stranger(function);
  (archive->*member).reset();
  return OTF2_SUCCESS;
}

// The program's lock is not told of these: they go with another reader.
template <class Handle>
void clear(OTF2_Archive* archive, std::vector<std::unique_ptr<Handle>>& readers) {
  const std::scoped_lock guard(archive->lock.inner());
  readers.clear();
}

// Why there can be no reader of all locations, if so.
bool refuse_for_all(const char* function, bool has_readers, bool lacks_file) {
  if (has_readers && !lacks_file) return false;
  WEFT_OTF2_FAIL_IN(function, has_readers ? OTF2_ERROR_MEM_FAULT : OTF2_ERROR_INVALID_ARGUMENT,
      has_readers ? "a location that was asked for has no file" : "no location has a reader");
  return true;
}

}  // namespace
}  // namespace weft::otf2::compat

using namespace weft::otf2::compat;

OTF2_EvtReader* OTF2_Archive_GetEvtReader(OTF2_Archive* archive, OTF2_LocationRef location) {
  return get_reader(__func__, archive, location, [&](const char* function) {
    return reader_of(archive->event_readers, location, [&]() -> std::unique_ptr<OTF2_EvtReader> {
      if (may_read(function, archive->paths.events({location})))
        return std::make_unique<OTF2_EvtReader>(archive, location);
      archive->lacks_events = true;
      return nullptr;
    });
  });
}

OTF2_DefReader* OTF2_Archive_GetDefReader(OTF2_Archive* archive, OTF2_LocationRef location) {
  return get_reader(__func__, archive, location, [&](const char* function) {
    return reader_of(archive->definition_readers, location, [&] {
      return open_stream<OTF2_DefReader>(function, archive, location, archive->paths.local_definitions({location}),
          {archive->anchor.definition_chunk_bytes});
    });
  });
}

OTF2_SnapReader* OTF2_Archive_GetSnapReader(OTF2_Archive* archive, OTF2_LocationRef location) {
  return get_reader(__func__, archive, location, [&](const char* function) {
    return reader_of(archive->snapshot_readers, location, [&] {
      auto reader = open_stream<OTF2_SnapReader>(function, archive, location, archive->paths.snapshots({location}),
          {archive->anchor.event_chunk_bytes, weft::otf2::Timed::yes});
      if (!reader) archive->lacks_snapshots = true;
      return reader;
    });
  });
}

OTF2_ThumbReader* OTF2_Archive_GetThumbReader(OTF2_Archive* archive, uint32_t number) {
  return get_reader(__func__, archive, any_location, [&](const char* function) -> OTF2_ThumbReader* {
    if (number >= archive->anchor.number_of_thumbnails) {
      WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "there is no thumbnail %u", number);
      return nullptr;
    }
    return reader_of(archive->thumbnail_readers, number, [&] {
      auto reader = open_stream<OTF2_ThumbReader>(
          function, archive, number, archive->paths.thumbnail(number), {weft::otf2::thumbnail_chunk});
      if (reader && !read_header(*reader)) {
        WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_DATA, "thumbnail %u has no header", number);
        reader.reset();
      }
      return reader;
    });
  });
}

OTF2_GlobalDefReader* OTF2_Archive_GetGlobalDefReader(OTF2_Archive* archive) {
  return get_reader(__func__, archive, any_location, [&](const char* function) {
    return only_reader(function, archive, archive->global_definition_reader, archive->paths.global_definitions());
  });
}

OTF2_MarkerReader* OTF2_Archive_GetMarkerReader(OTF2_Archive* archive) {
  return get_reader(__func__, archive, any_location, [&](const char* function) {
    return only_reader(function, archive, archive->marker_reader, archive->paths.markers());
  });
}

OTF2_GlobalEvtReader* OTF2_Archive_GetGlobalEvtReader(OTF2_Archive* archive) {
  return get_reader(__func__, archive, any_location, [&](const char* function) -> OTF2_GlobalEvtReader* {
    auto& reader = archive->global_event_reader;
    if (reader) return reader.get();
    if (refuse_for_all(function, !archive->event_readers.empty(), archive->lacks_events)) return nullptr;
    auto made = make_global_event_reader(*archive);
    if (made)
      reader = std::move(made).take();
    else
      WEFT_OTF2_FAIL_IN(function, code_of(made.error()), "%s", made.error().text().c_str());
    return reader.get();
  });
}

OTF2_GlobalSnapReader* OTF2_Archive_GetGlobalSnapReader(OTF2_Archive* archive) {
  return get_reader(__func__, archive, any_location, [&](const char* function) -> OTF2_GlobalSnapReader* {
    auto& reader = archive->global_snapshot_reader;
    // The reader of a location is gone when all of it has been read.
    const bool has_readers = reader ? !reader->merge.empty() : !archive->snapshot_readers.empty();
    if (refuse_for_all(function, has_readers, archive->lacks_snapshots)) return nullptr;
    if (reader) return reader.get();
    reader = std::make_unique<OTF2_GlobalSnapReader>(archive);
    for (const auto& local : archive->snapshot_readers)
      reader->merge.add(weft::LocationRef{local->location}, std::move(local->stream));
    return reader.get();
  });
}

OTF2_ErrorCode OTF2_Archive_CloseEvtReader(OTF2_Archive* archive, OTF2_EvtReader* reader) {
  return close_one(__func__, archive, &OTF2_Archive::event_readers, reader);
}
OTF2_ErrorCode OTF2_Archive_CloseDefReader(OTF2_Archive* archive, OTF2_DefReader* reader) {
  return close_one(__func__, archive, &OTF2_Archive::definition_readers, reader);
}
OTF2_ErrorCode OTF2_Archive_CloseSnapReader(OTF2_Archive* archive, OTF2_SnapReader* reader) {
  return close_one(__func__, archive, &OTF2_Archive::snapshot_readers, reader);
}
OTF2_ErrorCode OTF2_Archive_CloseThumbReader(OTF2_Archive* archive, OTF2_ThumbReader* reader) {
  return close_one(__func__, archive, &OTF2_Archive::thumbnail_readers, reader);
}
OTF2_ErrorCode OTF2_Archive_CloseGlobalDefReader(OTF2_Archive* archive, OTF2_GlobalDefReader* globalDefReader) {
  return close_only(__func__, archive, &OTF2_Archive::global_definition_reader, globalDefReader);
}
OTF2_ErrorCode OTF2_Archive_CloseMarkerReader(OTF2_Archive* archive, OTF2_MarkerReader* markerReader) {
  return close_only(__func__, archive, &OTF2_Archive::marker_reader, markerReader);
}

// With the reader of all locations those of each go.
OTF2_ErrorCode OTF2_Archive_CloseGlobalEvtReader(OTF2_Archive* archive, OTF2_GlobalEvtReader* globalEvtReader) {
  const OTF2_ErrorCode closed = close_only(__func__, archive, &OTF2_Archive::global_event_reader, globalEvtReader);
  if (closed == OTF2_SUCCESS && globalEvtReader) clear(archive, archive->event_readers);
  return closed;
}
OTF2_ErrorCode OTF2_Archive_CloseGlobalSnapReader(OTF2_Archive* archive, OTF2_GlobalSnapReader* globalSnapReader) {
  const OTF2_ErrorCode closed = close_only(__func__, archive, &OTF2_Archive::global_snapshot_reader, globalSnapReader);
  if (closed == OTF2_SUCCESS && globalSnapReader) clear(archive, archive->snapshot_readers);
  return closed;
}
