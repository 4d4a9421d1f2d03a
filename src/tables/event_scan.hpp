// SPDX-License-Identifier: BSD-3-Clause
// EventScan: the frame of all tables that are made of events: reads location after location, batch after batch, until
// enough rows have gathered for a block.
#pragma once

#include <memory>
#include <vector>

#include "tables/scan.hpp"

namespace weft::tables {

// A block that gathers slowly is handed over when that many events have been read for it.
inline constexpr std::size_t patience = std::size_t{1} << 20;

class EventScan : public Scan {
 public:
  Result<bool> next(Block& block) final;

 protected:
  // Locations that the filter wants. Only events of `time` are of interest: others may be left out.
  EventScan(TraceTables& of, const ScanOptions& options, const TimeRange& time);

  // Empties the block.
  virtual void begin(Block& block) = 0;
  virtual void begin_location(LocationRef) {}
  // False if no more is wanted of the location.
  virtual bool take(const EventBatch& batch, Block& block) = 0;
  virtual void end_location(Block&) {}
  virtual void end(Block&) {}

  TraceTables& of_;
  ScanOptions options_;

 private:
  bool is_stopped() const { return options_.stop && options_.stop->load(std::memory_order_relaxed); }

  std::vector<LocationRef> locations_;
  std::size_t place_ = 0;
  StreamOptions streams_;
  std::unique_ptr<EventStream> stream_;
  EventBatch batch_;
  bool has_ended_ = false;
};

}  // namespace weft::tables
