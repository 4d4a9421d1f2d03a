// SPDX-License-Identifier: BSD-3-Clause
#include "tables/totals.hpp"

#include <algorithm>

#include "tables/events.hpp"
#include "tables/row_writer.hpp"
#include "tables/spans.hpp"

namespace weft::tables {

namespace {

template <class... Places>
ScanOptions only(ScanOptions options, Places... places) {
  options.columns = (std::uint64_t{0} | ... | (std::uint64_t{1} << places));
  options.rows = 4096;
  return options;
}

// Reads a table that comes location by location, and hands over the totals of each location when it is done.
template <Record Row>
class TotalsScan : public Scan {
 public:
  Result<bool> next(Block& block) final {
    rows_.begin(block);
    while (block.rows < most_rows_ && !has_ended_) {
      has_ended_ = !WEFT_TRY(from_->next(read_));
      if (has_ended_)
        end_location(block);
      else
        add_all(block);
    }
    return block.rows > 0;
  }

 protected:
  // `place_of_location` is that of the column in the rows that `from` reads.
  TotalsScan(TraceTables& of, const ScanOptions& options, std::unique_ptr<Scan> from, std::size_t place_of_location)
      : words_(of.words),
        rows_(of.words, options),
        most_rows_(options.rows),
        from_(std::move(from)),
        place_of_location_(place_of_location) {}

  // Adds these rows, all of one location.
  virtual void add(const Block& read, std::size_t begin, std::size_t end) = 0;

  // The totals of a region, or of what has none, and whatever else tells groups apart.
  Row& totals(std::size_t group, const ColumnData& regions, std::size_t row) {
    const std::uint64_t key = regions.has(row) ? regions.words[row] + 1 : 0;
    std::uint32_t place = places_[group][key];
    if (place == no_code) [[unlikely]] {
      place = static_cast<std::uint32_t>(totals_.size());
      places_[group].add(key, place);
      Row& made = totals_.emplace_back();
      made.location = location_, made.thread = {location_}, made.process = {words_.process_of(location_)};
      if (regions.has(row)) made.region = {static_cast<std::uint32_t>(regions.words[row])}, made.name = {made.region};
    }
    return totals_[place];
  }

 private:
  void add_all(Block& block) {
    const std::vector<std::uint64_t>& locations = read_.columns[place_of_location_].words;
    for (std::size_t begin = 0; begin < read_.rows;) {
      const LocationRef location{locations[begin]};
      if (location != location_) {
        end_location(block);
        location_ = location;
      }
      const auto other = std::find_if(locations.begin() + static_cast<std::ptrdiff_t>(begin), locations.end(),
          [&](std::uint64_t id) { return id != location.value; });
      const auto end = static_cast<std::size_t>(other - locations.begin());
      add(read_, begin, end);
      begin = end;
    }
  }

  void end_location(Block& block) {
    for (const Row& row : totals_) rows_.put(block, row);
    totals_.clear();
    places_ = {};
  }

  Vocabulary& words_;
  RowWriter<Row> rows_;
  std::size_t most_rows_;
  std::unique_ptr<Scan> from_;
  std::size_t place_of_location_;
  Block read_;
  LocationRef location_;
  std::array<IdCodes, EventTypes::size> places_;  // in totals_, by group
  std::vector<Row> totals_;
  bool has_ended_ = false;
};

class ActivityScan final : public TotalsScan<ActivityRow> {
 public:
  ActivityScan(TraceTables& of, const ScanOptions& options)
      : TotalsScan(of, options, scan_events(of, only(options, location, time, kind, region)), location) {}

 private:
  static constexpr std::size_t location = place_of<EventRow>("location"), time = place_of<EventRow>("time"),
                               kind = place_of<EventRow>("kind"), region = place_of<EventRow>("region");

  void add(const Block& read, std::size_t begin, std::size_t end) override {
    const std::uint32_t* const kinds = read.columns[kind].codes.data();
    const std::uint64_t* const times = read.columns[time].words.data();
    for (std::size_t row = begin; row < end; ++row) {
      ActivityRow& sum = totals(kinds[row], read.columns[region], row);
      if (sum.events++ == 0) sum.kind = static_cast<Kind>(kinds[row]), sum.first = times[row];
      sum.first = std::min(sum.first, times[row]);
      sum.last = std::max(sum.last, times[row]);
    }
  }
};

// What does not fit is the largest that does.
std::int64_t sum_of(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return a < 0 ? INT64_MIN : INT64_MAX;
  return sum;
}

class VisitsScan final : public TotalsScan<VisitsRow> {
 public:
  VisitsScan(TraceTables& of, const ScanOptions& options)
      : TotalsScan(of, options, scan_spans(of, only(options, location, region, duration, exclusive)), location) {}

 private:
  static constexpr std::size_t location = place_of<SpanRow>("location"), region = place_of<SpanRow>("region"),
                               duration = place_of<SpanRow>("duration"), exclusive = place_of<SpanRow>("exclusive");

  void add(const Block& read, std::size_t begin, std::size_t end) override {
    const ColumnData& durations = read.columns[duration];
    const std::uint64_t* const exclusives = read.columns[exclusive].words.data();
    for (std::size_t row = begin; row < end; ++row) {
      VisitsRow& sum = totals(0, read.columns[region], row);
      if (!durations.valid[row]) {
        ++sum.open;
        continue;
      }
      const auto took = static_cast<std::int64_t>(durations.words[row]);
      ++sum.visits;
      sum.duration = sum_of(sum.duration, took);
      sum.exclusive = sum_of(sum.exclusive, static_cast<std::int64_t>(exclusives[row]));
      sum.shortest = std::min(sum.shortest.value_or(took), took);
      sum.longest = std::max(sum.longest.value_or(took), took);
    }
  }
};

}  // namespace

std::unique_ptr<Scan> scan_activity(TraceTables& of, const ScanOptions& options) {
  return std::make_unique<ActivityScan>(of, options);
}
std::unique_ptr<Scan> scan_visits(TraceTables& of, const ScanOptions& options) {
  return std::make_unique<VisitsScan>(of, options);
}

}  // namespace weft::tables
