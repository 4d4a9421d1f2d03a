// SPDX-License-Identifier: BSD-3-Clause
#include "convert/merged_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "formats/registry.hpp"
#include "model/counted_loss.hpp"
#include "model/examples.hpp"
#include "model/references.hpp"

namespace weft {

namespace {

constexpr std::uint64_t nanoseconds_per_second = 1'000'000'000;
constexpr std::uint64_t finest_resolution = 1'000'000'000'000'000'000;  // whose ticks can still be converted
constexpr std::size_t most_recent = 4;  // traces that stay open though nobody reads them

bool knows_epoch(const def::ClockProperties& clock) {
  return clock.realtime_timestamp != 0 && clock.realtime_timestamp != ~std::uint64_t{0};
}

Ticks end_of(const def::ClockProperties& clock) {
  return clock.trace_length <= ~Ticks{0} - clock.global_offset ? clock.global_offset + clock.trace_length
                                                               : clock.global_offset;
}

}  // namespace

// An input while somebody needs it. What was found wrong with it is told when somebody asks, and when it is closed.
class MergedSource::OpenTrace {
 public:
  OpenTrace(MergedSource& owner, std::size_t input, std::unique_ptr<Trace> trace)
      : owner_(owner), input_(input), trace_(std::move(trace)) {
    const std::lock_guard lock(owner_.telling_);
    owner_.open_.insert(this);
  }
  ~OpenTrace() {
    const std::lock_guard lock(owner_.telling_);
    owner_.open_.erase(this);
    tell();
  }
  OpenTrace(const OpenTrace&) = delete;
  OpenTrace& operator=(const OpenTrace&) = delete;

  Trace& operator*() { return *trace_; }

  // While the owner's `telling_` is locked. An input that is opened again finds the same again: what was told is not
  // told twice. Of findings of which only the number is known it is the largest that counts.
  void tell() {
    for (const auto& [rule, group] : trace_->report().groups()) {
      Told& told = owner_.inputs_[input_].told[rule];
      for (const Finding& finding : group.first)
        if (told.texts.insert(finding.text()).second) owner_.report_.add(finding);
      const std::uint64_t further = group.count - group.first.size();
      Report more(0);
      for (; told.further < further; ++told.further) more.add({rule, {}});
      owner_.report_.take(more);
    }
  }

 private:
  MergedSource& owner_;
  std::size_t input_;
  std::unique_ptr<Trace> trace_;
};

// The events of a location, of one input after the other.
class ChainedStream final : public EventStream {
 public:
  ChainedStream(MergedSource& source, const std::vector<MergedSource::Place>& places, LocationRef location,
      const StreamOptions& options)
      : source_(source), places_(places), location_(location), options_(options) {}

  // Opens the next input that there is.
  Result<bool> advance() {
    if (stream_) events_ = stream_->events();
    stream_.reset();
    trace_.reset();
    if (next_ == places_.size()) return false;
    const MergedSource::Place& place = places_[next_++];
    trace_ = WEFT_TRY(source_.trace(place.input));
    const MergedSource::Input& input = source_.inputs_[place.input];
    auto stream = WEFT_TRY((**trace_).events(place.local, options_));
    stream_ = std::make_unique<RemapStream>(
        std::move(stream), Remap{&input.ids, &input.left_out, input.clock_map}, location_, events_);
    return true;
  }

  bool next(EventBatch& batch) override {
    while (stream_) {
      if (stream_->next(batch)) return true;
      const auto more = advance();
      if (more) continue;
      source_.report_.add({"location-unreadable", more.error().text(), {}, {}, location_.value});
      stream_.reset();
    }
    return false;
  }

 private:
  MergedSource& source_;
  const std::vector<MergedSource::Place>& places_;
  LocationRef location_;
  StreamOptions options_;
  std::size_t next_ = 0;
  std::uint64_t events_ = 0;
  std::shared_ptr<MergedSource::OpenTrace> trace_;
  std::unique_ptr<RemapStream> stream_;
};

MergedSource::~MergedSource() { recent_.clear(); }

Report& MergedSource::report() {
  const std::lock_guard lock(telling_);
  for (OpenTrace* const trace : open_) trace->tell();
  return report_;
}

Result<std::unique_ptr<MergedSource>> MergedSource::open(
    std::vector<std::string> inputs, const MergeOptions& options, LossReport& loss) {
  std::unique_ptr<MergedSource> merged(new MergedSource);
  merged->open_input_ = options.open ? options.open : open_trace;
  for (std::string& path : inputs) merged->inputs_.emplace_back().path = std::move(path);
  WEFT_TRY(merged->join(options, loss));
  return merged;
}

Result<std::shared_ptr<MergedSource::OpenTrace>> MergedSource::trace(std::size_t input) {
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find(recent_, input, [](const auto& entry) { return entry.first; });
  std::shared_ptr<OpenTrace> found;
  if (known != recent_.end()) {
    found = known->second;
    recent_.erase(known);
  } else {
    // Before another one takes handles.
    if (recent_.size() >= most_recent) recent_.pop_back();
    found = std::make_shared<OpenTrace>(*this, input, WEFT_TRY(open_input_(inputs_[input].path)));
  }
  recent_.emplace_front(input, found);
  return found;
}

Result<> MergedSource::join(const MergeOptions& options, LossReport& loss) {
  const bool drops_own_words = inputs_.size() > 1 && !options.is_one_run;  // parts of one run have the same ids
  Joiner joiner(options.is_one_run, drops_own_words);
  CountedLoss own_words;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    Input& input = inputs_[i];
    const auto open = WEFT_TRY(trace(i));
    (**open).tell_unmodelled(unmodelled_);
    const Definitions& definitions = (**open).definitions();
    if (const auto* clock = definitions.clock()) input.clock = *clock;
    input.ids = joiner.add(definitions);
    for (const def::Attribute& attribute : definitions.all<def::Attribute>())
      if (drops_own_words && is_own_word(definitions.text(attribute.name)))
        input.left_out.insert(attribute.self.value), own_words.add([&] { return example_of(definitions, attribute); });
    for (const LocationRef local : (**open).locations()) {
      const LocationRef global = input.ids(local);
      if (!global.defined())
        return Error{Errc::corrupt, fmt::format("location {} has events and no definition", local.value), input.path};
      places_[global].push_back({i, local});
    }
  }
  own_words.lost(loss, "attribute", "it holds for the trace as it was recorded only");
  const def::ClockProperties clock = WEFT_TRY(
      set_clocks(options.clock == ClockChoice::best && options.is_one_run ? ClockChoice::none : options.clock));
  definitions_ = joiner.finish(clock);
  for (auto& [location, places] : places_) {
    locations_.push_back(location);
    // Pieces of time in their order.
    std::ranges::stable_sort(places, {}, [&](const Place& place) {
      const Input& input = inputs_[place.input];
      return input.clock_map(input.clock.global_offset);
    });
  }
  return {};
}

