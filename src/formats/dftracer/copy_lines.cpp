// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/copy_lines.hpp"

#include <fmt/format.h>

#include <unordered_set>

#include "formats/dftracer/file_writer.hpp"
#include "formats/dftracer/hashes.hpp"
#include "formats/dftracer/known_hashes.hpp"
#include "formats/dftracer/one_line.hpp"
#include "formats/dftracer/ordered_blocks.hpp"

namespace weft::dftracer {

namespace {

struct LineToCopy {
  std::size_t end = 0;          // in the text of its block
  std::string definition = {};  // what it defines, if it is one
  Digest digest = {};           // of the line, if somebody asks
};

struct BlockToCopy {
  std::string text;
  std::vector<LineToCopy> lines;
};

class CopyMaker {
 public:
  CopyMaker(const Feeds& feeds, const CopySettings& settings, Report& report)
      : feeds_(feeds), settings_(settings), reader_(report) {}

  BlockToCopy operator()(std::size_t file, const Block& block) {
    BlockToCopy made;
    made.text.reserve(block.text.size());
    reader_.read(block, feeds_[file]->path(), [&](const Record& record, const BlockReader::Place& place) {
      append_line(made.text, place.text);
      LineToCopy& line = made.lines.emplace_back();
      line.end = made.text.size();
      if (settings_.drop_definitions) line.definition = what_it_defines(record);
      if (settings_.drop_identical) line.digest = md5(place.text);
    });
    return made;
  }

 private:
  // Hashes that collide mean something else in other processes.
  static std::string what_it_defines(const Record& record) {
    const auto definition = definition_of(record);
    if (!definition) return {};
    return fmt::format("{} {} {} {}", record.name, is_colliding_hash(definition->hash) ? record.pid : 0,
        definition->hash, definition->name);
  }

  const Feeds& feeds_;
  const CopySettings& settings_;
  BlockReader reader_;
};

struct DigestHash {
  std::size_t operator()(const Digest& digest) const noexcept {
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(digest.data()), digest.size()});
  }
};

class Copier {
 public:
  Copier(FileWriter& writer, const CopySettings& settings) : writer_(writer), settings_(settings) {}

  Result<> take(const BlockToCopy& block) {
    kept_.clear();
    std::size_t begin = 0;
    for (const LineToCopy& line : block.lines) {
      if (!is_dropped(line)) {
        kept_.append(block.text, begin, line.end - begin);
        ++counts_.lines;
      }
      begin = line.end;
    }
    return writer_.append(kept_);
  }

  const CopyCounts& counts() const { return counts_; }

 private:
  bool is_dropped(const LineToCopy& line) {
    if (!line.definition.empty() && !definitions_.insert(line.definition).second) return ++counts_.definitions, true;
    if (settings_.drop_identical && !digests_.insert(line.digest).second) return ++counts_.identical, true;
    return false;
  }

  FileWriter& writer_;
  const CopySettings& settings_;
  std::string kept_;
  std::unordered_set<std::string> definitions_;
  std::unordered_set<Digest, DigestHash> digests_;
  CopyCounts counts_;
};

}  // namespace

bool has_numbered_phases(std::span<const std::string> files) {
  Report ignored;
  for (const auto& feed : feeds_of(files, ignored)) {
    Block block;
    if (!feed->next(block)) continue;
    std::optional<bool> is_numbered;
    BlockReader(ignored).read(block, feed->path(), [&](const Record& record, const BlockReader::Place&) {
      if (!is_numbered) is_numbered = record.is_numbered;
    });
    if (is_numbered) return *is_numbered;
  }
  return false;
}

Result<CopyCounts> copy_lines(
    std::span<const std::string> files, const std::string& out, const CopySettings& settings, Report& report) {
  const auto writer = WEFT_TRY(FileWriter::create(
      out, {.has_brackets = !has_numbered_phases(files), .level = settings.level, .threads = settings.threads}));
  const Feeds feeds = feeds_of(files, report);
  std::deque<CopyMaker> makers;
  for (std::size_t i = 0; i < thread_count(settings.threads); ++i) makers.emplace_back(feeds, settings, report);
  Copier copier(*writer, settings);
  WEFT_TRY(read_for_one_file(feeds, makers, [&](const BlockToCopy& block) { return copier.take(block); }));
  WEFT_TRY(writer->close());
  return copier.counts();
}

}  // namespace weft::dftracer
