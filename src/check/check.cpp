// SPDX-License-Identifier: BSD-3-Clause
#include "check/check.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "base/parallel.hpp"
#include "check/groups.hpp"
#include "check/io_paradigms.hpp"
#include "check/location_check.hpp"

namespace weft::check {

namespace {

void check_definitions(const Definitions& definitions, Report& report) {
  Findings findings;
  check_references(definitions, findings);
  check_shared_ids(definitions, findings);
  check_parents(definitions, findings);
  check_group_members(definitions, findings);
  check_group_types(definitions, findings);
  check_group_duplicates(definitions, findings);
  check_clock(definitions, findings);
  check_io_paradigms(definitions, findings);
  check_io_handle_states(definitions, findings);
  check_attribute_conventions(definitions, findings);
  check_metric_types(definitions, findings);
  check_callpath_parameters(definitions, findings);
  check_paradigm_properties(definitions, findings);
  check_paradigm_classes(definitions, findings);
  check_deprecated_definitions(definitions, findings);
  report.take(findings.report());
}

void read_location(Trace& trace, LocationCheck& check, SharedProgress& progress) {
  auto stream = trace.events(check.location(), {});
  if (!stream) {
    check.findings().add(location_unreadable, [&] { return stream.error().text(); });
    return;
  }
  EventBatch batch;
  while ((*stream)->next(batch)) {
    check.add(batch);
    progress.add(batch.size());
  }
  check.finish();
}

using Checks = std::vector<std::unique_ptr<LocationCheck>>;

// What one location leaves open another one of its process may settle.
void check_process(const Definitions& definitions, LocationGroupRef process, const std::vector<LocationCheck*>& checks,
    Report& report) {
  Findings findings;
  std::vector<Unsettled<std::uint64_t>> requests;
  std::vector<Unsettled<IoOperation>> operations;
  std::vector<const IoHandles*> handles;
  std::vector<const Program*> programs;
  for (LocationCheck* check : checks) {
    requests.insert(requests.end(), check->requests().unsettled().begin(), check->requests().unsettled().end());
    operations.insert(
        operations.end(), check->io_operations().unsettled().begin(), check->io_operations().unsettled().end());
    handles.push_back(&check->io_handles());
    programs.push_back(&check->program());
  }
  check_requests(requests, findings);
  check_io_operations(definitions, operations, findings);
  check_io_handles(definitions, handles, findings);
  check_program(definitions, process, programs, findings);
  report.take(findings.report());
}

void check_processes(const Definitions& definitions, const Checks& checks, Report& report) {
  // A location without a group is a process of its own.
  std::map<std::pair<LocationGroupRef, LocationRef>, std::vector<LocationCheck*>> processes;
  for (const auto& check : checks) {
    const auto* location = definitions.find<def::Location>(check->location());
    const LocationGroupRef group = location ? location->location_group : LocationGroupRef{};
    processes[{group, group.defined() ? LocationRef{} : check->location()}].push_back(check.get());
  }
  for (const auto& [process, members] : processes) check_process(definitions, process.first, members, report);
}

void check_communication(const Definitions& definitions, const Communicators& communicators, const Checks& checks,
    std::size_t threads, Report& report) {
  std::vector<Messages*> messages;
  std::vector<Collectives*> collectives;
  for (const auto& check : checks) {
    messages.push_back(&check->messages());
    collectives.push_back(&check->collectives());
  }
  match_messages(definitions, communicators, messages, threads, report);
  Findings findings;
  compare_collectives(definitions, communicators, collectives, findings);
  report.take(findings.report());
}

// The codec reads local definitions both for themselves and for the events, and reports their damage each time.
void take_once(const Report& codec, Report& report) {
  for (const auto& [rule, group] : codec.groups()) {
    std::uint64_t count = group.count;
    std::vector<Finding> kept;
    for (const Finding& finding : group.first) {
      const bool known = std::ranges::any_of(kept, [&](const Finding& f) {
        return std::tie(f.message, f.file, f.offset, f.location) ==
               std::tie(finding.message, finding.file, finding.offset, finding.location);
      });
      if (known)
        --count;
      else
        kept.push_back(finding);
    }
    for (std::uint64_t i = 0; i < count; ++i) report.add(i < kept.size() ? kept[i] : Finding{rule, {}});
  }
}

}  // namespace

Totals check_trace(Trace& trace, const Options& options, Report& report) {
  const Definitions& definitions = trace.definitions();
  const Communicators communicators(definitions);
  Report files;
  trace.examine(files);
  Checks checks;
  for (const LocationRef location : trace.locations())
    checks.push_back(std::make_unique<LocationCheck>(definitions, communicators, location));
  SharedProgress progress(options.progress, definitions.announced_events());
  parallel_for(
      checks.size(), options.threads, [&](std::size_t i, std::size_t) { read_location(trace, *checks[i], progress); });

  take_once(trace.report(), report);
  check_definitions(definitions, report);
  report.take(files);
  for (const auto& check : checks) report.take(check->findings().report());
  check_processes(definitions, checks, report);
  check_communication(definitions, communicators, checks, options.threads, report);

  Totals totals{definitions.size(), checks.size()};
  for (const auto& check : checks) {
    totals.events += check->events();
    totals.messages += check->messages().log().size();
    totals.collectives += check->collectives().count();
    totals.io_operations += check->io_operations().count();
  }
  return totals;
}

}  // namespace weft::check
