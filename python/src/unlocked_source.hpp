// SPDX-License-Identifier: BSD-3-Clause
// UnlockedSource: a source for those who make Python objects of its events. Streams give up Python's lock while they
// decode, and hear of Ctrl-C afterwards: then all of them end.
#pragma once

#include <memory>

#include "interruptible.hpp"
#include "model/source.hpp"

namespace weft::python {

class UnlockedSource final : public Source {
 public:
  explicit UnlockedSource(Source& source) : source_(source) {}
  UnlockedSource(const UnlockedSource&) = delete;  // streams refer to it
  UnlockedSource& operator=(const UnlockedSource&) = delete;

  // All streams have ended: Python had an exception to raise.
  bool is_interrupted() const { return is_interrupted_; }

  const Definitions& definitions() const override { return source_.definitions(); }
  std::span<const LocationRef> locations() const override { return source_.locations(); }
  std::uint64_t parts(LocationRef location) override { return source_.parts(location); }
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override {
    const Unlocked unlocked;
    auto stream = WEFT_TRY(source_.events(location, options));
    return std::unique_ptr<EventStream>(std::make_unique<Stream>(*this, std::move(stream)));
  }
  Report& report() override { return source_.report(); }

 private:
  class Stream final : public EventStream {
   public:
    Stream(UnlockedSource& of, std::unique_ptr<EventStream> stream) : of_(of), stream_(std::move(stream)) {}

    bool next(EventBatch& batch) override {
      if (of_.is_interrupted_) return false;
      const bool is_more = decode(batch);
      of_.is_interrupted_ = PyErr_CheckSignals() != 0;
      return is_more && !of_.is_interrupted_;
    }

   private:
    bool decode(EventBatch& batch) {
      const Unlocked unlocked;
      return stream_->next(batch);
    }

    UnlockedSource& of_;
    std::unique_ptr<EventStream> stream_;
  };

  Source& source_;
  bool is_interrupted_ = false;
};

}  // namespace weft::python
