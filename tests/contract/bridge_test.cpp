// SPDX-License-Identifier: BSD-3-Clause
// What every format of the registry that can say everything promises to the rest of Weft: definitions and events go
// through its sink and come back the same, however many threads read, in whatever pieces, through however small a
// window.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/parallel.hpp"
#include "content.hpp"
#include "convert/convert.hpp"
#include "formats/registry.hpp"
#include "model/merge.hpp"
#include "samples.hpp"
#include "scratch.hpp"

namespace weft::contract {
namespace {

// Events in memory, as a source. What is tested is read back through another one.
class MemorySource final : public Source {
 public:
  struct Entry {
    Ticks time;
    EventRecord record;
    std::span<const AttributeEntry> attributes;
  };

  void add(LocationRef location, std::vector<Entry> events) {
    locations_.push_back(location);
    events_.emplace(location, std::move(events));
    definitions_.add(def::Location{location, {}, LocationType::cpu_thread, events_[location].size(), {}});
  }

  Definitions& definitions() { return definitions_; }
  const Definitions& definitions() const override { return definitions_; }
  std::span<const LocationRef> locations() const override { return locations_; }
  std::uint64_t parts(LocationRef) override { return 1; }
  Report& report() override { return report_; }

  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override {
    return std::unique_ptr<EventStream>(std::make_unique<Stream>(location, events_.at(location), options.rows));
  }

  Rows rows(LocationRef location) const {
    Rows rows;
    for (const Entry& e : events_.at(location)) rows.push_back(row_of(Event{e.time, e.record, e.attributes}));
    return rows;
  }

 private:
  class Stream final : public EventStream, RecordAccess {
   public:
    Stream(LocationRef location, const std::vector<Entry>& events, std::size_t rows)
        : location_(location), events_(events), rows_(rows) {}

    bool next(EventBatch& batch) override {
      if (next_ == events_.size()) return false;
      const std::size_t count = std::min(rows_, events_.size() - next_);
      times_.clear(), kinds_.clear(), values_.clear(), records_.clear();
      for (std::size_t i = next_; i < next_ + count; ++i) {
        times_.push_back(events_[i].time);
        kinds_.push_back(static_cast<Kind>(events_[i].record.index()));
        values_.push_back(first_field(events_[i].record));
        records_.push_back(static_cast<std::uint32_t>(i) | EventBatch::has_more);
      }
      batch = {location_, next_, 0, times_, kinds_, values_, records_, this};
      next_ += count;
      return true;
    }
    bool read(std::uint32_t row, Kind, Event& event) override {
      event.record = events_[row].record;
      event.attributes = events_[row].attributes;
      return true;
    }

   private:
    LocationRef location_;
    const std::vector<Entry>& events_;
    std::size_t rows_;
    std::size_t next_ = 0;
    std::vector<Ticks> times_;
    std::vector<Kind> kinds_;
    std::vector<std::uint64_t> values_;
    std::vector<std::uint32_t> records_;
  };

  Definitions definitions_;
  std::vector<LocationRef> locations_;
  std::map<LocationRef, std::vector<Entry>> events_;
  Report report_;
};

// Every definition that a location does not stand in the way of.
void add_all_definitions(Definitions& definitions, Arena& arena) {
  DefinitionTypes::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (!std::is_same_v<R, def::Location>)
      for (const R& record : samples<R>(arena)) definitions.add(record);
  });
}

std::vector<MemorySource::Entry> all_events(Arena& arena, std::size_t rounds) {
  std::vector<MemorySource::Entry> events;
  const std::span<const AttributeEntry> lists[] = {{}, sample_attributes(1, arena), {}, sample_attributes(17, arena)};
  for (std::size_t round = 0; round < rounds; ++round) {
    EventTypes::each([&](auto type) {
      using R = typename decltype(type)::type;
      if constexpr (std::is_same_v<R, evt::Unknown>) {
        const auto payload = arena.allocate_array<std::uint8_t>(300);
        std::iota(payload.begin(), payload.end(), std::uint8_t{0});
        for (const std::size_t length : {0u, 1u, 255u, 300u})
          events.push_back({0, evt::Unknown{200, payload.first(length)}, {}});
      } else {
        for (const R& record : samples<R>(arena)) events.push_back({0, record, {}});
      }
    });
  }
  for (std::size_t i = 0; i < events.size(); ++i) {
    events[i].time = i / 3 * 1000;
    events[i].attributes = lists[i % std::size(lists)];
  }
  return events;
}

