// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/split_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <unordered_set>

#include "formats/dftracer/copy_lines.hpp"
#include "formats/dftracer/definition_lines.hpp"
#include "formats/dftracer/file_writer.hpp"
#include "formats/dftracer/known_hashes.hpp"
#include "formats/dftracer/one_line.hpp"
#include "formats/dftracer/ordered_blocks.hpp"

namespace weft::dftracer {

namespace {

// Pieces of time are all open at once, because events that began early may stand late.
constexpr std::uint64_t most_pieces_of_time = 200;

struct LineToSplit {
  std::size_t end = 0;  // in the text of its block
  std::uint64_t process = 0;
  std::optional<std::uint64_t> time = {};
  bool is_metadata = false;
  std::size_t hashes_end = 0;  // in the hashes of its block
};

struct BlockToSplit {
  std::string text;
  std::vector<LineToSplit> lines;
  std::vector<std::string> hashes;
};

class SplitMaker {
 public:
  SplitMaker(const Feeds& feeds, Report& report) : feeds_(feeds), reader_(report) {}

  BlockToSplit operator()(std::size_t file, const Block& block) {
    BlockToSplit made;
    made.text.reserve(block.text.size());
    reader_.read(block, feeds_[file]->path(), [&](const Record& record, const BlockReader::Place& place) {
      append_line(made.text, place.text);
      for (const Argument& argument : record.arguments)
        if (is_hash_argument(argument.key)) made.hashes.emplace_back(argument.value.text);
      LineToSplit line{
          .end = made.text.size(), .process = record.process(), .is_metadata = record.phase == Phase::metadata};
      if (record.has(Record::has_time)) line.time = record.time.units * block.nanoseconds;
      line.hashes_end = made.hashes.size();
      made.lines.push_back(line);
    });
    return made;
  }

 private:
  const Feeds& feeds_;
  BlockReader reader_;
};

// One file of the result, and what it knows already.
class Piece {
 public:
  Piece(std::unique_ptr<FileWriter> writer, const DefinitionLines& definitions)
      : writer_(std::move(writer)), definitions_(definitions) {}

  // Puts what the line needs before it. Returns how many definitions that were.
  std::uint64_t add(std::string_view line, const LineToSplit& about, std::span<const std::string> hashes) {
    if (about.is_metadata && put_.contains(std::string(line))) return 0;
    const std::uint64_t before = put_.size();
    if (!about.is_metadata && processes_.insert(about.process).second)
      if (const auto known = definitions_.of_process.find(about.process); known != definitions_.of_process.end())
        for (const std::string& text : known->second) put_once(text);
    for (const std::string& hash : hashes) define(hash, about.process);
    const std::uint64_t added = put_.size() - before;
    if (about.is_metadata) put_.emplace(line);
    text_.append(line);
    bytes_ += line.size();
    return added;
  }

  // What there is goes to the file once that is worth it.
  Result<> flush_if_large() {
    constexpr std::size_t worth_writing = 1 << 16;
    return text_.size() < worth_writing ? Result<>() : flush();
  }
  Result<> close() {
    WEFT_TRY(flush());
    return writer_->close();
  }
  std::uint64_t bytes() const { return bytes_; }

 private:
  Result<> flush() {
    auto appended = writer_->append(text_);
    text_.clear();
    return appended;
  }
  void put_once(const std::string& line) {
    if (!put_.insert(line).second) return;
    text_.append(line);
    bytes_ += line.size();
  }
  void define(const std::string& hash, std::uint64_t process) {
    const std::uint64_t scope = is_colliding_hash(hash) ? process : 0;
    if (!hashes_.emplace(fmt::format("{} {}", scope, hash)).second) return;
    const auto known = definitions_.by_hash.find(hash);
    if (known == definitions_.by_hash.end()) return;
    const auto in_scope = [&](const DefinitionLine& line) { return line.scope == scope; };
    const bool has_own = std::ranges::any_of(known->second, in_scope);
    for (const DefinitionLine& line : known->second)
      if (!has_own || in_scope(line)) put_once(line.line);
  }

