// SPDX-License-Identifier: BSD-3-Clause
#include "tables/attributes.hpp"

#include "model/references.hpp"
#include "tables/event_scan.hpp"
#include "tables/number.hpp"
#include "tables/row_filter.hpp"
#include "tables/row_writer.hpp"

namespace weft::tables {

namespace {

class AttributesScan final : public EventScan {
 public:
  AttributesScan(TraceTables& of, const ScanOptions& options)
      : EventScan(of, options, options.filter.time.value_or(TimeRange{})),
        rows_(of.words, options),
        filter_(options.filter, of.words.definitions()) {}

 private:
  void begin(Block& block) override { rows_.begin(block); }
  bool take(const EventBatch& batch, Block& block) override {
    filter_.select(batch, wanted_);
    for (const std::uint32_t row : wanted_)
      if (batch.record[row] & EventBatch::has_more && batch.read(row, event_))
        for (const AttributeEntry& entry : event_.attributes) put(batch, row, entry, block);
    return true;
  }

  void put(const EventBatch& batch, std::uint32_t row, const AttributeEntry& entry, Block& block) {
    const Definitions& definitions = of_.words.definitions();
    AttributeRow out{.location = batch.location,
        .event = batch.first_event + row,
        .time = {batch.time[row]},
        .seconds = {batch.time[row]},
        .kind = batch.kind[row],
        .attribute = entry.attribute,
        .name = {entry.attribute},
        .type = entry.value.type,
        .value = {},
        .integer = {},
        .text = {}};
    std::string name;
    if (entry.value.type == Type::string) {
      out.text = definitions.text({static_cast<std::uint32_t>(entry.value.bits)});
    } else if (visit_reference(entry.value, [&](auto id) { name = definitions.name(id); })) {
      out.integer = number_of(entry.value).integer;
      if (!name.empty()) out.text = name;
    } else {
      const Number number = number_of(entry.value);
      out.value = number.real;
      out.integer = number.integer;
    }
    rows_.put(block, out);
  }

  RowWriter<AttributeRow> rows_;
  RowFilter filter_;
  std::vector<std::uint32_t> wanted_;
  Event event_;
};

}  // namespace

std::unique_ptr<Scan> scan_attributes(TraceTables& of, const ScanOptions& options) {
  return std::make_unique<AttributesScan>(of, options);
}

}  // namespace weft::tables
