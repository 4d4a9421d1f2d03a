// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/speedscope.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/json.hpp"
#include "base/spool.hpp"
#include "base/text_sink.hpp"
#include "formats/exports/export_sink.hpp"
#include "formats/exports/fates.hpp"
#include "formats/exports/stack_walk.hpp"

namespace weft::exports {

namespace {

// A profile whose events are in the spool.
struct Profile {
  std::string name;
  std::vector<Spool::Piece> events;
  Nanoseconds first = 0;
  Nanoseconds last = 0;
};

// The places of frames in the list of the file: regions, calling contexts, and then those that are not defined.
class FrameList {
 public:
  void define(const Definitions& definitions) {
    for (const def::Region& region : definitions.all<def::Region>()) place(Frame::of(region.self));
    for (const def::CallingContext& context : definitions.all<def::CallingContext>()) place(Frame::of(context.self));
  }
  // From any thread.
  std::size_t place(Frame frame) {
    const std::lock_guard lock(mutex_);
    const auto [found, is_new] = places_.try_emplace(frame.key(), frames_.size());
    if (is_new) frames_.push_back(frame);
    return found->second;
  }
  const std::vector<Frame>& frames() const { return frames_; }

 private:
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::size_t> places_;
  std::vector<Frame> frames_;
};

class SpeedscopeSink final : public ExportSink {
 public:
  SpeedscopeSink(std::unique_ptr<OutFile> file, std::unique_ptr<Spool> spool, LossReport& report)
      : ExportSink(std::move(file), "speedscope", report), spool_(std::move(spool)) {}

  Result<std::unique_ptr<EventSink>> events(LocationRef location) override;

  FrameList& frames() { return frames_; }
  Spool& spool() { return *spool_; }
  // From any thread.
  void add(LocationRef location, Profile profile) {
    const std::lock_guard lock(mutex_);
    profiles_[location] = std::move(profile);
  }

 private:
  Result<> begin() override {
    tell_definitions<speedscope_fates>(stage().definitions, report());
    frames_.define(stage().definitions);
    return {};
  }
  Result<> finish() override;
  void put_frames(TextSink& out);

  static constexpr std::size_t handed_over_bytes = std::size_t{1} << 20;

  std::unique_ptr<Spool> spool_;
  FrameList frames_;
  std::mutex mutex_;
  std::map<LocationRef, Profile> profiles_;
};

class SpeedscopeLocation final : public EventSink {
 public:
  SpeedscopeLocation(SpeedscopeSink& sink, LocationRef location)
      : sink_(sink),
        location_(location),
        losses_(sink.stage().definitions, location),
        walk_(sink.stage().timeline, *this, losses_) {
    const Places::Found place = sink.stage().places.of(location);
    profile_.name = fmt::format("{}, {}", place.process.name, place.thread.name);
  }

  Result<> write(const EventBatch& batch) override {
    walk_.take(batch);
    return out_.text().size() >= handed_over_bytes ? hand_over() : Result<>();
  }
  Result<> close() override {
    walk_.finish();
    sink_.tell(losses_);
    WEFT_TRY(hand_over());
    profile_.first = walk_.has_events() ? walk_.first() : 0;
    profile_.last = walk_.has_events() ? walk_.last() : 0;
    sink_.add(location_, std::move(profile_));
    return {};
  }

  static constexpr bool shows_attributes = false;
  void enter(Nanoseconds at, Frame frame, std::span<const AttributeEntry>) { put(at, frame, 'O'); }
  void leave(Nanoseconds at, Frame frame, std::span<const AttributeEntry>) { put(at, frame, 'C'); }
  void other(Nanoseconds, const Event& event) { losses_.lose(static_cast<Kind>(event.record.index())); }

 private:
  static constexpr std::size_t handed_over_bytes = std::size_t{1} << 18;

  void put(Nanoseconds at, Frame frame, char type) {
    const auto [place, is_new] = places_.try_emplace(frame.key());
    if (is_new) place->second = sink_.frames().place(frame);
    out_.put(has_events_ ? ",\n{\"type\":\"" : "\n{\"type\":\"");
    has_events_ = true;
    out_.put(type), out_.put("\",\"frame\":"), out_.number(place->second);
    out_.put(",\"at\":"), out_.number(at), out_.put('}');
  }
  Result<> hand_over() {
    if (out_.text().empty()) return {};
    profile_.events.push_back(WEFT_TRY(sink_.spool().append(std::as_bytes(std::span(out_.text())))));
    out_.clear();
    return {};
  }

  SpeedscopeSink& sink_;
  LocationRef location_;
  Losses losses_;
  StackWalk<SpeedscopeLocation> walk_;
  Profile profile_;
  TextSink out_;
  bool has_events_ = false;
  std::unordered_map<std::uint64_t, std::size_t> places_;
};

Result<std::unique_ptr<EventSink>> SpeedscopeSink::events(LocationRef location) {
  return std::unique_ptr<EventSink>(std::make_unique<SpeedscopeLocation>(*this, location));
}

void SpeedscopeSink::put_frames(TextSink& out) {
  const Definitions& definitions = stage().definitions;
  bool is_first = true;
  for (const Frame frame : frames_.frames()) {
    out.put(is_first ? "\n{\"name\":" : ",\n{\"name\":");
    is_first = false;
    put_json_string(out, name_of(definitions, frame));
    const def::Region* const region = region_of(definitions, frame);
    const std::string_view file = region ? definitions.text(region->source_file) : std::string_view();
    if (!file.empty()) {
      out.put(",\"file\":"), put_json_string(out, file);
      if (region->begin_line_number) out.put(",\"line\":"), out.number(region->begin_line_number);
    }
    out.put('}');
  }
}

Result<> SpeedscopeSink::finish() {
  WEFT_TRY(spool_->finish());
  TextSink out;
  out.put("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"weft\",");
  out.put("\"shared\":{\"frames\":[");
  put_frames(out);
  out.put("]},\n\"profiles\":[");
  bool is_first = true;
  for (const auto& [location, profile] : profiles_) {
    out.put(is_first ? "\n" : ",\n");
    is_first = false;
    out.put("{\"type\":\"evented\",\"name\":"), put_json_string(out, profile.name);
    out.put(",\"unit\":\"nanoseconds\",\"startValue\":"), out.number(profile.first);
    out.put(",\"endValue\":"), out.number(profile.last), out.put(",\"events\":[");
    for (const Spool::Piece& piece : profile.events) {
      const Bytes bytes = spool_->bytes(piece);
      out.put({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      if (out.text().size() < handed_over_bytes) continue;
      WEFT_TRY(file().append(out.text()));
      out.clear();
      spool_->forget();
    }
    out.put("]}");
  }
  out.put("\n]}\n");
  return file().append(out.text());
}

}  // namespace

Result<std::unique_ptr<Sink>> create_speedscope(const std::string& path, LossReport& loss) {
  auto file = WEFT_TRY(OutFile::create(path));
  return std::unique_ptr<Sink>(std::make_unique<SpeedscopeSink>(std::move(file), WEFT_TRY(Spool::create(path)), loss));
}

}  // namespace weft::exports
