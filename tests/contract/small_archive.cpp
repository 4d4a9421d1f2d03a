// SPDX-License-Identifier: BSD-3-Clause
#include "small_archive.hpp"

#include <gtest/gtest.h>

#include "formats/otf2/writer.hpp"
#include "samples.hpp"

namespace weft::contract {

namespace {

// A sample whose id, if it has one, is 0: definitions of the small archive do not collide.
template <class R>
R with_id_zero(R record) {
  if constexpr (requires { record.self.value; }) record.self.value = 0;
  // Records that share an id space must not share an id.
  if constexpr (std::is_same_v<R, def::MetricInstance> || std::is_same_v<R, def::InterComm> ||
                std::is_same_v<R, def::IoDirectory>)
    record.self.value = 1;
  return record;
}

void write_small_definitions(otf2::ArchiveWriter& writer, Arena& arena) {
  otf2::RecordsOf<otf2::GlobalDefinitionRecords>::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (!std::is_same_v<R, def::Location>) {
      ASSERT_TRUE(writer.define(with_id_zero(one_sample<R>(arena))));
    }
  });
}

// Local definitions as they are in ordinary traces: one table of each mapping type that occurs, rising clock offsets.
void write_small_local(otf2::LocalDefinitionWriter writer, Arena& arena) {
  using namespace otf2;
  for (const std::uint64_t time : {10u, 20u}) ASSERT_TRUE(writer.write(ClockOffset{{time}, 3, 0.5}));
  RecordsOf<LocalDefinitionRecords>::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (!std::is_same_v<R, ClockOffset>) {
      ASSERT_TRUE(writer.write(with_id_zero(one_sample<R>(arena))));
    }
  });
  ASSERT_TRUE(writer.close());
}

std::uint64_t write_small_events(otf2::EventWriter writer, Arena& arena) {
  std::uint64_t i = 0;
  otf2::RecordsOf<otf2::EventRecords>::each([&](auto type) {
    using R = typename decltype(type)::type;
    const auto attributes = i % 4 == 1    ? sample_attributes(2, arena)
                            : i % 16 == 2 ? sample_attributes(17, arena)
                                          : std::span<const AttributeEntry>{};
    EXPECT_TRUE(writer.append(i / 2 * 5, one_sample<R>(arena), attributes));
    ++i;
  });
  EXPECT_TRUE(writer.close());
  return writer.records();
}

void write_small_snapshots(otf2::SnapshotWriter writer, Arena& arena) {
  std::uint64_t i = 0;
  otf2::RecordsOf<otf2::SnapshotRecords>::each([&](auto type) {
    using R = typename decltype(type)::type;
    EXPECT_TRUE(writer.append(i / 2 * 5, one_sample<R>(arena), sample_attributes(i % 3, arena)));
    ++i;
  });
  EXPECT_TRUE(writer.close());
}

void write_small_thumbnail(otf2::ThumbnailWriter writer) {
  const std::uint64_t columns[] = {3, 300};
  EXPECT_TRUE(writer.write(otf2::ThumbnailHeader{"thumb", "a picture", otf2::ThumbnailType::region, 3, columns}));
  for (const std::uint64_t baseline : {0u, 1u, 2u}) EXPECT_TRUE(writer.write(otf2::ThumbnailSample{baseline, columns}));
  EXPECT_TRUE(writer.close());
}

}  // namespace

std::string write_small_archive(const std::string& directory) {
  Arena arena;
  otf2::Anchor anchor;
  anchor.event_chunk_bytes = otf2::smallest_chunk;
  anchor.definition_chunk_bytes = otf2::smallest_chunk;
  anchor.machine_name = "m";
  anchor.properties = {{"WEFT::SMALL", "true"}};
  anchor.trace_id = 42;
  anchor.number_of_snapshots = 1;
  anchor.number_of_thumbnails = 2;
  auto writer = otf2::ArchiveWriter::create(directory + "/small.otf2", anchor).take();
  write_small_definitions(writer, arena);
  for (std::uint64_t location = 0; location < small_locations; ++location) {
    write_small_local(writer.local_definitions({location}), arena);
    const std::uint64_t events = write_small_events(writer.events({location}), arena);
    write_small_snapshots(writer.snapshots({location}), arena);
    EXPECT_TRUE(writer.define(def::Location{{location}, {0}, LocationType::cpu_thread, events, {0}}));
  }
  auto markers = writer.markers();
  EXPECT_TRUE(markers.write(otf2::DefMarker{0, "group", "category", MarkerSeverity::high}));
  EXPECT_TRUE(markers.write(otf2::Marker{1, 2, 0, MarkerScope::global, ~std::uint64_t{0}, "text"}));
  EXPECT_TRUE(markers.close());
  for (const std::uint32_t number : {0u, 1u}) write_small_thumbnail(writer.thumbnail(number));
  EXPECT_TRUE(writer.close());
  return directory + "/small.otf2";
}

std::vector<std::string> small_files() {
  return {"small.otf2", "small.def", "small.marker", "small.0.thumb", "small.1.thumb", "small/0.evt", "small/0.def",
      "small/0.snap", "small/1.evt"};
}

Frames frames_of(const std::string& file, bool is_timed, bool is_events) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(file.at(at)); };
  const auto is_bare = [&](unsigned id) {
    for (const unsigned bare : {12u, 13u, 16u, 17u, 20u, 21u, 24u, 28u, 29u, 30u})
      if (is_events && id == bare) return true;
    return false;
  };
  const auto behind = [&](std::size_t at) {  // the frame that begins at `at`
    if (is_bare(byte(at))) return at + 2 + (byte(at + 1) == 0xff ? 0 : byte(at + 1));
    if (byte(at + 1) != 0xff) return at + 2 + byte(at + 1);
    std::size_t length = 0;
    for (int i = 7; i >= 0; --i) length = length << 8 | byte(at + 2 + static_cast<std::size_t>(i));
    return at + 10 + length;
  };
  Frames frames;
  std::size_t at = 18;
  frames.resume_points.push_back(at);
  while (byte(at) != 2) {
    if (is_timed && byte(at) == 5) {
      at += 9;
    } else {
      if (is_timed && byte(at) == 6) at = behind(at);
      at = behind(at);
      frames.record_ends.push_back(at);
    }
    frames.resume_points.push_back(at);
  }
  frames.end_mark = at;
  return frames;
}

}  // namespace weft::contract
