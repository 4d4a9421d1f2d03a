// SPDX-License-Identifier: BSD-3-Clause
// BP files written and read again: every layout, type and shape; selections; adding to files; and the bytes of the
// specification.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <utility>

#include "base/parallel_internal.hpp"
#include "formats/bp/elements.hpp"
#include "formats/bp/transform.hpp"
#include "samples.hpp"
#include "scratch.hpp"

namespace weft::contract {
namespace {

using namespace bp;
using namespace bp_samples;

template <class T>
Bytes bytes_of_value(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

// docs/formats/bp.md, section 21.
constexpr std::string_view test_vector =
    "c4000000000000006e0100670000000000000100000001030002000002000000"
    "84000000000000001f000000000000000100000001006e000002790000000000"
    "0000000300000059000000000000000200000001006102002f64016e010f0079"
    "0100000079010000007900000000032700000004011800030000000000000003"
    "00000000000000000000000000000009430000000affff0700010500ffff0700"
    "010000002400000000000000140000000300000001007504002f642f616e0901"
    "0000006d0100000000000000160000000000000016000100676e000000000000"
    "010000000000000000000000020000009a000000000000003b00000001000000"
    "01006701006e0000020100000000000000052100000003280000000000000006"
    "43000000000000000700000000080100000000030000005f0000000200000001"
    "006701006102002f640101000000000000000743000000034700000000000000"
    "069a000000000000000700000000080100000004011800030000000000000003"
    "00000000000000000000000000000009430000000affff070001010000003e00"
    "0000000000003e0000000300000001006701007504002f642f61090100000000"
    "000000052000000003ac0000000000000006c400000000000000070000000008"
    "000000000001006d4144494f532d42502076312e31332e312020202020202020"
    "010d0100c400000000000000ec000000000000009a0100000000000000000203";

std::string hexadecimal(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

TEST(BpNative, WritesTheBytesOfTheSpecification) {
  const Scratch scratch;
  GroupDefinition definition("g");
  const MemberId n = definition.define(VariableDefinition{"n", "", DataType::integer}).value();
  const MemberId a = definition
                         .define(VariableDefinition{
                             "a", "/d", DataType::short_, {Size::member(n)}, {Size::member(n)}, {Size::of(0)}})
                         .value();
  definition.define(AttributeDefinition{"u", "/d/a", std::string("m")}).value();
  auto writer = Writer::create(scratch / "v.bp").value();
  GroupWriter group(definition, writer->layout(), 1);
  const std::int16_t values[] = {5, -1, 7};
  group.write(n, bytes_of_value(std::int32_t{3})).value();
  group.write(a, std::as_bytes(std::span(values))).value();
  writer->add(std::move(group).finish().value()).value();
  writer->close().value();
  EXPECT_EQ(hexadecimal(file_content(scratch / "v.bp")), test_vector);
}

TEST(BpNative, EveryLayoutIsReadAgain) {
  for (const unsigned version : {1u, 2u, 3u})
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big})
      for (const bool is_fortran : {false, true})
        for (const StatisticsLevel statistics :
            {StatisticsLevel::none, StatisticsLevel::min_max, StatisticsLevel::full}) {
          const Scratch scratch;
          const SampleOptions options{{version, order}, is_fortran, statistics, 3, 2};
          write_sample(scratch / "s.bp", options);
          SCOPED_TRACE(fmt::format("version {}, {}, {}, statistics {}", version,
              order == ByteOrder::big ? "big endian" : "little endian", is_fortran ? "Fortran" : "C",
              static_cast<unsigned>(statistics)));
          expect_sample(scratch / "s.bp", options);
        }
}

// The sets of an index of version 1 as the first releases wrote them: without the step, without the place of the
// elements, with bounds that are characteristics of their own.
void put_oldest_index(ByteSink& out, const Layout& layout, const std::vector<Entry>& entries) {
  layout.put_id(out, static_cast<std::uint32_t>(entries.size()));
  out.put(std::uint64_t{0});  // a length that nobody needs
  for (const Entry& entry : entries) {
    const std::size_t begin = out.put(std::uint32_t{0});
    layout.put_id(out, entry.id);
    for (const std::string_view text : {entry.group, entry.name, entry.path}) put_text(out, text);
    out.put(static_cast<std::uint8_t>(entry.type));
    out.put(entry.set_count);
    each_set(entry, layout.order, [&](Cursor set, unsigned count, std::uint64_t) {
      std::vector<Dimension> pool;
      const auto what = decode_characteristics(set, count, layout, entry.type, Place::index, pool);
      ByteSink rest(layout.order);
      put_id(rest, Characteristic::offset);
      rest.put(*what.offset);
      if (what.dimensions.count) {
        put_id(rest, Characteristic::dimensions);
        put_dimensions(rest, pool);
        const std::size_t bytes = bytes_of(entry.type);
        put_id(rest, Characteristic::min);
        rest.put(what.statistics.first(bytes));
        put_id(rest, Characteristic::max);
        rest.put(what.statistics.subspan(bytes, bytes));
      } else if (what.var_id) {
        put_id(rest, Characteristic::var_id);
        layout.put_id(rest, *what.var_id);
      } else {
        put_id(rest, Characteristic::value);
        if (is_text(entry.type)) rest.put(static_cast<std::uint16_t>(what.value->size()));
        rest.put(*what.value);
      }
      out.put(static_cast<std::uint8_t>(what.dimensions.count ? 4 : 2));
      out.put(static_cast<std::uint32_t>(rest.size()));
      out.put(rest.bytes());
    });
    out.replace(begin, static_cast<std::uint32_t>(out.size() - begin - sizeof(std::uint32_t)));
  }
}

// Its process groups have the length that was reserved for them, and nobody says which release wrote it.
void make_oldest(const std::string& path) {
  const std::string content = file_content(path);
  const Bytes file = std::as_bytes(std::span(content));
  Footer footer = parse_footer(file, path).value();
  const auto part = [&](std::uint64_t from, std::uint64_t to) {
    return file.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from));
  };
  ByteSink out(footer.layout.order);
  out.put(part(0, footer.variable_index));
  std::vector<GroupEntry> groups;
  ASSERT_FALSE(
      parse_group_index(part(footer.group_index, footer.variable_index), footer.group_index, footer.layout, groups));
  for (const GroupEntry& group : groups)
    out.replace(static_cast<std::size_t>(group.offset), std::uint64_t{content.size() * 2});
  std::vector<Entry> variables, attributes;
  ASSERT_FALSE(parse_entries(
      part(footer.variable_index, footer.attribute_index), footer.variable_index, footer.layout, variables));
  ASSERT_FALSE(
      parse_entries(part(footer.attribute_index, footer.index_end), footer.attribute_index, footer.layout, attributes));
  put_oldest_index(out, footer.layout, variables);
  footer.attribute_index = out.size();
  put_oldest_index(out, footer.layout, attributes);
  footer.has_time_index = false;
  ByteSink end(footer.layout.order);
  put_footer(end, footer, "");
  out.put(end.bytes().last(mini_footer_bytes));
  write_file(path, {reinterpret_cast<const char*>(out.bytes().data()), out.size()});
}

