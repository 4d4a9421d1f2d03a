// SPDX-License-Identifier: BSD-3-Clause
// InfoSurvey: the visitor of otfinfo. Gathers what definitions, markers and events say about a trace.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "formats/otf/record_reader.hpp"

namespace weft::cli::otf_tools {

using namespace otf;

class InfoSurvey {
 public:
  static constexpr bool stops_at_damage = true;
  using Texts = std::vector<std::string>;

  struct DefinedCounter {
    std::uint32_t counter = 0;
    std::string name;
    bool is_accumulating = false;
  };
  // Over all processes: the sum of their last values and of the times of those, and the fastest growth per tick.
  struct Growth {
    std::uint64_t value = 0;
    std::uint64_t time = 0;
    double highest = 0;
  };
  struct Version {
    unsigned numbers[3] = {};
    std::optional<std::string> name;
  };
  struct Counts {
    std::uint64_t enters = 0, leaves = 0, sends = 0, receives = 0, puts = 0, remote_puts = 0, gets = 0, ends = 0,
                  collectives = 0, file_operations = 0, markers = 0, snapshots = 0;
  };

  std::optional<std::string> creator;
  std::uint64_t unique_id = 0;
  Version version;
  std::uint64_t resolution = 0;
  Texts comments, processes, functions, markers, collectives, process_groups, function_groups, counter_groups, files;
  std::vector<DefinedCounter> counters;
  Counts counts;

  explicit InfoSurvey(std::int64_t level) : level_(level) {}

  std::unordered_map<std::uint32_t, Growth> growth() const;

  // Damage of what is not going to be shown does not matter.
  template <class R>
  bool wants(std::type_identity<R>) const {
    using General = TypeList<DefCreator, DefUniqueId, DefVersion, DefTimerResolution, DefinitionComment, DefProcess>;
    return level_ >= (General::contains<R> ? 1 : KindOf<R>::timed || std::is_same_v<R, Marker> ? 3 : 2);
  }

  void operator()(const At&, const DefCreator& r) { creator = r.creator; }
  void operator()(const At&, const DefUniqueId& r) { unique_id = r.uid; }
  void operator()(const At&, const DefVersion& r) {
    version = {{r.major_number, r.minor_number, r.sub_number}, std::string(r.text)};
  }
  void operator()(const At&, const DefTimerResolution& r) { resolution = r.ticks_per_second; }
  void operator()(const At&, const DefinitionComment& r) { comments.emplace_back(r.comment); }
  void operator()(const At&, const DefProcess& r) { processes.emplace_back(r.name); }
  void operator()(const At&, const DefFunction& r) { functions.emplace_back(r.name); }
  void operator()(const At&, const DefMarker& r) { markers.emplace_back(r.name); }
  void operator()(const At&, const DefCollectiveOperation& r) { collectives.emplace_back(r.name); }
  void operator()(const At&, const DefProcessGroup& r) { process_groups.emplace_back(r.name); }
  void operator()(const At&, const DefFunctionGroup& r) { function_groups.emplace_back(r.name); }
  void operator()(const At&, const DefCounterGroup& r) { counter_groups.emplace_back(r.name); }
  void operator()(const At&, const DefSclFile& r) { files.emplace_back(r.name); }
  void operator()(const At&, const DefCounter& r);

  void operator()(const At&, const Marker&) { ++counts.markers; }
  void operator()(const At&, const Enter&) { ++counts.enters; }
  void operator()(const At&, const Leave&) { ++counts.leaves; }
  void operator()(const At&, const SendMsg&) { ++counts.sends; }
  void operator()(const At&, const RecvMsg&) { ++counts.receives; }
  void operator()(const At&, const RMAPut&) { ++counts.puts; }
  void operator()(const At&, const RMAPutRemoteEnd&) { ++counts.remote_puts; }
  void operator()(const At&, const RMAGet&) { ++counts.gets; }
  void operator()(const At&, const RMAEnd&) { ++counts.ends; }
  void operator()(const At&, const CollectiveOperation&) { ++counts.collectives; }
  void operator()(const At&, const EndCollectiveOperation&) { ++counts.collectives; }
  void operator()(const At&, const FileOperation&) { ++counts.file_operations; }
  void operator()(const At&, const EndFileOperation&) { ++counts.file_operations; }
  void operator()(const At&, const EnterSnapshot&) { ++counts.snapshots; }
  void operator()(const At& at, const Counter& r);

 private:
  struct Sample {
    Ticks time = 0;
    std::uint64_t value = 0;
    double highest = 0;
  };
  std::int64_t level_;
  std::unordered_map<std::uint64_t, Sample> samples_;  // of the counters and processes, joined
};

}  // namespace weft::cli::otf_tools
