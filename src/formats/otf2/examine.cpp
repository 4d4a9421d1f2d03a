// SPDX-License-Identifier: BSD-3-Clause
// Archive::examine: every file of an archive but its global definitions and events. Whether a file is whole, its stream
// sees and reports; here stands what its records must keep to, among each other and against the definitions.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "formats/otf2/archive.hpp"
#include "formats/otf2/rules.hpp"
#include "model/references.hpp"

namespace weft::otf2 {

namespace {

std::string text_of(MappingType type) {
  const auto name = name_of(type);
  return name ? std::string(*name) : fmt::format("{}", plain(type));
}

constexpr Type type_of(ThumbnailType type) {
  switch (type) {
    case ThumbnailType::region:
      return Type::region;
    case ThumbnailType::metric:
      return Type::metric;
    case ThumbnailType::attributes:
      return Type::attribute;
  }
  return Type::none;
}

// One file, record by record. Findings are about the record at hand.
class Reading {
 public:
  Reading(RecordStream& stream, std::optional<std::uint64_t> location, const Definitions& definitions, Report& findings)
      : stream_(stream), location_(location), definitions_(definitions), findings_(findings) {}

  bool next() { return stream_.next(raw_); }
  const RawRecord& raw() const { return raw_; }
  std::uint64_t offset() { return stream_.window().offset_of(raw_.place); }

  template <class List, class Visit>
  void decode(Visit&& visit) {
    stream_.decode<List>(raw_, visit, [&](const RawRecord& raw) { stream_.report_unknown(raw); });
  }
  template <class List, class Visit>
  void each(Visit&& visit) {
    while (next()) decode<List>(visit);
  }

  void say(const Rule& rule, std::string message) { say_at(offset(), rule, std::move(message)); }
  void say_at(std::uint64_t offset, const Rule& rule, std::string message) {
    findings_.add({rule.name, std::move(message), stream_.window().path(), offset, location_});
  }

  template <class R>
  void references(const R& record, std::span<const AttributeEntry> attributes = {}) {
    const auto one = [&](auto id, std::string_view field, bool optional) {
      if (const Rule* rule = broken_rule(definitions_, id, optional))
        say(*rule, broken_text(R::schema.name, field, id));
    };
    each_reference(record, one);
    each_reference(attributes, one);
  }

 private:
  RecordStream& stream_;
  std::optional<std::uint64_t> location_;
  const Definitions& definitions_;
  Report& findings_;
  RawRecord raw_;
};

void examine_mapping(Reading& reading, const Definitions& definitions, const MappingTable& table) {
  if (table.id_map.repeated)
    reading.say(mapping_repeats, fmt::format("the table of {} has {} entries whose local id comes again",
                                     text_of(table.mapping_type), table.id_map.repeated));
  const auto type = type_of(table.mapping_type);
  if (!type) return;
  for (const IdPair& pair : table.id_map.entries) {
    if (pair.local == pair.global) continue;  // says as much as no entry
    visit_reference({*type, pair.global}, [&](auto id) {
      if (!id.defined() || definitions.contains(id)) return;
      reading.say(undefined_reference, fmt::format("MappingTable maps {} {} to {}, which is not defined",
                                           text_of(table.mapping_type), pair.local, id.value));
    });
  }
}

void examine_local_definitions(Reading& reading, const Definitions& definitions) {
  reading.each<LocalDefinitionRecords>([&](const auto& record) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(record)>, MappingTable>)
      examine_mapping(reading, definitions, record);
  });
}

// The snapshots of one location: each in its frame, one after the other.
class Snapshots {
 public:
  Snapshots(Reading& reading, const def::Location* location) : reading_(reading), location_(location) {}

  void run() {
    while (reading_.next()) {
      const RawRecord& raw = reading_.raw();
      // What cannot be decoded is a record, too.
      if (raw.id != WireOf<SnapshotRecords, SnapshotStart>::id && raw.id != WireOf<SnapshotRecords, SnapshotEnd>::id)
        count();
      reading_.decode<SnapshotRecords>([&](Ticks time, std::span<const AttributeEntry> attributes, const auto& record) {
        see(time, record);
        reading_.references(record, attributes);
      });
      check_time(raw.time);
    }
    if (open_)
      reading_.say_at(open_->offset, snapshot_frame, fmt::format("the snapshot of {} has no end", open_->time));
  }

 private:
  struct Open {
    Ticks time = 0;
    std::uint64_t announced = 0;
    std::uint64_t offset = 0;
    std::uint64_t records = 0;
  };

  void count() {
    if (open_)
      ++open_->records;
    else
      reading_.say(snapshot_frame, "a record lies outside of any snapshot");
  }

  void see(Ticks time, const SnapshotStart& start) {
    if (open_)
      reading_.say(snapshot_frame, fmt::format("a snapshot starts before the end of the one of {}", open_->time));
    open_ = Open{time, start.number_of_records, reading_.offset()};
  }

  void see(Ticks time, const SnapshotEnd& end) {
    constexpr std::uint64_t unknown = ~std::uint64_t{0};
    check_time_in_frame(time);
    if (!open_)
      reading_.say(snapshot_frame, "a snapshot ends that has not started");
    else if (open_->announced != open_->records)
      reading_.say_at(open_->offset, snapshot_count,
          fmt::format(
              "the snapshot of {} announces {} records, there are {}", open_->time, open_->announced, open_->records));
    open_.reset();
    // One behind the last event is where to go on when the snapshot covers them all.
    if (location_ && location_->number_of_events != unknown && end.cont_read_pos > location_->number_of_events + 1)
      reading_.say(snapshot_position, fmt::format("the snapshot of {} goes on with event {} of {}", time,
                                          end.cont_read_pos, location_->number_of_events));
  }

