// SPDX-License-Identifier: BSD-3-Clause
// RecordWriter: the records of one file, written as lines with the state lines they need (docs/formats/otf.md, section
// 3). Nothing is allocated per record.
#pragma once

#include "formats/otf/line_buffer.hpp"

namespace weft::otf {

class RecordWriter {
 public:
  struct Options {
    Form form = Form::short_words;
    LineBuffer::Options buffer = {};
  };

  // `path` is the whole name: whether it ends in ".z" is up to whoever compresses.
  static Result<std::unique_ptr<RecordWriter>> create(HandlePool& pool, std::string path, Options options);

  // A record of a file with times. Times must not decrease: from the first one that does, only time 0 is taken.
  template <class R>
  Result<> write(Ticks time, ProcessId process, const R& record, const KeyValues* values = nullptr) {
    if ((!values || values->empty()) && write_at_once(time, process, record)) [[likely]]
      return {};
    WEFT_TRY(check_order(time, process));
    put_state(*buffer_, time, process);
    return put_carefully(record, values);
  }

  // The same if nothing can go wrong, which is most often. False, and nothing is written, if something could.
  template <class R>
  [[gnu::always_inline]] bool write_at_once(Ticks time, ProcessId process, const R& record) {
    static_assert(KindOf<R>::timed);
    char* const room = buffer_->room(reserved_state + reserved_line(record));
    if (!room || time < time_) [[unlikely]]
      return false;
    FastPen pen(room);
    put_state(pen, time, process);
    put(pen, record);
    buffer_->wrote_to(pen.end());
    return true;
  }

  // A record of a definition or marker file.
  template <class R>
  Result<> write(const R& record, const KeyValues* values = nullptr) {
    static_assert(!KindOf<R>::timed);
    char* const room = values && !values->empty() ? nullptr : buffer_->room(reserved_line(record));
    if (room) [[likely]] {
      FastPen pen(room);
      put(pen, record);
      buffer_->wrote_to(pen.end());
      return {};
    }
    return put_carefully(record, values);
  }

  // A line as it is, such as one that an older file had and nobody knows: behind the state lines it needs.
  Result<> write_line(Ticks time, ProcessId process, std::string_view line, const KeyValues& values);
  Result<> write_line(std::string_view line, const KeyValues& values);

  // Time and process hold for what follows, without a record.
  Result<> write_state(Ticks time, ProcessId process);

  // The lines of key-values, for the record that follows.
  void put_values(const KeyValues& values);

  Form form() const { return form_; }
  void set_form(Form form) { form_ = form; }  // of what follows

  Ticks time() const { return time_; }
  ProcessId process() const { return process_; }
  LineBuffer& buffer() { return *buffer_; }

  Result<> flush() { return buffer_->flush(); }
  // With the state lines that close a file that has any.
  Result<> close();

 private:
  RecordWriter(std::unique_ptr<LineBuffer> buffer, Form form) : buffer_(std::move(buffer)), form_(form) {}

  // Room for a time line and a process line, and for all that is copied with the latter.
  static constexpr std::size_t reserved_state = reserved_for<Ticks> + 1 + lexing_slack;

  template <class Pen, class R>
  void put(Pen& pen, const R& record) {
    if (form_ == Form::short_words)
      put_line<Form::short_words>(pen, record);
    else
      put_line<Form::long_words>(pen, record);
  }

  template <class Pen>
  [[gnu::always_inline]] void put_state(Pen& pen, Ticks time, ProcessId process) {
    if (time != time_ || time == 0) {
      pen.number(time);
      pen.character('\n');
    } else if (process == process_) {
      return;
    }
    time_ = time;
    if (process != process_) [[unlikely]]
      set_process(process);
    if constexpr (std::is_same_v<Pen, FastPen>) {
      pen.short_text(process_line_, process_line_size_);
    } else {
      pen.character('*');
      pen.number(process);
      pen.character('\n');
    }
  }
  void set_process(ProcessId process);

  template <class R>
  [[gnu::noinline]] Result<> put_carefully(const R& record, const KeyValues* values) {
    if (values) put_values(*values);
    put(*buffer_, record);
    return buffer_->status();
  }
  Result<> check_order(Ticks time, ProcessId process);

  std::unique_ptr<LineBuffer> buffer_;
  Form form_;
  Ticks time_ = 0;
  ProcessId process_ = unknown_process;
  // As it is written: most often the same again.
  std::array<char, lexing_slack> process_line_{};
  std::size_t process_line_size_ = 0;
};

}  // namespace weft::otf
