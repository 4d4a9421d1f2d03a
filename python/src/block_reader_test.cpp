// SPDX-License-Identifier: BSD-3-Clause
#include "block_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <thread>
#include <vector>

namespace weft::python {

namespace {

// Large, as far as its bytes tell; whose rows tables of the tests make up.
class EmptyTrace final : public Trace {
 public:
  explicit EmptyTrace(std::uint64_t locations) {
    for (std::uint64_t i = 0; i < locations; ++i) locations_.push_back({i});
  }
  const Definitions& definitions() const override { return definitions_; }
  std::span<const LocationRef> locations() const override { return locations_; }
  std::uint64_t parts(LocationRef) override { return 1; }
  Result<std::unique_ptr<EventStream>> events(LocationRef, const StreamOptions&) override {
    return Error{Errc::unsupported, "nobody asks for events"};
  }
  Report& report() override { return report_; }
  TraceInfo info() override { return {}; }
  std::uint64_t event_bytes(LocationRef) override { return std::uint64_t{1} << 30; }
  Result<> print(const PrintOptions&, TextSink&) override { return {}; }
  void examine(Report&) override {}

 private:
  Definitions definitions_;
  std::vector<LocationRef> locations_;
  Report report_;
};

constexpr std::uint64_t rows_per_block = 100;

// Blocks of one location: numbers from a hundred thousand times that of the location. What comes after them is an error
// or an exception, if that is asked for.
struct Ending {
  std::uint64_t blocks = 5;
  bool is_error = false;
  bool is_thrown = false;
};

class NumberScan final : public tables::Scan {
 public:
  NumberScan(std::uint64_t location, const Ending& ending) : next_(location * 100'000), ending_(ending) {}

  Result<bool> next(tables::Block& block) override {
    if (given_++ == ending_.blocks) {
      if (ending_.is_thrown) throw std::bad_alloc();
      if (ending_.is_error) return Error{Errc::corrupt, "no more"};
      return false;
    }
    block.clear(1);
    block.rows = rows_per_block;
    for (std::uint64_t i = 0; i < rows_per_block; ++i) block.columns[0].put(next_++);
    return true;
  }

 private:
  std::uint64_t next_;
  Ending ending_;
  std::uint64_t given_ = 0;
};

// The locations end as their numbers say; the others as usual.
std::shared_ptr<const AnyTable> table_of(const std::map<std::uint64_t, Ending>& endings) {
  auto table = std::make_shared<AnyTable>();
  table->name = "numbers";
  table->is_by_location = true;
  table->scan = [endings](tables::TraceTables&, const tables::ScanOptions& options) -> std::unique_ptr<tables::Scan> {
    const std::uint64_t location = options.filter.locations.begin()->value;
    const auto found = endings.find(location);
    return std::make_unique<NumberScan>(location, found == endings.end() ? Ending{} : found->second);
  };
  return table;
}

constexpr std::uint64_t twenty = 20;
constexpr std::size_t four = 4;

std::unique_ptr<BlockReader> reader_of(const std::map<std::uint64_t, Ending>& endings) {
  auto trace = std::make_shared<OpenTrace>(std::make_unique<EmptyTrace>(twenty), nullptr);
  return std::make_unique<BlockReader>(std::move(trace), table_of(endings), tables::ScanOptions{}, four);
}

bool never() { return false; }

std::shared_ptr<const tables::Block> next_of(BlockReader& reader) {
  auto block = reader.next(never);
  return block ? std::move(block).take() : nullptr;
}

// The numbers that every location has, in their order.
std::vector<std::uint64_t> numbers_of(std::uint64_t locations, std::uint64_t blocks) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t location = 0; location < locations; ++location)
    for (std::uint64_t i = 0; i < blocks * rows_per_block; ++i) all.push_back(location * 100'000 + i);
  return all;
}

void append(std::vector<std::uint64_t>& all, const tables::Block& block) {
  all.insert(all.end(), block.columns[0].words.begin(), block.columns[0].words.end());
}

}  // namespace

TEST(BlockReader, HandsOutBlocksInTheOrderOfLocations) {
  const auto reader = reader_of({});
  std::vector<std::uint64_t> found;
  while (const auto block = next_of(*reader)) append(found, *block);
  EXPECT_EQ(found, numbers_of(twenty, 5));
}

TEST(BlockReader, GivesEachBlockToOneOfThoseThatAsk) {
  const auto reader = reader_of({});
  std::mutex mutex;
  std::vector<std::uint64_t> found;
  const auto take = [&] {
    while (const auto block = next_of(*reader)) {
      const std::lock_guard lock(mutex);
      append(found, *block);
    }
  };
  std::vector<std::thread> takers;
  for (int i = 0; i < 4; ++i) takers.emplace_back(take);
  for (std::thread& taker : takers) taker.join();
  std::ranges::sort(found);
  EXPECT_EQ(found, numbers_of(twenty, 5));
}

TEST(BlockReader, UsesBlocksAgainThatNobodyHolds) {
  const auto reader = reader_of({});
  std::set<const tables::Block*> places;
  while (const auto block = next_of(*reader)) places.insert(block.get());
  EXPECT_LT(places.size(), twenty * 5);
}

TEST(BlockReader, LeavesBlocksThatAreHeldAsTheyAre) {
  std::vector<std::shared_ptr<const tables::Block>> kept;
  {
    const auto reader = reader_of({});
    while (auto block = next_of(*reader)) kept.push_back(std::move(block));
  }
  std::vector<std::uint64_t> found;
  for (const auto& block : kept) append(found, *block);
  EXPECT_EQ(found, numbers_of(twenty, 5));
}

TEST(BlockReader, TakesBlocksBackOnAnyThread) {
  auto reader = reader_of({});
  std::vector<std::thread> holders;
  while (auto block = next_of(*reader)) holders.emplace_back([held = std::move(block)]() mutable { held.reset(); });
  reader.reset();
  for (std::thread& holder : holders) holder.join();
}

TEST(BlockReader, EndsWithThreadsThatWaitForRoom) {
  for (int times = 0; times < 20; ++times) {
    const auto reader = reader_of({});
    EXPECT_NE(next_of(*reader), nullptr);
  }
}

TEST(BlockReader, TellsOfAnErrorBehindTheBlocksBeforeIt) {
  const auto reader = reader_of({{3, {2, true, false}}});
  std::vector<std::uint64_t> found;
  while (true) {
    const auto block = reader->next(never);
    if (!block) {
      EXPECT_EQ(block.error().message, "no more");
      break;
    }
    ASSERT_NE(*block, nullptr);
    append(found, **block);
  }
  auto expected = numbers_of(3, 5);
  for (std::uint64_t i = 0; i < 2 * rows_per_block; ++i) expected.push_back(300'000 + i);
  EXPECT_EQ(found, expected);
  EXPECT_FALSE(reader->next(never));  // which stays so
}

TEST(BlockReader, ThrowsWhereBlocksAreAskedForWhatItsThreadsThrow) {
  for (const std::uint64_t blocks : {0U, 2U}) {
    const auto reader = reader_of({{1, {blocks, false, true}}});
    for (std::uint64_t i = 0; i < 5 + blocks; ++i) EXPECT_NE(next_of(*reader), nullptr);
    EXPECT_THROW(static_cast<void>(reader->next(never)), std::bad_alloc);
    EXPECT_THROW(static_cast<void>(reader->next(never)), std::bad_alloc);
  }
}

TEST(BlockReader, AsksWhoWaitsWhetherToGoOn) {
  std::atomic<bool> may_end = false;
  auto table = std::make_shared<AnyTable>(*table_of({}));
  class Waiting final : public tables::Scan {
   public:
    explicit Waiting(const std::atomic<bool>& may_end) : may_end_(may_end) {}
    Result<bool> next(tables::Block&) override {
      may_end_.wait(false);
      return false;
    }

   private:
    const std::atomic<bool>& may_end_;
  };
  table->scan = [&](tables::TraceTables&, const tables::ScanOptions&) { return std::make_unique<Waiting>(may_end); };
  BlockReader reader(
      std::make_shared<OpenTrace>(std::make_unique<EmptyTrace>(twenty), nullptr), table, tables::ScanOptions{}, four);
  int asked = 0;
  const auto block = reader.next([&] { return ++asked == 2; });
  may_end = true;
  may_end.notify_all();
  ASSERT_TRUE(block);
  EXPECT_EQ(*block, nullptr);
  EXPECT_EQ(asked, 2);
}

}  // namespace weft::python
