// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/otf2/rules.hpp"

namespace weft::otf2 {

namespace fs = std::filesystem;

Archive::Archive(ArchivePaths paths, Anchor anchor) : paths_(std::move(paths)), anchor_(std::move(anchor)) {}

Result<std::unique_ptr<Archive>> Archive::open(const std::string& path) {
  auto paths = WEFT_TRY(ArchivePaths::find(path));
  auto archive = WEFT_TRY(open_anchor(std::move(paths)));
  archive->load_definitions();
  return archive;
}

Result<std::unique_ptr<Archive>> Archive::open_anchor(ArchivePaths paths) {
  const auto bytes = WEFT_TRY(read_file(paths.anchor()));
  auto anchor = WEFT_TRY(parse_anchor(bytes, paths.anchor()));
  WEFT_TRY(check_readable(anchor, paths.anchor()));
  return std::make_unique<Archive>(std::move(paths), std::move(anchor));
}

void Archive::load_definitions() {
  auto stream = global_definitions();
  if (!stream) {
    report_.add({file_missing.name, stream.error().message, paths_.global_definitions()});
    locations_ = paths_.locations_with(".evt");
    return;
  }
  RecordStream& records = **stream;
  records.each<GlobalDefinitionRecords>(
      [&](const auto& record) {
        using R = std::remove_cvref_t<decltype(record)>;
        ++global_definition_records_;
        if (!definitions_.add(record))
          if constexpr (HasId<R>)
            report_.add({duplicate_definition.name,
                fmt::format("{} {} is defined twice", R::schema.name, record.self.value), records.window().path()});
      },
      [&](const RawRecord& raw) {
        ++global_definition_records_;
        records.report_unknown(raw);
      });
  for (const def::Location& location : definitions_.all<def::Location>())
    if (location.self.defined()) locations_.push_back(location.self);
  std::ranges::sort(locations_);
  locations_.erase(std::unique(locations_.begin(), locations_.end()), locations_.end());
}

std::unique_ptr<RecordStream> Archive::open_if_there(std::string path, std::uint64_t chunk_bytes, Timed timed) {
  auto stream = std::make_unique<RecordStream>(pool_, std::move(path), chunk_bytes, timed, report_);
  const auto opened = stream->open();
  if (opened) return stream;
  if (opened.error().code != Errc::not_found)
    report_.add({file_missing.name, opened.error().message, opened.error().file});
  return nullptr;
}

Result<std::unique_ptr<RecordStream>> Archive::global_definitions() {
  auto stream = std::make_unique<RecordStream>(
      pool_, paths_.global_definitions(), anchor_.definition_chunk_bytes, Timed::no, report_);
  WEFT_TRY(stream->open());
  return stream;
}

std::unique_ptr<RecordStream> Archive::local_definitions(LocationRef location) {
  return open_if_there(paths_.local_definitions(location), anchor_.definition_chunk_bytes, Timed::no);
}

std::unique_ptr<RecordStream> Archive::snapshots(LocationRef location) {
  return open_if_there(paths_.snapshots(location), anchor_.event_chunk_bytes, Timed::yes);
}

std::unique_ptr<RecordStream> Archive::markers() {
  return open_if_there(paths_.markers(), anchor_.definition_chunk_bytes, Timed::no);
}

std::unique_ptr<RecordStream> Archive::thumbnail(std::uint32_t number) {
  return open_if_there(paths_.thumbnail(number), thumbnail_chunk, Timed::no);
}

std::shared_ptr<const LocalDefinitions> Archive::local(LocationRef location) {
  const std::lock_guard lock(local_mutex_);
  if (!last_local_ || last_local_->first != location) last_local_.emplace(location, load_local(location));
  return last_local_->second;
}

std::shared_ptr<const LocalDefinitions> Archive::load_local(LocationRef location) {
  const auto stream = local_definitions(location);
  if (!stream) return nullptr;
  auto local = std::make_shared<LocalDefinitions>();
  RawRecord raw;
  const auto visit = [&](const auto& record) {
    using R = std::remove_cvref_t<decltype(record)>;
    if constexpr (std::is_same_v<R, MappingTable>) {
      if (!local->add(record))
        stream->window().report(
            duplicate_mapping, raw.place, fmt::format("a second mapping table of type {}", plain(record.mapping_type)));
    } else if constexpr (std::is_same_v<R, ClockOffset>) {
      if (!local->clock.add(record))
        stream->window().report(clock_order, raw.place,
            fmt::format("the clock offset at {} is not later than the one before", record.time.value));
    }
  };
  while (stream->next(raw)) stream->decode<LocalDefinitionRecords>(raw, visit, [](const RawRecord&) {});
  return local;
}

Result<std::unique_ptr<EventReader>> Archive::event_reader(
    LocationRef location, const StreamOptions& options, Adjust adjust) {
  auto reader = std::make_unique<EventReader>(pool_, paths_.events(location), location, anchor_.event_chunk_bytes,
      adjust == Adjust::yes ? local(location) : nullptr, options, report_);
  WEFT_TRY(reader->open());
  return reader;
}

std::uint64_t Archive::parts(LocationRef location) {
  const std::uint64_t chunks = (event_bytes(location) + anchor_.event_chunk_bytes - 1) / anchor_.event_chunk_bytes;
  // With several clock intervals, which one applies depends on all events before.
  const auto adjust = local(location);
  return adjust && adjust->clock.intervals() > 1 ? std::min<std::uint64_t>(chunks, 1) : chunks;
}

namespace {

// A location without an event file: no events, and a finding has been made of it.
class NoEvents final : public EventStream {
 public:
  bool next(EventBatch&) override { return false; }
};

}  // namespace

Result<std::unique_ptr<EventStream>> Archive::events(LocationRef location, const StreamOptions& options) {
  auto reader = event_reader(location, options, Adjust::yes);
  if (reader) return std::unique_ptr<EventStream>(*std::move(reader));
  if (reader.error().code != Errc::not_found) return reader.error();
  report_.add({file_missing.name, reader.error().message, reader.error().file, {}, location.value});
  return std::unique_ptr<EventStream>(std::make_unique<NoEvents>());
}

std::uint64_t Archive::event_bytes(LocationRef location) {
  std::error_code error;
  const auto bytes = fs::file_size(paths_.events(location), error);
  return error ? 0 : bytes;
}

TraceInfo Archive::info() {
  TraceInfo info;
  info.format = "OTF2";
  info.version = fmt::format("{}.{}.{}", anchor_.version[0], anchor_.version[1], anchor_.version[2]);
  info.path = paths_.anchor();
  info.creator = anchor_.creator;
  info.machine = anchor_.machine_name;
  info.description = anchor_.description;
  info.properties = anchor_.properties;
  auto add_file = [&](const std::string& path) {
    std::error_code error;
    const auto bytes = fs::file_size(path, error);
    if (error) return;
    info.bytes += bytes;
    ++info.files;
  };
  add_file(paths_.anchor());
  add_file(paths_.global_definitions());
  add_file(paths_.markers());
  for (std::uint32_t i = 0; i < anchor_.number_of_thumbnails && i < 1000; ++i) add_file(paths_.thumbnail(i));
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(paths_.locations(), ignored)) add_file(entry.path().string());
  info.facts = {
      {"trace format", fmt::format("{}", anchor_.trace_format)},
      {"byte order", anchor_.order == ByteOrder::little ? "little endian" : "big endian"},
      {"trace id", fmt::format("{:016x}", anchor_.trace_id)},
      {"event chunk size", fmt::format("{}", anchor_.event_chunk_bytes)},
      {"definition chunk size", fmt::format("{}", anchor_.definition_chunk_bytes)},
      {"file substrate", std::string(name_of(anchor_.substrate).value_or("?"))},
      {"snapshots", fmt::format("{}", anchor_.number_of_snapshots)},
      {"thumbnails", fmt::format("{}", anchor_.number_of_thumbnails)},
  };
  return info;
}

}  // namespace weft::otf2
