// SPDX-License-Identifier: BSD-3-Clause
// Every record with edge values through the files of an archive: written, read, compared, over several chunks.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "content.hpp"
#include "formats/otf2/rules.hpp"
#include "formats/otf2/writer.hpp"
#include "samples.hpp"
#include "schema/compare.hpp"
#include "scratch.hpp"

namespace weft::contract {
namespace {

using namespace otf2;

struct Form {
  ByteOrder order;
  std::uint64_t event_chunk;
  std::uint64_t definition_chunk;

  friend std::ostream& operator<<(std::ostream& out, const Form& form) {
    return out << (form.order == ByteOrder::little ? "little" : "big") << " endian, chunks of " << form.event_chunk
               << " and " << form.definition_chunk << " bytes";
  }
};

constexpr std::size_t unknown_sizes[] = {0, 1, 254, 255, 300};

const std::uint64_t default_event_chunk = Anchor{}.event_chunk_bytes;
const std::uint64_t default_definition_chunk = Anchor{}.definition_chunk_bytes;

class ArchiveOf : public testing::TestWithParam<Form> {
 protected:
  ArchiveWriter create() {
    Anchor anchor;
    anchor.order = GetParam().order;
    anchor.event_chunk_bytes = GetParam().event_chunk;
    anchor.definition_chunk_bytes = GetParam().definition_chunk;
    return ArchiveWriter::create(path_, anchor).take();
  }
  std::unique_ptr<Archive> open() {
    auto archive = Archive::open(path_);
    EXPECT_TRUE(archive) << archive.error().text();
    return std::move(archive).take();
  }
  // The file must have rolled over into a second chunk for the test to be worth its name.
  static void expect_chunks(const std::string& file, std::uint64_t chunk_bytes) {
    if (chunk_bytes != smallest_chunk) return;
    EXPECT_GT(fs::file_size(file), chunk_bytes) << file;
  }

  Scratch scratch_;
  std::string path_ = scratch_ / "all.otf2";
  Arena arena_;
};

INSTANTIATE_TEST_SUITE_P(Forms, ArchiveOf,
    testing::Values(Form{ByteOrder::little, smallest_chunk, smallest_chunk},
        Form{ByteOrder::big, smallest_chunk, smallest_chunk},
        Form{ByteOrder::little, default_event_chunk, default_definition_chunk},
        Form{ByteOrder::big, default_event_chunk, default_definition_chunk},
        Form{ByteOrder::little, largest_chunk, largest_chunk}),
    [](const auto& param) {
      return std::string(param.param.order == ByteOrder::little ? "Little" : "Big") +
             std::to_string(param.param.event_chunk >> 10) + "k";
    });

// Reads a file without times and compares record by record; then whether an unknown record came last.
template <class List>
void expect_records(RecordStream& stream, const std::vector<AnyRecord<RecordsOf<List>>>& expected, std::size_t rounds) {
  std::size_t next = 0, wrong = 0, unknown = 0;
  stream.each<List>(
      [&](const auto& record) {
        const auto& wanted = expected[next++ % expected.size()];
        const auto* same_type = wanted.template get_if<std::remove_cvref_t<decltype(record)>>();
        if (!same_type || !same(record, *same_type)) ++wrong;
      },
      [&](const RawRecord& raw) {
        EXPECT_EQ(raw.id, 200);
        EXPECT_EQ(raw.body.size(), unknown_sizes[unknown]);
        EXPECT_TRUE(std::ranges::all_of(raw.body, [](std::byte b) { return b == std::byte{7}; }));
        ++unknown;
      });
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(next, expected.size() * rounds);
  EXPECT_EQ(unknown, std::size(unknown_sizes));
}

// Writes all samples, `rounds` times over, and records of a type nobody knows.
template <class List, class Writer>
void write_records(Writer& writer, const std::vector<AnyRecord<RecordsOf<List>>>& all, std::size_t rounds) {
  for (std::size_t round = 0; round < rounds; ++round)
    for (const auto& any : all)
      any.visit([&](const auto& record) {
        const auto written = writer.write(record);
        ASSERT_TRUE(written) << written.error().text();
      });
  for (const std::size_t size : unknown_sizes)
    ASSERT_TRUE(writer.write_raw(200, std::vector<std::byte>(size, std::byte{7})));
  EXPECT_EQ(writer.records(), all.size() * rounds + std::size(unknown_sizes));
  ASSERT_TRUE(writer.close());
}

TEST_P(ArchiveOf, GlobalDefinitionsComeBackAsWritten) {
  auto writer = create();
  const auto all = samples_of_list<GlobalDefinitionRecords>(arena_);
  write_records<GlobalDefinitionRecords>(writer.definitions(), all, 5);
  ASSERT_TRUE(writer.close());
  expect_chunks(writer.paths().global_definitions(), GetParam().definition_chunk);
  const auto archive = open();
  EXPECT_EQ(archive->anchor().number_of_global_definitions, all.size() * 5 + std::size(unknown_sizes));
  EXPECT_EQ(archive->global_definition_records(), all.size() * 5 + std::size(unknown_sizes));
  expect_records<GlobalDefinitionRecords>(**archive->global_definitions(), all, 5);
  EXPECT_EQ(archive->report().count(unknown_record.name), std::size(unknown_sizes));
}

TEST_P(ArchiveOf, LocalDefinitionsComeBackAsWritten) {
  auto writer = create();
  const auto all = samples_of_list<LocalDefinitionRecords>(arena_);
  auto local = writer.local_definitions(LocationRef{7});
  write_records<LocalDefinitionRecords>(local, all, 5);
  ASSERT_TRUE(writer.close());
  expect_chunks(writer.paths().local_definitions(LocationRef{7}), GetParam().definition_chunk);
  expect_records<LocalDefinitionRecords>(*open()->local_definitions(LocationRef{7}), all, 5);
}

TEST_P(ArchiveOf, MarkersComeBackAsWritten) {
  auto writer = create();
  const auto all = samples_of_list<MarkerRecords>(arena_);
  auto markers = writer.markers();
  write_records<MarkerRecords>(markers, all, 200);
  ASSERT_TRUE(writer.close());
  expect_chunks(writer.paths().markers(), GetParam().definition_chunk);
  expect_records<MarkerRecords>(*open()->markers(), all, 200);
}

TEST_P(ArchiveOf, ThumbnailsComeBackAsWritten) {
  auto writer = create();
  const auto all = samples_of_list<ThumbnailRecords>(arena_);
  for (std::uint32_t number = 0; number < 2; ++number) {
    auto thumbnail = writer.thumbnail(number);
    write_records<ThumbnailRecords>(thumbnail, all, 100);
    EXPECT_GT(fs::file_size(writer.paths().thumbnail(number)), std::uint64_t{1} << 20)
        << "thumbnails always have chunks of 1 MiB";
  }
  writer.anchor().number_of_thumbnails = 2;
  ASSERT_TRUE(writer.close());
  for (std::uint32_t number = 0; number < 2; ++number)
    expect_records<ThumbnailRecords>(*open()->thumbnail(number), all, 100);
}

// Times: 0 long enough to fill a chunk, then equal, increasing in steps of all sizes, and in the end the largest.
Ticks time_of(std::size_t i, std::size_t count) {
  if (i < count / 3) return 0;
  if (i < count / 2) return 1;
  if (i + 10 >= count) return ~Ticks{0};
  return 1 + (Ticks{1} << (40 * (i - count / 2) / count)) * (i - count / 2);
}

template <class List>
struct TimedSamples {
  std::vector<AnyRecord<RecordsOf<List>>> records;
  std::vector<Ticks> times;
  std::vector<std::span<const AttributeEntry>> attributes;

