// SPDX-License-Identifier: BSD-3-Clause
#include "convert/cut_source.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "convert/clock_map.hpp"
#include "convert/own_batch.hpp"
#include "convert/resume.hpp"
#include "convert/tracker.hpp"
#include "model/counted_loss.hpp"
#include "model/examples.hpp"

namespace weft {

namespace {

// An event that is told again where the cut begins.
struct StoredEvent {
  EventRecord record;
  std::vector<MetricValue> values;
  std::vector<AttributeEntry> attributes;
};

class CutStream final : public EventStream {
 public:
  CutStream(CutSource& cut, Source& source, std::unique_ptr<EventStream> stream, const LocationPlan* plan,
      LocationRef location)
      : cut_(cut),
        stream_(std::move(stream)),
        plan_(plan ? *plan : nothing_),
        location_(location),
        tracker_(source.definitions(), cut.options()) {}

  bool next(EventBatch& out) override {
    own_.clear();
    while (own_.empty() && !is_done_) {
      if (stream_->next(in_))
        filter();
      else
        finish(last_time_);
    }
    if (own_.empty()) return false;
    out = own_.batch(location_, events_);
    events_ += own_.size();
    return true;
  }

 private:
  auto example(Ticks time, const EventRecord& record, std::span<const AttributeEntry> attributes) const {
    return [this, at = Event{time, record, attributes}] { return example_of(cut_.definitions(), location_, at); };
  }

  void filter() {
    for (std::size_t row = 0; row < in_.size() && !is_done_; ++row) {
      const Ticks time = in_.time[row];
      const auto side = tracker_.side(time);
      if (side == Tracker::Side::before) {
        remember(row);
        continue;
      }
      if (!has_begun_) begin();
      if (side == Tracker::Side::behind) {
        const auto& range = cut_.options().time;
        finish(range && time > range->last ? range->last : last_time_);
      } else {
        take(row, time);
      }
    }
  }

  void remember(std::size_t row) {
    tracker_.take(in_, row, Tracker::Side::before, event_);
    const bool is_metric = cut_.lasting().is_metric(in_, row);
    if ((!is_metric && !cut_.lasting().is_definition(in_, row)) || !in_.read(row, event_)) return;
    StoredEvent& stored = is_metric ? metrics_[in_.value[row]] : definitions_.emplace_back();
    stored.record = event_.record;
    stored.attributes.assign(event_.attributes.begin(), event_.attributes.end());
    if (const auto* metric = event_.record.get_if<evt::Metric>()) {
      stored.values.assign(metric->metric_values.begin(), metric->metric_values.end());
      stored.record = evt::Metric{metric->metric, stored.values};
    }
  }

  void begin() {
    has_begun_ = true;
    if (!cut_.options().time) return;
    const Ticks time = last_time_ = cut_.options().time->first;
    const auto add = [&](const EventRecord& record, std::span<const AttributeEntry> attributes) {
      own_.add(time, record, attributes);
      opened_[record.index()].add(example(time, record, attributes));
    };
    for (const StoredEvent& stored : definitions_) add(stored.record, stored.attributes);
    tracker_.open_all(add);
    for (const auto& [record, attributes] : plan_.at_begin) add(record, attributes);
    if (cut_.options().regions.empty())
      for (const auto& [metric, stored] : metrics_) add(stored.record, stored.attributes);
  }

  void take(std::size_t row, Ticks time) {
    last_time_ = std::max(last_time_, time);
    const bool is_selected = tracker_.take(in_, row, Tracker::Side::inside, event_);
    if (is_left_out(in_.first_event + row)) {
      if (is_selected)
        left_out_[static_cast<std::size_t>(in_.kind[row])].add(
            [&] { return in_.read(row, event_) ? example_of(cut_.definitions(), location_, event_) : std::string(); });
      return;
    }
    if (!is_selected && !cut_.lasting().is_definition(in_, row)) return;
    if (tracker_.needs_above())
      tracker_.open_above([&](const EventRecord& record, std::span<const AttributeEntry> attributes) {
        own_.add(time, record, attributes);
        late_[record.index()].add(example(time, record, attributes));
      });
    own_.take(in_, row);
  }

  bool is_left_out(std::uint64_t event) {
    const auto& all = plan_.left_out;
    while (next_left_out_ < all.size() && all[next_left_out_] < event) ++next_left_out_;
    return next_left_out_ < all.size() && all[next_left_out_] == event;
  }

  void finish(Ticks time) {
    is_done_ = true;
    tracker_.close_all([&](const EventRecord& record, std::span<const AttributeEntry> attributes) {
      own_.add(time, record, attributes);
      closed_[record.index()].add(example(time, record, attributes));
    });
    tell();
  }

  void tell() const {
    LossReport* const report = cut_.loss(location_);
    if (!report) return;
    LossReport& loss = *report;
    for (std::size_t i = 0; i < EventTypes::size; ++i) {
      const std::string name(name_of(static_cast<Kind>(i)));
      left_out_[i].lost(loss, name, "a part of what it belongs to lies outside the cut");
      opened_[i].translated(loss, name, "told again where the cut begins");
      late_[i].translated(loss, name, "moved to where the first region inside that was asked for begins");
      closed_[i].translated(loss, name, "added where the cut ends");
    }
  }

