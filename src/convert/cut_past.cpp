// SPDX-License-Identifier: BSD-3-Clause
#include "convert/cut_past.hpp"

#include <algorithm>

#include "convert/location_scan.hpp"

namespace weft {

namespace {

class LocationPast final : public PastWatch {
 public:
  LocationPast(
      const Definitions& definitions, const Communicators& communicators, const Lasting& lasting, LocationRef location)
      : lasting_(lasting), tracker_(definitions, everything_), scan_(communicators, location, true) {}

  void add(const EventBatch& batch) override {
    if (parts_.empty() || parts_.back().part != batch.part) parts_.push_back({batch.part, batch.first_event});
    for (std::size_t row = 0; row < batch.size(); ++row) {
      // What is open here is never written: it need not be read as a whole.
      tracker_.take(batch, row, Tracker::Side::inside, event_);
      scan_.add(batch, row, Tracker::Side::before, false);
      const std::uint64_t event = batch.first_event + row;
      if (lasting_.is_metric(batch, row)) metrics_[batch.value[row]] = event;
      if (lasting_.is_definition(batch, row) && told_.size() <= Past::most_events) told_.push_back(event);
    }
  }

  std::optional<Past> past() override {
    const auto open = tracker_.events_that_matter();
    std::vector<std::uint64_t> events = scan_.events_that_matter();
    if (!open || events.size() + open->size() + metrics_.size() + told_.size() > Past::most_events) return std::nullopt;
    events.insert(events.end(), open->begin(), open->end());
    events.insert(events.end(), told_.begin(), told_.end());
    for (const auto& [metric, event] : metrics_) events.push_back(event);
    std::ranges::sort(events);
    events.erase(std::unique(events.begin(), events.end()), events.end());
    Past past;
    for (const std::uint64_t event : events) past.events.push_back(place_of(event));
    PastCounts counts = scan_.counts_before();
    for (const auto& [key, count] : counts) {
      const auto known = counted_.find(key);
      const std::uint64_t more = count - (known == counted_.end() ? 0 : known->second);
      if (more) past.counts.emplace_hint(past.counts.end(), key, more);
    }
    counted_ = std::move(counts);
    return past;
  }

 private:
  struct Part {
    std::uint64_t part;
    std::uint64_t first_event;
  };

  EventPlace place_of(std::uint64_t event) const {
    const Part& part = *std::prev(std::ranges::upper_bound(parts_, event, {}, &Part::first_event));
    return {part.part, event - part.first_event};
  }

  const CutOptions everything_;
  const Lasting& lasting_;
  Tracker tracker_;
  LocationScan scan_;
  Event event_;
  std::vector<Part> parts_;
  std::map<std::uint64_t, std::uint64_t> metrics_;  // the last event of each
  std::vector<std::uint64_t> told_;
  PastCounts counted_;
};

}  // namespace

WatchPast CutPast::watch() const {
  return [this](LocationRef location) {
    return std::make_unique<LocationPast>(definitions_, communicators_, lasting_, location);
  };
}

}  // namespace weft
