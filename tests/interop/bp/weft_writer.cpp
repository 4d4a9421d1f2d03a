// SPDX-License-Identifier: BSD-3-Clause
// Weft's side: writes what reference.c writes, as many processes would.
//
//   weft_writer FILE PROCESSES SUB_FILES STATISTICS VERSION BYTE_ORDER [append|nan]
//
// append: all but the first step, to the file that is there; nan: arrays with such numbers, too.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "formats/bp/sub_file_path.hpp"
#include "formats/bp/writer.hpp"

// It is C for the reference side, too.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#include "content.h"
#pragma GCC diagnostic pop

namespace {

using namespace weft;
using namespace weft::bp;

struct Arguments {
  std::string path;
  std::uint32_t processes = 1;
  bool has_sub_files = false;
  StatisticsLevel statistics = StatisticsLevel::min_max;
  Layout layout;
  bool appends = false;
  bool has_nans = false;
};

Bytes bytes_of_text(const std::string& text) { return std::as_bytes(std::span(text)); }

class Content {
 public:
  explicit Content(const Arguments& arguments) : arguments_(arguments), definition_("content") {
    definition_.time_name = "time";
    definition_.statistics = arguments.statistics;
    rows_ = variable("rows", "", DataType::integer);
    first_ = variable("first", "/sizes", DataType::unsigned_long);
    text_ = variable("text", "/texts", DataType::string);
    const std::vector<Size> local{Size::of(content_rows), Size::of(content_columns)};
    const std::vector<Size> timed{Size::time(), local[0], local[1]};
    const std::vector<Size> global{Size::member(rows_), Size::of(content_columns)};
    const std::vector<Size> joined{Size::joined(), Size::of(content_columns)};
    const std::vector<Size> offset{Size::member(first_), Size::of(0)};
    for (const content_type& type : content_types) {
      const auto id = static_cast<DataType>(type.id);
      members_.push_back({variable(type.name, "/scalar", id), variable(type.name, "/local", id, local),
          variable(type.name, "/global", id, local, global, offset), variable(type.name, "/joined", id, local, joined),
          variable(type.name, "/timed", id, timed, global, offset)});
      attribute(type.name, "/value", Elements{id, elements(type, 5, 1)});
      if (arguments.layout.has_array_attributes()) attribute(type.name, "/values", Elements{id, elements(type, 6, 3)});
    }
    special_ = variable("special", "", DataType::double_, {Size::of(content_special_count)});
    empty_ = variable("empty", "", DataType::integer, {Size::of(0)});
    if (arguments.has_nans)
      for (const content_nan_array& nan : content_nans)
        nans_.push_back(variable(nan.name, nan.path, static_cast<DataType>(nan.type->id),
            std::vector<Size>(nan.count == 1 ? 0 : 1, Size::of(static_cast<std::uint64_t>(nan.count)))));
    attribute("text", "/value", std::string("a text"));
    if (arguments.layout.has_array_attributes())
      attribute("texts", "/values", std::vector<std::string>{"one", "", "three"});
    attribute("rows", "/reference", rows_);
  }

  FinishedGroup group(std::uint32_t step, std::uint32_t process) const {
    GroupWriter group(definition_, arguments_.layout, step, process);
    const auto rows = static_cast<std::int32_t>(content_rows * arguments_.processes);
    const std::uint64_t first = std::uint64_t{content_rows} * process;
    group.write(rows_, std::as_bytes(std::span(&rows, 1))).value();
    group.write(first_, std::as_bytes(std::span(&first, 1))).value();
    group.write(text_, bytes_of_text(fmt::format("step {} of {}", step, process))).value();
    const int seed = content_seed(static_cast<int>(step), static_cast<int>(process));
    for (std::size_t t = 0; t < members_.size(); ++t)
      for (std::size_t shape = 0; shape < members_[t].size(); ++shape)
        group.write(members_[t][shape], elements(content_types[t], seed, shape ? content_rows * content_columns : 1))
            .value();
    std::array<double, content_special_count> special{};
    content_special(special.data(), seed);
    group.write(special_, std::as_bytes(std::span(special))).value();
    group.write(empty_, Bytes{}).value();
    for (std::size_t i = 0; i < nans_.size(); ++i) {
      const content_nan_array& nan = content_nans[i];
      std::vector<std::byte> bytes(static_cast<std::size_t>(nan.count * nan.type->bytes));
      content_nan(&nan, bytes.data());
      group.write(nans_[i], bytes).value();
    }
    return std::move(group).finish(process == 0 || arguments_.has_sub_files).value();
  }

