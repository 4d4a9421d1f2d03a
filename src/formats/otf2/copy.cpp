// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/copy.hpp"

#include <fmt/format.h>

#include <atomic>
#include <mutex>

#include "base/parallel.hpp"
#include "formats/otf2/sink.hpp"
#include "formats/otf2/transfer.hpp"
#include "model/accepted.hpp"
#include "model/counted_loss.hpp"
#include "model/examples.hpp"

namespace weft::otf2 {

namespace {

constexpr auto moved_because = "moved to that of the record before it, because time went backwards";

class Copy {
 public:
  Copy(Archive& in, ArchiveWriter& out, const CopyOptions& options, LossReport& loss)
      : in_(in), out_(out), options_(options), loss_(loss), keeps_chunks_(!options.unify && !options.chunk_bytes) {}

  Result<> run() {
    const auto locations = in_.locations();
    for (const LocationRef location : locations) total_ += in_.event_bytes(location);
    std::vector<Result<>> results(locations.size());
    parallel_for(locations.size(), options_.threads, [&](std::size_t i, std::size_t) {
      if (!stopped_) results[i] = copy_location(locations[i]);
      if (!results[i]) stopped_ = true;
    });
    for (auto& result : results)
      if (!result) return result;
    WEFT_TRY(copy_global_definitions());
    WEFT_TRY(transfer_markers(in_, out_));
    WEFT_TRY(transfer_thumbnails(in_, out_, Thumbnails::as_they_are));
    // An exact copy has no other files than its original.
    return out_.close(keeps_chunks_ ? ArchiveWriter::MissingFiles::leave : ArchiveWriter::MissingFiles::add);
  }

 private:
  Result<> copy_global_definitions() {
    auto stream = WEFT_TRY(in_.global_definitions());
    Result<> result;
    RawRecord raw;
    while (result && stream->next(raw)) {
      stream->decode<GlobalDefinitionRecords>(
          raw, [&](const auto& record) { result = out_.define_like(record, raw.body, stream->window().order()); },
          [&](const RawRecord&) { result = out_.definitions().write_raw(raw.id, raw.body); });
    }
    return result;
  }

  Result<> copy_location(LocationRef location) {
    WEFT_TRY(copy_local_definitions(location));
    WEFT_TRY(copy_events(location));
    const auto snapshots = in_.snapshots(location);
    if (!snapshots) return {};
    auto writer = out_.snapshots(location);
    std::uint64_t moved = 0;
    WEFT_TRY(transfer_snapshots(*snapshots, writer, moved));
    if (moved) loss_.translated("snapshot time", moved_because, moved, fmt::format("location {}", location.value));
    return {};
  }

  Result<> copy_local_definitions(LocationRef location) {
    const auto stream = in_.local_definitions(location);
    if (!stream) return {};
    auto writer = out_.local_definitions(location);
    auto is_applied = [&](const auto& record) {
      using R = std::remove_cvref_t<decltype(record)>;
      return options_.unify && (std::is_same_v<R, MappingTable> || std::is_same_v<R, ClockOffset>);
    };
    WEFT_TRY(transfer_records<LocalDefinitionRecords>(*stream, writer, is_applied));
    return writer.close();
  }

  // Whether the bytes of a batch are those that writing its events would give: all records whole, no time goes back.
  static bool is_as_we_write(const EventReader& reader, const EventBatch& batch, Ticks last_time, Event& scratch) {
    if (reader.order() != ByteOrder::little || batch.time.front() < last_time) return false;
    std::uint32_t any_record = 0;
    bool goes_back = false;
    for (std::size_t row = 1; row < batch.size(); ++row) goes_back |= batch.time[row] < batch.time[row - 1];
    for (const std::uint32_t record : batch.record) any_record |= record;
    if (goes_back) return false;
    const std::uint64_t damaged = reader.damaged();
    if (any_record & EventBatch::has_more)
      for (std::size_t row = 0; row < batch.size(); ++row)
        if (batch.record[row] & EventBatch::has_more) batch.read(row, scratch);
    return reader.damaged() == damaged;
  }

  Result<> copy_events(LocationRef location) {
    auto reader = in_.event_reader(location, {}, options_.unify ? Adjust::yes : Adjust::no);
    if (!reader) {
      if (reader.error().code != Errc::not_found) return reader.error();
      in_.report().add({file_missing.name, reader.error().message, reader.error().file, {}, location.value});
      return {};
    }
    EventWriter writer = out_.events(location);
    EventBatch batch;
    Event scratch;
    std::uint64_t part = 0;
    CountedLoss moved;
    while ((*reader)->next(batch)) {
      if (stopped_) return {};
      const bool new_part = batch.part != part;
      part = batch.part;
      const bool is_good = keeps_chunks_ && is_as_we_write(**reader, batch, writer.last_time(), scratch);
      if (new_part && is_good) WEFT_TRY(writer.chunks().next_chunk());
      if (new_part && keeps_chunks_ && !is_good)
        WEFT_TRY(writer.next_chunk(std::max(batch.time[0], writer.last_time())));
      if (new_part) advance(in_.anchor().event_chunk_bytes);
      if (is_good && writer.put_stored((*reader)->stored(), batch.size(), batch.time.back())) continue;
      for (std::size_t row = 0; row < batch.size(); ++row) {
        Ticks time = batch.time[row];
        if (time < writer.last_time()) {
          moved.add([&] { return example(location, batch, row, scratch); });
          time = writer.last_time();
        }
        WEFT_TRY(append(writer, batch, row, time, scratch));
      }
    }
    moved.translated(loss_, "event time", moved_because);
    return writer.close();
  }

  std::string example(LocationRef location, const EventBatch& batch, std::size_t row, Event& scratch) const {
    return batch.read(row, scratch) ? example_of(in_.definitions(), location, scratch) : std::string();
  }

  void advance(std::uint64_t bytes) {
    if (!options_.progress) return;
    const std::lock_guard lock(progress_mutex_);
    done_ += bytes;
    options_.progress(std::min(done_, total_), total_);
  }

  Archive& in_;
  ArchiveWriter& out_;
  const CopyOptions& options_;
  LossReport& loss_;
  bool keeps_chunks_;
  std::atomic<bool> stopped_{false};
  std::mutex progress_mutex_;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace

Result<> copy_archive(
    const std::string& in, const std::string& out, const CopyOptions& options, LossReport& loss, Report& report) {
  auto archive = WEFT_TRY(Archive::open(in));
  Anchor anchor = archive->anchor();
  anchor.order = ByteOrder::little;
  anchor.anchor_format = 3;
  anchor.trace_format = 2;
  if (options.chunk_bytes) anchor.event_chunk_bytes = *options.chunk_bytes;
  auto staging = WEFT_TRY(stage_archive(out));
  auto writer = ArchiveWriter::create(staging.path(), std::move(anchor));
  auto result = writer ? Copy(*archive, *writer, options, loss).run() : Result<>(writer.error());
  report.take(archive->report());
  if (!result) return staging.named(std::move(result).error());
  WEFT_TRY(accepted(report, loss));
  return staging.finish();
}

}  // namespace weft::otf2