  using Counts = std::array<CountedLoss, EventTypes::size>;

  CutSource& cut_;
  std::unique_ptr<EventStream> stream_;
  const LocationPlan nothing_;
  const LocationPlan& plan_;
  LocationRef location_;
  Tracker tracker_;
  OwnBatch own_;
  EventBatch in_;
  Event event_;
  std::map<std::uint64_t, StoredEvent> metrics_;
  std::vector<StoredEvent> definitions_;
  std::size_t next_left_out_ = 0;
  std::uint64_t events_ = 0;
  Ticks last_time_ = 0;
  bool has_begun_ = false;
  bool is_done_ = false;
  Counts left_out_;
  Counts opened_;
  Counts late_;
  Counts closed_;
};

def::ClockProperties clock_of(def::ClockProperties clock, const TimeRange& range) {
  const Ticks old_end = clock.trace_length <= ~Ticks{0} - clock.global_offset ? clock.global_offset + clock.trace_length
                                                                              : ~Ticks{0};
  const Ticks begin = std::clamp(range.first, clock.global_offset, old_end);
  constexpr std::uint64_t unknown = ~std::uint64_t{0};
  const std::uint64_t epoch = clock.realtime_timestamp;
  if (epoch != 0 && epoch != unknown && clock.timer_resolution != 0)
    clock.realtime_timestamp = ClockMap{clock.global_offset, epoch, 1'000'000'000, clock.timer_resolution}(begin);
  clock.global_offset = begin;
  clock.trace_length = std::clamp(range.last, begin, old_end) - begin;
  return clock;
}

}  // namespace

CutSource::CutSource(Source& source, const TimeIndex* index, CutOptions options, LossReport& loss)
    : source_(source), index_(index), options_(std::move(options)), loss_(loss), lasting_(source.definitions()) {
  for (const LocationRef location : source.locations())
    if (options_.wants(location)) locations_.push_back(location);
}

Result<std::unique_ptr<CutSource>> CutSource::open(
    Source& source, const TimeIndex* index, CutOptions options, LossReport& loss, std::size_t threads) {
  std::unique_ptr<CutSource> cut(new CutSource(source, index, std::move(options), loss));
  cut->copy_definitions();
  const CutOptions& o = cut->options_;
  const bool has_border = !o.keeps_halves || o.time;
  if (has_border) cut->plan_ = WEFT_TRY(plan_cut(source, o, index, threads));
  return cut;
}

std::uint64_t CutSource::expected_events() const {
  std::uint64_t sum = 0;
  for (const auto& [location, plan] : plan_)
    sum += plan.events - std::min<std::uint64_t>(plan.events, plan.left_out.size());
  if (sum || options_.time || options_.first || !options_.regions.empty()) return sum;
  for (const def::Location& location : source_.definitions().all<def::Location>())
    if (options_.wants(location.self)) {
      if (location.number_of_events > ~std::uint64_t{0} - 1 - sum) return 0;
      sum += location.number_of_events;
    }
  return sum;
}

void CutSource::copy_definitions() {
  // Only who writes the events knows how many there are.
  constexpr std::uint64_t unknown = ~std::uint64_t{0};
  source_.definitions().each_table([&](const auto& table) {
    for (auto row : table) {
      using R = decltype(row);
      if constexpr (std::is_same_v<R, def::ClockProperties>)
        if (options_.time) row = clock_of(row, *options_.time);
      if constexpr (std::is_same_v<R, def::Location>) row.number_of_events = options_.wants(row.self) ? unknown : 0;
      definitions_.add(row);
    }
  });
}

LossReport* CutSource::loss(LocationRef location) {
  const std::lock_guard lock(mutex_);
  return told_.insert(location).second ? &loss_ : nullptr;
}

Result<std::unique_ptr<EventStream>> CutSource::events(LocationRef location, const StreamOptions& options) {
  const auto beginning = options_.time ? beginning_of(source_, index_, location, options_.time->first) : std::nullopt;
  auto stream = WEFT_TRY(events_since(source_, location, beginning, options));
  const auto plan = plan_.find(location);
  return std::unique_ptr<EventStream>(std::make_unique<CutStream>(
      *this, source_, std::move(stream), plan == plan_.end() ? nullptr : &plan->second, location));
}

// Remarks on what is left out are left out.
void CutSource::read_markers(Markers& into) {
  Markers all;
  source_.read_markers(all);
  for (const DefMarker& kind : all.kinds()) into.add(kind);
  for (const Marker& marker : all.markers()) {
    const bool is_in_time = !options_.time ||
                            (marker.timestamp <= options_.time->last && end_of(marker) >= options_.time->first);
    const bool is_there = marker.marker_scope != MarkerScope::location || options_.wants(LocationRef{marker.scope});
    if (is_in_time && is_there) into.add(marker);
  }
}

}  // namespace weft
