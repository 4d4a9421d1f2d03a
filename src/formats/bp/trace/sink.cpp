// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/trace/sink.hpp"

#include <unistd.h>

#include <map>
#include <mutex>

#include "base/file.hpp"
#include "base/publish.hpp"
#include "formats/bp/trace/definition_tables.hpp"
#include "formats/bp/trace/vocabulary.hpp"
#include "formats/bp/trace/window.hpp"
#include "formats/bp/writer.hpp"

namespace weft::bptrace {

namespace {

class LocationSink final : public EventSink {
 public:
  LocationSink(bp::Writer& file, LocationRef location, std::uint32_t process, std::size_t window_bytes)
      : file_(file), location_(location), process_(process), window_bytes_(window_bytes) {}

  Result<> write(const EventBatch& batch) override {
    for (std::size_t row = 0; row < batch.size(); ++row) {
      if (!batch.read(row, event_)) continue;
      window_.put(event_);
      if (window_.bytes() >= window_bytes_) WEFT_TRY(finish_window());
    }
    return {};
  }

  // A location without events has a window, too: else nobody would know of it.
  Result<> close() override {
    if (window_.size() == 0 && windows_ > 0) return {};
    return finish_window();
  }

 private:
  Result<> finish_window() { return file_.add(WEFT_TRY(window_.finish(location_, ++windows_, process_))); }

  bp::Writer& file_;
  LocationRef location_;
  std::uint32_t process_;
  std::size_t window_bytes_;
  std::uint32_t windows_ = 0;
  WindowWriter window_;
  Event event_;
};

// The file has its name when it is whole.
class TraceSink final : public Sink {
 public:
  TraceSink(std::string path, File held, std::unique_ptr<bp::Writer> file, std::size_t window_bytes)
      : path_(std::move(path)), held_(std::move(held)), file_(std::move(file)), window_bytes_(window_bytes) {}
  ~TraceSink() override {
    if (!is_closed_) ::unlink(held_.path().c_str());
  }

  Result<> define(const Definitions& definitions) override {
    for (const def::Location& location : definitions.all<def::Location>())
      processes_.try_emplace(location.self, static_cast<std::uint32_t>(processes_.size()));
    return file_->add(WEFT_TRY(store_definitions(definitions, "Weft")));
  }
  Result<std::unique_ptr<EventSink>> events(LocationRef location) override {
    const std::lock_guard lock(mutex_);
    const auto process = processes_.try_emplace(location, static_cast<std::uint32_t>(processes_.size())).first->second;
    return std::unique_ptr<EventSink>(std::make_unique<LocationSink>(*file_, location, process, window_bytes_));
  }
  Result<bool> mark(const Markers& markers) override {
    auto group = WEFT_TRY(store_markers(markers));
    WEFT_TRY(file_->add(std::move(group)));
    return true;
  }
  Result<> close() override {
    WEFT_TRY(file_->close());
    WEFT_TRY(publish_file(held_.path(), path_));
    is_closed_ = true;
    return {};
  }

 private:
  std::string path_;
  File held_;  // the same file, under the name that it has until it is whole
  std::unique_ptr<bp::Writer> file_;
  std::size_t window_bytes_;
  std::mutex mutex_;
  std::map<LocationRef, std::uint32_t> processes_;  // numbers of locations, in the order of their definitions
  bool is_closed_ = false;
};

}  // namespace

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, LossReport&) {
  return create_sink(path, usual_window_bytes);
}

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, std::size_t window_bytes) {
  WEFT_TRY(check_free(path));
  const std::string beside = path_beside(path);
  auto file = WEFT_TRY(bp::Writer::create(beside));
  auto held = WEFT_TRY(File::open(beside));
  held.hold();
  return std::unique_ptr<Sink>(std::make_unique<TraceSink>(path, std::move(held), std::move(file), window_bytes));
}

}  // namespace weft::bptrace
