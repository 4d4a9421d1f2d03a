// SPDX-License-Identifier: BSD-3-Clause
#include "samples.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <thread>

#include "formats/bp/elements.hpp"
#include "formats/bp/sub_file_path.hpp"

namespace weft::bp_samples {

using namespace bp;

namespace {

std::vector<DataType> types_of(const SampleOptions& options) {
  if (options.is_small) return {DataType::double_, DataType::unsigned_short};
  std::vector<DataType> types;
  for (const TypeFacts& facts : all_types)
    if (facts.bytes) types.push_back(facts.type);
  return types;
}

std::string text_of(std::uint32_t step, std::uint32_t process) { return fmt::format("step {} of {}", step, process); }
std::string label(DataType type) {
  std::string text(name_of(type));
  std::ranges::replace(text, ' ', '_');
  return text;
}

std::uint64_t seed_of(std::uint32_t step, std::uint32_t process) { return 100 * step + 10 * process; }

// What is written of one type.
struct Members {
  DataType type{};
  MemberId scalar = 0, local = 0, global = 0, joined = 0, timed = 0;
};

std::vector<Size> in_order(std::vector<Size> sizes, bool is_fortran) {
  if (is_fortran) std::ranges::reverse(sizes);
  return sizes;
}

struct SampleGroup {
  explicit SampleGroup(const SampleOptions& options) : definition("sample") {
    const bool fortran = options.is_fortran;
    definition.is_fortran = fortran;
    definition.time_name = "time";
    definition.statistics = options.statistics;
    all_rows = definition.define(VariableDefinition{"all_rows", "", DataType::integer}).value();
    first_row = definition.define(VariableDefinition{"first_row", "/sizes", DataType::unsigned_long}).value();
    text = definition.define(VariableDefinition{"text", "/texts/", DataType::string}).value();
    const Elements columns_value{DataType::integer, numbers(DataType::integer, columns, 1)};
    const MemberId columns_id = definition.define(AttributeDefinition{"columns", "/sizes", columns_value}).value();
    const std::vector<Size> local{Size::of(rows), Size::member(columns_id)};
    const std::vector<Size> global{Size::member(all_rows), Size::of(columns)};
    const std::vector<Size> offset{Size::member(first_row), Size::of(0)};
    for (const DataType type : types_of(options)) {
      Members m{type};
      m.scalar = definition.define(VariableDefinition{label(type), "/scalar", type}).value();
      m.local = definition.define(VariableDefinition{label(type), "/local", type, in_order(local, fortran)}).value();
      m.global = definition
                     .define(VariableDefinition{label(type), "/global", type, in_order(local, fortran),
                         in_order(global, fortran), in_order(offset, fortran)})
                     .value();
      m.joined = definition
                     .define(VariableDefinition{label(type), "/joined", type, in_order(local, fortran),
                         in_order({Size::joined(), Size::of(columns)}, fortran)})
                     .value();
      // Sizes of the whole are not shifted by time: in C they stand beside other dimensions.
      std::vector<Size> timed{Size::time()};
      timed.insert(timed.end(), local.begin(), local.end());
      m.timed = definition
                    .define(VariableDefinition{label(type), "/timed", type, in_order(timed, fortran),
                        in_order(global, fortran), in_order(offset, fortran)})
                    .value();
      members.push_back(m);
      definition.define(AttributeDefinition{label(type), "/value", Elements{type, numbers(type, 5, 1)}}).value();
      if (options.layout.has_array_attributes())
        definition.define(AttributeDefinition{label(type), "/values", Elements{type, numbers(type, 6, 3)}}).value();
    }
    definition.define(AttributeDefinition{"text", "/value", std::string("a text")}).value();
    definition.define(AttributeDefinition{"empty", "/value", std::string()}).value();
    definition.define(AttributeDefinition{"rows", "/reference", all_rows}).value();
    if (options.layout.has_array_attributes())
      definition.define(AttributeDefinition{"texts", "/values", std::vector<std::string>{"one", "", "three"}}).value();
  }

  FinishedGroup make(const SampleOptions& options, std::uint32_t step, std::uint32_t process) const {
    GroupWriter group(definition, options.layout, step, process);
    const auto whole = static_cast<std::int32_t>(rows * options.processes);
    const std::uint64_t first = rows * process;
    group.write(all_rows, std::as_bytes(std::span(&whole, 1))).value();
    group.write(first_row, std::as_bytes(std::span(&first, 1))).value();
    group.write(text, text_of(step, process)).value();
    const std::uint64_t seed = seed_of(step, process);
    for (const Members& m : members) {
      group.write(m.scalar, numbers(m.type, seed, 1)).value();
      for (const MemberId id : {m.local, m.global, m.joined, m.timed})
        group.write(id, numbers(m.type, seed, rows * columns)).value();
    }
    return std::move(group).finish(process == 0 || options.has_sub_files).value();
  }

