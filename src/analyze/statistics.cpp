// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/statistics.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/parallel.hpp"
#include "model/window.hpp"

namespace weft {

namespace {

// What one thread gathers from the locations it reads. Sums of integers come out the same in any order.
struct Gathered {
  explicit Gathered(const Definitions& definitions) : profile(definitions) {}
  Profile profile;
  Messages messages;
  Rma rma;
  Io io;
};

// Most batches of most traces hold nothing but enter and leave events; this loop is cheap, and spares all the others.
bool has_more_than_regions(const EventBatch& batch) {
  std::size_t others = 0;
  for (const Kind kind : batch.kind) others += kind != kind_of<evt::Enter> && kind != kind_of<evt::Leave>;
  return others > 0;
}

class Reading {
 public:
  Reading(Source& source, const StatisticsOptions& options)
      : source_(source),
        options_(options),
        definitions_(source.definitions()),
        gathered_(workers(), Gathered(definitions_)),
        locations_(source.locations().size()),
        metrics_(locations_.size()),
        errors_(locations_.size()),
        progress_(options.progress, definitions_.announced_events()) {}

  Result<Statistics> run() {
    parallel_for(locations_.size(), options_.threads, [&](std::size_t i, std::size_t worker) {
      if (auto result = read(i, gathered_[worker]); !result) errors_[i] = std::move(result).error();
    });
    for (auto& error : errors_)
      if (error) return *std::move(error);
    return merged();
  }

 private:
  std::size_t workers() const {
    return std::min(thread_count(options_.threads), std::max<std::size_t>(source_.locations().size(), 1));
  }

  Result<> read(std::size_t i, Gathered& into) {
    const LocationRef location = source_.locations()[i];
    const TimeRange time = options_.time.value_or(TimeRange{});
    Window window = WEFT_TRY(Window::open(source_, location, time, options_.index));
    Profile profile(definitions_);
    Io io;
    EventBatch batch;
    bool has_begun = false;
    while (window.next(batch)) {
      if (!std::exchange(has_begun, true)) profile.begin(time.first, window.open_calls());
      profile.add(batch);
      if (has_more_than_regions(batch)) {
        into.messages.add(batch);
        into.rma.add(batch);
        io.add(batch);
        metrics_[i].add(batch);
      }
      progress_.add(batch.size());
    }
    if (!has_begun) profile.begin(time.first, window.open_calls());
    profile.finish(window.goes_on() ? time.last : 0);
    into.profile.merge(profile);
    into.io.merge(io);
    locations_[i] = {location, profile.totals(), {}};
    if (options_.by_location) locations_[i].regions = profile.regions();
    return {};
  }

  Statistics merged() {
    Statistics all;
    Profile profile(definitions_);
    for (const Gathered& part : gathered_) {
      profile.merge(part.profile);
      all.messages.merge(part.messages);
      all.rma.merge(part.rma);
      all.io.merge(part.io);
    }
    all.io.finish();
    for (const Metrics& metrics : metrics_) all.metrics.merge(metrics);
    all.totals = profile.totals();
    all.regions = profile.regions();
    all.locations = std::move(locations_);
    return all;
  }

  Source& source_;
  const StatisticsOptions& options_;
  const Definitions& definitions_;
  std::vector<Gathered> gathered_;
  std::vector<LocationStatistics> locations_;
  std::vector<Metrics> metrics_;  // by location: they are merged in that order
  std::vector<std::optional<Error>> errors_;
  SharedProgress progress_;
};

class ProfileSorter {
 public:
  ProfileSorter(ProfileOrder order, const Definitions& definitions) : order_(order), definitions_(definitions) {}

  // By id where nothing else decides, so that the order is always the same.
  void sort(std::vector<RegionTimes>& regions) {
    std::ranges::sort(regions, {}, &RegionTimes::region);
    const auto most_first = [&](auto member) { std::ranges::stable_sort(regions, std::greater{}, member); };
    switch (order_) {
      case ProfileOrder::visits:
        return most_first(&RegionTimes::visits);
      case ProfileOrder::inclusive:
        return most_first(&RegionTimes::inclusive);
      case ProfileOrder::exclusive:
        return most_first(&RegionTimes::exclusive);
      case ProfileOrder::name:
        std::ranges::stable_sort(regions, {}, [&](const RegionTimes& r) { return name(r.region); });
    }
  }

 private:
  std::string_view name(RegionRef region) {
    const auto [found, is_new] = names_.try_emplace(region);
    if (is_new) found->second = definitions_.name(region);
    return found->second;
  }

  ProfileOrder order_;
  const Definitions& definitions_;
  std::unordered_map<RegionRef, std::string> names_;
};

}  // namespace

Result<Statistics> compute_statistics(Source& source, const StatisticsOptions& options) {
  return Reading(source, options).run();
}

void sort_profiles(Statistics& statistics, ProfileOrder order, const Definitions& definitions) {
  ProfileSorter sorter(order, definitions);
  sorter.sort(statistics.regions);
  for (LocationStatistics& location : statistics.locations) sorter.sort(location.regions);
}

}  // namespace weft