 private:
  MemberId variable(std::string name, std::string path, DataType type, std::vector<Size> local = {},
      std::vector<Size> global = {}, std::vector<Size> offset = {}) {
    return definition_.define(VariableDefinition{name, path, type, local, global, offset}).value();
  }
  void attribute(std::string name, std::string path, AttributeContent content) {
    definition_.define(AttributeDefinition{name, path, std::move(content)}).value();
  }
  static std::vector<std::byte> elements(const content_type& type, int seed, int count) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(count * type.bytes));
    content_fill(&type, seed, count, bytes.data());
    return bytes;
  }

  const Arguments& arguments_;
  GroupDefinition definition_;
  MemberId rows_ = 0, first_ = 0, text_ = 0, special_ = 0, empty_ = 0;
  std::vector<std::array<MemberId, 5>> members_;
  std::vector<MemberId> nans_;
};

// The first step creates the file, the others are added to it.
void write_one_file(const Arguments& arguments, const Content& content) {
  for (std::uint32_t step = arguments.appends ? 2 : 1; step <= content_steps; ++step) {
    auto writer = step == 1 ? Writer::create(arguments.path, {arguments.layout, no_file}).value()
                            : Writer::append(arguments.path, {arguments.layout, no_file}).value();
    std::vector<FinishedGroup> groups;
    for (std::uint32_t process = 0; process < arguments.processes; ++process)
      groups.push_back(content.group(step, process));
    writer->add_all(std::move(groups)).value();
    writer->close().value();
  }
}

void write_sub_files(const Arguments& arguments, const Content& content) {
  std::filesystem::create_directories(sub_file_directory(arguments.path));
  for (std::uint32_t process = 0; process < arguments.processes; ++process) {
    auto writer = Writer::create(sub_file_path(arguments.path, process), {arguments.layout, process}).value();
    for (std::uint32_t step = 1; step <= content_steps; ++step) writer->add(content.group(step, process)).value();
    writer->close().value();
  }
  write_metadata_file(arguments.path, arguments.processes).value();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string more = argc == 8 ? argv[7] : "";
  if (argc < 7 || argc > 8 || (argc == 8 && more != "append" && more != "nan")) {
    fmt::print(stderr, "usage: weft_writer FILE PROCESSES SUB_FILES STATISTICS VERSION BYTE_ORDER [append|nan]\n");
    return 2;
  }
  const std::string statistics = argv[4];
  Arguments arguments;
  arguments.path = argv[1];
  arguments.processes = static_cast<std::uint32_t>(std::atoi(argv[2]));
  arguments.has_sub_files = std::atoi(argv[3]) != 0;
  arguments.statistics = statistics == "full"   ? StatisticsLevel::full
                         : statistics == "none" ? StatisticsLevel::none
                                                : StatisticsLevel::min_max;
  arguments.layout = {
      static_cast<unsigned>(std::atoi(argv[5])), std::string(argv[6]) == "big" ? ByteOrder::big : ByteOrder::little};
  arguments.appends = more == "append";
  arguments.has_nans = more == "nan";
  const Content content(arguments);
  if (arguments.has_sub_files)
    write_sub_files(arguments, content);
  else
    write_one_file(arguments, content);
  return 0;
}
