// SPDX-License-Identifier: BSD-3-Clause
#include "tables/events.hpp"

#include <numeric>

#include "tables/event_scan.hpp"
#include "tables/json_text.hpp"
#include "tables/row_filter.hpp"

namespace weft::tables {

namespace {

// What the first field of events of a kind holds when it says nothing; all values of kinds without a field.
struct Nothing {
  std::uint64_t value = 0;
  bool is_always = false;
  bool is_never = true;
};

template <class R>
constexpr Nothing nothing_in() {
  if constexpr (std::remove_cvref_t<decltype(R::schema)>::size == 0) {
    return {0, true, false};
  } else {
    using First = typename std::remove_cvref_t<decltype(std::get<0>(R::schema.fields))>::Value;
    if constexpr (is_ref<First>) return {First::undefined, false, false};
    return {};
  }
}
template <class... Events>
constexpr auto all_nothings(TypeList<Events...>) {
  return std::array{nothing_in<Events>()...};
}
constexpr auto nothings = all_nothings(EventTypes{});

bool has_value(Kind kind, std::uint64_t value) {
  const Nothing& nothing = nothings[static_cast<std::size_t>(kind)];
  return nothing.is_never || (!nothing.is_always && value != nothing.value);
}

class EventsScan final : public EventScan {
 public:
  EventsScan(TraceTables& of, const ScanOptions& options)
      : EventScan(of, options, options.filter.time.value_or(TimeRange{})),
        filter_(options.filter, of.words.definitions()),
        json_(of.words.definitions()) {
    if (options.wants(name)) names_ = &of.words.first_names();
  }

 private:
  enum Place : std::size_t { location, event, time, seconds, kind, region, value, name, fields };
  static_assert(fields + 1 == columns_of<EventRow>.size());

  void begin(Block& block) override {
    block.clear(columns_of<EventRow>.size());
    block.columns[kind].dictionary = &kind_names().dictionary;
    if (names_) block.columns[name].dictionary = &names_->dictionary;
  }

  bool take(const EventBatch& batch, Block& block) override {
    if (filter_.wants_all()) {
      put_all(batch, block);
    } else {
      filter_.select(batch, rows_);
      if (!rows_.empty()) put_selected(batch, block);
    }
    return true;
  }

  void put_all(const EventBatch& batch, Block& block) {
    const auto copy = [&](Place place, const auto& from) {
      auto& to = block.columns[place].words;
      if (options_.wants(place)) to.insert(to.end(), from.begin(), from.end());
    };
    copy(time, batch.time);
    copy(value, batch.value);
    if (options_.wants(kind)) {
      auto& codes = block.columns[kind].codes;
      codes.resize(block.rows + batch.size());
      std::uint32_t* const to = codes.data() + block.rows;
      for (std::size_t row = 0; row < batch.size(); ++row) to[row] = static_cast<std::uint32_t>(batch.kind[row]);
    }
    if (options_.wants(region))
      put_regions(batch, block.columns[region], batch.size(), [](std::size_t i) { return i; });
    if (options_.columns & others) {
      rows_.resize(batch.size());
      std::iota(rows_.begin(), rows_.end(), 0);
      put_others(batch, block);
    }
    put_location(batch, block, batch.size());
  }

  void put_selected(const EventBatch& batch, Block& block) {
    const auto copy = [&](Place place, const auto& from) {
      if (options_.wants(place))
        for (const std::uint32_t row : rows_) block.columns[place].words.push_back(from[row]);
    };
    copy(time, batch.time);
    copy(value, batch.value);
    if (options_.wants(kind))
      for (const std::uint32_t row : rows_)
        block.columns[kind].codes.push_back(static_cast<std::uint32_t>(batch.kind[row]));
    if (options_.wants(region))
      put_regions(batch, block.columns[region], rows_.size(), [&](std::size_t i) { return rows_[i]; });
    put_others(batch, block);
    put_location(batch, block, rows_.size());
  }

  void put_location(const EventBatch& batch, Block& block, std::size_t rows) {
    block.rows += rows;
    if (options_.wants(location)) block.columns[location].words.resize(block.rows, batch.location.value);
  }

  // What most ask for: with nothing in the loop that costs.
  template <class RowAt>
  void put_regions(const EventBatch& batch, ColumnData& column, std::size_t count, RowAt&& row_at) const {
    const std::size_t begin = column.words.size();
    column.words.resize(begin + count);
    column.valid.resize(begin + count);
    std::uint64_t* const ids = column.words.data() + begin;
    std::uint8_t* const valid = column.valid.data() + begin;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t row = row_at(i);
      RegionRef id{static_cast<std::uint32_t>(batch.value[row])};
      if (batch.kind[row] != kind_of<evt::Enter> && batch.kind[row] != kind_of<evt::Leave>) [[unlikely]]
        id = region_of(of_.words.definitions(), batch.kind[row], batch.value[row]);
      ids[i] = id.value;
      valid[i] = id.defined();
    }
  }

  // What is not in the columns of the batch.
  static constexpr std::uint64_t others = std::uint64_t{1} << event | std::uint64_t{1} << seconds |
                                          std::uint64_t{1} << value | std::uint64_t{1} << name |
                                          std::uint64_t{1} << fields;
  void put_others(const EventBatch& batch, Block& block) {
    const auto put = [&](Place place, auto&& one) {
      ColumnData& column = block.columns[place];
      if (options_.wants(place))
        for (const std::uint32_t row : rows_) one(column, row);
    };
    put(event, [&](ColumnData& column, std::uint32_t row) { column.put(batch.first_event + row); });
    put(seconds, [&](ColumnData& column, std::uint32_t row) { column.put(of_.words.seconds(batch.time[row])); });
    put(value, [&](ColumnData& column, std::uint32_t row) {
      column.valid.push_back(has_value(batch.kind[row], batch.value[row]));
    });
    put(name, [&](ColumnData& column, std::uint32_t row) {
      const std::uint32_t code = names_->code(batch.kind[row], batch.value[row]);
      column.codes.push_back(code == no_code ? 0 : code), column.valid.push_back(code != no_code);
    });
    put(fields, [&](ColumnData& column, std::uint32_t row) {
      const bool is_whole = batch.read(row, event_);
      column.put(is_whole ? event_.record.visit([&](const auto& r) { return json_(r); }) : std::string_view("{}"));
    });
  }

  RowFilter filter_;
  JsonText json_;
  const Vocabulary::FirstNames* names_ = nullptr;
  std::vector<std::uint32_t> rows_;
  Event event_;
};

}  // namespace

std::unique_ptr<Scan> scan_events(TraceTables& of, const ScanOptions& options) {
  return std::make_unique<EventsScan>(of, options);
}

}  // namespace weft::tables
