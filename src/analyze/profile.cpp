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

namespace {

constexpr bool concerns_regions(Kind kind) {
  return kind == kind_of<evt::Enter> || kind == kind_of<evt::Leave> || kind == kind_of<evt::CallingContextEnter> ||
         kind == kind_of<evt::CallingContextLeave>;
}

}  // namespace

void Profile::begin(Ticks time, std::span<const std::uint32_t> open) {
  if (open.empty()) return;
  totals_.first = now_ = time;
  for (const std::uint32_t region : open) enter(region);
}

void Profile::add(const EventBatch& batch) {
  if (batch.size() == 0) return;
  if (totals_.events == 0 && depth_ == 1) totals_.first = now_ = batch.time.front();
  totals_.events += batch.size();
  std::size_t row = 0;
  if (make_room(batch.size()))
    while ((row = add_usual(batch, row)) < batch.size()) add_any(batch, row++);
  for (; row < batch.size(); ++row) add_any(batch, row);
  totals_.last = std::max(now_, batch.time.back());
}

// Whether the stack has room for that many more visits, as add_usual() needs it.
bool Profile::make_room(std::size_t visits) {
  if (visits > deepest + 1 - depth_) return false;
  if (depth_ + visits > stack_.size())
    stack_.resize(std::min(std::max(depth_ + visits, 2 * stack_.size()), deepest + 1));
  return true;
}

// The rows from `row` on up to the first that is not the entering of a known region or the leaving of the one on top.
// What comes next, enter or leave, cannot be predicted: both take the same steps, and what only a leave has to change
// is changed by nothing in an enter. add_any() and end_visit() say the same in plain words.
std::size_t Profile::add_usual(const EventBatch& batch, std::size_t row) {
  static_assert(static_cast<int>(kind_of<evt::Leave>) == static_cast<int>(kind_of<evt::Enter>) + 1);
  // Local, because the compiler must assume that writing a tally changes any member.
  const Kind* const kinds = batch.kind.data();
  const Ticks* const times = batch.time.data();
  const std::uint64_t* const values = batch.value.data();
  const std::uint32_t* const places = small_.data();
  const std::size_t size = batch.size();
  const std::size_t known = small_.size();
  Tally* const tallies = tallies_.data();
  Frame* top = stack_.data() + depth_ - 1;
  Ticks now = now_;
  for (; row < size; ++row) {
    const std::uint64_t leaves = static_cast<std::uint64_t>(kinds[row]) -
                                 static_cast<std::uint64_t>(kind_of<evt::Enter>);
    if (leaves > 1) {
      if (concerns_regions(kinds[row])) break;
      continue;
    }
    const Ticks time = times[row];
    const std::uint64_t region = values[row];
    if (region >= known || time < now) break;
    const std::uint32_t place = places[region];
    if (place == nowhere || (leaves & (place != top->place))) break;

    tallies[top->place].exclusive += time - now;
    now = time;
    top[1] = {time, place};
    const Ticks duration = time - top[1 - leaves].begin;
    top = top + 1 - 2 * leaves;

    Tally& tally = tallies[place];
    tally.visits += leaves;
    tally.active += static_cast<std::uint32_t>(1 - 2 * leaves);
    tally.inclusive += tally.active == 0 ? duration : 0;
    tally.add_visit_time(duration);
    if ((duration | (leaves - 1)) < tally.shortest) tally.shortest = duration;
    if (duration > tally.longest) tally.longest = duration;
  }
  now_ = now;
  depth_ = static_cast<std::size_t>(top - stack_.data()) + 1;
  return row;
}

void Profile::add_any(const EventBatch& batch, std::size_t row) {
  const Kind kind = batch.kind[row];
  if (!concerns_regions(kind)) return;
  const bool by_context = kind == kind_of<evt::CallingContextEnter> || kind == kind_of<evt::CallingContextLeave>;
  const std::uint32_t region = by_context ? region_of_context(batch.value[row])
                                          : static_cast<std::uint32_t>(batch.value[row]);
  advance(batch.time[row]);
  if (kind == kind_of<evt::Enter> || kind == kind_of<evt::CallingContextEnter>)
    enter(region);
  else
    leave(region);
}

// Time passes until the next event, and belongs to the region on top of the stack.
void Profile::advance(Ticks time) {
  if (time < now_) {
    ++totals_.moved;
    return;
  }
  tallies_[stack_[depth_ - 1].place].exclusive += time - now_;
  now_ = time;
}

void Profile::enter(std::uint32_t region) {
  if (depth_ > deepest) {
    ++totals_.too_deep, ++buried_;
    return;
  }
  make_room(1);
  const std::uint32_t place = find_or_add(region);
  ++tallies_[place].active;
  stack_[depth_++] = {now_, place};
}

void Profile::leave(std::uint32_t region) {
  if (buried_) {
    --buried_;
    return;
  }
  const std::uint32_t place = find(region);
  if (place == nowhere || tallies_[place].active == 0) {
    ++totals_.unmatched;
    return;
  }
  while (stack_[depth_ - 1].place != place) {
    ++totals_.skipped;
    end_visit();
  }
  end_visit();
}

void Profile::end_visit() {
  const Frame frame = stack_[--depth_];
  Tally& tally = tallies_[frame.place];
  const Ticks duration = now_ - frame.begin;
  ++tally.visits;
  tally.add_visit_time(duration);
  if (--tally.active == 0) tally.inclusive += duration;
  tally.shortest = std::min(tally.shortest, duration);
  tally.longest = std::max(tally.longest, duration);
}

void Profile::finish(Ticks at_least) {
  if (depth_ > 1) totals_.last = std::max(totals_.last, at_least);
  advance(totals_.last);
  regions_.resize(tallies_.size() - 1);
  totals_.open = depth_ - 1;
  for (; depth_ > 1; end_visit()) ++regions_[stack_[depth_ - 1].place - 1].open;
  for (std::size_t place = 1; place < tallies_.size(); ++place) {
    const Tally& t = tallies_[place];
    const std::uint64_t open = regions_[place - 1].open;
    const Sum visit_time = (Sum{t.visit_time_overflows} << 64) + t.visit_time;
    regions_[place - 1] = {{t.region}, t.visits, open, t.exclusive, t.inclusive, visit_time, t.shortest, t.longest};
    totals_.visits += t.visits;
    totals_.in_regions += t.exclusive;
  }
}

void Profile::merge(const Profile& other) {
  for (const RegionTimes& region : other.regions_) {
    const std::uint32_t place = find_or_add(region.region.value);
    if (place > regions_.size()) regions_.push_back({region.region});
    regions_[place - 1].merge(region);
  }
  totals_.merge(other.totals_);
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

std::uint32_t Profile::find_or_add(std::uint32_t region) {
  const std::uint32_t found = find(region);
  if (found != nowhere) return found;
  const auto place = static_cast<std::uint32_t>(tallies_.size());
  if (region >= small_ids)
    large_.emplace(region, place);
  else if (region >= small_.size())
    small_.resize(std::max<std::size_t>(region + 1, 2 * small_.size()), nowhere);
  if (region < small_ids) small_[region] = place;
  tallies_.emplace_back().region = region;
  return place;
}

}  // namespace weft
