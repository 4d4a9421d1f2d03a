// SPDX-License-Identifier: BSD-3-Clause
// Makes the traces the benchmarks read. make_trace TRACE EVENTS LOCATIONS [adjusted]: the events are spread evenly;
// with `adjusted` each location has ids of its own and a clock that drifts, and tables that say how. Prints what a
// reader must find: the number of events and, where the events are not adjusted, their checksum.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "formats/otf2/writer.hpp"
#include "outcome.h"
#include "workload.h"

namespace {

using namespace weft;

struct Made {
  std::uint64_t events = 0;
  std::uint64_t checksum = 0;
  Ticks last = 0;
};

Result<> write_events(const otf2::ArchiveWriter& archive, LocationRef location, std::uint64_t events, Made& made) {
  auto writer = archive.events(location);
  auto workload = workload_of(location.value, events);
  while (workload.left) {
    const workload_event event = workload_next(&workload);
    const RegionRef region{static_cast<std::uint32_t>(event.region)};
    if (event.is_enter)
      WEFT_TRY(writer.append(event.time, evt::Enter{region}));
    else
      WEFT_TRY(writer.append(event.time, evt::Leave{region}));
    made.checksum += workload_sum(event.time, event.region, event.is_enter != 0);
  }
  made.events += events;
  made.last = std::max(made.last, writer.last_time());
  return writer.close();
}

// The region ids of the location are those of the trace turned by its number; its clock gains a tick in ten thousand.
Result<> write_adjustment(otf2::LocalDefinitionWriter& writer, LocationRef location, Ticks last) {
  std::vector<otf2::IdPair> pairs;
  for (std::uint64_t id = 0; id < WORKLOAD_REGIONS; ++id)
    pairs.push_back({id, (id + location.value + 1) % WORKLOAD_REGIONS});
  WEFT_TRY(writer.write(otf2::MappingTable{otf2::MappingType::region, {otf2::IdMapMode::dense, pairs}}));
  WEFT_TRY(writer.write(otf2::ClockOffset{{0}, 1000, 0}));
  return writer.write(otf2::ClockOffset{{last}, static_cast<std::int64_t>(last / 10000), 0});
}

class Definer {
 public:
  explicit Definer(otf2::ArchiveWriter& archive) : archive_(archive) {}

  Result<> define(std::uint64_t locations, std::uint64_t events_each, Ticks last) {
    WEFT_TRY(archive_.define(def::ClockProperties{1000000000, 0, last + 1, ~std::uint64_t{0}}));
    const StringRef none = WEFT_TRY(text(""));
    const StringRef machine = WEFT_TRY(text("machine"));
    WEFT_TRY(archive_.define(def::SystemTreeNode{{0}, machine, none, {}}));
    for (std::uint32_t i = 0; i < WORKLOAD_REGIONS; ++i) {
      const StringRef name = WEFT_TRY(text("solver_phase_" + std::to_string(i)));
      WEFT_TRY(archive_.define(def::Region{{i}, name, name, none, {}, {}, {}, none, 10 * i, 10 * i + 9}));
    }
    for (std::uint32_t i = 0; i < locations; ++i) {
      const StringRef name = WEFT_TRY(text("process " + std::to_string(i)));
      WEFT_TRY(archive_.define(def::LocationGroup{{i}, name, LocationGroupType::process, {0}, {}}));
      WEFT_TRY(archive_.define(def::Location{{i}, name, LocationType::cpu_thread, events_each, {i}}));
    }
    return {};
  }

 private:
  Result<StringRef> text(const std::string& text) {
    const StringRef self{strings_++};
    WEFT_TRY(archive_.define(def::String{self, text}));
    return self;
  }

  otf2::ArchiveWriter& archive_;
  std::uint32_t strings_ = 0;
};

Result<Made> make(const char* path, std::uint64_t events, std::uint64_t locations, bool adjusted) {
  auto archive = WEFT_TRY(otf2::ArchiveWriter::create(path, {}));
  const std::uint64_t events_each = workload_share(events, locations);
  Made made;
  for (std::uint64_t i = 0; i < locations; ++i) {
    WEFT_TRY(write_events(archive, LocationRef{i}, events_each, made));
    auto local = archive.local_definitions(LocationRef{i});
    if (adjusted) WEFT_TRY(write_adjustment(local, LocationRef{i}, made.last));
    WEFT_TRY(local.close());
  }
  WEFT_TRY(Definer(archive).define(locations, events_each, made.last));
  WEFT_TRY(archive.close());
  return made;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return std::fprintf(stderr, "usage: make_trace TRACE EVENTS LOCATIONS [adjusted]\n"), 2;
  const bool adjusted = argc > 4 && std::strcmp(argv[4], "adjusted") == 0;
  const auto made = make(argv[1], std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10), adjusted);
  if (!made) return std::fprintf(stderr, "make_trace: %s\n", made.error().text().c_str()), 1;
  print_outcome(made->events, 0, made->checksum);
  return 0;
}
