// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "base/spool.hpp"
#include "base/staging.hpp"
#include "formats/litl/archive_writer.hpp"
#include "formats/litl/from_model.hpp"
#include "formats/litl/vocabulary.hpp"
#include "model/counted_loss.hpp"
#include "model/examples.hpp"

namespace weft::litl {

namespace {

constexpr std::uint32_t usual_buffer_bytes = 1 << 20;

// Where the chunks of a location have gone.
struct Gathered {
  std::size_t process = 0;
  std::size_t thread = 0;
  std::vector<Spool::Piece> pieces;
};

class TraceSink final : public Sink {
 public:
  TraceSink(std::string path, Staging staging, std::unique_ptr<Spool> spool, LossReport& loss)
      : path_(std::move(path)), staging_(std::move(staging)), spool_(std::move(spool)), loss_(loss) {}

  Result<> define(const Definitions& definitions) override;
  Result<std::unique_ptr<EventSink>> events(LocationRef location) override;
  Result<bool> mark(const Markers& markers) override;
  Result<> close() override;

  Spool& spool() { return *spool_; }
  const FromModel& from_model() const { return *from_model_; }
  void finished(const Losses& losses);

 private:
  void define_processes();
  std::string file_name_of(const def::LocationGroup& group);
  std::size_t process_of_group(LocationGroupRef group);
  void define_threads();
  void count_lost_definitions();
  Result<> write_files();

  std::string path_;
  Staging staging_;
  std::unique_ptr<Spool> spool_;
  LossReport& loss_;
  Definitions definitions_;
  std::optional<FromModel> from_model_;
  Content content_;
  std::optional<Communicators> communicators_;
  Peers::Places processes_;
  std::map<LocationRef, Gathered> locations_;
};

class LocationSink final : public EventSink {
 public:
  // Without `gathered` there is no place for the events: they are counted as lost.
  LocationSink(TraceSink& sink, LocationRef location, Gathered* gathered, std::size_t chunk_bytes, Peers peers)
      : sink_(sink),
        gathered_(gathered),
        chunk_bytes_(chunk_bytes),
        peers_(std::move(peers)),
        losses_{.location = location} {}

  Result<> write(const EventBatch& batch) override {
    for (std::size_t row = 0; row < batch.size(); ++row) {
      if (!batch.read(row, event_)) continue;
      const std::size_t before = bytes_.size();
      sink_.from_model().encode(event_, peers_, bytes_, losses_);
      // A chunk is no larger than the buffer it would have been recorded in.
      if (before > 0 && bytes_.size() > chunk_bytes_) WEFT_TRY(flush(before));
    }
    return {};
  }

  Result<> close() override {
    WEFT_TRY(flush(bytes_.size()));
    sink_.finished(losses_);
    return {};
  }

 private:
  Result<> flush(std::size_t count) {
    if (count > 0 && gathered_) gathered_->pieces.push_back(WEFT_TRY(sink_.spool().append(Bytes(bytes_).first(count))));
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(count));
    return {};
  }

