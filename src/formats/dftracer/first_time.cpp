// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/first_time.hpp"

#include <algorithm>

#include "formats/dftracer/read_blocks.hpp"

namespace weft::dftracer {

namespace {

class FirstTimeFinder {
 public:
  FirstTimeFinder(const Feeds& feeds, Report& report) : feeds_(feeds), reader_(report) {}

  void operator()(std::size_t file, const Block& block) {
    reader_.read(block, feeds_[file]->path(), [&](const Record& record, const BlockReader::Place&) {
      if (record.phase == Phase::metadata) return;
      if (const auto times = times_of(record, block.nanoseconds)) first_ = std::min(first_, times->first);
    });
  }

  std::uint64_t first() const { return first_; }

 private:
  const Feeds& feeds_;
  BlockReader reader_;
  std::uint64_t first_ = ~std::uint64_t{0};
};

}  // namespace

std::uint64_t first_time(
    std::span<const std::string> files, std::span<const std::optional<TraceIndex>> indexes, std::size_t threads) {
  std::uint64_t first = ~std::uint64_t{0};
  std::vector<std::string> unknown;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (i < indexes.size() && indexes[i])
      first = std::min(first, indexes[i]->first_time);
    else
      unknown.push_back(files[i]);
  }
  Report ignored;
  const Feeds feeds = feeds_of(unknown, ignored);
  std::deque<FirstTimeFinder> finders;
  for (std::size_t i = 0; i < thread_count(threads); ++i) finders.emplace_back(feeds, ignored);
  read_blocks(feeds, finders);
  for (const FirstTimeFinder& finder : finders) first = std::min(first, finder.first());
  return first == ~std::uint64_t{0} ? 0 : first;
}

}  // namespace weft::dftracer
