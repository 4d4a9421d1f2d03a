// SPDX-License-Identifier: BSD-3-Clause
// StrictEvents: the events of a location up to the first damage. Weft's reader goes on behind it; the OTF2 tools do
// not.
#pragma once

#include <memory>

#include "cli/otf2_tools/damage.hpp"
#include "formats/otf2/event_reader.hpp"

namespace weft::cli::otf2_tools {

class StrictEvents final : public EventStream {
 public:
  // `failed` is set once an event behind the damage is asked for.
  StrictEvents(std::unique_ptr<EventStream> events, const Report& report, bool& failed)
      : events_(std::move(events)), report_(report), failed_(failed) {}

  bool next(EventBatch& batch) override {
    if (is_damaged_) {
      failed_ = true;
      return false;
    }
    DamageWatch watch(report_);
    const bool has_rows = events_->next(batch);
    is_damaged_ = watch.found_new();
    if (is_damaged_ && !has_rows) failed_ = true;
    return has_rows;
  }

 private:
  std::unique_ptr<EventStream> events_;
  const Report& report_;
  bool& failed_;
  bool is_damaged_ = false;
};

}  // namespace weft::cli::otf2_tools
