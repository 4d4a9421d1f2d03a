// SPDX-License-Identifier: BSD-3-Clause
// Trace and Format: what every codec offers to the commands, whatever it reads. A Format is an entry of the registry; a
// Trace is an open trace of that format: a Source of events that can also describe, print and examine itself.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/progress.hpp"
#include "base/text_sink.hpp"
#include "model/loss_report.hpp"
#include "model/rule.hpp"
#include "model/source.hpp"

namespace weft {

// What a trace says of itself without reading its events.
struct TraceInfo {
  std::string format;
  std::string version;
  std::string path;
  std::string creator;
  std::string machine;
  std::string description;
  std::uint64_t bytes = 0;  // of all files
  std::uint64_t files = 0;
  std::vector<std::pair<std::string, std::string>> facts;       // of this format only: chunk sizes, trace id, ...
  std::vector<std::pair<std::string, std::string>> properties;  // set by whoever recorded the trace
};

// Which events: empty sets mean all.
struct EventFilter {
  std::set<LocationRef> locations;
  std::optional<TimeRange> time;
  std::set<Kind> kinds;
  std::set<RegionRef> regions;

  bool wants(LocationRef location) const { return locations.empty() || locations.contains(location); }
};

struct PrintOptions {
  bool json = false;
  bool names = false;  // in JSON: add the names of what ids refer to
  bool definitions = true;
  bool events = true;
  bool snapshots = true;
  bool markers = true;
  bool merged = true;  // in global time order; otherwise location by location
  EventFilter filter;
};

class Trace : public Source {
 public:
  virtual TraceInfo info() = 0;
  // Bytes the events of a location take on disk.
  virtual std::uint64_t event_bytes(LocationRef location) = 0;
  virtual Result<> print(const PrintOptions& options, TextSink& out) = 0;
  // Reads everything that is neither a global definition nor an event. Damage is reported as always; what can be read
  // but cannot be, among itself or against the definitions, is added to `findings`.
  virtual void examine(Report& findings) = 0;
  // What it has that the model does not know, and a conversion therefore leaves behind.
  virtual void tell_unmodelled(LossReport&) {}
};

struct CopyOptions {
  bool unify = false;                        // apply clock correction and id mapping, drop what they replace
  std::optional<std::uint64_t> chunk_bytes;  // of event files; kept as it is when not given
  std::size_t threads = 0;
  Progress progress;
};

struct RepairOptions {
  bool close_regions = false;  // add the missing leave events at the end of each location
  Progress progress;
};

// What a repair did, in sentences.
struct RepairReport {
  std::vector<std::string> done;
  std::vector<std::string> lost;
};

struct Format {
  std::string_view name;     // "otf2"
  std::string_view title;    // "OTF2 archive"
  std::string_view endings;  // ".otf2"; several with blanks between them
  bool says_everything;      // every definition and event of the model has its place; others count what they lose
  std::span<const Rule> rules;
  // Whether `path` looks like a trace of this format, judged by content.
  bool (*recognises)(const std::string& path);
  Result<std::unique_ptr<Trace>> (*open)(const std::string& path);
  Result<std::unique_ptr<Sink>> (*create)(const std::string& path, LossReport& loss);
  // A copy within the format that keeps everything, not only what the model knows.
  Result<> (*copy)(
      const std::string& in, const std::string& out, const CopyOptions& options, LossReport& loss, Report& report);
  Result<RepairReport> (*repair)(const std::string& in, const std::string& out, const RepairOptions& options);
};

}  // namespace weft
