// SPDX-License-Identifier: BSD-3-Clause
#include "convert/cut_plan.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "base/parallel.hpp"
#include "convert/location_scan.hpp"
#include "convert/resume.hpp"

namespace weft {

namespace {

Result<> scan(
    Source& source, const CutOptions& options, const TimeIndex* index, LocationScan& scan, std::uint64_t& events) {
  const auto beginning = options.time ? beginning_of(source, index, scan.location(), options.time->first)
                                      : std::nullopt;
  const auto stream = WEFT_TRY(events_since(source, scan.location(), beginning, {}));
  if (beginning) scan.take(beginning->counts);
  Tracker tracker(source.definitions(), options);
  Event scratch;
  EventBatch batch;
  while (stream->next(batch))
    for (std::size_t row = 0; row < batch.size(); ++row) {
      const auto side = tracker.side(batch.time[row]);
      if (side == Tracker::Side::behind) {
        scan.finish();
        return {};
      }
      const bool is_selected = tracker.take(batch, row, side, scratch) && side == Tracker::Side::inside;
      events += is_selected;
      scan.add(batch, row, side, is_selected);
    }
  scan.finish();
  return {};
}

using Scans = std::vector<std::unique_ptr<LocationScan>>;

void settle_messages(const Scans& scans) {
  std::vector<MessageLog*> logs;
  for (const auto& scan : scans) logs.push_back(&scan->messages());
  match_messages(logs, [&](const LocatedHalf& send, const LocatedHalf& receive) {
    if (send.half && receive.half && send.half->is_whole && receive.half->is_whole) return;
    if (send.half) scans[send.log]->leave_out(*send.half);
    if (receive.half) scans[receive.log]->leave_out(*receive.half);
  });
}

// What one member of a communicator did, on all of its locations.
struct Sequence {
  std::uint64_t before = 0;
  std::vector<std::pair<LocationScan*, Collective>> operations;
};

void settle_collectives(const Communicators& communicators, CommRef comm, std::map<Endpoint, Sequence>& sequences) {
  for (auto& [member, sequence] : sequences)
    std::ranges::stable_sort(sequence.operations, {}, [](const auto& entry) {
      return std::pair(entry.second.time, std::min(entry.second.begun, entry.second.ended));
    });
  std::vector<Endpoint> members = communicators.members(comm);
  std::ranges::sort(members);
  members.erase(std::unique(members.begin(), members.end()), members.end());
  std::unordered_map<std::uint64_t, std::size_t> whole;  // by its number: how many members have all of an operation
  for (const Endpoint member : members) {
    const auto found = sequences.find(member);
    if (found == sequences.end()) continue;
    const Sequence& sequence = found->second;
    for (std::size_t i = 0; i < sequence.operations.size(); ++i)
      whole[sequence.before + i] += sequence.operations[i].second.is_whole;
  }
  const auto is_common = [&](std::uint64_t number) { return members.empty() || whole[number] == members.size(); };
  for (auto& [member, sequence] : sequences)
    for (std::size_t i = 0; i < sequence.operations.size(); ++i) {
      const auto& [scan, operation] = sequence.operations[i];
      if (!operation.is_whole || is_common(sequence.before + i)) continue;
      scan->leave_out(operation.begun);
      scan->leave_out(operation.ended);
    }
}

void settle_collectives(const Communicators& communicators, const Scans& scans) {
  std::map<CommRef, std::map<Endpoint, Sequence>> all;
  for (const auto& scan : scans)
    for (const auto& [comm, log] : scan->collectives()) {
      Sequence& sequence = all[comm][log.self];
      sequence.before += log.before;
      for (const Collective& operation : log.operations) sequence.operations.emplace_back(scan.get(), operation);
    }
  for (auto& [comm, sequences] : all) settle_collectives(communicators, comm, sequences);
}

using Process = std::vector<LocationScan*>;

std::vector<Process> processes_of(const Definitions& definitions, const Scans& scans) {
  std::map<std::pair<LocationGroupRef, LocationRef>, Process> processes;
  for (const auto& scan : scans) {
    const auto* location = definitions.find<def::Location>(scan->location());
    const LocationGroupRef group = location ? location->location_group : LocationGroupRef{};
    processes[{group, group.defined() ? LocationRef{} : scan->location()}].push_back(scan.get());
  }
  std::vector<Process> all;
  for (auto& entry : processes) all.push_back(std::move(entry.second));
  return all;
}

// I/O operations that one thread of a process begins and another one ends, in order of time.
void settle_operations(const Process& process) {
  using Step = std::pair<LocationScan*, LooseStep>;
  std::vector<Step> steps;
  for (LocationScan* scan : process)
    for (const LooseStep& step : scan->loose()) steps.emplace_back(scan, step);
  std::ranges::stable_sort(steps, {}, [](const Step& step) { return std::pair(step.second.time, step.second.what); });
  std::map<OperationKey, std::vector<Step>> open;
  const auto leave_out = [](const std::vector<Step>& all) {
    for (const auto& [scan, step] : all) scan->leave_out(step.event);
  };
  for (const Step& step : steps) {
    const auto found = open.find(step.second.key);
    if (step.second.what == LooseStep::What::begin) {
      if (found != open.end()) leave_out(found->second);
      open[step.second.key] = {step};
    } else if (found == open.end()) {
      leave_out({step});
    } else if (step.second.what == LooseStep::What::ask) {
      found->second.push_back(step);
    } else {
      open.erase(found);
    }
  }
  for (const auto& entry : open) leave_out(entry.second);
}

struct Owner {
  LocationScan* scan = nullptr;
  HandleState state;
};

// The handles of one process where the cut begins.
void settle_handles(const Definitions& definitions, const Process& process, CutPlan& plan) {
  const auto kept = std::ranges::find_if(process, &LocationScan::is_kept);
  if (kept == process.end()) return;
  std::map<IoHandleRef, Owner> last;
  for (LocationScan* scan : process)
    for (const auto& [handle, state] : scan->handles()) {
      Owner& owner = last[handle];
      if (!owner.scan || owner.state.time <= state.time) owner = {scan, state};
    }
  for (const auto& [handle, owner] : last) {
    const auto* definition = definitions.find<def::IoHandle>(handle);
    const bool was_open = definition && (definition->io_handle_flags & IoHandleFlag::pre_created) != IoHandleFlag::none;
    if (owner.state.is_open == was_open) continue;
    const LocationScan& teller = owner.scan->is_kept() ? *owner.scan : **kept;
    plan[teller.location()].at_begin.emplace_back(owner.state.telling, owner.state.attributes);
  }
}

}  // namespace

Result<CutPlan> plan_cut(Source& source, const CutOptions& options, const TimeIndex* index, std::size_t threads) {
  const Definitions& definitions = source.definitions();
  const Communicators communicators(definitions);
  Scans scans;
  for (const LocationRef location : source.locations())
    if (options.wants(location) || definitions.all<def::IoHandle>().size())
      scans.push_back(std::make_unique<LocationScan>(communicators, location, options.wants(location)));
  std::vector<Result<>> results(scans.size());
  std::vector<std::uint64_t> events(scans.size());
  parallel_for(scans.size(), threads,
      [&](std::size_t i, std::size_t) { results[i] = scan(source, options, index, *scans[i], events[i]); });
  for (auto& result : results)
    if (!result) return std::move(result).error();

  CutPlan plan;
  for (std::size_t i = 0; i < scans.size(); ++i)
    if (scans[i]->is_kept()) plan[scans[i]->location()].events = events[i];
  const auto processes = processes_of(definitions, scans);
  for (const Process& process : processes) settle_handles(definitions, process, plan);
  if (options.keeps_halves) return plan;
  for (const Process& process : processes) settle_operations(process);
  settle_messages(scans);
  settle_collectives(communicators, scans);
  for (const auto& scan : scans) plan[scan->location()].left_out = scan->left_out();
  return plan;
}

}  // namespace weft
