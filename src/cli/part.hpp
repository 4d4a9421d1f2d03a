// SPDX-License-Identifier: BSD-3-Clause
// The options --time and --category: a part of a trace. Nothing else is read if the trace has an index.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/verb.hpp"
#include "formats/dftracer/read_blocks.hpp"
#include "model/indexed_source.hpp"

namespace weft::cli {

struct Part {
  std::optional<std::pair<std::string, std::string>> time;
  std::vector<std::string> categories;

  bool is_everything() const { return !time && categories.empty(); }
};

// For tables of options, of verbs that show records as a whole.
Option time_option(Part& part);
Option category_option(Part& part);

// "1234" is ticks; "1.5s", "20ms", "7us", "300ns" count from `zero`. A clock without a resolution knows ticks only.
Result<Ticks> parse_time(const std::string& text, Ticks zero, std::uint64_t resolution);

// What options name, in terms of the definitions of a trace.
Result<TimeRange> time_range(const std::pair<std::string, std::string>& time, const Definitions& definitions);
Result<std::set<LocationRef>> locations_of(const std::vector<std::uint64_t>& ids, const Definitions& definitions);
// By name or id.
Result<std::set<RegionRef>> regions_named(const std::vector<std::string>& names, const Definitions& definitions);

bool is_dftracer(const std::string& trace);

// The indexes that files of DFTracer have. Those that cannot be used are told on stderr.
std::vector<std::optional<dftracer::TraceIndex>> indexes_of(std::span<const std::string> files);

// What to ask files of DFTracer for.
Result<dftracer::Asking> asking_for(std::span<const std::string> files, const Part& part, std::size_t threads);
Result<dftracer::Asking> asking_for(const std::string& trace, const Part& part, std::size_t threads);

// The index of a trace, null if it has none. One that cannot be used is told on stderr.
std::unique_ptr<TimeIndex> usable_index(const Format& format, const std::string& path, Trace& trace);

// A trace of which a part is asked for. Of DFTracer it is that part; of others, events of this time are to be taken.
struct OpenPart {
  std::unique_ptr<Trace> trace;
  std::optional<TimeRange> time = {};
  std::unique_ptr<TimeIndex> index = {};

  // The trace, which leaves out what is not asked for.
  IndexedSource source() const { return {*trace, index.get()}; }
};
Result<OpenPart> open_part(const std::string& path, const Part& part, std::size_t threads);

}  // namespace weft::cli