  GroupDefinition definition;
  MemberId all_rows = 0, first_row = 0, text = 0;
  std::vector<Members> members;
};

void add_steps(Writer& writer, const SampleOptions& options, std::uint32_t first_step) {
  const SampleGroup sample(options);
  if (options.order != Order::by_step) {
    for (std::uint32_t process = 0; process < options.processes; ++process)
      for (std::uint32_t i = 0; i < options.steps; ++i) {
        const std::uint32_t step = options.order == Order::by_process ? i : options.steps - 1 - i;
        writer.add(sample.make(options, first_step + step, process)).value();
      }
    return writer.close().value();
  }
  for (std::uint32_t step = first_step; step < first_step + options.steps; ++step) {
    std::vector<FinishedGroup> groups;
    for (std::uint32_t process = 0; process < options.processes; ++process)
      groups.push_back(sample.make(options, step, process));
    if (options.is_written_by_threads) {
      std::vector<std::thread> processes;
      for (FinishedGroup& group : groups)
        processes.emplace_back([&writer, &group] { writer.add(std::move(group)).value(); });
      for (std::thread& process : processes) process.join();
    } else {
      writer.add_all(std::move(groups)).value();
    }
  }
  writer.close().value();
}

void write_sub_files(const std::string& path, const SampleOptions& options) {
  std::filesystem::create_directory(sub_file_directory(path));
  const SampleGroup sample(options);
  for (std::uint32_t process = 0; process < options.processes; ++process) {
    auto writer = Writer::create(sub_file_path(path, process), {options.layout, process}).value();
    for (std::uint32_t step = 1; step <= options.steps; ++step)
      writer->add(sample.make(options, step, process)).value();
    writer->close().value();
  }
  write_metadata_file(path, options.processes).value();
}

std::vector<std::byte> read(const Reader& file, const Variable& variable, const Selection& selection, StepRange steps) {
  const auto bytes = file.selected_bytes(variable, selection, steps);
  EXPECT_TRUE(bytes) << bytes.error().text();
  std::vector<std::byte> out(bytes ? static_cast<std::size_t>(*bytes) : 0);
  const auto done = file.read(variable, selection, steps, out);
  EXPECT_TRUE(done) << done.error().text();
  return out;
}

void expect_attribute(const Reader& file, const std::string& name, DataType type, Bytes expected) {
  const Attribute* attribute = file.find_attribute(name);
  ASSERT_NE(attribute, nullptr) << name;
  const AttributeValue value = file.value(*attribute).value();
  EXPECT_EQ(value.type, type) << name;
  std::vector<std::byte> elements(value.elements.size());
  copy_elements(elements.data(), value.elements.data(), elements.size(), swapped_bytes_of(type), value.order);
  EXPECT_TRUE(std::ranges::equal(elements, expected)) << name;
}

// The numbers of `expected`, found by hand.
void expect_bounds(const Variable& variable, const Step& step, Bytes expected, const SampleOptions& options) {
  const auto statistics = variable.statistics(step);
  ASSERT_EQ(statistics.has_value(), options.statistics != StatisticsLevel::none) << variable.name();
  if (!statistics) return;
  visit_element(variable.type(), [&](auto identity) {
    using T = typename decltype(identity)::type;
    if constexpr (!is_complex_value<T>) {
      std::vector<long double> all;
      for (std::size_t i = 0; i < expected.size(); i += sizeof(T))
        all.push_back(static_cast<long double>(load_element<T>(expected.data() + i, ByteOrder::little)));
      const auto [least, most] = std::ranges::minmax(all);
      EXPECT_EQ(statistics->all().min, least) << variable.name();
      EXPECT_EQ(statistics->all().max, most) << variable.name();
      if (options.statistics == StatisticsLevel::full) {
        EXPECT_EQ(statistics->all().count, all.size());
      }
    }
  });
}

void expect_type(const Reader& file, DataType type, const SampleOptions& options) {
  for (const char* shape : {"/scalar/", "/local/", "/global/", "/joined/", "/timed/"}) {
    const Variable* found = file.find_variable(shape + label(type));
    ASSERT_NE(found, nullptr) << shape << label(type);
    const Variable& variable = *found;
    EXPECT_EQ(variable.type(), type) << variable.name();
    ASSERT_EQ(variable.steps().size(), options.steps) << variable.name();
    ASSERT_EQ(variable.blocks().size(), options.steps * options.processes) << variable.name();
    const bool stands_alone = variable.kind() == ArrayKind::scalar || variable.kind() == ArrayKind::local;
    const std::uint64_t count = variable.kind() == ArrayKind::scalar ? 1 : rows * columns;
    for (std::uint32_t step = 0; step < options.steps; ++step) {
      for (std::uint32_t process = 0; process < options.processes; ++process)
        EXPECT_EQ(
            read(file, variable, WriterBlock{process}, {step, 1}), numbers(type, seed_of(step + 1, process), count))
            << variable.name() << " step " << step << " process " << process;
      const auto all = read(file, variable, Everything{}, {step, 1});
      EXPECT_EQ(all, stands_alone ? numbers(type, seed_of(step + 1, 0), count) : global_array(type, options, step + 1))
          << variable.name() << " step " << step;
      if (!stands_alone) expect_bounds(variable, variable.steps()[step], all, options);
    }
  }
}

}  // namespace

std::vector<std::byte> numbers(DataType type, std::uint64_t seed, std::uint64_t count) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(count) * bytes_of(type));
  visit_element(type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto number = static_cast<int>((seed + 7 * i) % 101);
      std::byte* const at = bytes.data() + i * sizeof(T);
      if constexpr (std::is_same_v<T, long double>) {
        const T value = static_cast<T>(number) / 3;
        std::memcpy(at, &value, 10);  // the rest has no meaning
      } else if constexpr (is_complex_value<T>) {
        const T value(static_cast<typename T::value_type>(number), static_cast<typename T::value_type>(-number) / 4);
        std::memcpy(at, &value, sizeof value);
      } else {
        const T value = static_cast<T>(std::is_signed_v<T> && i % 2 ? -number : number);
        std::memcpy(at, &value, sizeof value);
      }
    }
  });
  return bytes;
}

