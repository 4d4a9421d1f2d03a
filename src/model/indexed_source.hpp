// SPDX-License-Identifier: BSD-3-Clause
// IndexedSource: a source and its index. Whoever asks it for events of some time (StreamOptions::time) does not get the
// parts that have none; all else is as it was. Parts that cannot be read without those before them are not left out.
#pragma once

#include <algorithm>
#include <memory>

#include "model/time_index.hpp"

namespace weft {

class IndexedSource final : public Source {
 public:
  // Both outlive it. Without an index it is the source.
  IndexedSource(Source& source, const TimeIndex* index) : source_(source), index_(index) {}

  const TimeIndex* index() const { return index_; }

  const Definitions& definitions() const override { return source_.definitions(); }
  std::span<const LocationRef> locations() const override { return source_.locations(); }
  std::uint64_t parts(LocationRef location) override { return source_.parts(location); }
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override {
    StreamOptions narrowed = options;
    if (index_) index_->narrow(location, narrowed);
    if (narrowed.parts.first > options.parts.first && source_.parts(location) <= 1)
      narrowed.parts.first = options.parts.first;
    return source_.events(location, narrowed);
  }
  void read_markers(Markers& into) override { source_.read_markers(into); }
  Report& report() override { return source_.report(); }

 private:
  Source& source_;
  const TimeIndex* index_;
};

}  // namespace weft