  TimedSamples(std::size_t rounds, Arena& arena) {
    const auto all = samples_of_list<List>(arena);
    std::span<const AttributeEntry> lists[] = {sample_attributes(0, arena), sample_attributes(1, arena),
        sample_attributes(16, arena), sample_attributes(17, arena), {}, {}, sample_attributes(300, arena)};
    const std::size_t count = all.size() * rounds;
    for (std::size_t i = 0; i < count; ++i) {
      records.push_back(all[i % all.size()]);
      times.push_back(time_of(i, count));
      attributes.push_back(lists[(i + i / all.size()) % std::size(lists)]);
    }
  }

  template <class Writer>
  void write(Writer& writer) const {
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto written = records[i].visit(
          [&](const auto& record) { return writer.append(times[i], record, attributes[i]); });
      ASSERT_TRUE(written) << written.error().text();
    }
    for (const std::size_t size : unknown_sizes)
      ASSERT_TRUE(writer.append_raw(~Ticks{0}, 200, std::vector<std::byte>(size, std::byte{7}), attributes[1]));
    EXPECT_EQ(writer.records(), records.size() + std::size(unknown_sizes));
    ASSERT_TRUE(writer.close());
  }
};

TEST_P(ArchiveOf, EventsComeBackAsWritten) {
  auto writer = create();
  const TimedSamples<EventRecords> all(3, arena_);
  auto events = writer.events(LocationRef{3});
  all.write(events);
  ASSERT_TRUE(writer.close());
  expect_chunks(writer.paths().events(LocationRef{3}), GetParam().event_chunk);

  const auto archive = open();
  auto stream = archive->events(LocationRef{3}, {});
  ASSERT_TRUE(stream);
  EventBatch batch;
  Event event;
  std::size_t next = 0, wrong = 0;
  while ((*stream)->next(batch)) {
    EXPECT_EQ(batch.location, LocationRef{3});
    EXPECT_EQ(batch.first_event, next);
    for (std::size_t row = 0; row < batch.size(); ++row, ++next) {
      ASSERT_TRUE(batch.read(row, event));
      if (next >= all.records.size()) {
        const auto& unknown = event.record.as<evt::Unknown>();
        EXPECT_EQ(unknown.id, 200);
        EXPECT_EQ(unknown.payload.size(), unknown_sizes[next - all.records.size()]);
        EXPECT_TRUE(std::ranges::equal(event.attributes, all.attributes[1]));
        continue;
      }
      const bool good = all.records[next].visit([&](const auto& wanted) {
        const auto* found = event.record.get_if<std::remove_cvref_t<decltype(wanted)>>();
        return found && same(*found, wanted);
      });
      if (!good || event.time != all.times[next] || !std::ranges::equal(event.attributes, all.attributes[next]))
        ++wrong;
    }
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(next, all.records.size() + std::size(unknown_sizes));
  EXPECT_TRUE(archive->report().empty()) << text_of(archive->report());
}

TEST_P(ArchiveOf, SnapshotsComeBackAsWritten) {
  auto writer = create();
  const TimedSamples<SnapshotRecords> all(9, arena_);
  auto snapshots = writer.snapshots(LocationRef{3});
  all.write(snapshots);
  writer.anchor().number_of_snapshots = 1;
  ASSERT_TRUE(writer.close());
  expect_chunks(writer.paths().snapshots(LocationRef{3}), GetParam().event_chunk);

  const auto archive = open();
  std::size_t next = 0, wrong = 0, unknown = 0;
  archive->snapshots(LocationRef{3})
      ->each<SnapshotRecords>(
          [&](Ticks time, std::span<const AttributeEntry> attributes, const auto& record) {
            const auto* wanted = all.records[next].template get_if<std::remove_cvref_t<decltype(record)>>();
            if (!wanted || !same(record, *wanted) || time != all.times[next] ||
                !std::ranges::equal(attributes, all.attributes[next]))
              ++wrong;
            ++next;
          },
          [&](const RawRecord& raw) { EXPECT_EQ(raw.body.size(), unknown_sizes[unknown++]); });
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(next, all.records.size());
  EXPECT_EQ(unknown, std::size(unknown_sizes));
  EXPECT_TRUE(archive->report().empty()) << text_of(archive->report());
}

TEST_P(ArchiveOf, EventsAtTimeZeroFillManyChunks) {
  constexpr std::uint32_t count = 120'000;
  auto writer = create();
  auto events = writer.events(LocationRef{0});
  for (std::uint32_t i = 0; i < count; ++i) ASSERT_TRUE(events.append(0, evt::Enter{{i}}));
  ASSERT_TRUE(events.close());
  ASSERT_TRUE(writer.close());
  const auto archive = open();
  const Rows rows = rows_of(*archive, LocationRef{0});
  ASSERT_EQ(rows.size(), count);
  for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(rows[i], row_of(0, evt::Enter{{i}})) << i;
  EXPECT_TRUE(archive->report().empty()) << text_of(archive->report());
}

TEST(ArchiveWriter, WritesAnEmptyArchive) {
  Scratch scratch;
  auto writer = ArchiveWriter::create(scratch / "empty.otf2", {});
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->close());
  EXPECT_EQ(fs::file_size(scratch / "empty.def"), 20u);
  const auto archive = open_clean(scratch / "empty.otf2");
  ASSERT_TRUE(archive);
  EXPECT_TRUE(archive->locations().empty());
  EXPECT_EQ(archive->definitions().size(), 0u);
}

TEST(ArchiveWriter, AnchorComesBackAsWritten) {
  Scratch scratch;
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
    Anchor anchor;
    anchor.order = order;
    anchor.version = {2, 3, 1};
    anchor.event_chunk_bytes = 300'001;
    anchor.definition_chunk_bytes = 400'003;
    anchor.machine_name = "m\xc3\xbcller";
    anchor.creator = "";
    anchor.description = std::string(70'000, 'd');
    anchor.properties = {{"WEFT::A", "true"}, {"WEFT::B", ""}, {"WEFT::C", "\xff"}};
    anchor.trace_id = 0x0123456789abcdef;
    anchor.number_of_snapshots = 4;
    anchor.number_of_thumbnails = 2;
    const std::string path = scratch / (order == ByteOrder::little ? "little.otf2" : "big.otf2");
    auto writer = ArchiveWriter::create(path, anchor);
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->define(def::Location{{1}, {}, {}, 0, {}}));
    ASSERT_TRUE(writer->define(def::String{{0}, "x"}));
    ASSERT_TRUE(writer->close());
    const auto bytes = read_file(path);
    ASSERT_TRUE(bytes);
    const auto read = parse_anchor(*bytes, path);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->order, order);
    EXPECT_EQ(read->version, anchor.version);
    EXPECT_EQ(read->event_chunk_bytes, anchor.event_chunk_bytes);
    EXPECT_EQ(read->definition_chunk_bytes, anchor.definition_chunk_bytes);
    EXPECT_EQ(read->machine_name, anchor.machine_name);
    EXPECT_EQ(read->creator, anchor.creator);
    EXPECT_EQ(read->description, anchor.description);
    EXPECT_EQ(read->properties, anchor.properties);
    EXPECT_EQ(read->trace_id, anchor.trace_id);
    EXPECT_EQ(read->number_of_snapshots, 4u);
    EXPECT_EQ(read->number_of_thumbnails, 2u);
    EXPECT_EQ(read->number_of_locations, 1u);
    EXPECT_EQ(read->number_of_global_definitions, 2u);
  }
}

