// SPDX-License-Identifier: BSD-3-Clause
#include "tables/event_scan.hpp"

namespace weft::tables {

EventScan::EventScan(TraceTables& of, const ScanOptions& options, const TimeRange& time) : of_(of), options_(options) {
  for (const LocationRef location : of.trace.locations())
    if (options.filter.wants(location)) locations_.push_back(location);
  streams_.time = time;
  streams_.parts = options.parts;
}

Result<bool> EventScan::next(Block& block) {
  begin(block);
  for (std::size_t events = 0; block.rows < options_.rows && (block.rows == 0 || events < patience);) {
    if (has_ended_ || is_stopped() || block.is_full()) break;
    if (!stream_) {
      if (place_ == locations_.size()) {
        end(block);
        has_ended_ = true;
        break;
      }
      stream_ = WEFT_TRY(of_.source.events(locations_[place_], streams_));
      begin_location(locations_[place_++]);
    }
    if (stream_->next(batch_) && take(batch_, block)) {
      events += batch_.size();
    } else {
      end_location(block);
      stream_.reset();
    }
  }
  return block.has_rows();
}

}  // namespace weft::tables
