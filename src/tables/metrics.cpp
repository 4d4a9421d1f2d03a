// SPDX-License-Identifier: BSD-3-Clause
#include "tables/metrics.hpp"

#include "model/metric_members.hpp"
#include "tables/event_scan.hpp"
#include "tables/number.hpp"
#include "tables/row_filter.hpp"
#include "tables/row_writer.hpp"

namespace weft::tables {

namespace {

class MetricsScan final : public EventScan {
 public:
  MetricsScan(TraceTables& of, const ScanOptions& options)
      : EventScan(of, options, options.filter.time.value_or(TimeRange{})),
        rows_(of.words, options),
        filter_(of_metrics(options.filter), of.words.definitions()) {}

 private:
  static EventFilter of_metrics(EventFilter filter) {
    filter.kinds = {kind_of<evt::Metric>};
    filter.regions.clear();
    return filter;
  }

  void begin(Block& block) override { rows_.begin(block); }
  bool take(const EventBatch& batch, Block& block) override {
    filter_.select(batch, wanted_);
    for (const std::uint32_t row : wanted_)
      if (batch.read(row, event_)) put(batch, row, event_.record.as<evt::Metric>(), block);
    return true;
  }

  void put(const EventBatch& batch, std::uint32_t row, const evt::Metric& metric, Block& block) {
    const Definitions& definitions = of_.words.definitions();
    for (std::size_t place = 0; place < metric.metric_values.size(); ++place) {
      const MetricValue& value = metric.metric_values[place];
      const MetricMemberRef member = member_at(definitions, metric.metric, place);
      const auto* const definition = definitions.find<def::MetricMember>(member);
      const Number number = number_of({value.type, value.bits});
      rows_.put(block, {.location = batch.location,
                           .event = batch.first_event + row,
                           .time = {batch.time[row]},
                           .seconds = {batch.time[row]},
                           .metric = metric.metric,
                           .place = place,
                           .name = {member},
                           .unit = definition ? definitions.text(definition->unit) : std::string_view(),
                           .type = value.type,
                           .value = number.real,
                           .integer = number.integer});
    }
  }

  RowWriter<MetricRow> rows_;
  RowFilter filter_;
  std::vector<std::uint32_t> wanted_;
  Event event_;
};

}  // namespace

std::unique_ptr<Scan> scan_metrics(TraceTables& of, const ScanOptions& options) {
  return std::make_unique<MetricsScan>(of, options);
}

}  // namespace weft::tables
