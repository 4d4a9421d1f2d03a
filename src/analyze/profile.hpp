// SPDX-License-Identifier: BSD-3-Clause
// Profile: how often the regions of a location were visited and how long that took. Made of enter and leave events, with
// or without calling contexts; all other events only tell when the location began and ended.
//
// Exclusive time is time with the region on top of the stack. Inclusive time also counts what it called; while a region is
// visited recursively only the outermost visit counts, so that no moment counts twice. Shortest, mean and longest visit
// are inclusive and of all visits. Time does not go back here: an event earlier than the one before happens at the same
// time as that, and is counted as `moved`.
#pragma once

#include <cstdint>
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

  // The next events of the location.
  void add(const EventBatch& batch);
  // The location has ended: so do the visits that are still open.
  void finish();
  // Adds the profile of another location. Both must be finished.
  void merge(const Profile& other);

  // In the order they were first visited.
  const std::vector<RegionTimes>& regions() const { return regions_; }
  const ProfileTotals& totals() const { return totals_; }

 private:
  // A visit that has not ended.
  struct Frame {
    Ticks begin;
    std::uint32_t place;
  };
  // Beyond this depth a trace is broken; following it further would only cost memory.
  static constexpr std::size_t deepest = std::size_t{1} << 22;
  // Regions with smaller ids are found without hashing.
  static constexpr std::uint32_t small_ids = 1 << 16;
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  void enter(Ticks time, std::uint32_t region);
  void leave(Ticks time, std::uint32_t region);
  void leave_other(std::uint32_t region);
  void advance(Ticks time);
  void end_visit();
  std::uint32_t region_of_context(std::uint64_t context) const;
  std::uint32_t find(std::uint32_t region) const;
  std::uint32_t place_of(std::uint32_t region) { return region < small_.size() && small_[region] != nowhere ? small_[region] : new_place(region); }
  std::uint32_t new_place(std::uint32_t region);

  const Definitions* definitions_;
  std::vector<RegionTimes> regions_;
  std::vector<std::uint32_t> active_;  // visits of each region on the stack
  std::vector<std::uint32_t> small_;   // region id to place in regions_
  std::unordered_map<std::uint32_t, std::uint32_t> large_;
  std::vector<Frame> stack_;
  std::uint64_t buried_ = 0;  // visits that were too deep and have not ended
  Ticks now_ = 0;
  ProfileTotals totals_;
};

}  // namespace weft
