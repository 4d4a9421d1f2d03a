// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/model_spans.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyze/each_record.hpp"
#include "base/parallel.hpp"

namespace weft {

namespace {

constexpr std::uint64_t nanoseconds_per_second = 1'000'000'000;

class ModelNames final : public IoNames {
 public:
  IoName file(const IoFile& file) const override { return {std::string(file.text), false}; }
  std::string process(std::string_view host, std::uint64_t process) const override {
    return host.empty() ? std::to_string(process) : std::string(host);
  }
};

// Names are asked for again and again.
template <class Id>
class NameCache {
 public:
  template <class Make>
  const std::string& of(Id id, Make&& make) {
    const auto known = names_.find(id);
    return known != names_.end() ? known->second : names_.emplace(id, make(id)).first->second;
  }

 private:
  std::map<Id, std::string> names_;
};

// One location.
class LocationSpans {
 public:
  LocationSpans(const Definitions& definitions, LocationRef location, IoSpanTaker& taker)
      : definitions_(definitions), taker_(taker) {
    if (const auto* clock = definitions.clock()) resolution_ = clock->timer_resolution;
    thread_ = location.value;
    if (const auto* definition = definitions.find<def::Location>(location)) {
      process_ = definition->location_group.value;
      host_ = definitions.name(definition->location_group);
    }
  }

  void add(const EventBatch& batch) {
    each_record<evt::Enter, evt::Leave, evt::IoCreateHandle, evt::IoDestroyHandle, evt::IoSeek, evt::IoOperationBegin,
        evt::IoOperationComplete, evt::IoOperationCancelled>(
        batch, [&](const auto& record, Ticks time) { take(record, nanoseconds(time)); });
  }

  // Operations whose other half is elsewhere, or nowhere.
  std::uint64_t unmatched() const { return unmatched_ + running_.size(); }

 private:
  struct OnHandle {
    IoHandleRef handle;
    IoPlacing placing;
    std::optional<std::uint64_t> offset;
  };
  struct Frame {
    RegionRef region;
    std::uint64_t begin;
    std::vector<OnHandle> on_handles;
    bool has_operation = false;
  };
  struct Operation {
    std::uint64_t begin;
    IoOperationMode mode;
    RegionRef region;
  };

  std::uint64_t nanoseconds(Ticks ticks) const {
    if (resolution_ == 0 || resolution_ == nanoseconds_per_second) return ticks;
    return ticks / resolution_ * nanoseconds_per_second +
           static_cast<std::uint64_t>(
               static_cast<double>(ticks % resolution_) * 1e9 / static_cast<double>(resolution_));
  }

  void take(const evt::Enter& enter, std::uint64_t time) { frames_.push_back({enter.region, time, {}, false}); }

  void take(const evt::Leave&, std::uint64_t time) {
    if (frames_.empty()) return;
    const Frame frame = std::move(frames_.back());
    frames_.pop_back();
    // Where there are several, nobody knows whose its time was.
    const bool is_time_taken = frame.has_operation || frame.on_handles.size() != 1;
    for (const OnHandle& event : frame.on_handles)
      hand_over(event, is_time_taken ? time : frame.begin, time, is_time_taken ? RegionRef{} : frame.region);
    const auto* const region = definitions_.find<def::Region>(frame.region);
    if (!region || region->region_role == RegionRole::file_io) return;
    IoSpan span = span_of(frame.begin, time);
    span.category = name_of(region->paradigm).value_or("unknown");
    span.call = region_name(frame.region);
    taker_.take(span);
  }

  void take(const evt::IoCreateHandle& event, std::uint64_t time) {
    const bool appends = (static_cast<std::uint32_t>(event.status_flags) &
                             static_cast<std::uint32_t>(IoStatusFlag::append)) != 0;
    note({event.handle, IoPlacing::opens, appends ? std::nullopt : std::optional<std::uint64_t>(0)}, time);
  }
  void take(const evt::IoDestroyHandle& event, std::uint64_t time) {
    note({event.handle, IoPlacing::closes, std::nullopt}, time);
  }
  void take(const evt::IoSeek& event, std::uint64_t time) {
    note({event.handle, IoPlacing::moves, event.offset_result}, time);
  }

