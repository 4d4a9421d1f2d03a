// SPDX-License-Identifier: BSD-3-Clause
// EventBatch: some thousand events of one location, in file order, as columns. Analyses work on the columns; whoever
// needs the whole record asks for it row by row. A batch borrows from the stream that filled it: use it before asking
// that stream for the next one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/event_types.hpp"

namespace weft {

// One event as its own type, with its attributes. Borrows like the batch it came from, and only until the next read.
struct Event {
  Ticks time = 0;
  EventRecord record;
  std::span<const AttributeEntry> attributes;
};

// Where the full records behind the rows of a batch are: implemented by each codec.
class RecordAccess {
 public:
  virtual ~RecordAccess() = default;
  // `row` as handed out in EventBatch::record. False if the record's body is damaged.
  virtual bool read(std::uint32_t row, Kind kind, Event& event) = 0;
};

struct EventBatch {
  // Set in `record` when the columns do not hold everything: more than one field, or attributes.
  static constexpr std::uint32_t has_more = std::uint32_t{1} << 31;

  LocationRef location;
  std::uint64_t first_event = 0;  // number of the first row within the location, from 0
  std::uint64_t part = 0;         // which part (chunk) of the location the rows are from
  std::span<const Ticks> time;    // corrected, as the format defines
  std::span<const Kind> kind;
  std::span<const std::uint64_t> value;   // the first field of the record: region, metric, peer, ...
  std::span<const std::uint32_t> record;  // handles for `access`, and has_more
  RecordAccess* access = nullptr;

  std::size_t size() const { return time.size(); }

  // The row as a whole record. False if its body is damaged, which has been reported.
  bool read(std::size_t row, Event& event) const {
    event.time = time[row];
    if (record[row] & has_more) return access->read(record[row] & ~has_more, kind[row], event);
    event.attributes = {};
    event.record = record_of_one_field(kind[row], value[row]);
    return true;
  }
};

}  // namespace weft
