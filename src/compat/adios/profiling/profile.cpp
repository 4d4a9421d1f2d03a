// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/profiling/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/file.hpp"

namespace weft::adios {

void Operation::start() {
  region_.enter();
  since_ = now();
}

void Operation::end(Output& output) {
  if (!since_) return;
  (output.*stretch_).add(since_, now());
  since_ = 0;
  region_.leave();
}

ProfiledGroup::ProfiledGroup(GroupTimings& timings)
    : timings_(timings),
      open_("adios_open", timings.name, &Output::open),
      write_("adios_write", timings.name, &Output::write),
      close_("adios_close", timings.name, &Output::close) {}

void ProfiledGroup::start_open(std::int32_t cycle) {
  timings_.outputs.push_back({cycle, {}, {}, {}});
  open_.start();
}

void ProfiledGroup::end(Operation& operation) {
  if (!timings_.outputs.empty()) operation.end(timings_.outputs.back());
}

ProfiledGroup& Profile::group(std::string_view name) {
  const auto found = std::ranges::find(groups_, name, &ProfiledGroup::name);
  return found != groups_.end() ? *found : groups_.emplace_back(timings_.group(name));
}

bool Profile::finish(Communicator& processes, const std::string& log_path) {
  std::vector<Timings> all;
  for (const auto& packed : processes.gather(timings_.packed(), 0)) all.push_back(Timings::unpacked(packed));
  groups_.clear();
  timings_ = {};
  if (processes.rank() != 0) return true;
  const std::string log = Timings::log(all, date_of(now()));
  const auto written = replace_file(log_path, std::as_bytes(std::span(log)));
  if (!written) fmt::print(stderr, "ERROR: the log of timings is lost: {}\n", written.error().text());
  return bool(written);
}

}  // namespace weft::adios