TEST(BpNative, TheOldestLayoutIsRead) {
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big})
    for (const bool is_fortran : {false, true}) {
      const Scratch scratch;
      SampleOptions options;
      options.layout = {1, order};
      options.is_fortran = is_fortran;
      options.is_small = true;
      options.steps = 3;
      SCOPED_TRACE(fmt::format("big {} Fortran {}", order == ByteOrder::big, is_fortran));
      write_sample(scratch / "f.bp", options);
      make_oldest(scratch / "f.bp");
      Report report;
      const auto file = Reader::open(scratch / "f.bp", report).value();
      EXPECT_FALSE(file->footer().has_time_index);
      const Characteristics& block = file->find_variable("/local/double")->blocks().front();
      EXPECT_TRUE(!block.payload_offset && block.bitmap == 0 && !block.min.empty());
      expect_sample(scratch / "f.bp", options);
    }
}

TEST(BpNative, ProcessesFillAFileInParallel) {
  const Scratch scratch;
  SampleOptions options;
  options.processes = 8;
  options.steps = 3;
  options.is_written_by_threads = true;
  write_sample(scratch / "s.bp", options);
  expect_sample(scratch / "s.bp", options);
  // Whatever their order in the file, the index has them by step and process.
  Report report;
  const auto file = Reader::open(scratch / "s.bp", report).value();
  for (std::uint32_t i = 0; i < file->groups().size(); ++i) {
    EXPECT_EQ(file->groups()[i].time_index, 1 + i / options.processes);
    EXPECT_EQ(file->groups()[i].process, i % options.processes);
  }
}

