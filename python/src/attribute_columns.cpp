// SPDX-License-Identifier: BSD-3-Clause
#include "attribute_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <set>

#include "tables/event_scan.hpp"
#include "tables/number.hpp"
#include "tables/row_filter.hpp"

namespace weft::python {

using tables::Block;
using tables::ColumnData;
using tables::ColumnType;

namespace {

// Attributes of one name; different ones may share it.
struct Wanted {
  std::vector<AttributeRef> attributes;
  ColumnType type = ColumnType::text;
};

bool is_text(Type type) { return type == Type::string; }
// Whether int64 holds its values: references are taken for what they may be.
bool is_in_int64(Type type) {
  return is_signed(type) || type == Type::uint8 || type == Type::uint16 || type == Type::uint32;
}

// What holds values of all these types. Whole numbers become real ones beside these. No type of numbers holds int64 and
// uint64 exactly, so both become texts: they are hashes where they meet.
ColumnType common_type(const std::set<Type>& types) {
  if (std::ranges::any_of(types, is_text)) return ColumnType::text;
  if (std::ranges::any_of(types, is_floating)) return ColumnType::real;
  if (std::ranges::none_of(types, is_signed)) return ColumnType::uint64;
  return std::ranges::all_of(types, is_in_int64) ? ColumnType::int64 : ColumnType::text;
}

// The value in a column of numbers, if that can hold it. Events may have values of other types than their definitions
// say.
std::optional<std::uint64_t> number_in(ColumnType column, const TypedValue& value) {
  if (is_text(value.type)) return {};
  if (column == ColumnType::real) return std::bit_cast<std::uint64_t>(tables::number_of(value).real);
  if (is_floating(value.type)) return {};
  const std::uint64_t bits = is_signed(value.type) ? static_cast<std::uint64_t>(value.as_signed()) : value.bits;
  const bool is_same_in_both = bits <= INT64_MAX;
  if (!is_same_in_both && is_signed(value.type) != (column == ColumnType::int64)) return {};
  return bits;
}

// One row for each event that the table of events has, with the same options in the same blocks.
class AttributeScan final : public tables::EventScan {
 public:
  AttributeScan(tables::TraceTables& of, const tables::ScanOptions& options, const std::vector<Wanted>& wanted)
      : EventScan(of, options, options.filter.time.value_or(TimeRange{})),
        filter_(options.filter, of.words.definitions()),
        wanted_(wanted) {}

 private:
  void begin(Block& block) override { block.clear(wanted_.size()); }

  bool take(const EventBatch& batch, Block& block) override {
    if (filter_.wants_all()) {
      rows_.resize(batch.size());
      std::iota(rows_.begin(), rows_.end(), 0U);
    } else {
      filter_.select(batch, rows_);
    }
    for (const std::uint32_t row : rows_) {
      const bool is_whole = (batch.record[row] & EventBatch::has_more) && batch.read(row, event_);
      const auto attributes = is_whole ? event_.attributes : std::span<const AttributeEntry>();
      for (std::size_t i = 0; i < wanted_.size(); ++i) put(block.columns[i], wanted_[i], attributes);
    }
    block.rows += rows_.size();
    return true;
  }

  void put(ColumnData& column, const Wanted& wanted, std::span<const AttributeEntry> attributes) {
    for (const AttributeEntry& entry : attributes) {
      if (std::ranges::find(wanted.attributes, entry.attribute) == wanted.attributes.end()) continue;
      if (wanted.type == ColumnType::text) return column.put(text_of(entry.value)), column.valid.push_back(true);
      if (const auto bits = number_in(wanted.type, entry.value)) return column.put(*bits), column.valid.push_back(true);
    }
    column.valid.push_back(false);
    if (wanted.type == ColumnType::text)
      column.put(std::string_view());
    else
      column.put(std::uint64_t{0});
  }

  std::string_view text_of(const TypedValue& value) {
    if (value.type == Type::string)
      return of_.words.definitions().text(StringRef{static_cast<std::uint32_t>(value.bits)});
    text_ = is_floating(value.type) ? fmt::to_string(value.as_double())
            : is_signed(value.type) ? fmt::to_string(value.as_signed())
                                    : fmt::to_string(value.bits);
    return text_;
  }

  tables::RowFilter filter_;
  const std::vector<Wanted>& wanted_;  // of the table, which outlives its scans
  std::vector<std::uint32_t> rows_;
  Event event_;
  std::string text_;  // of a number
};

// Two scans side by side.
class JoinedScan final : public tables::Scan {
 public:
  JoinedScan(std::unique_ptr<Scan> events, std::unique_ptr<Scan> attributes, const std::atomic<bool>* stop)
      : events_(std::move(events)), attributes_(std::move(attributes)), stop_(stop) {}

  Result<bool> next(Block& block) override {
    // The one before cannot know the columns that were put behind its own.
    if (!WEFT_TRY(events_->next(block))) return false;
    WEFT_TRY(attributes_->next(more_));
    // Who is told to stop may have heard of it between the two, or in the middle of one.
    if (stop_ && stop_->load(std::memory_order_relaxed)) return false;
    if (more_.rows != block.rows) return Error{Errc::corrupt, "the trace was changed while it was read"};
    std::ranges::move(more_.columns, std::back_inserter(block.columns));
    return true;
  }

 private:
  std::unique_ptr<Scan> events_;
  std::unique_ptr<Scan> attributes_;
  const std::atomic<bool>* stop_;
  Block more_;
};

}  // namespace

std::size_t AnyTable::column(std::string_view named) const {
  return static_cast<std::size_t>(std::ranges::find(columns, named, &tables::Column::name) - columns.begin());
}

std::shared_ptr<const AnyTable> library_table(const tables::Table& table) {
  auto made = std::make_shared<AnyTable>();
  made->name = table.name;
  made->columns.assign(table.columns.begin(), table.columns.end());
  made->scan = table.scan;
  made->is_by_location = table.is_by_location;
  return made;
}

std::shared_ptr<const AnyTable> events_with_attributes(
    const Definitions& definitions, const std::vector<std::string>& names, std::string& unknown) {
  const tables::Table& events = *tables::find_table("events");
  auto made = std::make_shared<AnyTable>(*library_table(events));
  auto wanted = std::make_shared<std::vector<Wanted>>();
  made->own_names.reserve(names.size());  // columns refer to them
  for (const std::string& name : names) {
    Wanted& one = wanted->emplace_back();
    std::set<Type> types;
    for (const def::Attribute& attribute : definitions.all<def::Attribute>())
      if (definitions.text(attribute.name) == name) {
        types.insert(attribute.type);
        one.attributes.push_back(attribute.self);
      }
    if (one.attributes.empty()) return unknown = name, nullptr;
    one.type = common_type(types);
    const bool is_taken = made->column(name) < made->columns.size();
    const std::string& named = made->own_names.emplace_back(is_taken ? name + " (attribute)" : name);
    made->columns.push_back({named, "An attribute of the event.", one.type, tables::Meaning::plain, true});
  }
  made->scan = [wanted, scan_events = events.scan](tables::TraceTables& of, const tables::ScanOptions& options) {
    return std::make_unique<JoinedScan>(
        scan_events(of, options), std::make_unique<AttributeScan>(of, options, *wanted), options.stop);
  };
  return made;
}

}  // namespace weft::python
