// SPDX-License-Identifier: BSD-3-Clause
// Every record of OTF, by the kind of file it stands in. The fields are declared in the headers included here.
#pragma once

#include <algorithm>
#include <array>

#include "formats/otf/definitions.hpp"
#include "formats/otf/events.hpp"
#include "formats/otf/markers.hpp"
#include "formats/otf/snapshots.hpp"
#include "formats/otf/statistics.hpp"

namespace weft::otf {

using DefinitionRecords = TypeList<DefinitionComment, DefTimerResolution, DefProcess, DefProcessGroup, DefAttributeList,
    DefProcessOrGroupAttributes, DefFunction, DefFunctionGroup, DefCollectiveOperation, DefCounter, DefCounterGroup,
    DefScl, DefSclFile, DefUniqueId, DefVersion, DefCreator, DefFile, DefFileGroup, DefKeyValue, DefTimeRange,
    DefCounterAssignments, DefProcessSubstitutes, DefAuxSamplePoint>;
using EventRecords = TypeList<NoOp, Enter, Leave, SendMsg, RecvMsg, Counter, CollectiveOperation,
    BeginCollectiveOperation, EndCollectiveOperation, EventComment, BeginProcess, EndProcess, FileOperation,
    BeginFileOperation, EndFileOperation, RMAPut, RMAPutRemoteEnd, RMAGet, RMAEnd>;
using SnapshotRecords = TypeList<SnapshotComment, EnterSnapshot, SendSnapshot, OpenFileSnapshot, BeginCollopSnapshot,
    BeginFileOpSnapshot, CollopCountSnapshot, CounterSnapshot>;
using StatisticsRecords = TypeList<SummaryComment, FunctionSummary, FunctionGroupSummary, MessageSummary, CollopSummary,
    FileOperationSummary, FileGroupOperationSummary>;
using MarkerRecords = TypeList<DefMarker, Marker>;

// A kind of file: how its name ends, what its lines begin with, and whether time and process stand in lines of their
// own. Readers and writers are templates over these.
struct DefinitionFile {
  using Records = DefinitionRecords;
  using Readable = DefinitionRecords;
  static constexpr std::string_view suffix = "def", short_prefix = "D", long_prefix = "DEF";
  static constexpr bool timed = false;
};
struct SnapshotFile {
  using Records = SnapshotRecords;
  using Readable = SnapshotRecords;
  static constexpr std::string_view suffix = "snaps", short_prefix = "T", long_prefix = "T";
  static constexpr bool timed = true;
};
struct EventFile {
  using Records = EventRecords;
  using Readable = Concat<EventRecords, SnapshotRecords>;  // snapshots may stand between the events
  static constexpr std::string_view suffix = "events", short_prefix = "", long_prefix = "";
  static constexpr bool timed = true;
};
struct StatisticsFile {
  using Records = StatisticsRecords;
  using Readable = StatisticsRecords;
  static constexpr std::string_view suffix = "stats", short_prefix = "S", long_prefix = "SUM";
  static constexpr bool timed = true;
};
struct MarkerFile {
  using Records = MarkerRecords;
  using Readable = MarkerRecords;
  static constexpr std::string_view suffix = "marker", short_prefix = "M", long_prefix = "MARKER";
  static constexpr bool timed = false;
};
using FileKinds = TypeList<DefinitionFile, EventFile, SnapshotFile, StatisticsFile, MarkerFile>;
using AllRecords = Concat<Concat<DefinitionRecords, EventRecords>,
    Concat<SnapshotRecords, Concat<StatisticsRecords, MarkerRecords>>>;

// The kind of file a record belongs to.
namespace detail {
template <class R>
consteval auto kind_of() {
  if constexpr (DefinitionRecords::contains<R>)
    return DefinitionFile{};
  else if constexpr (EventRecords::contains<R>)
    return EventFile{};
  else if constexpr (SnapshotRecords::contains<R>)
    return SnapshotFile{};
  else if constexpr (StatisticsRecords::contains<R>)
    return StatisticsFile{};
  else
    return MarkerFile{};
}

// Every member stands in its line once, every id is used once.
template <class... Types>
constexpr bool is_well_formed(TypeList<Types...>) {
  auto listed = [](const auto& schema) {
    std::size_t count = 0;
    schema.each([&](const auto&) { ++count; });
    return count;
  };
  std::array ids{Types::schema.id...};
  std::ranges::sort(ids);
  return ((weft::detail::count_members<Types>() == listed(Types::schema)) && ...) &&
         std::ranges::adjacent_find(ids) == ids.end();
}
}  // namespace detail

template <class R>
using KindOf = decltype(detail::kind_of<R>());

static_assert(detail::is_well_formed(AllRecords{}));
static_assert(AllRecords::size == 59);

}  // namespace weft::otf
