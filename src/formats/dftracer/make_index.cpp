// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/make_index.hpp"

#include <map>
#include <set>

#include "formats/dftracer/folded_calls.hpp"
#include "formats/dftracer/ordered_blocks.hpp"

namespace weft::dftracer {

namespace {

struct BlockContent {
  std::size_t file = 0;
  std::optional<std::uint64_t> entry;
  std::optional<GzipEntry> within = {};
  std::uint64_t offset = 0;
  std::uint64_t first_line = 0;
  bool is_document = false;
  bool adds_pid_to_tid = false;
  std::string_view host = {};
  std::uint64_t unit = 0;
  std::uint64_t first_time = ~std::uint64_t{0};
  std::uint64_t first_span = ~std::uint64_t{0};
  LineCounts lines = {};
  Times times = {};
  bool is_always_needed = false;
  std::set<std::string, std::less<>> categories = {};
  std::vector<IndexedLine> metadata = {};
};

class ContentMaker {
 public:
  ContentMaker(const Feeds& feeds, Report& report) : feeds_(feeds), reader_(report) {}

  BlockContent operator()(std::size_t file, const Block& block) {
    BlockContent made{.file = file,
        .entry = block.entry,
        .within = block.within,
        .offset = block.offset,
        .first_line = block.first_line,
        .is_document = block.is_document,
        .adds_pid_to_tid = block.adds_pid_to_tid,
        .host = block.host,
        .unit = block.nanoseconds};
    const LineCounts before = reader_.counts();
    reader_.read(block, feeds_[file]->path(), [&](const Record& record, const BlockReader::Place& place) {
      if (record.phase == Phase::metadata) {
        made.metadata.push_back({0, place.offset, place.line, std::string(place.text)});
        return;
      }
      const auto times = times_of(record, block.nanoseconds);
      if (times) made.first_time = std::min(made.first_time, times->first);
      if (times && (record.phase == Phase::complete || record.phase == Phase::begin || is_folded(record)))
        made.first_span = std::min(made.first_span, times->first);
      if (!times || !can_be_left_out(record)) {
        made.is_always_needed = true;
        return;
      }
      made.times.add(*times);
      if (!made.categories.contains(record.category)) made.categories.emplace(record.category);
    });
    made.lines = reader_.counts().since(before);
    return made;
  }

 private:
  const Feeds& feeds_;
  BlockReader reader_;
};

// The index of one file, block by block.
class IndexMaker {
 public:
  IndexMaker(std::size_t file, const Fingerprint& fingerprint) : file_(file) { index_.fingerprint = fingerprint; }

  std::size_t file() const { return file_; }

  void add(BlockContent&& block) {
    if (index_.stretches.empty() || (block.entry && is_worth_it(block))) begin_stretch(block);
    IndexedStretch& stretch = index_.stretches.back();
    stretch.lines.add(block.lines);
    stretch.times.add(block.times);
    stretch.is_always_needed |= block.is_always_needed;
    for (const std::string& category : block.categories) categories_.insert(number_of(category));
    for (IndexedLine& line : block.metadata) {
      line.stretch = index_.stretches.size() - 1;
      index_.metadata.push_back(std::move(line));
    }
    index_.is_document |= block.is_document;
    index_.adds_pid_to_tid = block.adds_pid_to_tid;
    index_.host = block.host;
    index_.unit = block.unit;
    index_.first_time = std::min(index_.first_time, block.first_time);
    index_.first_span = std::min(index_.first_span, block.first_span);
  }

  // Null if the trace is too small for any.
  const TraceIndex* finish() {
    end_stretch(index_.fingerprint.size);
    return index_.shrink_to(index_.fingerprint.size / 100) ? &index_ : nullptr;
  }

 private:
  // What it takes to enter a member is small beside what need not be read for it.
  bool is_worth_it(const BlockContent& block) const {
    constexpr std::uint64_t other_bytes = 40, times = 120;
    const std::uint64_t spared = *block.entry - index_.stretches.back().place.begin;
    return !block.within || spared >= times * (block.within->window.size() + other_bytes);
  }
  void begin_stretch(BlockContent& block) {
    const std::uint64_t begin = index_.stretches.empty() ? 0 : *block.entry;
    end_stretch(begin);
    index_.stretches.push_back(
        {.place = {begin, 0, block.offset, block.first_line - 1}, .within = std::move(block.within)});
  }
  void end_stretch(std::uint64_t end) {
    if (index_.stretches.empty()) return;
    index_.stretches.back().place.end = end;
    index_.stretches.back().categories.assign(categories_.begin(), categories_.end());
    categories_.clear();
  }
  std::uint32_t number_of(const std::string& category) {
    const auto [found, is_new] = numbers_.try_emplace(category, static_cast<std::uint32_t>(index_.categories.size()));
    if (is_new) index_.categories.push_back(category);
    return found->second;
  }

  std::size_t file_;
  TraceIndex index_;
  std::map<std::string, std::uint32_t> numbers_;
  std::set<std::uint32_t> categories_;  // of the stretch at hand
};

}  // namespace

Result<> make_indexes(std::span<const std::string> files, std::size_t threads, Report& report,
    const std::function<Result<>(std::size_t file, const TraceIndex* index)>& take) {
  // Looked at before they are read: a file that grows meanwhile has an index that is not used.
  std::vector<Fingerprint> fingerprints;
  for (const std::string& file : files) fingerprints.push_back(WEFT_TRY(Fingerprint::of({&file, 1})));
  Feeds feeds;
  for (const std::string& file : files)
    feeds.push_back(std::make_unique<TextFeed>(file, report, Asked{.finds_entries = true}));
  std::deque<ContentMaker> makers;
  for (std::size_t i = 0; i < thread_count(threads); ++i) makers.emplace_back(feeds, report);
  std::optional<IndexMaker> maker;
  const auto finish = [&]() -> Result<> { return maker ? take(maker->file(), maker->finish()) : Result<>(); };
  const auto add = [&](BlockContent&& block) -> Result<> {
    if (!maker || maker->file() != block.file) {
      WEFT_TRY(finish());
      maker.emplace(block.file, fingerprints[block.file]);
    }
    maker->add(std::move(block));
    return {};
  };
  WEFT_TRY(read_in_order(feeds, makers, add));
  return finish();
}

}  // namespace weft::dftracer
