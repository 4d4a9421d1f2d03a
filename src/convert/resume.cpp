// SPDX-License-Identifier: BSD-3-Clause
#include "convert/resume.hpp"

#include <utility>

#include "base/arena.hpp"
#include "convert/own_batch.hpp"
#include "schema/compare.hpp"

namespace weft {

namespace {

class ResumedStream final : public EventStream {
 public:
  // The events of one part that matter, which begin `past`. They are gone from it.
  Result<> take_part(Source& source, LocationRef location, std::span<const EventPlace>& past) {
    const std::uint64_t part = past.front().part;
    StreamOptions options;
    options.parts = {part, part + 1};
    const auto stream = WEFT_TRY(source.events(location, options));
    std::uint64_t before = 0;
    for (EventBatch batch; !past.empty() && past.front().part == part; before += batch.size()) {
      if (!stream->next(batch)) return bad_index();
      for (; !past.empty() && past.front().part == part && past.front().row < before + batch.size();
           past = past.subspan(1))
        take(batch, past.front().row - before);
    }
    return {};
  }

  Result<> go_on(Source& source, LocationRef location, const StreamOptions& options) {
    location_ = location;
    rest_ = WEFT_TRY(source.events(location, options));
    return {};
  }

  bool next(EventBatch& batch) override {
    if (events_ == 0 && !past_.empty()) {
      batch = past_.batch(location_, 0);
    } else {
      if (!rest_->next(batch)) return false;
      batch.first_event = events_;
    }
    events_ += batch.size();
    return true;
  }

 private:
  void take(const EventBatch& batch, std::size_t row) {
    if (!batch.read(row, event_)) return;
    event_.record.visit([&](const auto& record) { past_.add(event_.time, kept(record, memory_), event_.attributes); });
  }

  OwnBatch past_;
  Arena memory_;  // of texts and lists in it
  Event event_;
  LocationRef location_;
  std::unique_ptr<EventStream> rest_;
  std::uint64_t events_ = 0;
};

}  // namespace

std::optional<TimeIndex::Beginning> beginning_of(
    Source& source, const TimeIndex* index, LocationRef location, Ticks first) {
  auto beginning = index ? index->beginning(location, first) : std::nullopt;
  // Some can be read from the beginning alone.
  if (beginning && beginning->part->part >= source.parts(location)) return std::nullopt;
  return beginning;
}

Result<std::unique_ptr<EventStream>> events_since(Source& source, LocationRef location,
    const std::optional<TimeIndex::Beginning>& beginning, const StreamOptions& options) {
  if (!beginning) return source.events(location, options);
  auto stream = std::make_unique<ResumedStream>();
  std::span<const EventPlace> past = beginning->part->past->events;
  while (!past.empty()) WEFT_TRY(stream->take_part(source, location, past));
  StreamOptions rest = options;
  rest.parts.first = beginning->part->part;
  WEFT_TRY(stream->go_on(source, location, rest));
  return std::unique_ptr<EventStream>(std::move(stream));
}

}  // namespace weft
