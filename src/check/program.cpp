// SPDX-License-Identifier: BSD-3-Clause
#include "check/program.hpp"

#include <algorithm>

namespace weft::check {

void Program::finish(const Nesting& nesting) {
  if (!nesting.used()) return;
  first_code_ = runs_code_ ? std::min(first_code_, nesting.first()) : nesting.first();
  last_code_ = runs_code_ ? std::max(last_code_, nesting.last()) : nesting.last();
  runs_code_ = true;
}

namespace {

struct Located {
  Place at;
  LocationRef location;
};

// All begins or ends of a process, in order of time.
std::vector<Located> gather(
    std::span<const Program* const> locations, const std::vector<Place>& (Program::*which)() const) {
  std::vector<Located> all;
  for (const Program* program : locations)
    for (const Place& at : (program->*which)()) all.push_back({at, program->location()});
  std::ranges::stable_sort(all, {}, [](const Located& l) { return l.at.time; });
  return all;
}

void check_once(const std::vector<Located>& all, std::string_view event, std::string_view process, Findings& findings) {
  for (std::size_t i = 1; i < all.size(); ++i)
    findings.add(program_twice, all[i].location, all[i].at, [&] {
      return fmt::format(
          "{} of {} again, after event {} of location {}", event, process, all[0].at.event, all[0].location.value);
    });
}

void check_code(
    const Program& program, const std::vector<Located>& begins, const std::vector<Located>& ends, Findings& findings) {
  if (!program.runs_code()) return;
  if (!begins.empty() && program.first_code() < begins.front().at.time)
    findings.add(program_order, program.location().value, [&] {
      return fmt::format(
          "a region is entered at {}, before the program begins at {}", program.first_code(), begins.front().at.time);
    });
  if (!ends.empty() && program.last_code() > ends.back().at.time)
    findings.add(program_order, program.location().value, [&] {
      return fmt::format(
          "a region is entered or left at {}, after the program ends at {}", program.last_code(), ends.back().at.time);
    });
}

}  // namespace

void check_program(const Definitions& definitions, LocationGroupRef process, std::span<const Program* const> locations,
    Findings& findings) {
  const auto begins = gather(locations, &Program::begins);
  const auto ends = gather(locations, &Program::ends);
  if (begins.empty() && ends.empty()) return;
  const std::string name = process.defined() ? fmt::format("process {}", named(definitions, process)) : "this process";
  check_once(begins, "ProgramBegin", name, findings);
  check_once(ends, "ProgramEnd", name, findings);
  if (ends.empty())
    findings.add(program_unpaired, begins[0].location, begins[0].at,
        [&] { return fmt::format("{} begins, but never ends", name); });
  if (begins.empty())
    findings.add(
        program_unpaired, ends[0].location, ends[0].at, [&] { return fmt::format("{} ends, but never begins", name); });
  if (!begins.empty() && !ends.empty() && ends.front().at.time < begins.front().at.time)
    findings.add(program_order, ends[0].location, ends[0].at,
        [&] { return fmt::format("{} ends at {}, before it begins at {}", name, ends[0].at.time, begins[0].at.time); });
  const auto* group = definitions.find<def::LocationGroup>(process);
  if (group && group->location_group_type != LocationGroupType::process) {
    const Located& first = begins.empty() ? ends[0] : begins[0];
    findings.add(program_place, first.location, first.at, [&] {
      return fmt::format("the program begins or ends in location group {} of type {}", named(definitions, process),
          named(group->location_group_type));
    });
  }
  for (const Program* program : locations) check_code(*program, begins, ends, findings);
}

}  // namespace weft::check
