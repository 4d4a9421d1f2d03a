// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/profile.hpp"

#include <algorithm>

namespace weft {

void RegionTimes::merge(const RegionTimes& other) {
  visits += other.visits;
  open += other.open;
  exclusive += other.exclusive;
  inclusive += other.inclusive;
  visit_time += other.visit_time;
  shortest = std::min(shortest, other.shortest);
  longest = std::max(longest, other.longest);
}

void ProfileTotals::merge(const ProfileTotals& other) {
  events += other.events;
  visits += other.visits;
  open += other.open;
  unmatched += other.unmatched;
  skipped += other.skipped;
  too_deep += other.too_deep;
  moved += other.moved;
  first = std::min(first, other.first);
  last = std::max(last, other.last);
  in_regions += other.in_regions;
}

void Profile::add(const EventBatch& batch) {
  if (batch.size() == 0) return;
  if (totals_.events == 0) totals_.first = now_ = batch.time.front();
  totals_.events += batch.size();
  for (std::size_t row = 0; row < batch.size(); ++row) {
    const Kind kind = batch.kind[row];
    if (kind == kind_of<evt::Enter>) enter(batch.time[row], static_cast<std::uint32_t>(batch.value[row]));
    else if (kind == kind_of<evt::Leave>) leave(batch.time[row], static_cast<std::uint32_t>(batch.value[row]));
    else if (kind == kind_of<evt::CallingContextEnter>) enter(batch.time[row], region_of_context(batch.value[row]));
    else if (kind == kind_of<evt::CallingContextLeave>) leave(batch.time[row], region_of_context(batch.value[row]));
  }
  totals_.last = std::max(now_, batch.time.back());
}

void Profile::finish() {
  advance(totals_.last);
  totals_.open = stack_.size();
  while (!stack_.empty()) {
    ++regions_[stack_.back().place].open;
    end_visit();
  }
  for (const RegionTimes& region : regions_) {
    totals_.visits += region.visits;
    totals_.in_regions += region.exclusive;
  }
}

void Profile::merge(const Profile& other) {
  for (const RegionTimes& region : other.regions_) regions_[place_of(region.region.value)].merge(region);
  totals_.merge(other.totals_);
}

inline void Profile::enter(Ticks time, std::uint32_t region) {
  advance(time);
  if (stack_.size() == deepest) {
    ++totals_.too_deep, ++buried_;
    return;
  }
  const std::uint32_t place = place_of(region);
  ++active_[place];
  stack_.push_back({now_, place});
}

inline void Profile::leave(Ticks time, std::uint32_t region) {
  advance(time);
  if (!stack_.empty() && regions_[stack_.back().place].region.value == region && !buried_) return end_visit();
  leave_other(region);
}

// A leave that does not belong to the visit on top of the stack.
void Profile::leave_other(std::uint32_t region) {
  if (buried_) {
    --buried_;
    return;
  }
  const std::uint32_t place = find(region);
  if (place == nowhere || active_[place] == 0) {
    ++totals_.unmatched;
    return;
  }
  while (stack_.back().place != place) {
    ++totals_.skipped;
    end_visit();
  }
  end_visit();
}

// Time passes until the next event, and belongs to the region on top of the stack.
inline void Profile::advance(Ticks time) {
  if (time < now_) {
    ++totals_.moved;
    return;
  }
  if (!stack_.empty()) regions_[stack_.back().place].exclusive += time - now_;
  now_ = time;
}

inline void Profile::end_visit() {
  const Frame frame = stack_.back();
  stack_.pop_back();
  RegionTimes& region = regions_[frame.place];
  const Ticks duration = now_ - frame.begin;
  ++region.visits;
  region.visit_time += duration;
  region.shortest = std::min(region.shortest, duration);
  region.longest = std::max(region.longest, duration);
  if (--active_[frame.place] == 0) region.inclusive += duration;
}

std::uint32_t Profile::region_of_context(std::uint64_t context) const {
  const auto* found = definitions_->find<def::CallingContext>(CallingContextRef{static_cast<std::uint32_t>(context)});
  return found ? found->region.value : RegionRef::undefined;
}

std::uint32_t Profile::find(std::uint32_t region) const {
  if (region < small_ids) return region < small_.size() ? small_[region] : nowhere;
  const auto found = large_.find(region);
  return found == large_.end() ? nowhere : found->second;
}

std::uint32_t Profile::new_place(std::uint32_t region) {
  const auto place = static_cast<std::uint32_t>(regions_.size());
  if (region >= small_ids) {
    const auto [found, is_new] = large_.emplace(region, place);
    if (!is_new) return found->second;
  } else {
    if (region >= small_.size()) small_.resize(std::max<std::size_t>(region + 1, 2 * small_.size()), nowhere);
    small_[region] = place;
  }
  regions_.push_back({RegionRef{region}});
  active_.push_back(0);
  return place;
}

}  // namespace weft
