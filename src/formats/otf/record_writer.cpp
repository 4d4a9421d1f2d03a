// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/record_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::otf {

Result<std::unique_ptr<RecordWriter>> RecordWriter::create(HandlePool& pool, std::string path, Options options) {
  auto buffer = WEFT_TRY(LineBuffer::create(pool, std::move(path), options.buffer));
  return std::unique_ptr<RecordWriter>(new RecordWriter(std::move(buffer), options.form));
}

void RecordWriter::put_values(const KeyValues& values) {
  if (form_ == Form::short_words)
    put_key_values<Form::short_words>(*buffer_, values);
  else
    put_key_values<Form::long_words>(*buffer_, values);
}

void RecordWriter::set_process(ProcessId process) {
  process_ = process;
  char line[1 + lexing_slack + 1];
  FastPen pen(line);
  pen.character('*');
  pen.number(process);
  pen.character('\n');
  process_line_size_ = static_cast<std::size_t>(pen.end() - line);
  std::copy_n(line, process_line_size_, process_line_.begin());
}

// The file says itself, once, that it ends here (section 3.2).
Result<> RecordWriter::check_order(Ticks time, ProcessId process) {
  if (time >= time_ || time == 0) return {};
  const Ticks last = std::exchange(time_, unknown_time);
  if (last != unknown_time) {
    buffer_->word("#\"error due to unsorted time stamp, aborted\"");
    buffer_->character('\n');
  }
  return Error{Errc::invalid_argument,
      fmt::format("times must not decrease: {} of process {} comes after {}", time, process, last), buffer_->path()};
}

Result<> RecordWriter::write_state(Ticks time, ProcessId process) {
  WEFT_TRY(check_order(time, process));
  put_state(*buffer_, time, process);
  return buffer_->status();
}

Result<> RecordWriter::write_line(Ticks time, ProcessId process, std::string_view line, const KeyValues& values) {
  WEFT_TRY(write_state(time, process));
  return write_line(line, values);
}

Result<> RecordWriter::write_line(std::string_view line, const KeyValues& values) {
  put_values(values);
  buffer_->word(line);
  buffer_->character('\n');
  return buffer_->status();
}

Result<> RecordWriter::close() {
  if (process_ != unknown_process) {
    buffer_->number(time_);
    buffer_->character('\n');
    buffer_->character('*');
    buffer_->number(process_);
    buffer_->character('\n');
  }
  return buffer_->close();
}

}  // namespace weft::otf
