// SPDX-License-Identifier: BSD-3-Clause
// DftracerTrace: the bridge from DFTracer to the model (vocabulary.hpp says how). Opening reads everything once:
// records stand in the order in which they end, in any number of files, and the model wants each thread in order of
// time. They are kept sorted, in memory or, when there are too many, in a temporary file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formats/dftracer/read_blocks.hpp"
#include "formats/dftracer/translation.hpp"
#include "model/trace.hpp"

namespace weft::dftracer {

class DftracerTrace final : public Trace {
 public:
  static Result<std::unique_ptr<DftracerTrace>> open(const std::string& path, const Asking* asking = nullptr);

  const Definitions& definitions() const override { return definitions_; }
  std::span<const LocationRef> locations() const override { return locations_; }
  std::uint64_t parts(LocationRef) override { return 1; }
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override;
  Report& report() override { return report_; }

  TraceInfo info() override;
  std::uint64_t event_bytes(LocationRef location) override;
  Result<> print(const PrintOptions& options, TextSink& out) override;
  void examine(Report&) override {}  // everything has been looked at when it was opened

 private:
  friend class TraceDefiner;
  struct Place {
    const ThreadPlan* thread;
    std::size_t track;
  };

  DftracerTrace() = default;
  const Place* find(LocationRef location) const;

  std::string path_;
  Report report_;
  RunStore store_;
  TraceInfo info_;
  Translation translation_;
  std::vector<std::unique_ptr<ThreadPlan>> threads_;
  std::vector<Place> places_;  // by location
  std::vector<LocationRef> locations_;
  Definitions definitions_;
};

}  // namespace weft::dftracer