TEST(BpNative, SubFilesAreReadAsOne) {
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
    const Scratch scratch;
    SampleOptions options{{3, order}};
    options.has_sub_files = true;
    options.processes = 4;
    options.steps = 3;
    write_sample(scratch / "s.bp", options);
    expect_sample(scratch / "s.bp", options);
  }
}

TEST(BpNative, StepsAreAddedToAFile) {
  for (const unsigned version : {1u, 2u, 3u})
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
      const Scratch scratch;
      SampleOptions options{{version, order}};
      write_sample(scratch / "s.bp", options);
      options.steps = 1;
      append_to_sample(scratch / "s.bp", options);
      options.steps = 3;
      expect_sample(scratch / "s.bp", options);
    }
}

// The first step lies at the beginning of a file that is nearly all hole, the others behind it.
TEST(BpNative, PlacesBeyondFourGibibytesAreWrittenAndRead) {
  const Scratch scratch;
  SampleOptions options;
  options.steps = 1;
  options.is_small = true;
  const std::string path = scratch / "f.bp";
  write_sample(path, options);
  std::string content = file_content(path);
  const auto groups = static_cast<std::size_t>(
      parse_footer(std::as_bytes(std::span(content)), path).value().group_index);
  constexpr std::uint64_t far = std::uint64_t{5} << 30;
  std::byte* const offsets = std::as_writable_bytes(std::span(content)).data() + content.size() - mini_footer_bytes;
  for (std::size_t i = 0; i < 3; ++i)
    store(offsets + 8 * i, load<std::uint64_t>(offsets + 8 * i, ByteOrder::little) + far - groups, ByteOrder::little);
  write_file(path, content.substr(0, groups));
  fs::resize_file(path, far);
  std::ofstream(path, std::ios::binary | std::ios::app) << content.substr(groups);
  expect_sample(path, options);
  append_to_sample(path, options);
  options.steps = 2;
  expect_sample(path, options);
  Report report;
  const auto file = Reader::open(path, report).value();
  EXPECT_EQ(file->groups().front().offset, 0u);
  EXPECT_EQ(file->groups()[options.processes].offset, far);
}

TEST(BpNative, AMissingSubFileIsAnError) {
  const Scratch scratch;
  SampleOptions options;
  options.has_sub_files = true;
  write_sample(scratch / "s.bp", options);
  fs::remove(scratch / "s.bp.dir/s.bp.1");
  Report report;
  const auto file = Reader::open(scratch / "s.bp", report).value();
  const Variable& variable = *file->find_variable("/global/double");
  std::vector<std::byte> out(rows * columns * 8 * 2);
  EXPECT_FALSE(file->read(variable, Everything{}, {0, 1}, out));
  // What the first one holds is there.
  const std::uint64_t start[] = {0, 0};
  const std::uint64_t count[] = {rows, columns};
  EXPECT_TRUE(file->read(variable, Box(start, count), {0, 1}, std::span(out).first(rows * columns * 8)));
}

// A three-dimensional array of bytes in blocks that overlap and leave holes, and every cell of it known.
struct Patchwork {
  static constexpr std::uint64_t sizes[] = {7, 6, 5};
  std::vector<std::byte> cells = std::vector<std::byte>(7 * 6 * 5, std::byte{0xee});

  static std::size_t place(std::uint64_t i, std::uint64_t j, std::uint64_t k) {
    return static_cast<std::size_t>((i * sizes[1] + j) * sizes[2] + k);
  }

