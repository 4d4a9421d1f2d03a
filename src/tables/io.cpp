// SPDX-License-Identifier: BSD-3-Clause
#include "tables/io.hpp"

#include <algorithm>
#include <map>

#include "tables/event_scan.hpp"
#include "tables/row_writer.hpp"

namespace weft::tables {

namespace {

class IoScan final : public EventScan {
 public:
  IoScan(TraceTables& of, const ScanOptions& options)
      : EventScan(of, everywhere(options), {begins_of(options).first, ~Ticks{0}}),
        rows_(of.words, options),
        locations_(options.filter.locations),
        begins_(begins_of(options)) {}

 private:
  using Key = std::pair<IoHandleRef, std::uint64_t>;
  struct Begun {
    LocationRef location;
    std::uint64_t event = 0;
    Ticks time = 0;
    evt::IoOperationBegin record;
  };
  struct Ended {
    Ticks time = 0;
    std::optional<std::uint64_t> bytes;
  };

  // Whoever ends an operation need not be who began it.
  static ScanOptions everywhere(ScanOptions options) {
    options.filter.locations.clear();
    return options;
  }
  static TimeRange begins_of(const ScanOptions& options) { return options.filter.time.value_or(TimeRange{}); }

  void begin(Block& block) override { rows_.begin(block); }

  bool take(const EventBatch& batch, Block& block) override {
    for (std::uint32_t row = 0; row < batch.size(); ++row) {
      const Kind kind = batch.kind[row];
      if (kind != kind_of<evt::IoOperationBegin> && kind != kind_of<evt::IoOperationComplete> &&
          kind != kind_of<evt::IoOperationCancelled>)
        continue;
      if (!batch.read(row, event_)) continue;
      event_.record.visit([&](const auto& record) {
        if constexpr (requires { record.bytes_request; })
          take_begin({batch.location, batch.first_event + row, event_.time, record}, block);
        else if constexpr (requires { record.bytes_result; })
          take_end({record.handle, record.matching_id}, {event_.time, record.bytes_result}, block);
        else if constexpr (std::is_same_v<decltype(record), const evt::IoOperationCancelled&>)
          take_end({record.handle, record.matching_id}, {event_.time, std::nullopt}, block);
      });
    }
    return true;
  }

  // One that begins again before it has ended never ends.
  void take_begin(const Begun& begun, Block& block) {
    const auto [open, is_new] = open_.try_emplace({begun.record.handle, begun.record.matching_id}, begun);
    if (is_new) return;
    put(open->second, nullptr, block);
    open->second = begun;
  }
  void take_end(const Key& key, const Ended& ended, Block& block) {
    const auto begun = open_.find(key);
    if (begun == open_.end()) {
      strange_.emplace(key, ended);
      return;
    }
    put(begun->second, &ended, block);
    open_.erase(begun);
  }

  void end_location(Block&) override {
    begun_.insert(open_.begin(), open_.end());
    open_.clear();
  }
  void end(Block& block) override {
    for (const auto& [key, begun] : begun_) {
      // One that came before is that of another operation, which began before the time that is wanted.
      const auto [first, last] = strange_.equal_range(key);
      const auto ended = std::find_if(
          first, last, [at = begun.time](const auto& entry) { return entry.second.time >= at; });
      put(begun, ended == last ? nullptr : &ended->second, block);
      if (ended != last) strange_.erase(ended);
    }
  }

  void put(const Begun& begun, const Ended* ended, Block& block) {
    constexpr std::uint64_t unknown = ~std::uint64_t{0};
    if (!begins_.contains(begun.time) || (!locations_.empty() && !locations_.contains(begun.location))) return;
    const Definitions& definitions = of_.words.definitions();
    const auto* const handle = definitions.find<def::IoHandle>(begun.record.handle);
    const IoFileRef file = handle ? handle->file : IoFileRef{};
    IoRow row{.location = begun.location,
        .event = begun.event,
        .process = {of_.words.process_of(begun.location)},
        .handle = begun.record.handle,
        .handle_name = {begun.record.handle},
        .file = file,
        .file_name = {file},
        .mode = begun.record.mode,
        .flags = begun.record.operation_flags,
        .begin = {begun.time},
        .end = {},
        .seconds = {begun.time},
        .duration = {},
        .bytes_requested = {},
        .bytes_moved = {}};
    if (begun.record.bytes_request != unknown) row.bytes_requested = begun.record.bytes_request;
    if (ended) {
      row.end = ended->time;
      row.duration = static_cast<std::int64_t>(ended->time - begun.time);
      if (ended->bytes && *ended->bytes != unknown) row.bytes_moved = ended->bytes;
    }
    rows_.put(block, row);
  }

  RowWriter<IoRow> rows_;
  std::set<LocationRef> locations_;  // who began it; empty: anybody
  TimeRange begins_;
  std::map<Key, Begun> open_;          // at the current location
  std::multimap<Key, Begun> begun_;    // what locations left open
  std::multimap<Key, Ended> strange_;  // what they ended and had not begun
  Event event_;
};

}  // namespace

std::unique_ptr<Scan> scan_io(TraceTables& of, const ScanOptions& options) {
  return std::make_unique<IoScan>(of, options);
}

}  // namespace weft::tables