  TraceSink& sink_;
  Gathered* gathered_;
  std::size_t chunk_bytes_;
  Peers peers_;
  std::vector<std::byte> bytes_;
  Event event_;
  Losses losses_;
};

// A copy: the source's definitions need not live as long as we do.
Result<> TraceSink::define(const Definitions& definitions) {
  definitions.each_table([&](const auto& table) {
    for (const auto& row : table) definitions_.add(row);
  });
  from_model_.emplace(definitions_);
  communicators_.emplace(definitions_);
  content_.version = from_model_->version();
  content_.sysinfo = from_model_->sysinfo();
  define_processes();
  define_threads();
  if (!from_model_->was_litl()) count_lost_definitions();
  return {};
}

void TraceSink::define_processes() {
  std::map<LocationGroupRef, std::uint64_t> buffers;
  for (const def::LocationGroupProperty& row : definitions_.all<def::LocationGroupProperty>())
    if (definitions_.text(row.name) == buffer_property) buffers[row.location_group] = row.value.bits;
  for (const def::LocationGroup& group : definitions_.all<def::LocationGroup>()) {
    if (!processes_.try_emplace(group.self, content_.processes.size()).second) continue;
    const auto known = buffers.find(group.self);
    if (known == buffers.end())
      content_.processes.push_back({file_name_of(group), usual_buffer_bytes, {}});
    else  // of LiTL, whatever its name is
      content_.processes.push_back(
          {std::string(definitions_.text(group.name)), static_cast<std::uint32_t>(known->second), {}});
  }
}

// LiTL names processes after the files that they were recorded as.
std::string TraceSink::file_name_of(const def::LocationGroup& group) {
  const std::string_view name = definitions_.text(group.name);
  std::string file = name.empty() ? fmt::format("process {}", group.self.value) : std::string(name);
  std::ranges::replace(file, '/', '_');
  if (file != name)
    loss_.translated("LocationGroup.name", "LiTL names processes as files are named", 1, std::string(name));
  return file;
}

// Locations of a group that is not defined are a process of their own, named after the file.
std::size_t TraceSink::process_of_group(LocationGroupRef group) {
  const auto [found, is_new] = processes_.try_emplace(group, content_.processes.size());
  if (is_new) content_.processes.push_back({std::filesystem::path(path_).filename().string(), usual_buffer_bytes, {}});
  return found->second;
}

void TraceSink::define_threads() {
  std::map<LocationRef, std::uint64_t> tids;
  for (const def::LocationProperty& row : definitions_.all<def::LocationProperty>())
    if (definitions_.text(row.name) == tid_property) tids[row.location] = row.value.bits;
  std::vector<const def::Location*> locations;
  for (const def::Location& location : definitions_.all<def::Location>()) locations.push_back(&location);
  std::ranges::stable_sort(locations, {}, [](const def::Location* location) { return location->self; });
  for (const def::Location* location : locations) {
    if (locations_.contains(location->self)) continue;
    const std::size_t process = process_of_group(location->location_group);
    std::vector<ThreadContent>& threads = content_.processes[process].threads;
    locations_[location->self] = {process, threads.size(), {}};
    const auto known = tids.find(location->self);
    // Without a thread id the location's own serves; 0 is none.
    const std::uint64_t tid = known == tids.end() ? location->self.value + 1 : known->second;
    threads.push_back({tid ? tid : 1, {}});
  }
}

void TraceSink::count_lost_definitions() {
  FateCounts<DefinitionTypes, definition_fates> counts;
  count_definitions(counts, definitions_, DefinitionWords(definitions_));
  counts.tell(loss_);
}

Result<std::unique_ptr<EventSink>> TraceSink::events(LocationRef location) {
  const auto found = locations_.find(location);
  Gathered* const gathered = found == locations_.end() ? nullptr : &found->second;
  const std::size_t buffer = gathered ? content_.processes[gathered->process].buffer_bytes : 0;
  return std::unique_ptr<EventSink>(std::make_unique<LocationSink>(*this, location, gathered,
      std::min<std::size_t>(buffer, usual_buffer_bytes), Peers(definitions_, *communicators_, processes_, location)));
}

void TraceSink::finished(const Losses& losses) {
  losses.fields.tell(loss_);
  for (std::size_t i = 0; i < EventTypes::size; ++i)
    losses.kinds[i].lost(loss_, std::string(name_of(static_cast<Kind>(i))), "what it refers to is not defined");
  for (const auto& [attribute, counted] : losses.attributes)
    counted.lost(loss_, fmt::format("attribute {}", definitions_.name(attribute)), "it has no place in a LiTL event");
  losses.converted_times.translated(loss_, "event time", "LiTL counts nanoseconds");
  losses.other_codes.translated(loss_, fmt::format("attribute {}", code_attribute), "what has one name has one code");
}

// Markers of a LiTL trace are events, too, and came as such.
Result<bool> TraceSink::mark(const Markers& markers) {
  if (!from_model_->was_litl()) return false;
  std::set<std::uint32_t> own;
  CountedLoss kinds, others;
  for (const DefMarker& kind : markers.kinds())
    if (kind.marker_group == marker_group)
      own.insert(kind.self);
    else
      kinds.add([&] { return example_of(definitions_, kind); });
  for (const Marker& marker : markers.markers())
    if (!own.contains(marker.marker)) others.add([&] { return example_of(definitions_, marker); });
  constexpr const char* why = "LiTL has no markers but events of its mapping";
  kinds.lost(loss_, std::string(DefMarker::schema.name), why);
  others.lost(loss_, std::string(Marker::schema.name), why);
  return true;
}

Result<> TraceSink::close() {
  if (!from_model_) return Error{Errc::invalid_argument, "a trace without definitions", path_};
  WEFT_TRY(spool_->finish());
  if (content_.processes.empty()) process_of_group({});
  for (const auto& [location, gathered] : locations_) {
    ThreadContent& thread = content_.processes[gathered.process].threads[gathered.thread];
    for (const Spool::Piece& piece : gathered.pieces) thread.chunks.push_back(spool_->bytes(piece));
  }
  content_.forget = [this] { spool_->forget(); };
  if (auto written = write_files(); !written) return staging_.named(std::move(written).error());
  return staging_.finish();
}

Result<> TraceSink::write_files() {
  WEFT_TRY(write_archive(staging_.path(), content_));
  if (from_model_->mapping().empty()) return {};
  const std::string text = mapping_text(from_model_->mapping());
  return replace_file(mapping_path(staging_.path()), std::as_bytes(std::span(text)));
}

}  // namespace

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, LossReport& loss) {
  WEFT_TRY(check_names_free(path));
  auto staging = WEFT_TRY(Staging::create(path));
  auto spool = WEFT_TRY(Spool::create(path));
  return std::unique_ptr<Sink>(std::make_unique<TraceSink>(path, std::move(staging), std::move(spool), loss));
}

}  // namespace weft::litl
