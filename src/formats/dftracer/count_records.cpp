// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/count_records.hpp"

#include <numeric>

namespace weft::dftracer {

namespace {

class RecordCounter {
 public:
  RecordCounter(const Feeds& feeds, Report& report) : feeds_(feeds), reader_(report) {}

  void operator()(std::size_t file, const Block& block) {
    reader_.read(block, feeds_[file]->path(), [&](const Record& record, const BlockReader::Place&) {
      const auto phase = static_cast<std::size_t>(record.phase);
      ++counts_.phases[phase];
      const auto known = counts_.categories.find(record.category);
      ++(known != counts_.categories.end() ? known->second : counts_.categories[std::string(record.category)])[phase];
    });
  }

  // With categories as they are meant, however they were written.
  RecordCounts counts() const {
    RecordCounts all;
    all.phases = counts_.phases;
    all.lines = reader_.counts();
    std::string plain;
    for (const auto& [written, counts] : counts_.categories) {
      plain.clear();
      append_unescaped(written, plain);
      for (std::size_t i = 0; i < counts.size(); ++i) all.categories[plain][i] += counts[i];
    }
    return all;
  }

 private:
  const Feeds& feeds_;
  BlockReader reader_;
  RecordCounts counts_;
};

}  // namespace

void RecordCounts::merge(const RecordCounts& other) {
  lines.add(other.lines);
  for (std::size_t i = 0; i < phases.size(); ++i) phases[i] += other.phases[i];
  for (const auto& [category, counts] : other.categories)
    for (std::size_t i = 0; i < counts.size(); ++i) categories[category][i] += counts[i];
}

std::uint64_t RecordCounts::records() const { return std::accumulate(phases.begin(), phases.end(), std::uint64_t{0}); }

RecordCounts count_records(
    std::span<const std::string> files, const Asking& asking, std::size_t threads, Report& report) {
  const Feeds feeds = feeds_of(files, report, &asking);
  std::deque<RecordCounter> counters;
  for (std::size_t i = 0; i < thread_count(threads); ++i) counters.emplace_back(feeds, report);
  read_blocks(feeds, counters);
  RecordCounts all;
  for (const RecordCounter& counter : counters) all.merge(counter.counts());
  for (const auto& feed : feeds) {
    all.lines.add(feed->lines_left_out());
    all.bytes_read += feed->bytes_read();
  }
  return all;
}

}  // namespace weft::dftracer