  template <class E>
  void see(Ticks time, const Snap<E>& record) {
    check_time_in_frame(time);
    if (record.orig_event_time.value > time)
      reading_.say(snapshot_time, fmt::format("{} happened at {}, after the time of its snapshot, {}", E::schema.name,
                                      record.orig_event_time.value, time));
  }

  void check_time_in_frame(Ticks time) {
    if (open_ && time > open_->time)
      reading_.say(snapshot_time, fmt::format("a record has time {} in the snapshot of {}", time, open_->time));
  }

  void check_time(Ticks time) {
    if (time < last_)
      reading_.say(snapshot_time, fmt::format("time {} is {} ticks before the record before it", time, last_ - time));
    last_ = time;
  }

  Reading& reading_;
  const def::Location* location_;
  std::optional<Open> open_;
  Ticks last_ = 0;
};

// Kinds of markers have ids of their own, within the file. A kind may be defined behind its use.
void examine_markers(Reading& reading) {
  std::set<std::uint32_t> defined;
  std::map<std::uint32_t, std::uint64_t> open;  // kinds without definition so far, and where each is used first
  reading.each<MarkerRecords>([&](const auto& record) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(record)>, DefMarker>) {
      if (!defined.insert(record.self).second)
        reading.say(duplicate_definition, fmt::format("DefMarker {} is defined twice", record.self));
      open.erase(record.self);
    } else {
      if (!defined.contains(record.marker)) open.try_emplace(record.marker, reading.offset());
      reading.references(record);
    }
  });
  for (const auto& [kind, offset] : open) {
    const bool is_missing = kind == ~std::uint32_t{0};
    reading.say_at(offset, is_missing ? missing_reference : undefined_reference,
        broken_text(Marker::schema.name, "marker", DefMarker::schema.name, kind, !is_missing));
  }
}

void examine_thumbnail(Reading& reading, const Definitions& definitions) {
  std::optional<std::uint64_t> announced;
  std::size_t columns = 0;
  std::uint64_t samples = 0;
  reading.each<ThumbnailRecords>([&](const auto& record) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(record)>, ThumbnailHeader>) {
      announced = record.number_of_samples;
      columns = record.refs_to_defs.size();
      for (const std::uint64_t bits : record.refs_to_defs)
        visit_reference({type_of(record.type), bits}, [&](auto id) {
          if (const Rule* rule = broken_rule(definitions, id, false))
            reading.say(*rule, broken_text(ThumbnailHeader::schema.name, "refsToDefs", id));
        });
    } else {
      ++samples;
      if (announced && record.metric_samples.size() != columns)
        reading.say(thumbnail_samples, fmt::format("the header announces {} values in each sample, there are {}",
                                           columns, record.metric_samples.size()));
    }
  });
  if (announced != samples)
    reading.say_at(0, thumbnail_samples,
        fmt::format("the header announces {} samples, there are {}", announced.value_or(0), samples));
}

}  // namespace

void Archive::examine(Report& findings) {
  examine_anchor();
  for (const LocationRef location : locations_) {
    if (const auto stream = local_definitions(location)) {
      Reading reading(*stream, location.value, definitions_, findings);
      examine_local_definitions(reading, definitions_);
    }
    if (const auto stream = snapshots(location)) {
      Reading reading(*stream, location.value, definitions_, findings);
      Snapshots(reading, definitions_.find<def::Location>(location)).run();
    }
  }
  if (const auto stream = markers()) {
    Reading reading(*stream, {}, definitions_, findings);
    examine_markers(reading);
  }
  for (std::uint32_t i = 0; i < anchor_.number_of_thumbnails; ++i) {
    const auto stream = thumbnail(i);
    if (!stream) {
      report_.add({file_missing.name, fmt::format("the anchor announces {} thumbnails", anchor_.number_of_thumbnails),
          paths_.thumbnail(i)});
      break;
    }
    Reading reading(*stream, {}, definitions_, findings);
    examine_thumbnail(reading, definitions_);
  }
}

// What the anchor announces, and files of locations that nobody defined.
void Archive::examine_anchor() {
  auto announce = [&](std::string_view what, std::uint64_t announced, std::uint64_t found) {
    if (announced != found)
      report_.add({anchor_counts.name,
          fmt::format("the anchor announces {} {}, the archive holds {}", announced, what, found), paths_.anchor()});
  };
  announce("locations", anchor_.number_of_locations, definitions_.all<def::Location>().size());
  announce("global definitions", anchor_.number_of_global_definitions, global_definition_records_);
  struct Kind {
    std::string_view file;
    const char* ending;
    std::string (ArchivePaths::*path)(LocationRef) const;
  };
  for (const Kind& kind : {Kind{"an event file", ".evt", &ArchivePaths::events},
           Kind{"a definition file", ".def", &ArchivePaths::local_definitions},
           Kind{"a snapshot file", ".snap", &ArchivePaths::snapshots}})
    for (const LocationRef location : paths_.locations_with(kind.ending))
      if (!std::ranges::binary_search(locations_, location))
        report_.add(
            {anchor_counts.name, fmt::format("{} of location {}, which is not defined", kind.file, location.value),
                (paths_.*kind.path)(location)});
}

}  // namespace weft::otf2
