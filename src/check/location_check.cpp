// SPDX-License-Identifier: BSD-3-Clause
#include "check/location_check.hpp"

#include "check/counts.hpp"

namespace weft::check {

LocationCheck::LocationCheck(const Definitions& definitions, const Communicators& communicators, LocationRef location)
    : definitions_(definitions),
      location_(location),
      findings_(location),
      times_(definitions, findings_),
      references_(definitions, findings_),
      regions_(definitions, findings_),
      contexts_(definitions, findings_),
      pairs_(definitions, findings_),
      values_(definitions, findings_),
      families_(communicators),
      requests_(location, findings_),
      messages_(definitions, communicators, location, requests_, findings_),
      collectives_(definitions, communicators, location, requests_, findings_),
      io_handles_(definitions, location, findings_),
      io_operations_(definitions, location, findings_),
      program_(location) {}

void LocationCheck::add(const EventBatch& batch) {
  times_.add(batch);
  for (std::size_t row = 0; row < batch.size(); ++row) {
    const Kind kind = batch.kind[row];
    const Place at{batch.time[row], batch.first_event + row + 1};
    families_.count(kind);
    // Most events are these two, and the columns hold all of them.
    const bool is_complete = !(batch.record[row] & EventBatch::has_more);
    const RegionRef region{static_cast<std::uint32_t>(batch.value[row])};
    if (kind == kind_of<evt::Enter> && is_complete) {
      references_.region(region, "Enter", at);
      regions_.enter(region, at);
    } else if (kind == kind_of<evt::Leave> && is_complete) {
      references_.region(region, "Leave", at);
      regions_.leave(region, at);
    } else {
      read(batch, row, at);
    }
  }
  events_ += batch.size();
}

void LocationCheck::read(const EventBatch& batch, std::size_t row, const Place& at) {
  if (!batch.read(row, event_)) return;
  if (!event_.attributes.empty()) {
    references_.attributes(event_.attributes, name_of(batch.kind[row]), at);
    check_attributes(definitions_, event_.attributes, at, findings_);
  }
  event_.record.visit([&](const auto& event) { see(event, at); });
}

RegionRef LocationCheck::region_of(CallingContextRef context) const {
  const auto* definition = definitions_.find<def::CallingContext>(context);
  return definition ? definition->region : RegionRef{};
}

void LocationCheck::switch_task(const Task& task) {
  regions_.switch_task(task);
  contexts_.switch_task(task);
}

// Hands the event to every theme that has something to say about it.
template <class E>
void LocationCheck::see(const E& event, const Place& at) {
  references_.see(event, at);
  if constexpr (std::is_same_v<E, evt::Enter>) regions_.enter(event.region, at);
  if constexpr (std::is_same_v<E, evt::Leave>) regions_.leave(event.region, at);
  if constexpr (std::is_same_v<E, evt::CallingContextEnter>) contexts_.enter(region_of(event.calling_context), at);
  if constexpr (std::is_same_v<E, evt::CallingContextLeave>) contexts_.leave(region_of(event.calling_context), at);
  if constexpr (std::is_same_v<E, evt::OmpTaskSwitch>) switch_task({~std::uint64_t{0}, 0, event.task_id});
  if constexpr (std::is_same_v<E, evt::ThreadTaskSwitch>)
    switch_task({event.thread_team.value, event.creating_thread, event.generation_number});

  const auto show = [&](auto& theme) {
    if constexpr (requires { theme.see(event, at); }) theme.see(event, at);
  };
  show(times_), show(pairs_), show(values_), show(families_), show(requests_), show(messages_), show(collectives_);
  show(io_handles_), show(io_operations_), show(program_);
}

void LocationCheck::finish() {
  program_.finish(regions_);
  program_.finish(contexts_);
  regions_.finish();
  contexts_.finish();
  pairs_.finish();
  families_.finish(findings_);
  requests_.finish();
  messages_.finish();
  io_operations_.finish();
  check_event_count(definitions_, location_, events_, findings_);
}

}  // namespace weft::check
