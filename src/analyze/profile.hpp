// SPDX-License-Identifier: BSD-3-Clause
// Profile: how often the regions of a location were visited and how long that took. Made of enter and leave events,
// with or without calling contexts; all other events only tell when the location began and ended.
//
// Exclusive time is time with the region on top of the stack. Inclusive time also counts what it called; while a region
// is visited recursively only the outermost visit counts, so that no moment counts twice. Shortest, mean and longest
// visit are inclusive and of all visits. Time does not go back here: an event earlier than the one before happens at
// the same time as that, and is counted as `moved`.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "analyze/sum.hpp"
#include "model/batch.hpp"
#include "model/definitions.hpp"

namespace weft {

struct RegionTimes {
  RegionRef region;
  std::uint64_t visits = 0;
  std::uint64_t open = 0;  // visits that had not ended when the location did; counted up to there
  Sum exclusive = 0;
  Sum inclusive = 0;
  Sum visit_time = 0;  // of all visits, nested ones too
  Ticks shortest = ~Ticks{0};
  Ticks longest = 0;

  double mean() const { return visits ? static_cast<double>(visit_time) / static_cast<double>(visits) : 0; }
  void merge(const RegionTimes& other);
};

// What a profile says of its location as a whole, or of all of them.
struct ProfileTotals {
  std::uint64_t events = 0;
  std::uint64_t visits = 0;
  std::uint64_t open = 0;
  std::uint64_t unmatched = 0;  // leaves of regions that were not entered: ignored
  std::uint64_t skipped = 0;    // visits without a leave of their own: ended by that of a region they were in
  std::uint64_t too_deep = 0;   // visits beyond the deepest stack we follow: not counted
  std::uint64_t moved = 0;      // times that would have gone back
  Ticks first = ~Ticks{0};      // time of the first event
  Ticks last = 0;               // and of the last
  Sum in_regions = 0;           // time inside any region: the sum of all exclusive times

  Ticks span() const { return last > first ? last - first : 0; }
  void merge(const ProfileTotals& other);
};

class Profile {
 public:
  // `definitions` tell the regions of calling contexts; they must outlive the profile.
  explicit Profile(const Definitions& definitions) : definitions_(&definitions) {}

  // Before any events: these regions have been entered, and count from here on.
  void begin(Ticks time, std::span<const std::uint32_t> open);
  // The next events of the location.
  void add(const EventBatch& batch);
  // The location has ended: so do the visits that are still open, with the last event or, if that is later, `at_least`.
  void finish(Ticks at_least = 0);
  // Adds the profile of another location. Both must be finished.
  void merge(const Profile& other);

  // In the order they were first visited.
  const std::vector<RegionTimes>& regions() const { return regions_; }
  const ProfileTotals& totals() const { return totals_; }

 private:
  // A region while its location is read: one cache line. What never counts twice cannot overflow.
  struct alignas(64) Tally {
    Ticks exclusive = 0;
    Ticks inclusive = 0;
    Ticks visit_time = 0;
    std::uint64_t visit_time_overflows = 0;
    Ticks shortest = ~Ticks{0};
    Ticks longest = 0;
    std::uint64_t visits = 0;  // that have ended
    std::uint32_t active = 0;  // that have not
    std::uint32_t region = 0;

    void add_visit_time(Ticks duration) {
      visit_time += duration;
      if (visit_time < duration) ++visit_time_overflows;
    }
  };
  // A visit that has not ended.
  struct Frame {
    Ticks begin = 0;
    std::uint32_t place = outside;
  };
  // Where the tally of a region is. Below the stack lies a frame that nothing leaves, so there is always one on top.
  static constexpr std::uint32_t outside = 0;
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
  // Beyond this depth a trace is broken; following it further would only cost memory.
  static constexpr std::size_t deepest = std::size_t{1} << 22;
  // Regions with smaller ids are found without hashing.
  static constexpr std::uint32_t small_ids = 1 << 16;

  bool make_room(std::size_t visits);
  std::size_t add_usual(const EventBatch& batch, std::size_t row);
  void add_any(const EventBatch& batch, std::size_t row);
  void enter(std::uint32_t region);
  void leave(std::uint32_t region);
  void advance(Ticks time);
  void end_visit();
  std::uint32_t region_of_context(std::uint64_t context) const;
  std::uint32_t find(std::uint32_t region) const;
  std::uint32_t find_or_add(std::uint32_t region);

  const Definitions* definitions_;
  std::vector<Tally> tallies_ = std::vector<Tally>(1);
  std::vector<std::uint32_t> small_;  // region id to place
  std::unordered_map<std::uint32_t, std::uint32_t> large_;
  std::vector<Frame> stack_ = std::vector<Frame>(1);
  std::size_t depth_ = 1;     // frames in use
  std::uint64_t buried_ = 0;  // visits that were too deep and have not ended
  Ticks now_ = 0;
  std::vector<RegionTimes> regions_;  // in the order of places
  ProfileTotals totals_;
};

}  // namespace weft
