// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/definition_lines.hpp"

#include <algorithm>

#include "formats/dftracer/known_hashes.hpp"
#include "formats/dftracer/one_line.hpp"
#include "formats/dftracer/ordered_blocks.hpp"
#include "formats/dftracer/time_unit.hpp"

namespace weft::dftracer {

namespace {

// Its host as well, which events need not name.
bool is_about_process(const Record& record) {
  return record.name == "HH" || record.name == "thread_name" || record.name == "process_name" || record.name == "PR" ||
         tells_unit(record);
}

void add_definition(DefinitionLines& to, const std::string& hash, DefinitionLine line) {
  auto& known = to.by_hash[hash];
  const auto says_the_same = [&](const DefinitionLine& other) {
    return other.scope == line.scope && other.kind == line.kind && other.name == line.name;
  };
  if (std::ranges::none_of(known, says_the_same)) known.push_back(std::move(line));
}

class DefinitionReader {
 public:
  DefinitionReader(const Feeds& feeds, Report& report) : feeds_(feeds), reader_(report) {}

  DefinitionLines operator()(std::size_t file, const Block& block) {
    DefinitionLines made;
    reader_.read(block, feeds_[file]->path(), [&](const Record& record, const BlockReader::Place& place) {
      if (record.has(Record::has_time)) {
        const std::uint64_t time = record.time.units * block.nanoseconds;
        made.first_time = std::min(made.first_time, time);
        made.last_time = std::max(made.last_time, time);
      }
      if (const auto definition = definition_of(record)) {
        DefinitionLine line{
            is_colliding_hash(definition->hash) ? record.pid : 0, std::string(record.name), {}, as_line(place.text)};
        append_unescaped(definition->name, line.name);
        add_definition(made, std::string(definition->hash), std::move(line));
      }
      if (record.phase == Phase::metadata && is_about_process(record))
        made.of_process[record.process()].push_back(as_line(place.text));
    });
    return made;
  }

 private:
  const Feeds& feeds_;
  BlockReader reader_;
};

}  // namespace

Result<DefinitionLines> read_definition_lines(std::span<const std::string> files, std::size_t threads, Report& report) {
  const Feeds feeds = feeds_of(files, report);
  std::deque<DefinitionReader> readers;
  for (std::size_t i = 0; i < thread_count(threads); ++i) readers.emplace_back(feeds, report);
  DefinitionLines all;
  WEFT_TRY(read_in_order(feeds, readers, [&](DefinitionLines made) -> Result<> {
    all.first_time = std::min(all.first_time, made.first_time);
    all.last_time = std::max(all.last_time, made.last_time);
    for (auto& [hash, lines] : made.by_hash)
      for (DefinitionLine& line : lines) add_definition(all, hash, std::move(line));
    for (auto& [process, lines] : made.of_process) {
      auto& known = all.of_process[process];
      for (std::string& line : lines)
        if (std::ranges::find(known, line) == known.end()) known.push_back(std::move(line));
    }
    return {};
  }));
  return all;
}

}  // namespace weft::dftracer
