// SPDX-License-Identifier: BSD-3-Clause
// WindowStream: the events of a location, window after window.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/bp/reader.hpp"
#include "formats/bp/trace/bounds.hpp"
#include "formats/bp/trace/window.hpp"
#include "model/source.hpp"

namespace weft::bptrace {

// Where a window is, and what the index of the file says of it.
struct WindowPlace {
  std::uint64_t offset = 0;  // of its process group
  std::uint32_t number = 0;  // from 1
  std::uint64_t events = 0;
  std::uint64_t first_event = 0;  // of the location
  Bounds<Ticks> time = {};
};

class WindowStream final : public EventStream, private RecordAccess {
 public:
  WindowStream(const bp::Reader& file, const KindCodes& codes, LocationRef location,
      std::span<const WindowPlace> windows, const StreamOptions& options, Report& report);

  bool next(EventBatch& batch) override;

 private:
  bool read(std::uint32_t row, Kind kind, Event& event) override;
  bool load_window();
  bool is_as_indexed(const WindowPlace& place, const Window& window);
  void take_row();

  const bp::Reader& file_;
  const KindCodes& codes_;
  LocationRef location_;
  std::span<const WindowPlace> windows_;
  std::size_t next_window_;
  std::size_t last_window_;
  std::size_t most_rows_;
  Report& report_;

  std::optional<Window> window_;
  std::uint64_t at_ = 0;                                    // row of the window
  std::uint64_t attribute_ = 0;                             // the first that is of no row before
  std::array<std::uint64_t, EventTypes::size> ordinals_{};  // how many of each kind there were in the window

  struct Place {
    std::uint64_t ordinal;
    std::uint64_t first_attribute;
    std::uint64_t attributes;
  };
  std::vector<Ticks> time_;
  std::vector<Kind> kind_;
  std::vector<std::uint64_t> value_;
  std::vector<std::uint32_t> record_;
  std::vector<Place> places_;  // by row of the batch
  Arena arena_;
};

}  // namespace weft::bptrace
