// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/trace/window_stream.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/bp/rules.hpp"
#include "formats/bp/trace/rules.hpp"

namespace weft::bptrace {

WindowStream::WindowStream(const bp::Reader& file, const KindCodes& codes, LocationRef location,
    std::span<const WindowPlace> windows, const StreamOptions& options, Report& report)
    : file_(file),
      codes_(codes),
      location_(location),
      windows_(windows),
      next_window_(std::min<std::uint64_t>(options.parts.first, windows.size())),
      last_window_(std::min<std::uint64_t>(options.parts.last, windows.size())),
      most_rows_(std::max<std::size_t>(options.rows, 1)),
      report_(report) {}

// Says where the index differs from a window. False if that is whose events these are: who asks for a location gets
// nobody else's.
bool WindowStream::is_as_indexed(const WindowPlace& place, const Window& window) {
  const auto differs = [&](std::string_view what, auto indexed, auto found) {
    report_.add({bp::index_differs.name,
        fmt::format("window {}: the index says {} {}, the process group {}", place.number, what, indexed, found),
        file_.path(), place.offset, location_.value});
  };
  if (window.number() != place.number) differs("number", place.number, window.number());
  if (window.size() != place.events) differs("number of events", place.events, window.size());
  if (window.size() && window.first_time() < place.time.least)
    differs("first time", place.time.least, window.first_time());
  if (window.size() && window.last_time() > place.time.most) differs("last time", place.time.most, window.last_time());
  if (window.location() == location_) return true;
  differs("location", location_.value, window.location().value);
  return false;
}

// The next window that can be read and has events.
bool WindowStream::load_window() {
  while (next_window_ < last_window_) {
    const WindowPlace& place = windows_[next_window_++];
    const auto read = [&]() -> Result<Window> {
      const auto stored = WEFT_TRY(StoredColumns::read(file_.bytes(), place.offset, file_.layout(), file_.path()));
      return Window::read(stored, codes_);
    };
    auto window = read();
    if (!window) {
      report_.add({window_damaged.name, fmt::format("window {}: {}", place.number, window.error().message),
          file_.path(), place.offset, location_.value});
      continue;
    }
    if (!is_as_indexed(place, *window)) continue;
    if (window->unknown_rows())
      report_.add({kind_unknown.name, fmt::format("{} of {} events", window->unknown_rows(), window->size()),
          file_.path(), place.offset, location_.value});
    if (window->unknown_rows() == window->size()) continue;
    window_ = *std::move(window);
    at_ = attribute_ = 0;
    ordinals_.fill(0);
    return true;
  }
  return false;
}

void WindowStream::take_row() {
  const std::uint64_t row = at_++;
  const std::uint64_t first_attribute = attribute_;
  while (attribute_ < window_->attributes() && window_->row_of_attribute(attribute_) == row) ++attribute_;
  const std::uint8_t code = window_->kind(row);
  if (code == KindCodes::unknown) return;
  const auto kind = static_cast<Kind>(code);
  const std::uint64_t ordinal = ordinals_[code]++;
  const std::uint64_t attributes = attribute_ - first_attribute;
  const bool has_more = attributes > 0 || event_shapes()[code].size() != 1;
  record_.push_back(static_cast<std::uint32_t>(places_.size()) | (has_more ? EventBatch::has_more : 0));
  places_.push_back({ordinal, first_attribute, attributes});
  time_.push_back(window_->time(row));
  kind_.push_back(kind);
  value_.push_back(window_->first_number(kind, ordinal));
}

bool WindowStream::next(EventBatch& batch) {
  time_.clear(), kind_.clear(), value_.clear(), record_.clear(), places_.clear();
  while (time_.empty()) {
    if ((!window_ || at_ == window_->size()) && !load_window()) return false;
    while (time_.size() < most_rows_ && at_ < window_->size()) take_row();
  }
  const WindowPlace& place = windows_[next_window_ - 1];
  batch.location = location_;
  batch.first_event = place.first_event + at_ - time_.size();
  batch.part = next_window_ - 1;
  batch.time = time_;
  batch.kind = kind_;
  batch.value = value_;
  batch.record = record_;
  batch.access = this;
  return true;
}

bool WindowStream::read(std::uint32_t row, Kind kind, Event& event) {
  const Place& place = places_[row];
  arena_.clear();
  event.record = window_->record(kind, place.ordinal, arena_);
  event.attributes = window_->attributes(place.first_attribute, place.attributes, arena_);
  return true;
}

}  // namespace weft::bptrace
