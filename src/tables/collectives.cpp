// SPDX-License-Identifier: BSD-3-Clause
#include "tables/collectives.hpp"

#include <unordered_map>

#include "tables/event_scan.hpp"
#include "tables/row_writer.hpp"

namespace weft::tables {

namespace {

class CollectivesScan final : public EventScan {
 public:
  CollectivesScan(TraceTables& of, const ScanOptions& options) : EventScan(of, options, {}), rows_(of.words, options) {}

 private:
  // Ranks from here on say why there is no root.
  static constexpr std::uint32_t no_rank = 0xfffffff0;

  void begin(Block& block) override { rows_.begin(block); }
  void begin_location(LocationRef location) override {
    process_ = of_.words.process_of(location);
    begun_.clear(), requests_.clear(), ended_.clear();
  }

  bool take(const EventBatch& batch, Block& block) override {
    for (std::uint32_t row = 0; row < batch.size(); ++row) {
      const Kind kind = batch.kind[row];
      if (kind == kind_of<evt::MpiCollectiveBegin>) {
        begun_.push_back(batch.time[row]);
      } else if (kind == kind_of<evt::NonBlockingCollectiveRequest>) {
        requests_[batch.value[row]] = batch.time[row];
      } else if (kind == kind_of<evt::MpiCollectiveEnd>) {
        if (batch.read(row, event_)) put(batch, row, event_.record.as<evt::MpiCollectiveEnd>(), take_begun(), block);
      } else if (kind == kind_of<evt::NonBlockingCollectiveComplete>) {
        if (!batch.read(row, event_)) continue;
        const auto& end = event_.record.as<evt::NonBlockingCollectiveComplete>();
        put(batch, row, end, take_request(end.request_id), block);
      }
    }
    return true;
  }

  std::optional<Ticks> take_begun() {
    if (begun_.empty()) return std::nullopt;
    const Ticks begin = begun_.back();
    begun_.pop_back();
    return begin;
  }
  std::optional<Ticks> take_request(std::uint64_t id) {
    const auto found = requests_.find(id);
    if (found == requests_.end()) return std::nullopt;
    const Ticks begin = found->second;
    requests_.erase(found);
    return begin;
  }

  template <class End>
  void put(const EventBatch& batch, std::uint32_t row, const End& end, std::optional<Ticks> begin, Block& block) {
    const std::uint64_t instance = ended_[end.communicator]++;
    const TimeRange time = options_.filter.time.value_or(TimeRange{});
    if (!time.contains(batch.time[row]) && !(begin && time.contains(*begin))) return;
    CollectiveRow out{.location = batch.location,
        .event = batch.first_event + row,
        .process = {process_},
        .operation = end.collective_op,
        .communicator = end.communicator,
        .communicator_name = {end.communicator},
        .instance = instance,
        .root = {},
        .begin = {},
        .end = {batch.time[row]},
        .duration = {},
        .bytes_sent = end.size_sent,
        .bytes_received = end.size_received};
    if (end.root < no_rank) out.root = end.root;
    if (begin) {
      out.begin = EitherTime{*begin};
      out.duration = static_cast<std::int64_t>(batch.time[row] - *begin);
    }
    rows_.put(block, out);
  }

  RowWriter<CollectiveRow> rows_;
  LocationGroupRef process_;
  std::vector<Ticks> begun_;  // and not ended; one lies in another
  std::unordered_map<std::uint64_t, Ticks> requests_;
  std::unordered_map<CommRef, std::uint64_t> ended_;
  Event event_;
};

}  // namespace

std::unique_ptr<Scan> scan_collectives(TraceTables& of, const ScanOptions& options) {
  return std::make_unique<CollectivesScan>(of, options);
}

}  // namespace weft::tables