class Bridge : public testing::TestWithParam<const Format*> {
 protected:
  // What was written, opened again. The options of readers are what the tests vary.
  std::unique_ptr<Trace> written(Source& source) {
    LossReport loss;
    auto sink = GetParam()->create(path_, loss);
    if (!sink) ADD_FAILURE() << sink.error().text();
    if (!sink) return nullptr;
    const auto copied = copy_events(source, **sink, 2, {}, loss);
    EXPECT_TRUE(copied) << copied.error().text();
    for (const auto& [key, entry] : loss.entries())
      ADD_FAILURE() << "lost or changed: " << key.first << " (" << key.second << ")";
    auto trace = open_trace(path_);
    EXPECT_TRUE(trace) << trace.error().text();
    return trace ? *std::move(trace) : nullptr;
  }

  Scratch scratch_;
  std::string path_ = scratch_ / ("bridge" + std::string(GetParam()->endings));
  Arena arena_;
};

// What the others keep is tested beside them.
std::vector<const Format*> formats_that_say_everything() {
  std::vector<const Format*> formats(all_formats().begin(), all_formats().end());
  std::erase_if(formats, [](const Format* format) { return !format->says_everything; });
  return formats;
}

INSTANTIATE_TEST_SUITE_P(Formats, Bridge, testing::ValuesIn(formats_that_say_everything()),
    [](const auto& param) { return std::string(param.param->name); });

TEST_P(Bridge, KeepsDefinitionsAndEvents) {
  MemorySource source;
  add_all_definitions(source.definitions(), arena_);
  source.add({0}, all_events(arena_, 2));
  source.add({7}, {});
  source.add({~std::uint64_t{0} - 1}, {{5, evt::Enter{{1}}, {}}});
  const auto trace = written(source);
  ASSERT_TRUE(trace);
  // Groups of metrics come behind the others, because metrics come before them.
  EXPECT_TRUE(std::ranges::is_permutation(rows_of(trace->definitions()), rows_of(std::as_const(source).definitions())));
  EXPECT_TRUE(std::ranges::equal(trace->locations(), source.locations()));
  for (const LocationRef location : source.locations())
    EXPECT_TRUE(same_rows(rows_of(*trace, location), source.rows(location)));
}

TEST_P(Bridge, KeepsAnEmptyTrace) {
  MemorySource source;
  const auto trace = written(source);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->definitions().size(), 0u);
  EXPECT_TRUE(trace->locations().empty());
  examine(*trace);
  EXPECT_TRUE(trace->report().empty()) << text_of(trace->report());
}

TEST_P(Bridge, GivesTheSameRowsThroughSmallWindows) {
  MemorySource source;
  source.add({1}, all_events(arena_, 2));
  const auto trace = written(source);
  ASSERT_TRUE(trace);
  const Rows expected = source.rows({1});
  for (const std::size_t window : {1u, 64u, 65u, 100u, 1000u, 5000u, 1u << 20})
    for (const std::size_t rows : {1u, 2u, 7u, 1000u}) {
      StreamOptions options;
      options.window_bytes = window;
      options.rows = rows;
      EXPECT_TRUE(same_rows(rows_of(*trace, {1}, options), expected)) << "window " << window << ", rows " << rows;
    }
  EXPECT_TRUE(trace->report().empty()) << text_of(trace->report());
}

TEST_P(Bridge, GivesTheSameRowsInPartsOnAnyNumberOfThreads) {
  MemorySource source;
  for (std::uint64_t location = 0; location < 3; ++location) source.add({location}, all_events(arena_, 30));
  const auto trace = written(source);
  ASSERT_TRUE(trace);
  struct Piece {
    LocationRef location;
    std::uint64_t part;
    Rows rows;
  };
  std::vector<Piece> pieces;
  for (const LocationRef location : trace->locations()) {
    EXPECT_GT(trace->parts(location), 1u) << "one part proves nothing";
    for (std::uint64_t part = 0; part < trace->parts(location); ++part) pieces.push_back({location, part, {}});
  }
  for (const std::size_t threads : {1u, 8u}) {
    parallel_for(pieces.size(), threads, [&](std::size_t i, std::size_t) {
      StreamOptions options;
      options.parts = {pieces[i].part, pieces[i].part + 1};
      pieces[i].rows = rows_of(*trace, pieces[i].location, options);
    });
    std::map<std::uint64_t, Rows> joined, expected;
    for (Piece& piece : pieces) {
      Rows& rows = joined[piece.location.value];
      rows.insert(rows.end(), piece.rows.begin(), piece.rows.end());
    }
    for (const LocationRef location : source.locations()) expected[location.value] = source.rows(location);
    EXPECT_TRUE(same_rows(joined, expected)) << threads << " threads";
  }
  EXPECT_TRUE(trace->report().empty()) << text_of(trace->report());
}

