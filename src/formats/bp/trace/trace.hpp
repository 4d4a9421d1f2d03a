// SPDX-License-Identifier: BSD-3-Clause
// BpTrace: a trace in a BP file. Opening reads the index and the definitions; of events only their windows are known
// then, with their times, so that whoever wants a part of them reads just that.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/bp/reader.hpp"
#include "formats/bp/trace/window_stream.hpp"
#include "model/trace.hpp"

namespace weft::bptrace {

// Whether a BP file is a trace of ours.
bool is_trace(const bp::Reader& file);

class BpTrace final : public Trace {
 public:
  static Result<std::unique_ptr<BpTrace>> open(const std::string& path);

  const Definitions& definitions() const override { return definitions_; }
  std::span<const LocationRef> locations() const override { return locations_; }
  std::uint64_t parts(LocationRef location) override;
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override;
  Report& report() override { return report_; }

  TraceInfo info() override;
  std::uint64_t event_bytes(LocationRef location) override;
  Result<> print(const PrintOptions& options, TextSink& out) override;
  void examine(Report& findings) override;
  void read_markers(Markers& into) override;

 private:
  BpTrace() = default;
  void find_windows();
  std::optional<LocationRef> location_of(const bp::GroupEntry& group, std::span<const LocationRef> listed);
  std::unique_ptr<EventStream> stream(
      LocationRef location, std::span<const WindowPlace> windows, const StreamOptions& options);
  Result<> read_definitions();
  const bp::GroupEntry* find_group(std::string_view name) const;

  Report report_;
  std::unique_ptr<bp::Reader> file_;
  KindCodes codes_;
  Definitions definitions_;
  std::vector<LocationRef> locations_;
  std::map<LocationRef, std::vector<WindowPlace>> windows_;
};

}  // namespace weft::bptrace