  std::unique_ptr<FileWriter> writer_;
  const DefinitionLines& definitions_;
  std::string text_;
  std::uint64_t bytes_ = 0;
  std::unordered_set<std::uint64_t> processes_;
  std::unordered_set<std::string> hashes_;
  std::unordered_set<std::string> put_;  // metadata
};

class Splitter {
 public:
  Splitter(const std::string& directory, const SplitSettings& settings, const DefinitionLines& definitions,
      bool has_brackets)
      : directory_(directory), settings_(settings), definitions_(definitions), has_brackets_(has_brackets) {}

  Result<> take(const BlockToSplit& block) {
    std::size_t begin = 0, hashes_begin = 0;
    for (const LineToSplit& line : block.lines) {
      Piece* const piece = WEFT_TRY(piece_for(line));
      const auto hashes = std::span(block.hashes).subspan(hashes_begin, line.hashes_end - hashes_begin);
      counts_.definitions += piece->add(std::string_view(block.text).substr(begin, line.end - begin), line, hashes);
      WEFT_TRY(piece->flush_if_large());
      ++counts_.lines;
      begin = line.end;
      hashes_begin = line.hashes_end;
    }
    return {};
  }

  Result<SplitCounts> close() {
    while (!pieces_.empty()) WEFT_TRY(close(pieces_.begin()->first));
    return counts_;
  }

 private:
  std::string path_of(std::uint64_t number) const {
    return fmt::format("{}/{}-{}.pfw{}", directory_, settings_.name, number + 1, settings_.is_compressed ? ".gz" : "");
  }

  Result<> close(std::uint64_t number) {
    WEFT_TRY(pieces_[number]->close());
    pieces_.erase(number);
    ++counts_.pieces;
    return {};
  }

  // What has no time goes where the line before it went.
  Result<Piece*> piece_for(const LineToSplit& line) {
    if (settings_.nanoseconds && line.time) current_ = (*line.time - definitions_.first_time) / *settings_.nanoseconds;
    if (settings_.bytes && pieces_.contains(current_) && pieces_[current_]->bytes() >= *settings_.bytes)
      WEFT_TRY(close(current_++));
    if (const auto known = pieces_.find(current_); known != pieces_.end()) return known->second.get();
    auto writer = WEFT_TRY(FileWriter::create(
        path_of(current_), {.has_brackets = has_brackets_, .threads = settings_.nanoseconds ? 1 : settings_.threads}));
    return (pieces_[current_] = std::make_unique<Piece>(std::move(writer), definitions_)).get();
  }

  const std::string& directory_;
  const SplitSettings& settings_;
  const DefinitionLines& definitions_;
  bool has_brackets_;
  std::uint64_t current_ = 0;
  std::map<std::uint64_t, std::unique_ptr<Piece>> pieces_;
  SplitCounts counts_;
};

}  // namespace

Result<SplitCounts> split_trace(
    std::span<const std::string> files, const std::string& directory, const SplitSettings& settings, Report& report) {
  Report ignored;  // what is wrong is told by the second reading
  const DefinitionLines definitions = WEFT_TRY(read_definition_lines(files, settings.threads, ignored));
  if (settings.nanoseconds && definitions.last_time >= definitions.first_time)
    if (const std::uint64_t pieces = (definitions.last_time - definitions.first_time) / *settings.nanoseconds + 1;
        pieces > most_pieces_of_time)
      return Error{Errc::too_large,
          fmt::format("that would be {} pieces; choose a time that gives at most {}", pieces, most_pieces_of_time)};
  const Feeds feeds = feeds_of(files, report);
  std::deque<SplitMaker> makers;
  for (std::size_t i = 0; i < thread_count(settings.threads); ++i) makers.emplace_back(feeds, report);
  Splitter splitter(directory, settings, definitions, !has_numbered_phases(files));
  WEFT_TRY(read_for_one_file(feeds, makers, [&](const BlockToSplit& block) { return splitter.take(block); }));
  return splitter.close();
}

}  // namespace weft::dftracer