  void take(const evt::IoOperationBegin& event, std::uint64_t time) {
    running_[{event.handle, event.matching_id}] = {time, event.mode, innermost()};
    if (!frames_.empty()) frames_.back().has_operation = true;
  }
  void take(const evt::IoOperationComplete& event, std::uint64_t time) {
    const auto begun = running_.find({event.handle, event.matching_id});
    if (begun == running_.end()) {
      ++unmatched_;
      return;
    }
    const Operation operation = begun->second;
    running_.erase(begun);
    IoSpan span = span_of(operation.begin, time);
    span.io_class = operation.mode == IoOperationMode::read    ? IoClass::read
                    : operation.mode == IoOperationMode::write ? IoClass::write
                    : operation.mode == IoOperationMode::flush ? IoClass::sync
                                                               : IoClass::other;
    const bool moves_bytes = span.io_class == IoClass::read || span.io_class == IoClass::write;
    if (moves_bytes) span.placing = IoPlacing::follows;
    if (moves_bytes && event.bytes_result > 0) span.bytes = event.bytes_result;
    finish(span, event.handle, operation.region);
  }
  void take(const evt::IoOperationCancelled& event, std::uint64_t) {
    running_.erase({event.handle, event.matching_id});
  }

  RegionRef innermost() const { return frames_.empty() ? RegionRef{} : frames_.back().region; }
  void note(const OnHandle& event, std::uint64_t time) {
    if (frames_.empty())
      hand_over(event, time, time, {});
    else
      frames_.back().on_handles.push_back(event);
  }

  IoSpan span_of(std::uint64_t begin, std::uint64_t end) const {
    return {.begin = begin, .end = std::max(begin, end), .process = process_, .thread = thread_, .host = host_};
  }

  void hand_over(const OnHandle& event, std::uint64_t begin, std::uint64_t end, RegionRef region) {
    IoSpan span = span_of(begin, end);
    span.io_class = IoClass::metadata;
    span.placing = event.placing;
    span.offset = event.offset;
    span.is_open = event.placing == IoPlacing::opens;
    finish(span, event.handle, region);
  }

  void finish(IoSpan& span, IoHandleRef handle, RegionRef region) {
    const auto* const definition = definitions_.find<def::IoHandle>(handle);
    span.category = paradigms_.of(handle, [&](IoHandleRef) {
      const auto* const paradigm = definition ? definitions_.find<def::IoParadigm>(definition->io_paradigm) : nullptr;
      return std::string(paradigm ? definitions_.text(paradigm->identification) : "unknown");
    });
    span.file.text = files_.of(handle, [&](IoHandleRef) {
      return definition && definition->file.defined() ? definitions_.name(definition->file) : std::string();
    });
    span.call = region.defined() ? region_name(region) : default_call(span);
    taker_.take(span);
  }

  static std::string_view default_call(const IoSpan& span) {
    if (span.io_class == IoClass::read) return "read";
    if (span.io_class == IoClass::write) return "write";
    if (span.io_class == IoClass::sync) return "flush";
    return span.placing == IoPlacing::opens ? "open" : span.placing == IoPlacing::closes ? "close" : "seek";
  }

  std::string_view region_name(RegionRef region) {
    return regions_.of(region, [&](RegionRef id) { return definitions_.name(id); });
  }

  const Definitions& definitions_;
  IoSpanTaker& taker_;
  std::uint64_t resolution_ = 0;
  std::uint64_t process_ = 0;
  std::uint64_t thread_ = 0;
  std::string host_;
  std::vector<Frame> frames_;
  std::map<std::pair<IoHandleRef, std::uint64_t>, Operation> running_;
  std::uint64_t unmatched_ = 0;
  NameCache<RegionRef> regions_;
  NameCache<IoHandleRef> paradigms_;
  NameCache<IoHandleRef> files_;
};

}  // namespace

Result<IoSpansRead> read_io_spans(Source& source, std::span<IoSpanTaker* const> takers, const Progress& progress) {
  const auto locations = source.locations();
  SharedProgress shared(progress, source.definitions().announced_events());
  std::vector<std::optional<Error>> errors(locations.size());
  std::vector<std::uint64_t> unmatched(locations.size());
  const auto read = [&](std::size_t i, IoSpanTaker& taker) -> Result<> {
    const auto stream = WEFT_TRY(source.events(locations[i], {}));
    LocationSpans spans(source.definitions(), locations[i], taker);
    EventBatch batch;
    std::uint64_t run = 0;
    while (stream->next(batch)) {
      spans.add(batch);
      taker.end_run(i, run++, false);
      shared.add(batch.size());
    }
    taker.end_run(i, run, true);
    unmatched[i] = spans.unmatched();
    return {};
  };
  parallel_for(locations.size(), takers.size(), [&](std::size_t i, std::size_t worker) {
    if (auto done = read(i, *takers[worker]); !done) errors[i] = std::move(done).error();
  });
  for (auto& error : errors)
    if (error) return *std::move(error);
  IoSpansRead all{.names = std::make_unique<ModelNames>()};
  for (const std::uint64_t count : unmatched) all.unmatched += count;
  return all;
}

}  // namespace weft