std::vector<std::byte> global_array(DataType type, const SampleOptions& options, std::uint32_t step) {
  std::vector<std::byte> all;
  for (std::uint32_t process = 0; process < options.processes; ++process) {
    const auto part = numbers(type, seed_of(step, process), rows * columns);
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

void write_sample(const std::string& path, const SampleOptions& options) {
  if (options.has_sub_files) return write_sub_files(path, options);
  add_steps(*Writer::create(path, {options.layout}).value(), options, 1);
}

void append_to_sample(const std::string& path, const SampleOptions& options) {
  auto writer = Writer::append(path).value();
  EXPECT_EQ(writer->layout(), options.layout);
  const std::uint32_t first = writer->last_time_index() + 1;
  add_steps(*writer, options, first);
}

void expect_sample(const std::string& path, const SampleOptions& options) {
  Report report;
  const auto file = Reader::open(path, report);
  ASSERT_TRUE(file) << file.error().text();
  const Reader& reader = **file;
  EXPECT_EQ(reader.layout(), options.layout);
  EXPECT_EQ(reader.steps(), options.steps);
  EXPECT_EQ(reader.groups().size(), options.steps * options.processes);
  EXPECT_EQ(reader.is_fortran(), options.is_fortran);
  const auto types = types_of(options);
  EXPECT_EQ(reader.variables().size(), 3 + 5 * types.size());
  for (const DataType type : types) {
    expect_type(reader, type, options);
    expect_attribute(reader, "/value/" + label(type), type, numbers(type, 5, 1));
    if (options.layout.has_array_attributes())
      expect_attribute(reader, "/values/" + label(type), type, numbers(type, 6, 3));
  }
  const Variable* text = reader.find_variable("/texts/text");
  ASSERT_NE(text, nullptr);
  ASSERT_EQ(text->blocks().size(), options.steps * options.processes);
  for (std::size_t i = 0; i < text->blocks().size(); ++i) {
    const Bytes bytes = reader.scalar(*text, text->blocks()[i]).value();
    const GroupEntry* group = reader.group_of(text->blocks()[i]);
    ASSERT_NE(group, nullptr);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
        text_of(group->time_index, group->process));
  }
  expect_attribute(reader, "/value/text", DataType::string, std::as_bytes(std::span("a text", 6)));
  expect_attribute(reader, "/value/empty", DataType::string, {});
  const auto all_rows = static_cast<std::int32_t>(rows * options.processes);
  expect_attribute(reader, "/reference/rows", DataType::integer, std::as_bytes(std::span(&all_rows, 1)));
  if (options.layout.has_array_attributes()) {
    const auto texts = reader.value(*reader.find_attribute("values/texts")).value().texts();
    EXPECT_EQ(texts, (std::vector<std::string_view>{"one", "", "three"}));
  }
  for (const auto& [rule, group] : report.groups()) ADD_FAILURE() << rule << ": " << group.first[0].text();
}

}  // namespace weft::bp_samples
