// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/writer.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace weft::otf2 {

namespace fs = std::filesystem;

namespace detail {

Error too_large(const std::string& file, std::string_view record) {
  return {Errc::too_large,
      fmt::format(
          "a {} record does not fit into one chunk; use a larger chunk size (at most {} bytes)", record, largest_chunk),
      file};
}

Error time_goes_back(const std::string& file, Ticks time, Ticks last) {
  return {Errc::invalid_argument,
      fmt::format("time goes back from {} to {}; events of a location must be in order", last, time), file};
}

}  // namespace detail

Result<ArchivePaths> ArchiveWriter::check_new(const std::string& anchor_path, const Anchor& anchor) {
  auto paths = WEFT_TRY(ArchivePaths::from_anchor(anchor_path));
  for (const std::uint64_t bytes : {anchor.event_chunk_bytes, anchor.definition_chunk_bytes})
    if (bytes < smallest_chunk || bytes > largest_chunk)
      return Error{Errc::invalid_argument,
          fmt::format("a chunk size of {} is outside {} to {} bytes", bytes, smallest_chunk, largest_chunk),
          anchor_path};
  std::error_code error;
  if (fs::exists(paths.anchor(), error))
    return Error{Errc::exists, "this archive exists already; remove it or choose another name", paths.anchor()};
  return paths;
}

Result<ArchiveWriter> ArchiveWriter::create(const std::string& anchor_path, Anchor anchor) {
  auto paths = WEFT_TRY(check_new(anchor_path, anchor));
  WEFT_TRY(paths.create_directories());
  return ArchiveWriter(std::move(paths), std::move(anchor));
}

Result<ArchiveWriter> ArchiveWriter::complete(const std::string& anchor_path, Anchor anchor) {
  auto paths = WEFT_TRY(check_new(anchor_path, anchor));
  return ArchiveWriter(std::move(paths), std::move(anchor));
}

ArchiveWriter::ArchiveWriter(ArchivePaths paths, Anchor anchor) : paths_(std::move(paths)), anchor_(std::move(anchor)) {
  anchor_.number_of_locations = 0;
  anchor_.number_of_global_definitions = 0;
  if (anchor_.trace_id == 0) anchor_.trace_id = invent_trace_id();
  definitions_.emplace(ChunkWriter(paths_.global_definitions(), anchor_.definition_chunk_bytes, anchor_.order));
}

EventWriter ArchiveWriter::events(LocationRef location) const {
  return EventWriter(ChunkWriter(paths_.events(location), anchor_.event_chunk_bytes, anchor_.order));
}
SnapshotWriter ArchiveWriter::snapshots(LocationRef location) const {
  return SnapshotWriter(ChunkWriter(paths_.snapshots(location), anchor_.event_chunk_bytes, anchor_.order));
}
LocalDefinitionWriter ArchiveWriter::local_definitions(LocationRef location) const {
  return LocalDefinitionWriter(
      ChunkWriter(paths_.local_definitions(location), anchor_.definition_chunk_bytes, anchor_.order));
}
MarkerWriter ArchiveWriter::markers() const {
  return MarkerWriter(ChunkWriter(paths_.markers(), anchor_.definition_chunk_bytes, anchor_.order));
}
ThumbnailWriter ArchiveWriter::thumbnail(std::uint32_t number) const {
  return ThumbnailWriter(ChunkWriter(paths_.thumbnail(number), thumbnail_chunk, anchor_.order));
}

Result<> ArchiveWriter::close(MissingFiles missing) {
  WEFT_TRY(definitions_->close());
  anchor_.number_of_global_definitions = definitions_->records();
  if (missing == MissingFiles::add) WEFT_TRY(add_missing_files());
  return replace_file(paths_.anchor(), serialize_anchor(anchor_));
}

Result<> ArchiveWriter::add_missing_files() const {
  std::error_code ignored;
  for (const LocationRef location : locations_) {
    if (!fs::exists(paths_.local_definitions(location), ignored)) WEFT_TRY(local_definitions(location).close());
    if (!fs::exists(paths_.events(location), ignored)) WEFT_TRY(events(location).close());
  }
  return {};
}

void ArchiveWriter::discard() {
  std::error_code ignored;
  fs::remove_all(paths_.locations(), ignored);
  for (const std::string& file : {paths_.anchor(), paths_.global_definitions(), paths_.markers()})
    fs::remove(file, ignored);
  for (std::uint32_t i = 0; fs::remove(paths_.thumbnail(i), ignored); ++i) {
  }
}

}  // namespace weft::otf2