TEST_P(Bridge, ReadsManyLocationsOnEightThreads) {
  MemorySource source;
  for (std::uint64_t location = 0; location < 40; ++location)
    source.add({location}, {{location, evt::Enter{{1}}, {}}, {location + 1, evt::Leave{{1}}, {}}});
  const auto trace = written(source);
  ASSERT_TRUE(trace);
  std::vector<Rows> rows(40);
  parallel_for(40, 8, [&](std::size_t i, std::size_t) { rows[i] = rows_of(*trace, {i}); });
  for (std::uint64_t location = 0; location < 40; ++location)
    EXPECT_TRUE(same_rows(rows[location], source.rows({location})));
}

struct Step {
  Ticks time;
  std::uint64_t location;
  std::uint32_t region;
  friend bool operator==(const Step&, const Step&) = default;
};

TEST_P(Bridge, MergesInOrderOfTimeThenLocation) {
  constexpr std::uint64_t locations = 97;
  MemorySource source;
  std::vector<Step> naive;
  std::uint64_t random = 88172645463325252u;
  for (std::uint64_t location = 0; location < locations; ++location) {
    std::vector<MemorySource::Entry> events;
    Ticks time = 0;
    for (std::uint32_t i = 0; i < location * 7 % 400; ++i) {
      random ^= random << 13, random ^= random >> 7, random ^= random << 17;
      time += random % 4;  // many ties
      events.push_back({time, evt::Enter{{i}}, {}});
      naive.push_back({time, location * 3, i});
    }
    source.add({location * 3}, std::move(events));
  }
  std::ranges::stable_sort(naive,
      [](const Step& a, const Step& b) { return std::pair(a.time, a.location) < std::pair(b.time, b.location); });

  const auto trace = written(source);
  ASSERT_TRUE(trace);
  for (const std::size_t memory : {std::size_t{1}, std::size_t{1} << 20, std::size_t{64} << 20}) {
    auto merge = Merge::open(*trace, trace->locations(), memory);
    ASSERT_TRUE(merge);
    std::vector<Step> merged;
    while (merge->next())
      merged.push_back({merge->batch().time[merge->row()], merge->batch().location.value,
          static_cast<std::uint32_t>(merge->batch().value[merge->row()])});
    EXPECT_TRUE(merged == naive) << "memory " << memory;
  }
}

// A trace copied within its format, in all the ways the command offers.
TEST_P(Bridge, CopiesWithinTheFormat) {
  MemorySource source;
  add_all_definitions(source.definitions(), arena_);
  source.add({0}, all_events(arena_, 2));
  source.add({1}, all_events(arena_, 1));
  const auto trace = written(source);
  ASSERT_TRUE(trace);
  int number = 0;
  for (const bool unify : {false, true})
    for (const std::uint64_t chunk : {std::uint64_t{0}, otf2::smallest_chunk, otf2::largest_chunk}) {
      CopyOptions options;
      options.unify = unify;
      if (chunk) options.chunk_bytes = chunk;
      LossReport loss;
      Report report;
      const std::string out = scratch_ / ("copy" + std::to_string(number++) + std::string(GetParam()->endings));
      const auto copied = convert(path_, out, "", options, loss, report);
      ASSERT_TRUE(copied) << copied.error().text();
      auto copy = open_trace(out);
      ASSERT_TRUE(copy);
      EXPECT_TRUE(same_rows(rows_of((*copy)->definitions()), rows_of(trace->definitions())));
      for (const LocationRef location : source.locations())
        EXPECT_TRUE(same_rows(rows_of(**copy, location), source.rows(location)));
      EXPECT_TRUE(loss.entries().empty());
    }
}

}  // namespace
}  // namespace weft::contract
