// SPDX-License-Identifier: BSD-3-Clause
#include "convert/location_scan.hpp"

#include <algorithm>

namespace weft {

namespace {

// Of PastCounts, behind those of MessageLog.
constexpr std::uint64_t collectives_counted = 2;

}  // namespace

void LocationScan::add(const EventBatch& batch, std::size_t row, Tracker::Side side, bool is_selected) {
  if (!is_asked_for(batch.kind[row]) || !batch.read(row, event_)) return;
  const Place at{side, is_selected && is_kept_, batch.time[row], batch.first_event + row};
  event_.record.visit([&](const auto& e) {
    if constexpr (requires { this->see(e, at); }) see(e, at);
  });
}

void LocationScan::finish() {
  for (const auto& [key, begun] : open_) {
    if (key.family != Family::io) {
      give_up(begun);
      continue;
    }
    if (begun.is_selected) leave_out_alone(LooseStep::What::begin, key, begun.time, begun.event);
    for (const std::uint64_t event : begun.asked) leave_out_alone(LooseStep::What::ask, key, begun.time, event);
  }
  open_.clear();
}

std::vector<std::uint64_t> LocationScan::events_that_matter() const {
  std::vector<std::uint64_t> events;
  for (const auto& [key, operation] : open_) events.push_back(operation.event);
  for (const auto& [handle, state] : handles_) events.insert(events.end(), state.events.begin(), state.events.end());
  return events;
}

PastCounts LocationScan::counts_before() const {
  PastCounts counts;
  messages_.tell(counts);
  for (const auto& [comm, log] : collectives_)
    if (log.before) counts[{collectives_counted, comm.value, 0, 0}] = log.before;
  return counts;
}

void LocationScan::take(const PastCounts& before) {
  for (const auto& count : before) {
    if (count.first[0] != collectives_counted) {
      messages_.take(count);
      continue;
    }
    const CommRef comm{static_cast<std::uint32_t>(count.first[1])};
    CollectiveLog& log = collectives_[comm];
    log.self = views_[comm].self;
    log.before += count.second;
  }
}

}  // namespace weft