  void write(const std::string& path, std::mt19937& random, std::size_t blocks) {
    auto writer = Writer::create(path).value();
    for (std::size_t b = 0; b < blocks; ++b) {
      std::uint64_t start[3], count[3];
      for (int d = 0; d < 3; ++d) {
        start[d] = random() % sizes[d];
        count[d] = 1 + random() % (sizes[d] - start[d]);
      }
      GroupDefinition one("patches");
      auto list = [](const std::uint64_t* numbers) {
        return std::vector<Size>{Size::of(numbers[0]), Size::of(numbers[1]), Size::of(numbers[2])};
      };
      const MemberId id = one.define(VariableDefinition{"v", "", DataType::byte, list(count), list(sizes), list(start)})
                              .value();
      std::vector<std::byte> elements;
      for (std::uint64_t i = 0; i < count[0]; ++i)
        for (std::uint64_t j = 0; j < count[1]; ++j)
          for (std::uint64_t k = 0; k < count[2]; ++k) {
            const auto value = static_cast<std::byte>(random() % 200);
            elements.push_back(value);
            cells[place(start[0] + i, start[1] + j, start[2] + k)] = value;
          }
      GroupWriter group(one, writer->layout(), 1, static_cast<std::uint32_t>(b));
      group.write(id, elements).value();
      writer->add(std::move(group).finish().value()).value();
    }
    writer->close().value();
  }
};

TEST(BpNative, SelectionsGiveTheCellsAskedFor) {
  const Scratch scratch;
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    Patchwork patchwork;
    patchwork.write(scratch / "p.bp", random, 1 + random() % 12);
    Report report;
    const auto file = Reader::open(scratch / "p.bp", report).value();
    const Variable& variable = file->variables().front();
    for (int question = 0; question < 40; ++question) {
      Box box;
      box.rank = 3;
      for (std::size_t d = 0; d < 3; ++d) {
        box.start[d] = random() % Patchwork::sizes[d];
        box.count[d] = 1 + random() % (Patchwork::sizes[d] - box.start[d]);
      }
      std::vector<std::byte> expected;
      std::vector<std::uint64_t> points;
      for (std::uint64_t i = 0; i < box.count[0]; ++i)
        for (std::uint64_t j = 0; j < box.count[1]; ++j)
          for (std::uint64_t k = 0; k < box.count[2]; ++k) {
            const std::uint64_t at[] = {box.start[0] + i, box.start[1] + j, box.start[2] + k};
            expected.push_back(patchwork.cells[Patchwork::place(at[0], at[1], at[2])]);
            points.insert(points.begin(), at, at + 3);  // in another order
          }
      std::vector<std::byte> out(expected.size(), std::byte{0xee});
      EXPECT_TRUE(file->read(variable, box, {0, 1}, out));
      EXPECT_EQ(out, expected);
      std::ranges::fill(out, std::byte{0xee});
      EXPECT_TRUE(file->read(variable, Points{points}, {0, 1}, out));
      std::ranges::reverse(expected);
      EXPECT_EQ(out, expected);
    }
  }
}