TEST(ArchiveWriter, RefusesTimesThatGoBack) {
  Scratch scratch;
  auto writer = ArchiveWriter::create(scratch / "back.otf2", {});
  ASSERT_TRUE(writer);
  auto events = writer->events(LocationRef{0});
  ASSERT_TRUE(events.append(10, evt::Enter{{1}}));
  const auto refused = events.append(9, evt::Leave{{1}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::invalid_argument);
  ASSERT_TRUE(events.append(10, evt::Leave{{1}}));
  ASSERT_TRUE(events.close());
  ASSERT_TRUE(writer->close());
  const auto archive = Archive::open(scratch / "back.otf2");
  ASSERT_TRUE(archive);
  EXPECT_TRUE(
      same_rows(rows_of(**archive, LocationRef{0}), {row_of(10, evt::Enter{{1}}), row_of(10, evt::Leave{{1}})}));
}

TEST(ArchiveWriter, RefusesARecordLargerThanAChunkAndGoesOn) {
  Scratch scratch;
  Anchor anchor;
  anchor.definition_chunk_bytes = smallest_chunk;
  anchor.event_chunk_bytes = smallest_chunk;
  auto writer = ArchiveWriter::create(scratch / "large.otf2", anchor);
  ASSERT_TRUE(writer);
  // The longest text that fits the smallest chunk, and one byte more.
  ASSERT_TRUE(writer->define(def::String{{0}, std::string(262112, 'x')}));
  const auto refused = writer->define(def::String{{1}, std::string(262113, 'x')});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::too_large);
  ASSERT_TRUE(writer->define(def::String{{2}, "small"}));

  Arena arena;
  auto events = writer->events(LocationRef{0});
  ASSERT_TRUE(events.append(0, evt::Enter{{0}}, sample_attributes(17472, arena)));
  ASSERT_FALSE(events.append(1, evt::Enter{{1}}, sample_attributes(17473, arena)));
  ASSERT_TRUE(events.append(1, evt::Enter{{2}}));
  ASSERT_TRUE(events.close());
  ASSERT_TRUE(writer->define(def::Location{{0}, {}, {}, 2, {}}));
  ASSERT_TRUE(writer->close());

  const auto archive = open_clean(scratch / "large.otf2");
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive->definitions().text(StringRef{0}).size(), 262112u);
  EXPECT_EQ(archive->definitions().text(StringRef{2}), "small");
  EXPECT_FALSE(archive->definitions().contains(StringRef{1}));
  const Rows rows = rows_of(*archive, LocationRef{0});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0], row_of(0, evt::Enter{{0}}, sample_attributes(17472, arena)));
  EXPECT_EQ(rows[1], row_of(1, evt::Enter{{2}}));
}

// The chunk is filled so far that after the last record 0, 1, 2, ... bytes are free for the end marks.
TEST(ArchiveWriter, ClosesAFileWithHardlyAnyRoomLeft) {
  for (std::size_t free = 1; free < 6; ++free) {
    SCOPED_TRACE(free);
    Scratch scratch;
    Anchor anchor;
    anchor.definition_chunk_bytes = smallest_chunk;
    auto writer = ArchiveWriter::create(scratch / "full.otf2", anchor);
    ASSERT_TRUE(writer);
    // Header 18, id 1, long length 9, self 1 (id 0), text, NUL 1.
    const std::string text(static_cast<std::size_t>(smallest_chunk) - 18 - 1 - 9 - 1 - 1 - free, 'x');
    ASSERT_TRUE(writer->define(def::String{{0}, text}));
    ASSERT_TRUE(writer->close());
    EXPECT_EQ(fs::file_size(scratch / "full.def"), std::min<std::uint64_t>(smallest_chunk, smallest_chunk - free + 2));
    const auto archive = open_clean(scratch / "full.otf2");
    ASSERT_TRUE(archive);
    EXPECT_EQ(archive->definitions().text(StringRef{0}), text);
  }
}

}  // namespace
}  // namespace weft::contract
