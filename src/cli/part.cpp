// SPDX-License-Identifier: BSD-3-Clause
#include "cli/part.hpp"

#include <fmt/format.h>

#include <charconv>

#include "cli/dftracer_files.hpp"
#include "cli/human.hpp"
#include "formats/dftracer/find_files.hpp"
#include "formats/dftracer/first_time.hpp"
#include "formats/dftracer/format.hpp"
#include "formats/dftracer/trace.hpp"
#include "formats/dftracer/vocabulary.hpp"
#include "formats/registry.hpp"
#include "formats/trace_files.hpp"

namespace weft::cli {

namespace {

void tell(const Error& error) {
  fmt::print(stderr, "weft: {}; reading without the index ('weft index' makes a new one)\n", error.text());
}

}  // namespace

Option time_option(Part& part) {
  return {"-t,--time", "A B", &part.time,
      "Only events from A to B: ticks, or seconds from the start such as 0.5s, 20ms, 7us. Of DFTracer all records that "
      "overlap that time, in nanoseconds instead of ticks."};
}

Option category_option(Part& part) {
  return {"-c,--category", "NAME", &part.categories, "Only records of this category; may be repeated (DFTracer)."};
}

Result<Ticks> parse_time(const std::string& text, Ticks zero, std::uint64_t resolution) {
  Ticks ticks = 0;
  const char* const end = text.data() + text.size();
  const auto whole = std::from_chars(text.data(), end, ticks);
  if (whole.ec == std::errc{} && whole.ptr == end) return ticks;
  const auto nanoseconds = parse_duration(text);
  if (!nanoseconds)
    return Error{Errc::invalid_argument,
        fmt::format("'{}' is no time; write ticks (1234) or seconds from the start (1.5s, 20ms)", text)};
  if (resolution == 0)
    return Error{Errc::invalid_argument, "this trace does not say how fast its clock is; give times in ticks"};
  return zero + static_cast<Ticks>(*nanoseconds * (static_cast<double>(resolution) / 1e9) + 0.5);
}

namespace {

Result<TimeRange> in_order(const std::pair<std::string, std::string>& time, Ticks zero, std::uint64_t resolution) {
  const TimeRange range{
      WEFT_TRY(parse_time(time.first, zero, resolution)), WEFT_TRY(parse_time(time.second, zero, resolution))};
  if (range.first <= range.last) return range;
  return Error{Errc::invalid_argument, fmt::format("--time {} {} ends before it begins", time.first, time.second)};
}

}  // namespace

Result<TimeRange> time_range(const std::pair<std::string, std::string>& time, const Definitions& definitions) {
  const def::ClockProperties* const clock = definitions.clock();
  const Ticks zero = clock ? clock->global_offset : 0;
  const std::uint64_t resolution = clock ? clock->timer_resolution : 0;
  return in_order(time, zero, resolution);
}

Result<std::set<LocationRef>> locations_of(const std::vector<std::uint64_t>& ids, const Definitions& definitions) {
  std::set<LocationRef> locations;
  for (const std::uint64_t id : ids) {
    if (!definitions.find<def::Location>(LocationRef{id}))
      return Error{Errc::invalid_argument, fmt::format("there is no location {}; 'weft info' lists them", id)};
    locations.insert(LocationRef{id});
  }
  return locations;
}

Result<std::set<RegionRef>> regions_named(const std::vector<std::string>& names, const Definitions& definitions) {
  std::set<RegionRef> regions;
  for (const std::string& name : names) {
    const std::size_t before = regions.size();
    for (const def::Region& region : definitions.all<def::Region>())
      if (definitions.text(region.name) == name || std::to_string(region.self.value) == name)
        regions.insert(region.self);
    if (regions.size() == before)
      return Error{Errc::invalid_argument, fmt::format("there is no region '{}'; 'weft stats' lists them", name)};
  }
  return regions;
}

bool is_dftracer(const std::string& trace) {
  const auto format = format_of(trace);
  return format && *format == &dftracer::format;
}

std::vector<std::optional<dftracer::TraceIndex>> indexes_of(std::span<const std::string> files) {
  std::vector<std::optional<dftracer::TraceIndex>> indexes;
  for (const std::string& file : files) {
    auto index = dftracer::read_index(file);
    if (!index && index.error().code != Errc::not_found) tell(index.error());
    indexes.push_back(index ? std::optional(std::move(index).take()) : std::nullopt);
  }
  return indexes;
}

Result<dftracer::Asking> asking_for(std::span<const std::string> files, const Part& part, std::size_t threads) {
  dftracer::Asking asking;
  if (part.is_everything()) return asking;
  asking.indexes = indexes_of(files);
  asking.selection.categories = {part.categories.begin(), part.categories.end()};
  if (!part.time) return asking;
  const bool are_ticks = parse_time(part.time->first, 0, 0) && parse_time(part.time->second, 0, 0);
  const Ticks zero = are_ticks ? 0 : dftracer::first_time(files, asking.indexes, threads);
  const TimeRange range = WEFT_TRY(in_order(*part.time, zero, dftracer::ticks_per_second));
  asking.selection.window = dftracer::Times{range.first, range.last};
  return asking;
}

Result<dftracer::Asking> asking_for(const std::string& trace, const Part& part, std::size_t threads) {
  return asking_for(WEFT_TRY(dftracer::find_files(trace)), part, threads);
}

std::unique_ptr<TimeIndex> usable_index(const Format& format, const std::string& path, Trace& trace) {
  auto index = kept_index(format, path, trace);
  if (index) return std::move(index).take();
  tell(index.error());
  return nullptr;
}

Result<OpenPart> open_part(const std::string& path, const Part& part, std::size_t threads) {
  const Format* const format = WEFT_TRY(format_of(path));
  if (part.is_everything()) return OpenPart{WEFT_TRY(format->open(path))};
  if (format == &dftracer::format) {
    const auto asking = WEFT_TRY(asking_for(path, part, threads));
    return OpenPart{WEFT_TRY(dftracer::DftracerTrace::open(path, &asking))};
  }
  if (!part.categories.empty()) return Error{Errc::unsupported, "only DFTracer traces have categories", path};
  OpenPart opened{WEFT_TRY(format->open(path))};
  opened.time = WEFT_TRY(time_range(*part.time, opened.trace->definitions()));
  opened.index = usable_index(*format, path, *opened.trace);
  return opened;
}

}  // namespace weft::cli