TEST(BpNative, LargeArraysAreReadInParallel) {
  const Scratch scratch;
  constexpr std::uint64_t side = 2048;
  const std::vector<Size> whole{Size::of(side), Size::of(side)};
  std::vector<double> values(side * side);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  auto writer = Writer::create(scratch / "l.bp").value();
  std::vector<GroupDefinition> definitions(4, GroupDefinition("large"));
  std::vector<FinishedGroup> groups;
  for (std::uint32_t p = 0; p < 4; ++p) {
    const std::uint64_t band = side / 4;
    const MemberId id = definitions[p]
                            .define(VariableDefinition{"v", "", DataType::double_, {Size::of(band), Size::of(side)},
                                whole, {Size::of(p * band), Size::of(0)}})
                            .value();
    GroupWriter group(definitions[p], writer->layout(), 1, p);
    group.write(id, std::as_bytes(std::span(values).subspan(p * band * side, band * side))).value();
    groups.push_back(std::move(group).finish().value());
  }
  writer->add_all(std::move(groups), 4).value();
  writer->close().value();
  Report report;
  const auto file = Reader::open(scratch / "l.bp", report).value();
  std::vector<double> out(values.size());
  for (const std::size_t threads : {1u, 4u}) {
    std::ranges::fill(out, 0);
    file->read(file->variables().front(), Everything{}, {0, 1}, std::as_writable_bytes(std::span(out)), threads)
        .value();
    EXPECT_EQ(out, values);
  }
  const std::uint64_t start[] = {100, 3};
  const std::uint64_t count[] = {1500, 2000};
  std::vector<double> part(count[0] * count[1]);
  file->read(file->variables().front(), Box(start, count), {0, 1}, std::as_writable_bytes(std::span(part)), 4).value();
  for (std::uint64_t i = 0; i < count[0]; ++i)
    for (std::uint64_t j = 0; j < count[1]; ++j)
      ASSERT_EQ(part[i * count[1] + j], values[(start[0] + i) * side + start[1] + j]);
  std::vector<std::uint64_t> coordinates;
  std::vector<double> expected;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    coordinates.insert(coordinates.end(), {i * 7919 % side, i * 104729 % side});
    expected.push_back(values[coordinates.end()[-2] * side + coordinates.back()]);
  }
  std::vector<double> found(expected.size());
  file->read(file->variables().front(), Points{coordinates}, {0, 1}, std::as_writable_bytes(std::span(found)), 4)
      .value();
  EXPECT_EQ(found, expected);
}

// A variable of 9 steps, which 4 processes write: 1 MiB each.
constexpr std::uint64_t stepped_rows = 128;
constexpr std::uint64_t stepped_columns = 1024;
constexpr std::uint32_t stepped_steps = 9;
constexpr std::uint32_t stepped_processes = 4;
double stepped_value(std::uint64_t step, std::uint64_t row, std::uint64_t column) {
  return static_cast<double>(step * 1000 + row) + static_cast<double>(column % 97) / 128;
}

void write_steps(const std::string& path, const char* transform) {
  auto writer = Writer::create(path).value();
  for (std::uint32_t step = 0; step < stepped_steps; ++step)
    for (std::uint32_t p = 0; p < stepped_processes; ++p) {
      GroupDefinition definition("stepped");
      VariableDefinition variable{"v", "", DataType::double_, {Size::of(stepped_rows), Size::of(stepped_columns)},
          {Size::of(stepped_rows * stepped_processes), Size::of(stepped_columns)},
          {Size::of(p * stepped_rows), Size::of(0)}};
      variable.transform = parse_transform(transform).value();
      const MemberId id = definition.define(std::move(variable)).value();
      std::vector<double> values;
      for (std::uint64_t row = 0; row < stepped_rows; ++row)
        for (std::uint64_t column = 0; column < stepped_columns; ++column)
          values.push_back(stepped_value(step, p * stepped_rows + row, column));
      GroupWriter group(definition, writer->layout(), step + 1, p);
      group.write(id, std::as_bytes(std::span(std::as_const(values)))).value();
      writer->add(std::move(group).finish().value()).value();
    }
  writer->close().value();
}

// What four threads read is what one reads; and they do read.
std::vector<double> read_by_threads(const Reader& file, const Selection& selection, StepRange steps) {
  const Variable& variable = file.variables().front();
  const std::uint64_t bytes = file.selected_bytes(variable, selection, steps).value();
  std::vector<double> one(static_cast<std::size_t>(bytes / sizeof(double)));
  std::vector<double> four(one.size());
  std::uint64_t before = threads_begun();
  EXPECT_TRUE(file.read(variable, selection, steps, std::as_writable_bytes(std::span(one)), 1));
  EXPECT_EQ(threads_begun(), before);
  before = threads_begun();
  EXPECT_TRUE(file.read(variable, selection, steps, std::as_writable_bytes(std::span(four)), 4));
  EXPECT_GT(threads_begun(), before);
  EXPECT_EQ(one, four);
  return four;
}

