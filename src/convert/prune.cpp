// SPDX-License-Identifier: BSD-3-Clause
#include "convert/prune.hpp"

#include <array>
#include <mutex>
#include <unordered_set>

#include "base/parallel.hpp"
#include "model/references.hpp"

namespace weft {

namespace {

// Ids that are referred to, by id space.
class UsedIds {
 public:
  // Whether it is new.
  template <class Id>
  bool add(Id id) {
    return id.defined() && spaces_[Id::space::number].insert(id.value).second;
  }
  template <class Id>
  bool contains(Id id) const {
    return spaces_[Id::space::number].contains(id.value);
  }
  void merge(const UsedIds& other) {
    for (std::size_t i = 0; i < id_spaces; ++i) spaces_[i].insert(other.spaces_[i].begin(), other.spaces_[i].end());
  }

 private:
  std::array<std::unordered_set<std::uint64_t>, id_spaces> spaces_;
};

Result<UsedIds> ids_of_events(Source& source, LocationRef location) {
  UsedIds used;
  auto stream = WEFT_TRY(source.events(location, {}));
  EventBatch batch;
  Event event;
  const auto note = [&](auto id, std::string_view, bool) { used.add(id); };
  while (stream->next(batch))
    for (std::size_t row = 0; row < batch.size(); ++row) {
      if (!batch.read(row, event)) continue;
      event.record.visit([&](const auto& record) { each_reference(record, note); });
      each_reference(event.attributes, note);
    }
  used.add(location);
  return used;
}

// Follows references until nothing new is found. Definitions without an id, and topologies, describe others: they stay
// if all that they describe does.
class Closure {
 public:
  Closure(const Definitions& definitions, UsedIds& used) : definitions_(definitions), used_(used) {}

  void run() {
    do {
      has_grown_ = false;
      definitions_.each_table([&](const auto& table) {
        for (const auto& row : table)
          if (stays(row)) follow(row);
      });
    } while (has_grown_);
  }

  template <class R>
  bool stays(const R& row) const {
    if constexpr (std::is_same_v<R, def::CartTopology>)
      return used_.contains(row.communicator);
    else if constexpr (std::is_same_v<R, def::Group>)
      return used_.contains(row.self) || (row.group_type == GroupType::comm_locations && has_groups(row.paradigm));
    else if constexpr (HasId<R>)
      return used_.contains(row.self);
    else
      return describes_used(row);
  }

 private:
  template <class R>
  bool describes_used(const R& row) const {
    bool all = true;
    each_reference(row, [&](auto id, std::string_view, bool) {
      if constexpr (!std::is_same_v<decltype(id), StringRef>) all = all && (!id.defined() || used_.contains(id));
    });
    return all;
  }

  bool has_groups(Paradigm paradigm) const {
    for (const def::Group& group : definitions_.all<def::Group>())
      if (group.group_type == GroupType::comm_group && group.paradigm == paradigm && used_.contains(group.self))
        return true;
    return false;
  }

  template <class R>
  void follow(const R& row) {
    each_reference(row, [&](auto id, std::string_view, bool) { has_grown_ |= used_.add(id); });
    if constexpr (std::is_same_v<R, def::Group>)
      for (const std::uint64_t member : row.members) {
        if (row.group_type == GroupType::locations || row.group_type == GroupType::comm_locations)
          has_grown_ |= used_.add(LocationRef{member});
        if (row.group_type == GroupType::regions)
          has_grown_ |= used_.add(RegionRef{static_cast<std::uint32_t>(member)});
        if (row.group_type == GroupType::metric) has_grown_ |= used_.add(MetricRef{static_cast<std::uint32_t>(member)});
      }
    if constexpr (std::is_same_v<R, def::CartTopology>) has_grown_ |= used_.add(row.self);
    if constexpr (std::is_same_v<R, def::Group>) has_grown_ |= used_.add(row.self);
  }

  const Definitions& definitions_;
  UsedIds& used_;
  bool has_grown_ = false;
};

class PrunedSource final : public Source {
 public:
  PrunedSource(Source& source, UsedIds& used) : source_(source) {
    Closure closure(source.definitions(), used);
    closure.run();
    source.definitions().each_table([&](const auto& table) {
      for (const auto& row : table)
        if (closure.stays(row)) definitions_.add(row);
    });
  }

  const Definitions& definitions() const override { return definitions_; }
  std::span<const LocationRef> locations() const override { return source_.locations(); }
  std::uint64_t parts(LocationRef location) override { return source_.parts(location); }
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override {
    return source_.events(location, options);
  }
  void read_markers(Markers& into) override { source_.read_markers(into); }
  Report& report() override { return source_.report(); }

 private:
  Source& source_;
  Definitions definitions_;
};

}  // namespace

Result<std::unique_ptr<Source>> prune(Source& source, std::size_t threads) {
  const auto locations = source.locations();
  UsedIds used;
  std::mutex mutex;
  std::vector<Result<>> results(locations.size());
  parallel_for(locations.size(), threads, [&](std::size_t i, std::size_t) {
    auto found = ids_of_events(source, locations[i]);
    const std::lock_guard lock(mutex);
    if (found)
      used.merge(*found);
    else
      results[i] = std::move(found).error();
  });
  for (auto& result : results)
    if (!result) return std::move(result).error();
  Markers markers;
  source.read_markers(markers);
  for (const Marker& marker : markers.markers())
    each_reference(marker, [&](auto id, std::string_view, bool) { used.add(id); });
  return std::unique_ptr<Source>(std::make_unique<PrunedSource>(source, used));
}

}  // namespace weft
