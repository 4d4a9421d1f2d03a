// SPDX-License-Identifier: BSD-3-Clause
// StorySink: a file that holds the stories of all locations, each with a pen of its own, in any order. A style has
//   title, fates, handed_over_bytes, trailer
//   header(stage)                  what stands before all locations
//   remarks(stage, markers)        what stands behind them, where the format has a place for markers
//   Pen(stage, place, losses)      with text() and clear() beside what a Story asks of it
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "formats/exports/export_sink.hpp"
#include "formats/exports/fates.hpp"
#include "formats/exports/story.hpp"

namespace weft::exports {

template <class Style>
class StorySink final : public ExportSink {
 public:
  StorySink(std::unique_ptr<OutFile> file, LossReport& report) : ExportSink(std::move(file), Style::title, report) {}

  Result<std::unique_ptr<EventSink>> events(LocationRef location) override {
    return std::unique_ptr<EventSink>(std::make_unique<Location>(*this, location));
  }
  Result<bool> mark(const Markers& markers) override {
    if constexpr (requires { Style::remarks(stage(), markers); }) {
      WEFT_TRY(file().append(Style::remarks(stage(), markers)));
      tell_unused_kinds(markers, report());
      return true;
    } else {
      return false;
    }
  }

 private:
  class Location final : public EventSink {
   public:
    Location(StorySink& sink, LocationRef location)
        : sink_(sink),
          losses_(sink.stage().definitions, location),
          pen_(sink.stage(), sink.stage().places.of(location), losses_),
          story_(sink.stage(), location, pen_, losses_) {}

    Result<> write(const EventBatch& batch) override {
      story_.take(batch);
      return pen_.text().size() >= Style::handed_over_bytes ? hand_over() : Result<>();
    }
    Result<> close() override {
      story_.finish();
      sink_.tell(losses_);
      return hand_over();
    }

   private:
    Result<> hand_over() {
      WEFT_TRY(sink_.file().append(pen_.text()));
      pen_.clear();
      return {};
    }

    StorySink& sink_;
    Losses losses_;
    typename Style::Pen pen_;
    Story<typename Style::Pen> story_;
  };

  Result<> begin() override {
    tell_definitions<Style::fates>(stage().definitions, report());
    return file().append(Style::header(stage()));
  }
  Result<> finish() override {
    stage().channels.tell(report());
    return file().append(Style::trailer);
  }
};

template <class Style>
Result<std::unique_ptr<Sink>> create_story(const std::string& path, LossReport& loss) {
  return std::unique_ptr<Sink>(std::make_unique<StorySink<Style>>(WEFT_TRY(OutFile::create(path)), loss));
}

}  // namespace weft::exports