TEST(BpNative, SmallStepsSingleBlocksAndPackedOnesAreReadInParallel) {
  const Scratch scratch;
  for (const char* transform : {"none", "zlib"}) {
    SCOPED_TRACE(transform);
    const bool is_packed = transform == std::string_view("zlib");
    write_steps(scratch / transform, transform);
    Report report;
    const auto file = Reader::open(scratch / transform, report).value();
    const StepRange all{0, stepped_steps};
    // A quarter of each step, which lies in one block.
    const std::uint64_t start[] = {stepped_rows, 0};
    const std::uint64_t count[] = {stepped_rows, stepped_columns};
    const auto bands = read_by_threads(*file, Box(start, count), all);
    for (std::size_t i = 0; i < bands.size(); ++i) {
      const std::size_t row = i / stepped_columns;
      const double expected = stepped_value(row / stepped_rows, stepped_rows + row % stepped_rows, i % stepped_columns);
      ASSERT_EQ(bands[i], expected);
    }
    EXPECT_EQ(read_by_threads(*file, WriterBlock{1}, all), bands);
    // Points in all blocks of one step; of blocks that are not packed it takes many to be worth it.
    std::vector<std::uint64_t> points;
    std::vector<double> expected;
    for (std::uint64_t i = 0; i < 20'000; ++i) {
      points.insert(points.end(), {i * 7919 % (stepped_rows * stepped_processes), i * 104729 % stepped_columns});
      expected.push_back(stepped_value(5, points.end()[-2], points.back()));
    }
    if (is_packed) points.resize(2000), expected.resize(1000);
    EXPECT_EQ(read_by_threads(*file, Points{points}, {5, 1}), expected);
    EXPECT_TRUE(report.empty());
  }
}

TEST(BpNative, ALargeBlockIsReadInParallel) {
  const Scratch scratch;
  std::vector<double> values(std::size_t{2} << 20);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  GroupDefinition definition("large");
  const MemberId id = definition.define(VariableDefinition{"v", "", DataType::double_, {Size::of(values.size())}})
                          .value();
  auto writer = Writer::create(scratch / "b.bp").value();
  GroupWriter group(definition, writer->layout(), 1, 0);
  group.write(id, std::as_bytes(std::span(std::as_const(values)))).value();
  writer->add(std::move(group).finish().value()).value();
  writer->close().value();
  Report report;
  const auto file = Reader::open(scratch / "b.bp", report).value();
  EXPECT_TRUE(read_by_threads(*file, WriterBlock{0}, {0, 1}) == values);
  WriterBlock part{0};
  part.first_and_count = {7, values.size() - 9};
  EXPECT_TRUE(
      std::ranges::equal(read_by_threads(*file, part, {0, 1}), std::span(values).subspan(7, values.size() - 9)));
}

// How much of a file that is mapped this process has looked at, and what the system brings along with it.
std::uint64_t bytes_looked_at(const std::string& path) {
  std::ifstream maps("/proc/self/smaps");
  std::uint64_t kilobytes = 0;
  bool is_of_file = false;
  for (std::string line; std::getline(maps, line);) {
    if (line.ends_with(path)) is_of_file = true;
    if (!line.starts_with("Rss:")) continue;
    if (is_of_file) kilobytes += std::stoull(line.substr(line.find_first_of("0123456789")));
    is_of_file = false;
  }
  return kilobytes << 10;
}

TEST(BpNative, OpeningAndStatisticsReadTheIndexAlone) {
  const Scratch scratch;
  constexpr std::uint64_t count = 2 << 20;
  const std::string path = fs::canonical(fs::path(scratch / ".")) / "large.bp";
  std::vector<double> values(count, 1.0);
  values[count / 3] = -5;
  values[count / 2] = 7;
  GroupDefinition definition("large");
  const MemberId id = definition.define(VariableDefinition{"v", "", DataType::double_, {Size::of(count)}}).value();
  auto writer = Writer::create(path).value();
  GroupWriter group(definition, writer->layout(), 1);
  group.write(id, std::as_bytes(std::span(values))).value();
  writer->add(std::move(group).finish().value()).value();
  writer->close().value();
  Report report;
  const auto file = Reader::open(path, report).value();
  constexpr std::uint64_t most = count * sizeof(double) / 2;  // systems bring megabytes along with a page
  EXPECT_LT(bytes_looked_at(path), most);
  const auto statistics = file->variables().front().statistics().value();
  EXPECT_EQ(*statistics.parts[0].min, -5);
  EXPECT_EQ(*statistics.parts[0].max, 7);
  EXPECT_LT(bytes_looked_at(path), most);
  const std::uint64_t start[] = {count / 2 - 1}, few[] = {3};
  std::vector<double> out(3);
  file->read(file->variables().front(), Box(start, few), {0, 1}, std::as_writable_bytes(std::span(out))).value();
  EXPECT_EQ(out, (std::vector<double>{1, 7, 1}));
  const std::uint64_t looked_at = bytes_looked_at(path);
  EXPECT_GT(looked_at, 0u);
  EXPECT_LT(looked_at, most);
  file->read(file->variables().front(), Everything{}, {0, 1}, std::as_writable_bytes(std::span(values))).value();
  EXPECT_GT(bytes_looked_at(path), most) << "else this test cannot see anything";
}

