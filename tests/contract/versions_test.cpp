// SPDX-License-Identifier: BSD-3-Clause
// Archives of older versions, made by hand: missing fields are filled, what cannot be read is refused in plain words
// (docs/formats/otf2.md, sections 3, 5.2, 6.4, 8.2 and 8.3).
#include <gtest/gtest.h>

#include "content.hpp"
#include "formats/otf2/archive.hpp"
#include "formats/otf2/superseded.hpp"
#include "raw_archive.hpp"
#include "schema/compare.hpp"

namespace weft::contract {
namespace {

using namespace otf2;

template <class R>
R decoded(const std::string& body, ByteOrder order = ByteOrder::little) {
  static Arena arena;
  const auto bytes = std::as_bytes(std::span(body));
  R record{};
  Decoder decoder(bytes.data(), bytes.data() + bytes.size(), order, arena);
  code(decoder, record);
  EXPECT_FALSE(decoder.failed());
  return record;
}

template <class R>
void expect_reads(const std::string& body, const R& expected) {
  EXPECT_TRUE(same(decoded<R>(body), expected)) << R::schema.name;
}

// Region of 1.0: self 7, name 1, description 2, type, file 3, lines 10 to 20.
std::string old_region(int type) { return raw({1, 7, 1, 1, 1, 2, type, 1, 3, 1, 10, 1, 20}); }

struct RegionFill {
  int type;
  RegionRole role;
  Paradigm paradigm;
  RegionFlag flags;
};

// The table of section 8.2, written out once more.
const RegionFill region_fills[] = {
    {1, RegionRole::function, Paradigm::unknown, RegionFlag::none},
    {2, RegionRole::loop, Paradigm::user, RegionFlag::none},
    {3, RegionRole::function, Paradigm::unknown, RegionFlag::none},
    {4, RegionRole::file_io, Paradigm::user, RegionFlag::none},
    {5, RegionRole::parallel, Paradigm::openmp, RegionFlag::none},
    {6, RegionRole::loop, Paradigm::openmp, RegionFlag::none},
    {7, RegionRole::sections, Paradigm::openmp, RegionFlag::none},
    {8, RegionRole::section, Paradigm::openmp, RegionFlag::none},
    {9, RegionRole::workshare, Paradigm::openmp, RegionFlag::none},
    {10, RegionRole::single, Paradigm::openmp, RegionFlag::none},
    {11, RegionRole::master, Paradigm::openmp, RegionFlag::none},
    {12, RegionRole::critical, Paradigm::openmp, RegionFlag::none},
    {13, RegionRole::atomic, Paradigm::openmp, RegionFlag::none},
    {14, RegionRole::barrier, Paradigm::openmp, RegionFlag::none},
    {15, RegionRole::implicit_barrier, Paradigm::openmp, RegionFlag::none},
    {16, RegionRole::flush, Paradigm::openmp, RegionFlag::none},
    {17, RegionRole::critical_sblock, Paradigm::openmp, RegionFlag::none},
    {18, RegionRole::single_sblock, Paradigm::openmp, RegionFlag::none},
    {19, RegionRole::wrapper, Paradigm::openmp, RegionFlag::none},
    {20, RegionRole::task, Paradigm::openmp, RegionFlag::none},
    {21, RegionRole::task_wait, Paradigm::openmp, RegionFlag::none},
    {22, RegionRole::barrier, Paradigm::mpi, RegionFlag::none},
    {23, RegionRole::coll_one2all, Paradigm::mpi, RegionFlag::none},
    {24, RegionRole::coll_all2one, Paradigm::mpi, RegionFlag::none},
    {25, RegionRole::coll_all2all, Paradigm::mpi, RegionFlag::none},
    {26, RegionRole::coll_other, Paradigm::mpi, RegionFlag::none},
    {27, RegionRole::code, Paradigm::user, RegionFlag::none},
    {28, RegionRole::code, Paradigm::user, RegionFlag::dynamic},
    {29, RegionRole::code, Paradigm::user, RegionFlag::dynamic | RegionFlag::phase},
    {30, RegionRole::loop, Paradigm::user, RegionFlag::dynamic},
    {31, RegionRole::function, Paradigm::user, RegionFlag::dynamic},
    {32, RegionRole::loop, Paradigm::user, RegionFlag::dynamic | RegionFlag::phase},
    {33, RegionRole::task_create, Paradigm::openmp, RegionFlag::none},
    {34, RegionRole::ordered, Paradigm::openmp, RegionFlag::none},
    {35, RegionRole::ordered_sblock, Paradigm::openmp, RegionFlag::none},
};

TEST(OldRecords, RegionOf10GetsItsRoleFromItsType) {
  for (int type = 0; type < 256; ++type) {
    SCOPED_TRACE(type);
    def::Region expected{{7}, {1}, {1}, {2}, RegionRole::unknown, Paradigm::unknown, RegionFlag::none, {3}, 10, 20};
    for (const RegionFill& fill : region_fills)
      if (fill.type == type)
        expected.region_role = fill.role, expected.paradigm = fill.paradigm, expected.region_flags = fill.flags;
    expect_reads(old_region(type), expected);
  }
}

TEST(OldRecords, RegionOf11IsReadAsItIs) {
  expect_reads(old_region(5) + raw({1, 9, 28, 4, 1, 2}),
      def::Region{{7}, {1}, {9}, {2}, RegionRole::point2point, Paradigm::mpi, RegionFlag::phase, {3}, 10, 20});
}

TEST(OldRecords, GroupOf11GetsItsTypeFromTheOldOne) {
  const std::pair<GroupType, Paradigm> fills[] = {{GroupType::unknown, Paradigm::unknown},
      {GroupType::locations, Paradigm::unknown}, {GroupType::regions, Paradigm::unknown},
      {GroupType::metric, Paradigm::unknown},  // the reference says regions
      {GroupType::comm_group, Paradigm::mpi}, {GroupType::comm_self, Paradigm::mpi},
      {GroupType::comm_locations, Paradigm::mpi}, {GroupType::unknown, Paradigm::unknown}};
  const std::uint64_t members[] = {0, 256};
  for (int type = 0; type < 8; ++type) {
    SCOPED_TRACE(type);
    expect_reads(raw({1, 4, 1, 1, type, 1, 2, 0, 2, 0, 1}),
        def::Group{{4}, {1}, fills[type].first, fills[type].second, GroupFlag::none, members});
  }
}

TEST(OldRecords, MissingFieldsAreFilled) {
  const MetricMemberRef members[] = {{1}, {2}};
  expect_reads(raw({1, 4, 2, 1, 1, 1, 2, 2}),
      def::MetricClass{{4}, members, MetricOccurrence::asynchronous, RecorderKind::unknown});
  expect_reads(raw({1, 4, 2, 1, 1, 1, 2, 2, 3}),
      def::MetricClass{{4}, members, MetricOccurrence::asynchronous, RecorderKind::gpu});
  expect_reads(raw({1, 4, 1, 1, 10}), def::Attribute{{4}, {1}, {}, Type::double_});
  expect_reads(raw({1, 4, 1, 1, 10, 1, 6}), def::Attribute{{4}, {1}, {6}, Type::double_});
  expect_reads(raw({1, 4, 1, 1, 1, 1, 2}), def::LocationGroup{{4}, {1}, LocationGroupType::process, {2}, {}});
  expect_reads(raw({1, 4, 1, 1, 1, 1, 2, 0}), def::LocationGroup{{4}, {1}, LocationGroupType::process, {2}, {0}});
  expect_reads(raw({1, 4, 1, 1, 1, 3, 0xff}), def::Comm{{4}, {1}, {3}, {}, CommFlag::none});
  expect_reads(raw({1, 4, 1, 1, 1, 3, 0xff, 1, 1}), def::Comm{{4}, {1}, {3}, {}, CommFlag::create_destroy_events});
  expect_reads(raw({1, 4, 1, 1, 1, 3}), def::RmaWin{{4}, {1}, {3}, RmaWinFlag::create_destroy_events});
  expect_reads(raw({1, 4, 1, 1, 1, 3, 0}), def::RmaWin{{4}, {1}, {3}, RmaWinFlag::none});
  expect_reads(raw({2, 0, 1, 0, 1, 9}), def::ClockProperties{256, 0, 9, ~std::uint64_t{0}});
  expect_reads(raw({2, 0, 1, 0, 1, 9, 1, 5}), def::ClockProperties{256, 0, 9, 5});
}

TEST(OldRecords, PropertiesBefore20AreTexts) {
  const TypedValue text{Type::string, 6};
  expect_reads(raw({1, 4, 1, 1, 1, 6}), def::SystemTreeNodeProperty{{4}, {1}, text});
  expect_reads(raw({1, 4, 1, 1, 1, 6}), def::LocationGroupProperty{{4}, {1}, text});
  expect_reads(raw({8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 1, 1, 6}), def::LocationProperty{{0x0807060504030201}, {1}, text});
  // From 2.0 on the new value counts, whatever the old one says.
  expect_reads(raw({1, 4, 1, 1, 1, 6, 5, 0xfe}), def::SystemTreeNodeProperty{{4}, {1}, {Type::int8, 0xfe}});
}

TEST(OldRecords, FieldsOfLaterVersionsAreSkipped) {
  expect_reads(raw({1, 4, 1, 1, 1, 3, 0, 99, 98, 97}), def::RmaWin{{4}, {1}, {3}, RmaWinFlag::none});
  expect_reads(raw({0, 0, 99}), evt::ParameterUnsignedInt{{0}, 0});
}

// Section 8.3. What is not listed is 0.
std::uint8_t expected_region_type(Paradigm paradigm, RegionRole role, unsigned flags) {
  const bool is_dynamic = flags & 1, is_phase = flags & 2;
  if (paradigm == Paradigm::unknown || paradigm == Paradigm::compiler) return role == RegionRole::function ? 1 : 0;
  if (paradigm == Paradigm::user) {
    if (role == RegionRole::function) return is_dynamic ? 31 : 3;
    if (role == RegionRole::file_io) return 4;
    if (role == RegionRole::loop) return is_dynamic ? (is_phase ? 32 : 30) : (is_phase ? 0 : 2);
    if (role == RegionRole::code) return is_dynamic ? (is_phase ? 29 : 28) : (is_phase ? 27 : 1);
    return 0;
  }
  if (paradigm != Paradigm::openmp && paradigm != Paradigm::mpi) return 0;
  for (const RegionFill& fill : region_fills)
    if (fill.paradigm == paradigm && fill.role == role) return static_cast<std::uint8_t>(fill.type);
  return 0;
}

TEST(SupersededFields, RegionTypeIsComputedFromParadigmRoleAndFlags) {
  for (unsigned paradigm = 0; paradigm < 256; ++paradigm)
    for (unsigned role = 0; role < 64; ++role)
      for (unsigned flags = 0; flags < 4; ++flags) {
        const def::Region region{{7}, {1}, {1}, {2}, static_cast<RegionRole>(role), static_cast<Paradigm>(paradigm),
            static_cast<RegionFlag>(flags), {3}, 10, 20};
        const std::uint8_t expected = expected_region_type(region.paradigm, region.region_role, flags);
        ASSERT_EQ(plain(region_type(region)), expected)
            << "paradigm " << paradigm << ", role " << role << ", flags " << flags;
        // The type stands behind self, name and description, two bytes each here.
        ASSERT_EQ(static_cast<std::uint8_t>(bytes_of(region)[6]), expected);
      }
}

TEST(SupersededFields, GroupTypeBefore12IsComputedFromTypeParadigmAndFlags) {
  for (unsigned paradigm = 0; paradigm < 30; ++paradigm)
    for (unsigned type = 0; type < 10; ++type)
      for (unsigned flags = 0; flags < 3; ++flags) {
        unsigned expected = 0;
        if (flags == 0 && paradigm == plain(Paradigm::unknown) && type >= 1 && type <= 3) expected = type;
        if (flags == 0 && paradigm == plain(Paradigm::mpi))
          expected = type == 4 ? 6 : type == 5 ? 4 : type == 6 ? 5 : 0;
        const def::Group group{
            {7}, {1}, static_cast<GroupType>(type), static_cast<Paradigm>(paradigm), static_cast<GroupFlag>(flags), {}};
        ASSERT_EQ(static_cast<std::uint8_t>(bytes_of(group)[4]), expected)
            << "paradigm " << paradigm << ", type " << type << ", flags " << flags;
      }
}

TEST(SupersededFields, StringValueIsTheTextOrUndefined) {
  EXPECT_EQ(bytes_of(def::LocationGroupProperty{{4}, {1}, {Type::string, 6}}), raw({1, 4, 1, 1, 1, 6, 11, 1, 6}));
  EXPECT_EQ(bytes_of(def::LocationGroupProperty{{4}, {1}, {Type::uint32, 6}}), raw({1, 4, 1, 1, 0xff, 3, 1, 6}));
  EXPECT_EQ(bytes_of(def::SystemTreeNodeProperty{{4}, {1}, {Type::attribute, 6}}), raw({1, 4, 1, 1, 0xff, 12, 1, 6}));
  EXPECT_EQ(bytes_of(def::LocationProperty{{4}, {1}, {Type::double_, 0}}),
      raw({1, 4, 1, 1, 0xff, 10, 0, 0, 0, 0, 0, 0, 0, 0}));
}

// Anchors.

Result<Anchor> parsed(const std::string& text) { return parse_anchor(std::as_bytes(std::span(text)), "x.otf2"); }

TEST(OldAnchors, MissingPartsReadAsNothing) {
  for (int format = 1; format <= 3; ++format) {
    SCOPED_TRACE(format);
    RawAnchor a;
    a.anchor_format = format;
    a.locations = 3;
    const auto anchor = parsed(raw_anchor(a));
    ASSERT_TRUE(anchor) << anchor.error().text();
    EXPECT_EQ(anchor->machine_name, "machine");
    EXPECT_EQ(anchor->creator, "creator");
    EXPECT_EQ(anchor->description, "description");
    EXPECT_EQ(anchor->number_of_locations, 3u);
    EXPECT_EQ(anchor->properties.size(), format >= 2 ? 1u : 0u);
    EXPECT_EQ(anchor->trace_id, format >= 2 ? 0x1122334455667788u : 0u);
    EXPECT_EQ(anchor->number_of_snapshots, format >= 3 ? 5u : 0u);
    EXPECT_TRUE(check_readable(*anchor, "x.otf2"));
  }
}

TEST(OldAnchors, ALaterFormatMayAppendData) {
  RawAnchor a;
  a.anchor_format = 4;
  a.extra = "something of the future";
  const auto anchor = parsed(raw_anchor(a));
  ASSERT_TRUE(anchor) << anchor.error().text();
  EXPECT_EQ(anchor->number_of_snapshots, 5u);
  EXPECT_TRUE(check_readable(*anchor, "x.otf2"));
  a.anchor_format = 3;
  EXPECT_FALSE(parsed(raw_anchor(a))) << "format 3 ends here";
  a.anchor_format = 0;
  EXPECT_FALSE(parsed(raw_anchor(a)));
}

void expect_refused(RawAnchor a, Errc code, std::string_view word) {
  Scratch scratch;
  const auto archive = Archive::open(lay(scratch, "old", a, raw_chunk(""), raw_chunk("")));
  ASSERT_FALSE(archive);
  EXPECT_EQ(archive.error().code, code);
  EXPECT_NE(archive.error().message.find(word), std::string::npos) << archive.error().message;
  EXPECT_NE(archive.error().file.find("old.otf2"), std::string::npos) << archive.error().text();
}

TEST(Refused, SionContainersAreNamed) { expect_refused({.substrate = 2}, Errc::unsupported, "SION"); }
TEST(Refused, CompressedArchivesAreNamed) { expect_refused({.compression = 2}, Errc::unsupported, "zlib"); }
TEST(Refused, ArchivesWithoutFilesAreNamed) { expect_refused({.substrate = 3}, Errc::unsupported, "NONE"); }
TEST(Refused, NewerTraceFormatsAreNamed) { expect_refused({.trace_format = 3}, Errc::unsupported, "trace format 3"); }
TEST(Refused, UnknownSubstratesAreDamage) { expect_refused({.substrate = 9}, Errc::corrupt, "substrate 9"); }
TEST(Refused, UnknownCompressionsAreDamage) { expect_refused({.compression = 0}, Errc::corrupt, "compression 0"); }
TEST(Refused, ChunkSizesOutsideTheLimitsAreDamage) {
  expect_refused({.event_chunk = 262143}, Errc::corrupt, "262143");
  expect_refused({.event_chunk = (16 << 20) + 1}, Errc::corrupt, "16777217");
  expect_refused({.definition_chunk = 0}, Errc::corrupt, "chunk size 0");
}

// A whole archive of version 1.0: anchor format 1, trace format 1, zeros with a length.
TEST(OldArchives, ReadNonMinimalIntegers) {
  Scratch scratch;
  RawAnchor anchor;
  anchor.anchor_format = 1;
  anchor.trace_format = 1;
  anchor.locations = 1;
  anchor.definitions = 4;
  const std::string definitions = raw_record(5, raw({1, 100, 1, 0, 2, 5, 0})) +      // clock
                                  raw_record(10, raw({1, 0}) + "main" + raw({0})) +  // text 0
                                  raw_record(15, raw({1, 0, 1, 0, 4, 0xff, 0xff, 0xff, 0xff, 1, 4, 0xff, 0xff, 0xff,
                                                     0xff, 1, 0, 4, 0, 0, 0, 0})) +
                                  raw_record(14, raw({1, 0, 1, 0, 1, 1, 3, 4, 0xff, 0xff, 0xff, 0xff}));
  const std::string events = raw_time(0) + raw({12, 1, 0}) + raw_time(7) +
                             raw_record(14, raw({1, 0, 2, 0, 0, 3, 0, 0, 0, 8, 1, 0, 0, 0, 0, 0, 0, 0})) +
                             raw({13, 4, 0, 0, 0, 0});
  const auto archive = open_clean(lay(scratch, "old", anchor, raw_chunk(definitions), raw_chunk(events, 3)));
  ASSERT_TRUE(archive);
  const Definitions& defs = archive->definitions();
  ASSERT_TRUE(defs.clock());
  EXPECT_EQ(defs.clock()->timer_resolution, 100u);
  EXPECT_EQ(defs.clock()->trace_length, 5u);
  EXPECT_EQ(defs.name(RegionRef{0}), "main");
  const def::Region* region = defs.find<def::Region>(RegionRef{0});
  ASSERT_TRUE(region);
  EXPECT_FALSE(region->description.defined());
  EXPECT_EQ(region->canonical_name, StringRef{0});
  EXPECT_EQ(region->region_role, RegionRole::function);
  EXPECT_TRUE(same_rows(rows_of(*archive, {0}),
      {row_of(0, evt::Enter{{0}}), row_of(7, evt::MpiSend{0, {0}, 0, 1}), row_of(7, evt::Leave{{0}})}));
}

TEST(OldArchives, ReadABigEndianArchive) {
  Scratch scratch;
  const auto big = ByteOrder::big;
  fs::create_directories(scratch / "big");
  Anchor anchor;
  anchor.order = big;
  anchor.number_of_locations = 1;
  anchor.number_of_global_definitions = 1;
  const auto bytes = serialize_anchor(anchor);
  write_file(scratch / "big.otf2", text_of(bytes));
  write_file(
      scratch / "big.def", raw_chunk(raw_record(14, raw({8, 1, 2, 3, 4, 5, 6, 7, 8, 0xff, 1, 1, 1, 0xff})), 0, big));
  write_file(scratch / ("big/" + std::to_string(0x0102030405060708) + ".evt"),
      raw_chunk(raw_time(0x0a0b, big) + raw({12, 3, 1, 2, 3}), 1, big));
  const auto archive = open_clean(scratch / "big.otf2");
  ASSERT_TRUE(archive);
  EXPECT_TRUE(same_rows(rows_of(*archive, {0x0102030405060708}), {row_of(0x0a0b, evt::Enter{{0x010203}})}));
}

// The reference writes two time stamps in a row in some cases; the last one counts.
TEST(OldArchives, ReadSeveralTimesInARow) {
  Scratch scratch;
  RawAnchor anchor;
  anchor.locations = 1;
  anchor.definitions = 1;
  const std::string events = raw_time(1) + raw_time(2) + raw_time(3) + raw({12, 0}) + raw_time(4) + raw_time(5) +
                             raw({13, 0}) + raw_time(6);
  const auto archive = open_clean(lay(scratch, "times", anchor, raw_chunk(raw_location(2)), raw_chunk(events, 2)));
  ASSERT_TRUE(archive);
  EXPECT_TRUE(same_rows(rows_of(*archive, {0}), {row_of(3, evt::Enter{{0}}), row_of(5, evt::Leave{{0}})}));
}

// The length of a record may stand in the long form, however short the record is.
TEST(OldArchives, ReadLongLengthsOfShortRecords) {
  Scratch scratch;
  RawAnchor anchor;
  anchor.locations = 1;
  anchor.definitions = 1;
  const std::string location = raw({0, 0xff, 1, 1, 1, 0xff});
  const std::string definitions = raw({14, 0xff}) + raw_number(location.size(), 8) + location;
  const std::string events = raw_time(1) + raw({6, 0xff}) + raw_number(5, 8) + raw({1, 1, 0, 1, 9}) + raw({35, 0xff}) +
                             raw_number(2, 8) + raw({1, 3});
  const auto archive = open_clean(lay(scratch, "long", anchor, raw_chunk(definitions), raw_chunk(events, 1)));
  ASSERT_TRUE(archive);
  const AttributeEntry attributes[] = {{{0}, {Type::uint8, 9}}};
  EXPECT_TRUE(same_rows(rows_of(*archive, {0}), {row_of(1, evt::RmaWinCreate{{3}}, attributes)}));
}

}  // namespace
}  // namespace weft::contract
