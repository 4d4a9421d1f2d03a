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
        count_unknown(records, raw);
      });
  for (const def::Location& location : definitions_.all<def::Location>())
    if (location.self.defined()) locations_.push_back(location.self);
  std::ranges::sort(locations_);
  locations_.erase(std::unique(locations_.begin(), locations_.end()), locations_.end());
}

void Archive::count_unknown(RecordStream& stream, const RawRecord& raw) {
  stream.window().report(
      unknown_record, raw.place, fmt::format("a record of unknown type {} with {} bytes", raw.id, raw.body.size()));
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
  stream->each<LocalDefinitionRecords>(
      [&](const auto& record) {
        using R = std::remove_cvref_t<decltype(record)>;
        if constexpr (std::is_same_v<R, MappingTable>) {
          if (!local->add(record))
            report_.add({duplicate_mapping.name,
                fmt::format("a second mapping table of type {}", plain(record.mapping_type)), stream->window().path()});
        } else if constexpr (std::is_same_v<R, ClockOffset>) {
          if (!local->clock.add(record))
            report_.add({clock_order.name,
                fmt::format("the clock offset at {} is not later than the one before", record.time.value),
                stream->window().path()});
        }
      },
      [&](const RawRecord&) {});
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

template <class List>
void Archive::examine_stream(RecordStream* stream) {
  if (!stream) return;
  stream->each<List>([](const auto&) {}, [&](const RawRecord& raw) { count_unknown(*stream, raw); });
}

void Archive::examine() {
  auto announce = [&](std::string_view what, std::uint64_t announced, std::uint64_t found) {
    if (announced != found)
      report_.add({anchor_counts.name,
          fmt::format("the anchor announces {} {}, the archive holds {}", announced, what, found), paths_.anchor()});
  };
  announce("locations", anchor_.number_of_locations, definitions_.all<def::Location>().size());
  announce("global definitions", anchor_.number_of_global_definitions, global_definition_records_);
  for (const LocationRef location : paths_.locations_with(".evt"))
    if (!std::ranges::binary_search(locations_, location))
      report_.add({anchor_counts.name,
          fmt::format("an event file of location {}, which is not defined", location.value), paths_.events(location)});
  for (const LocationRef location : locations_) {
    examine_stream<LocalDefinitionRecords>(local_definitions(location).get());
    if (anchor_.number_of_snapshots) examine_stream<SnapshotRecords>(snapshots(location).get());
  }
  examine_stream<MarkerRecords>(markers().get());
  for (std::uint32_t i = 0; i < anchor_.number_of_thumbnails; ++i) {
    const auto stream = thumbnail(i);
    if (!stream) {
      report_.add({file_missing.name, fmt::format("the anchor announces {} thumbnails", anchor_.number_of_thumbnails),
          paths_.thumbnail(i)});
      break;
    }
    std::optional<std::uint64_t> announced;
    std::uint64_t samples = 0;
    stream->each<ThumbnailRecords>(
        [&](const auto& record) {
          if constexpr (requires { record.number_of_samples; })
            announced = record.number_of_samples;
          else
            ++samples;
        },
        [&](const RawRecord& raw) { count_unknown(*stream, raw); });
    if (announced != samples)
      report_.add({thumbnail_samples.name,
          fmt::format("the header announces {} samples, there are {}", announced.value_or(0), samples),
          paths_.thumbnail(i)});
  }
}

}  // namespace weft::otf2
