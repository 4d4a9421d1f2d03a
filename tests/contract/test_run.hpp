// SPDX-License-Identifier: BSD-3-Clause
// A run of processes as a recorder leaves it on disk before it is completed, and what its events say once they are read
// by name. The interoperability check uses it, too.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/check.hpp"
#include "formats/otf2/archive.hpp"
#include "formats/otf2/unify.hpp"
#include "formats/otf2/writer.hpp"

namespace weft::contract {

struct TestProcess {
  std::uint32_t number = 0;
  std::vector<std::string> regions = {};  // entered and left one after the other; their ids are their places here
  std::uint32_t world = 0;                // members of a communicator in which its number is its rank; 0 for none
  std::string clock = "machine 1";
  def::ClockProperties time{1'000'000'000, 1000, 1000, 1'700'000'000'000'000'000};
  bool finished = true;
  std::uint32_t threads = 1;
  std::uint32_t rounds = 1;
  std::vector<std::string> markers = {};

  LocationRef location(std::uint32_t thread = 0) const { return {std::uint64_t{thread} << 32 | number}; }
  std::uint64_t events() const { return std::uint64_t{rounds} * regions.size() * (world ? 3 : 2); }
};

inline otf2::Anchor test_anchor() {
  otf2::Anchor anchor;
  anchor.event_chunk_bytes = otf2::smallest_chunk;
  anchor.machine_name = "test machine";
  anchor.creator = "test";
  return anchor;
}

// Text i + 1 names region i; attribute 0 repeats it.
inline Definitions definitions_of(const TestProcess& process) {
  Definitions d;
  std::uint32_t texts = 0;
  const auto text = [&](const std::string& content) {
    d.add(def::String{{texts}, content});
    return StringRef{texts++};
  };
  d.add(process.time);
  const StringRef name = text(fmt::format("process {}", process.number));
  for (std::uint32_t i = 0; i < process.regions.size(); ++i) {
    const StringRef region = text(process.regions[i]);
    d.add(def::Region{{i}, region, region, {}, RegionRole::function, Paradigm::user, {}, {}, 0, 0});
  }
  d.add(def::Attribute{{0}, text("name"), text(""), Type::string});
  d.add(def::SystemTreeNode{{0}, text("host"), text("machine"), {}});
  d.add(def::LocationGroup{{0}, name, LocationGroupType::process, {0}, {}});
  d.add(def::LocationGroupProperty{{0}, text("weft.clock"), TypedValue::of(text(process.clock))});
  for (std::uint32_t thread = 0; thread < process.threads; ++thread)
    d.add(def::Location{process.location(thread), text(fmt::format("thread {}", thread)), LocationType::cpu_thread,
        process.finished ? process.events() : ~std::uint64_t{0}, {0}});
  if (process.world) {
    std::vector<std::uint64_t> members(process.world, ~std::uint64_t{0});
    members[process.number] = process.location().value;
    d.add(def::Group{{0}, text("world group"), GroupType::comm_group, Paradigm::mpi, GroupFlag::none, members});
    d.add(def::Comm{{0}, text("WORLD"), {0}, {}, {}});
  }
  return d;
}

inline void write_part(const otf2::ArchivePaths& paths, const TestProcess& process) {
  using namespace otf2;
  GlobalDefinitionWriter writer(
      ChunkWriter(paths.part(process.number), Anchor{}.definition_chunk_bytes, ByteOrder::little));
  const Definitions definitions = definitions_of(process);
  DefinitionsInOrder::each([&](auto type) {
    for (const auto& row : definitions.all<typename decltype(type)::type>()) WEFT_CHECK(writer.write(row).has_value());
  });
  WEFT_CHECK(writer.close().has_value());
}

inline void write_events(const otf2::ArchivePaths& paths, const TestProcess& process) {
  using namespace otf2;
  for (std::uint32_t thread = 0; thread < process.threads; ++thread) {
    EventWriter writer(
        ChunkWriter(paths.events(process.location(thread)), test_anchor().event_chunk_bytes, ByteOrder::little));
    Ticks time = process.time.global_offset;
    for (std::uint32_t round = 0; round < process.rounds; ++round)
      for (std::uint32_t i = 0; i < process.regions.size(); ++i) {
        const AttributeEntry attribute[] = {{{0}, TypedValue::of(StringRef{i + 1})}};
        WEFT_CHECK(writer.append(time++, evt::Enter{{i}}, attribute).has_value());
        if (process.world)
          WEFT_CHECK(
              writer.append(time, evt::MpiSend{(process.number + 1) % process.world, {0}, i, round}).has_value());
        WEFT_CHECK(writer.append(time++, evt::Leave{{i}}).has_value());
      }
    WEFT_CHECK(writer.close().has_value());
  }
}

inline void write_markers(const otf2::ArchivePaths& paths, const TestProcess& process) {
  using namespace otf2;
  MarkerWriter writer(
      ChunkWriter(paths.process_markers(process.number), Anchor{}.definition_chunk_bytes, ByteOrder::little));
  for (std::uint32_t i = 0; i < process.markers.size(); ++i) {
    WEFT_CHECK(writer.write(DefMarker{i, "test", process.markers[i], MarkerSeverity::low}).has_value());
    WEFT_CHECK(writer
                   .write(Marker{process.time.global_offset, 10, i, MarkerScope::location_group, 0,
                       fmt::format("of process {}", process.number)})
                   .has_value());
  }
  WEFT_CHECK(writer.close().has_value());
}

inline void write_process(const otf2::ArchivePaths& paths, const TestProcess& process) {
  write_part(paths, process);
  write_events(paths, process);
  if (!process.markers.empty()) write_markers(paths, process);
}

// What a thread of the process did, by name.
inline std::vector<std::string> expected_events(const TestProcess& process) {
  std::vector<std::string> events;
  Ticks time = process.time.global_offset;
  for (std::uint32_t round = 0; round < process.rounds; ++round)
    for (const std::string& region : process.regions) {
      events.push_back(fmt::format("{} Enter {} name={}", time++, region, region));
      if (process.world)
        events.push_back(fmt::format("{} MpiSend {} WORLD", time, (process.number + 1) % process.world));
      events.push_back(fmt::format("{} Leave {}", time++, region));
    }
  return events;
}

inline std::vector<std::string> events_by_name(otf2::Archive& archive, LocationRef location) {
  const Definitions& d = archive.definitions();
  std::vector<std::string> events;
  auto stream = archive.events(location, {}).take();
  EventBatch batch;
  Event event;
  while (stream->next(batch))
    for (std::size_t row = 0; row < batch.size(); ++row) {
      WEFT_CHECK(batch.read(row, event));
      std::string text = fmt::format("{} ", event.time);
      if (const auto* enter = event.record.get_if<evt::Enter>())
        text += "Enter " + d.name(enter->region);
      else if (const auto* leave = event.record.get_if<evt::Leave>())
        text += "Leave " + d.name(leave->region);
      else if (const auto* send = event.record.get_if<evt::MpiSend>())
        text += fmt::format("MpiSend {} {}", send->receiver, d.name(send->communicator));
      for (const AttributeEntry& entry : event.attributes)
        text += fmt::format(" {}={}", d.name(entry.attribute), d.text({static_cast<std::uint32_t>(entry.value.bits)}));
      events.push_back(std::move(text));
    }
  return events;
}

}  // namespace weft::contract
