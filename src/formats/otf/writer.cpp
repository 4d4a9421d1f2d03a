// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/writer.hpp"

#include <chrono>
#include <random>

namespace weft::otf {

Result<std::unique_ptr<RecordWriter>> StreamWriter::create(std::string_view suffix) {
  std::string path = paths_.file(id_, suffix);
  if (options_.buffer.level > 0) path += compressed_ending;
  return RecordWriter::create(pool_, std::move(path), {options_.form, options_.buffer});
}

Result<> StreamWriter::flush() {
  for (const auto& file : files_)
    if (file) WEFT_TRY(file->flush());
  return {};
}

Result<> StreamWriter::close() {
  Result<> first;
  for (auto& file : files_) {
    if (!file) continue;
    if (auto closed = file->close(); !closed && first) first = std::move(closed);
    file.reset();
  }
  return first;
}

Result<std::unique_ptr<TraceWriter>> TraceWriter::create(std::string_view path, WriteOptions options) {
  return std::unique_ptr<TraceWriter>(new TraceWriter(WEFT_TRY(TracePaths::of(path)), options));
}

StreamWriter& TraceWriter::stream(StreamId id) {
  auto& writer = streams_[id];
  if (!writer) writer = std::make_unique<StreamWriter>(pool_, paths_, id, options_);
  return *writer;
}

void TraceWriter::find_stream(ProcessId process) {
  last_stream_ = &stream(master_.assign(process, options_.most_streams));
  last_process_ = process;
}

Result<> TraceWriter::define_line(StreamId stream, std::string_view line, const KeyValues& values) {
  if (!has_header_) WEFT_TRY(write_header());
  return WEFT_TRY(this->stream(stream).file<DefinitionFile>())->write_line(line, values);
}

Result<> TraceWriter::write_line(Ticks time, ProcessId process, std::string_view line, const KeyValues& values) {
  if (process != last_process_ || !last_stream_) find_stream(process);
  return WEFT_TRY(last_stream_->file<EventFile>())->write_line(time, process, line, values);
}

Result<> TraceWriter::write_header() {
  has_header_ = true;
  WEFT_TRY(stream(0).write(own_version));
  return stream(0).write(DefUniqueId{new_unique_id()});
}

Result<> TraceWriter::close_streams() {
  Result<> first;
  for (auto& [id, stream] : streams_)
    if (auto closed = stream->close(); !closed && first) first = std::move(closed);
  streams_.clear();
  last_stream_ = nullptr;
  return first;
}

Result<> TraceWriter::close() {
  auto mapped = master_.write(paths_);
  auto closed = close_streams();
  return mapped ? std::move(closed) : std::move(mapped);
}

std::uint64_t new_unique_id() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto ticks = static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
  std::random_device random;
  return (ticks ^ std::uint64_t{random()} << 32) * 0x9e3779b97f4a7c15u + random();
}

}  // namespace weft::otf
