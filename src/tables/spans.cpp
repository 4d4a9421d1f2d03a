// SPDX-License-Identifier: BSD-3-Clause
#include "tables/spans.hpp"

#include "tables/event_scan.hpp"
#include "tables/row_filter.hpp"
#include "tables/row_writer.hpp"

namespace weft::tables {

namespace {

// Columns that depend on spans that were entered before.
constexpr std::uint64_t outer = (std::uint64_t{1} << place_of<SpanRow>("depth")) |
                                (std::uint64_t{1} << place_of<SpanRow>("parent"));

class SpansScan final : public EventScan {
 public:
  SpansScan(TraceTables& of, const ScanOptions& options)
      : EventScan(of, options, {options.columns & outer ? Ticks{0} : begins_of(options).first, ~Ticks{0}}),
        rows_(of.words, options),
        filter_(options.filter, of.words.definitions()),
        begins_(begins_of(options)) {}

 private:
  struct Frame {
    std::uint32_t id = 0;
    bool is_context = false;
    Ticks begin = 0;
    std::uint64_t event = 0;
    std::int64_t inner = 0;  // time in spans directly in it
  };

  static TimeRange begins_of(const ScanOptions& options) { return options.filter.time.value_or(TimeRange{}); }

  void begin(Block& block) override { rows_.begin(block); }
  void begin_location(LocationRef location) override {
    location_ = location;
    process_ = of_.words.process_of(location);
    end_of_begins_ = end_of_begins(location);
  }
  // The event from which on no span begins that is wanted. Times may go back: only an index knows of such a one.
  std::uint64_t end_of_begins(LocationRef location) const {
    std::uint64_t end = ~std::uint64_t{0};
    const TimeIndex* const index = of_.source.index();
    const auto* const parts = index ? index->find(location) : nullptr;
    if (!parts) return end;
    for (auto part = parts->rbegin(); part != parts->rend() && part->first > begins_.last; ++part)
      end = part->first_event;
    return end;
  }

  bool take(const EventBatch& batch, Block& block) override {
    for (std::size_t row = 0; row < batch.size(); ++row) {
      const Kind kind = batch.kind[row];
      const auto id = static_cast<std::uint32_t>(batch.value[row]);
      if (kind == kind_of<evt::Enter>)
        open_.push_back({id, false, batch.time[row], batch.first_event + row});
      else if (kind == kind_of<evt::Leave>)
        leave(id, false, batch.time[row], block);
      else if (kind == kind_of<evt::CallingContextEnter>)
        open_.push_back({id, true, batch.time[row], batch.first_event + row});
      else if (kind == kind_of<evt::CallingContextLeave>)
        leave(id, true, batch.time[row], block);
    }
    put_gathered(block);
    return batch.first_event + batch.size() < end_of_begins_ || has_wanted();
  }
  bool has_wanted() const {
    return std::ranges::any_of(open_, [&](const Frame& frame) { return begins_.contains(frame.begin); });
  }

  void leave(std::uint32_t id, bool is_context, Ticks time, Block& block) {
    if (open_.empty() || open_.back().id != id || open_.back().is_context != is_context) return;
    put(open_.back(), time, block);
    const auto duration = static_cast<std::int64_t>(time - open_.back().begin);
    open_.pop_back();
    if (!open_.empty()) open_.back().inner += duration;
  }

  // What is still open has no end.
  void end_location(Block& block) override {
    for (; !open_.empty(); open_.pop_back()) put(open_.back(), std::nullopt, block);
    put_gathered(block);
  }

  void put(const Frame& frame, std::optional<Ticks> end, Block& block) {
    if (!begins_.contains(frame.begin)) return;
    const RegionRef region = region_of(
        of_.words.definitions(), frame.is_context ? kind_of<evt::CallingContextEnter> : kind_of<evt::Enter>, frame.id);
    if (!filter_.wants(region)) return;
    // Field by field where it stays: a row that is copied at once waits for each of them to be written.
    SpanRow& row = gathered_[gathered_count_++];
    row.location = location_;
    row.event = frame.event;
    row.thread.id = location_;
    row.process.id = process_;
    row.region = row.name.id = region;
    row.calling_context = frame.is_context ? CallingContextRef{frame.id} : CallingContextRef{};
    row.begin.value = row.seconds.time = frame.begin;
    row.end = end;
    row.duration.reset(), row.exclusive.reset(), row.parent.reset();
    if (end) {
      row.duration = static_cast<std::int64_t>(*end - frame.begin);
      row.exclusive = *row.duration - frame.inner;
    }
    row.depth = open_.size() - 1;
    if (open_.size() > 1) row.parent = open_[open_.size() - 2].event;
    if (gathered_count_ == gathered_.size()) put_gathered(block);
  }
  void put_gathered(Block& block) {
    rows_.put(block, std::span(gathered_).first(gathered_count_));
    gathered_count_ = 0;
  }

  RowWriter<SpanRow> rows_;
  RowFilter filter_;
  TimeRange begins_;
  std::uint64_t end_of_begins_ = 0;
  LocationRef location_;
  LocationGroupRef process_;
  std::vector<Frame> open_;
  std::array<SpanRow, 64> gathered_;  // which the nearest cache holds
  std::size_t gathered_count_ = 0;
};

}  // namespace

std::unique_ptr<Scan> scan_spans(TraceTables& of, const ScanOptions& options) {
  return std::make_unique<SpansScan>(of, options);
}

}  // namespace weft::tables
