// SPDX-License-Identifier: BSD-3-Clause
// OTF_RBuffer: a reader of the codec that C programs may also read element by element. The members that C sees are
// brought up to date by the functions that hand them out.
#pragma once

#include <open-trace-format/OTF_RBuffer.h>

#include <functional>
#include <variant>

#include "formats/otf/record_reader.hpp"
#include "model/report.hpp"

namespace weft::otf::compat {

template <class Kind>
using ReaderOf = std::unique_ptr<RecordReader<Kind>>;
using AnyReader = std::variant<ReaderOf<DefinitionFile>, ReaderOf<EventFile>, ReaderOf<SnapshotFile>,
    ReaderOf<StatisticsFile>, ReaderOf<MarkerFile>>;

// Opens the same text again: to look around without losing one's place.
using Reopen = std::function<Result<std::unique_ptr<TextSource>>(Report&)>;

struct RBufferObject : OTF_RBuffer {
  RBufferObject();
  ~RBufferObject();
  RBufferObject(const RBufferObject&) = delete;
  RBufferObject& operator=(const RBufferObject&) = delete;

  // Before the first record. False if a file that needs time and process has none.
  bool begin() {
    if (!has_begun) is_readable = lines->begin();
    has_begun = true;
    return is_readable;
  }
  void show() {
    time = lines->time();
    process = lines->process();
  }
  // Known once asked for.
  bool find_properties();

  template <class Kind>
  RecordReader<Kind>* reader() {
    auto* const found = std::get_if<ReaderOf<Kind>>(&any);
    return found ? found->get() : nullptr;
  }

  Report report;
  AnyReader any;
  LineReader* lines = nullptr;  // the same
  Reopen reopen;
  bool has_begun = false;
  bool is_readable = false;
  bool has_properties = false;
  std::string text;  // the last one that was handed out
};

inline RBufferObject& object(OTF_RBuffer* buffer) { return *static_cast<RBufferObject*>(buffer); }

template <class Kind>
std::unique_ptr<RBufferObject> make_rbuffer(Reopen reopen, std::string path, StreamId stream, std::size_t window) {
  auto buffer = std::make_unique<RBufferObject>();
  auto source = reopen(buffer->report);
  if (!source) return nullptr;
  auto reader = std::make_unique<RecordReader<Kind>>(
      *std::move(source), std::move(path), stream, LineReader::Options{window, Kind::timed, nullptr}, buffer->report);
  buffer->lines = reader.get();
  buffer->any = std::move(reader);
  buffer->reopen = std::move(reopen);
  buffer->filesize = ~std::uint64_t{0};
  return buffer;
}

}  // namespace weft::otf::compat