TEST(BpNative, SelectionsThatMakeNoSenseAreErrors) {
  const Scratch scratch;
  const SampleOptions options;
  write_sample(scratch / "s.bp", options);
  Report report;
  const auto file = Reader::open(scratch / "s.bp", report).value();
  const Variable& array = *file->find_variable("/global/double");
  auto fails = [&](const Variable& variable, const Selection& selection, StepRange steps) {
    return !file->selected_bytes(variable, selection, steps);
  };
  const std::uint64_t zero[] = {0, 0};
  const std::uint64_t beyond[] = {rows * options.processes + 1, columns};
  const std::uint64_t one[] = {1};
  EXPECT_TRUE(fails(array, Box(zero, beyond), {0, 1}));
  EXPECT_TRUE(fails(array, Box(one, one), {0, 1}));
  EXPECT_TRUE(fails(array, Points{one}, {0, 1}));
  EXPECT_TRUE(fails(array, Everything{}, {1, 2}));
  EXPECT_TRUE(fails(array, Everything{}, {~std::size_t{0}, 2}));
  EXPECT_TRUE(fails(array, WriterBlock{options.processes}, {0, 1}));
  EXPECT_TRUE(fails(array, (WriterBlock{0, false, {{rows * columns, 1}}}), {0, 1}));
  EXPECT_TRUE(fails(*file->find_variable("/texts/text"), Everything{}, {0, 1}));
  std::vector<std::byte> out(7);
  EXPECT_FALSE(file->read(array, Everything{}, {0, 1}, out));
}

TEST(BpNative, WhatCannotBeWrittenIsRefused) {
  GroupDefinition definition("g");
  const MemberId real = definition.define(VariableDefinition{"real", "", DataType::real}).value();
  EXPECT_FALSE(definition.define(VariableDefinition{"a", "", DataType::byte, {Size::member(real)}}));
  EXPECT_FALSE(definition.define(VariableDefinition{"a", "", DataType::byte, {Size::member(99)}}));
  EXPECT_FALSE(definition.define(VariableDefinition{"a", "", DataType::string_array}));
  EXPECT_FALSE(definition.define(VariableDefinition{"a", "", DataType::string, {Size::of(2)}}));
  EXPECT_FALSE(definition.define(VariableDefinition{std::string(70'000, 'a'), "", DataType::byte}));
  EXPECT_FALSE(definition.define(AttributeDefinition{"a", "", MemberId{77}}));
  const MemberId size = definition.define(VariableDefinition{"size", "", DataType::integer}).value();
  const MemberId array = definition.define(VariableDefinition{"a", "", DataType::byte, {Size::member(size)}}).value();
  GroupWriter group(definition, {}, 1);
  const std::byte bytes[3] = {};
  EXPECT_FALSE(group.write(array, bytes)) << "its size is not known yet";
  group.write(size, bytes_of_value(std::int32_t{2})).value();
  EXPECT_FALSE(group.write(array, bytes)) << "there is one byte too much";
  EXPECT_FALSE(group.write(99, bytes));
  GroupDefinition with_texts("t");
  with_texts.define(AttributeDefinition{"a", "", std::vector<std::string>{"b", "c"}}).value();
  EXPECT_FALSE(GroupWriter(with_texts, {2, ByteOrder::little}, 1).finish());
}

}  // namespace
}  // namespace weft::contract
