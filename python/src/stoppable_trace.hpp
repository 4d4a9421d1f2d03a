// SPDX-License-Identifier: BSD-3-Clause
// StoppableTrace: a trace that ends when it is told to, for work that knows nothing of stopping: what comes of that is
// to be thrown away.
#pragma once

#include <atomic>

#include "model/trace.hpp"

namespace weft::python {

class StoppableTrace final : public Trace {
 public:
  // Both outlive it and its streams.
  StoppableTrace(Trace& trace, const std::atomic<bool>& stop) : trace_(trace), stop_(stop) {}

  const Definitions& definitions() const override { return trace_.definitions(); }
  std::span<const LocationRef> locations() const override { return trace_.locations(); }
  std::uint64_t parts(LocationRef location) override { return trace_.parts(location); }
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override {
    if (stop_) return Error{Errc::invalid_argument, "stopped"};
    auto stream = WEFT_TRY(trace_.events(location, options));
    return std::unique_ptr<EventStream>(std::make_unique<Stream>(std::move(stream), stop_));
  }
  void read_markers(Markers& into) override { trace_.read_markers(into); }
  Report& report() override { return trace_.report(); }
  TraceInfo info() override { return trace_.info(); }
  std::uint64_t event_bytes(LocationRef location) override { return trace_.event_bytes(location); }
  Result<> print(const PrintOptions& options, TextSink& out) override { return trace_.print(options, out); }
  void examine(Report& findings) override { trace_.examine(findings); }
  void tell_unmodelled(LossReport& loss) override { trace_.tell_unmodelled(loss); }

 private:
  class Stream final : public EventStream {
   public:
    Stream(std::unique_ptr<EventStream> stream, const std::atomic<bool>& stop)
        : stream_(std::move(stream)), stop_(stop) {}
    bool next(EventBatch& batch) override { return !stop_.load(std::memory_order_relaxed) && stream_->next(batch); }

   private:
    std::unique_ptr<EventStream> stream_;
    const std::atomic<bool>& stop_;
  };

  Trace& trace_;
  const std::atomic<bool>& stop_;
};

}  // namespace weft::python
