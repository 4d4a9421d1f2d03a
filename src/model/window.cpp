// SPDX-License-Identifier: BSD-3-Clause
#include "model/window.hpp"

#include <algorithm>

namespace weft {

Result<Window> Window::open(Source& source, LocationRef location, const TimeRange& time, const TimeIndex* index) {
  Window window(source.definitions(), time);
  StreamOptions options;
  options.time.last = time.last;
  if (const auto* const parts = index ? index->find(location) : nullptr) {
    const auto first = std::ranges::find_if(*parts, [&](const IndexedPart& part) { return part.last >= time.first; });
    if (first == parts->end()) options.parts.last = 0;
    // Some can be read from the beginning alone.
    if (first != parts->end() && first->part < source.parts(location)) {
      options.parts.first = first->part;
      window.calls_ = CallStack(source.definitions(), first->open);
    }
    window.goes_on_ = std::ranges::any_of(*parts, [&](const IndexedPart& part) { return part.last > time.last; });
  }
  window.stream_ = WEFT_TRY(source.events(location, options));
  return window;
}

// To the next row of the window; false if the batch has none.
bool Window::skip_outside() {
  for (; row_ < batch_.size(); ++row_) {
    const Ticks time = batch_.time[row_];
    has_begun_ |= time >= time_.first;
    goes_on_ |= time > time_.last;
    if (time_.contains(time)) return true;
    if (!has_begun_) calls_.add(batch_, row_);
  }
  return false;
}

bool Window::next(EventBatch& batch) {
  if (is_everything(time_)) return stream_->next(batch);
  while (!skip_outside()) {
    row_ = 0;
    batch_ = {};
    if (stream_->next(batch_)) continue;
    if (!has_begun_) calls_.clear();
    return false;
  }
  const std::size_t first = row_;
  while (row_ < batch_.size() && time_.contains(batch_.time[row_])) ++row_;
  const std::size_t count = row_ - first;
  batch = batch_;
  batch.first_event += first;
  batch.time = batch_.time.subspan(first, count);
  batch.kind = batch_.kind.subspan(first, count);
  batch.value = batch_.value.subspan(first, count);
  batch.record = batch_.record.subspan(first, count);
  return true;
}

}  // namespace weft