// All clocks become one with the finest of their units, whose first moment is that of the trace that begins first.
Result<def::ClockProperties> MergedSource::set_clocks(ClockChoice choice) {
  std::uint64_t resolution = 1;
  for (const Input& input : inputs_)
    resolution = std::max(resolution, std::min(input.clock.timer_resolution, finest_resolution));
  const bool all_know = std::ranges::all_of(inputs_, [](const Input& input) { return knows_epoch(input.clock); });
  if (choice == ClockChoice::best) choice = all_know ? ClockChoice::epoch : ClockChoice::offsets;
  if (choice == ClockChoice::epoch && !all_know) {
    const auto without = std::ranges::find_if(inputs_, [](const Input& i) { return !knows_epoch(i.clock); });
    return Error{
        Errc::invalid_argument, "does not say at which time of day it begins; choose another --clock", without->path};
  }
  const auto in_ticks = [&](const Input& input, Ticks time) {
    return ClockMap{0, 0, resolution, input.clock.timer_resolution ? input.clock.timer_resolution : resolution}.wide(
        time);
  };
  const WideTicks zero = in_ticks(inputs_.front(), inputs_.front().clock.global_offset);
  WideTicks first = 0;
  for (Input& input : inputs_) {
    const std::uint64_t own = input.clock.timer_resolution ? input.clock.timer_resolution : resolution;
    WideTicks to = zero;
    if (choice == ClockChoice::none) to = in_ticks(input, input.clock.global_offset);
    if (choice == ClockChoice::epoch)
      to += (WideTicks{input.clock.realtime_timestamp} - WideTicks{inputs_.front().clock.realtime_timestamp}) *
            WideTicks{resolution} / WideTicks{nanoseconds_per_second};
    input.clock_map = own == resolution ? ClockMap{input.clock.global_offset, to}
                                        : ClockMap{input.clock.global_offset, to, resolution, own};
    first = std::min(first, to);
  }
  def::ClockProperties clock{resolution, ~Ticks{0}, 0, 0};
  Ticks end = 0;
  for (Input& input : inputs_) {
    input.clock_map.to -= first;
    const Ticks begin = input.clock_map(input.clock.global_offset);
    if (begin < clock.global_offset || (begin == clock.global_offset && clock.realtime_timestamp == 0)) {
      clock.global_offset = begin;
      clock.realtime_timestamp = knows_epoch(input.clock) ? input.clock.realtime_timestamp : 0;
    }
    end = std::max(end, input.clock_map(end_of(input.clock)));
  }
  clock.trace_length = end - std::min(end, clock.global_offset);
  return clock;
}

Result<std::unique_ptr<EventStream>> MergedSource::events(LocationRef location, const StreamOptions& options) {
  const auto places = places_.find(location);
  if (places == places_.end()) return Error{Errc::not_found, fmt::format("location {} has no events", location.value)};
  auto stream = std::make_unique<ChainedStream>(*this, places->second, location, options);
  WEFT_TRY(stream->advance());
  return std::unique_ptr<EventStream>(std::move(stream));
}

// Kinds that are equal become one.
void MergedSource::read_markers(Markers& into) {
  std::map<std::tuple<std::string, std::string, MarkerSeverity>, std::uint32_t> known;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const auto input = trace(i);
    if (!input) continue;  // whoever reads its events is told
    Markers all;
    (***input).read_markers(all);
    std::map<std::uint32_t, std::uint32_t> kinds;
    for (DefMarker kind : all.kinds()) {
      const auto [place, is_new] = known.try_emplace(
          {std::string(kind.marker_group), std::string(kind.marker_category), kind.severity}, known.size());
      kinds.try_emplace(kind.self, place->second);
      kind.self = place->second;
      if (is_new) into.add(kind);
    }
    for (Marker marker : all.markers()) {
      Arena unused;
      translate_references(marker, unused, inputs_[i].ids);
      if (const auto kind = kinds.find(marker.marker); kind != kinds.end()) marker.marker = kind->second;
      move(marker, inputs_[i].clock_map);
      into.add(marker);
    }
  }
}

}  // namespace weft
