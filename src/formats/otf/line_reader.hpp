// SPDX-License-Identifier: BSD-3-Clause
// LineReader: the lines of one file, with the time and the process that hold for them (docs/formats/otf.md, sections 3
// and 8). It keeps a window of text in memory, cut at line ends, and can be placed at a time. record_reader.hpp makes
// records of the lines.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/otf/key_values.hpp"
#include "formats/otf/lexing.hpp"
#include "formats/otf/line_schema.hpp"
#include "formats/otf/text_source.hpp"
#include "model/rule.hpp"

namespace weft::otf {

// The processes whose records are wanted.
class ProcessSet {
 public:
  explicit ProcessSet(std::vector<ProcessId> processes);
  bool contains(ProcessId process) const;

 private:
  std::vector<ProcessId> sorted_;
  std::vector<bool> small_;  // by number
};

// An enter or a leave with a time of its own and no source location: what event files are made of.
struct Call {
  Ticks time;
  std::uint32_t function;
  std::uint32_t behind;  // its line, counted from the beginning of the block of calls
  bool is_leave;
};

class LineReader {
 public:
  struct Options {
    std::size_t window_bytes = std::size_t{128} << 10;  // fits into the cache of a processor
    bool is_timed = true;                               // whether time and process must be known before records count
    const ProcessSet* only = nullptr;                   // null: all; outlives the reader
  };

  LineReader(std::unique_ptr<TextSource> source, std::string path, Options options, Report& report);

  // Goes to the first record. False if a timed file has no time and process.
  bool begin() { return jump(0); }

  // Goes to the next line that is no state line. False at the end. Stays where it is when it is at one.
  bool fetch() { return next_record(p_) != nullptr; }

  // The line that fetch() stopped at, without the newline.
  std::string_view line() const { return {p_, static_cast<std::size_t>(line_end(p_, limit_) - p_)}; }
  void skip_line() { end_line(p_); }

  // Where reading goes on, which may be within a line. For whoever takes a line apart without records.
  const char* cursor() const { return p_; }
  void set_cursor(const char* p) { p_ = p; }
  // Time and process as if they had been read.
  void assume(Ticks time, ProcessId process) {
    time_ = time;
    set_process(process);
  }
  // Other processes are wanted from here on; null: all.
  void select(const ProcessSet* only) {
    options_.only = only;
    set_process(process_);
  }

  Ticks time() const { return time_; }
  ProcessId process() const { return process_; }
  bool is_wanted() const { return is_wanted_; }  // the process

  // No line is left.
  bool is_at_end() const { return p_ == limit_ && is_at_end_; }
  // Behind the last newline of the file, once fetch() has said that it ends.
  std::string_view tail() const { return {p_, static_cast<std::size_t>(end_ - p_)}; }

  // Goes to the first record behind this byte of the file whose time and process are known.
  bool jump(std::uint64_t position);
  // Goes to the first record that is not earlier than `time`: false if there is none.
  bool search(Ticks time);

  struct Properties {
    Ticks first_time = unknown_time;
    Ticks last_time = unknown_time;
  };
  // Known when the file has times. Moves the reader.
  std::optional<Properties> properties();

  // Where a plain file can be read in parts of about the same size: the offsets at which parts begin, ascending, the
  // first being 0. Moves the reader.
  std::vector<std::uint64_t> split(std::size_t parts);
  // Reads the records from one offset of split() to the next.
  bool read_part(std::uint64_t begin, std::uint64_t end);

  const std::string& path() const { return path_; }
  std::uint64_t offset() const { return offset_of(p_); }          // in the text
  std::uint64_t position() const { return source_->position(); }  // in the file, in steps of what is read at once
  std::uint64_t file_bytes() const { return source_->file_bytes(); }

  void report(const Rule& rule, std::string message, std::uint64_t offset);

 protected:
  std::uint64_t offset_of(const char* p) const { return window_offset_ + static_cast<std::uint64_t>(p - window_); }

  // The next line from `p` on that is no state line; null at the end. Hot loops keep `p` in a register: what they
  // need next must not wait for memory.
  const char* next_record(const char* p) {
    for (;;) {
      if (p == limit_) [[unlikely]] {
        p_ = p;
        if (!refill()) return nullptr;
        p = p_;
        continue;
      }
      const char c = *p;
      if (is_hex(c)) {
        p = take_time(p);
        // Most often the same process follows.
        std::uint64_t eight;
        std::memcpy(&eight, p, sizeof eight);
        if ((eight & process_mask_) == process_line_ && p != limit_) [[likely]] {
          p += process_line_bytes_;
          is_closed_ = true;
          if (p != limit_ && is_capital(*p)) [[likely]]
            return p_ = p;
        }
        continue;
      }
      if (c == '*') {
        const char* const behind = take_process(p);
        if (!behind) return p_ = p;
        p = behind;
      } else if (!is_blank(c)) [[likely]] {
        return p_ = p;
      } else {
        const char* const behind = take_indented_state(p);
        if (!behind) return p_ = p;
        p = behind;
      }
    }
  }

  // The calls of the current process from `p` on that are before `until`: as many as there are before something else
  // comes, or the memory ends, or `calls` is full. Changes nothing.
  std::size_t take_calls(const char* p, Ticks until, std::span<Call> calls) const;

  // Behind the newline of the line that `p` is in.
  const char* behind_line(const char* p) const { return (*p == '\n' ? p : line_end(p, limit_)) + 1; }
  void end_line(const char* p) {
    p_ = behind_line(p);
    is_closed_ = false;
  }

  const char* p_ = nullptr;      // at a line start, or at limit_
  const char* limit_ = nullptr;  // behind the last newline in memory
  Ticks time_ = unknown_time;
  ProcessId process_ = unknown_process;
  KeyValues values_;        // that the next record carries
  bool is_closed_ = false;  // the last line was a process line
  bool is_wanted_ = true;

 private:
  // Times have as many digits as the time before, nearly always: so where the line ends is known before the digits are.
  const char* take_time(const char* p) {
    const char* const end = p + time_digits_.size();
    if (time_digits_.read(end, time_) && *end == '\n') [[likely]]
      return end + 1;
    return take_time_of_other_size(p);
  }
  const char* take_time_of_other_size(const char* p);
  const char* take_process(const char* p) {
    p = skip_blanks(p + 1);
    if (!is_hex(*p)) return nullptr;
    const auto process = static_cast<ProcessId>(take_digits(p));
    if (process != process_) set_process(process);
    is_closed_ = true;
    return *p == '\n' ? p + 1 : behind_odd_number(p);
  }
  void set_process(ProcessId process);
  const char* behind_odd_number(const char* p);
  const char* take_indented_state(const char* p);

  bool refill();
  bool fill_lines();
  bool fill_once();
  bool read_more();
  void grow();
  void finish_file();
  void forget();
  bool go_to(std::uint64_t position);
  bool find_state();
  void forget_state();
  bool skip_to_next_line();

  static constexpr std::size_t first_read_bytes = 4096;
  static constexpr std::size_t longest_line = std::size_t{100} << 20;

  std::unique_ptr<TextSource> source_;
  std::string path_;
  Options options_;
  Report& report_;

  std::unique_ptr<char[]> memory_;
  char* window_ = nullptr;  // in the memory, with slack on both sides
  std::size_t capacity_ = 0;
  const char* end_ = nullptr;        // of the text in memory
  std::uint64_t window_offset_ = 0;  // of the window's first byte, in the text
  std::uint64_t stop_offset_ = ~std::uint64_t{0};
  std::size_t next_read_ = first_read_bytes;  // grows while reading goes on
  bool is_at_end_ = false;                    // of the source
  bool is_gap_next_ = false;                  // behind the text in memory, with the line that it cuts
  bool is_after_gap_ = false;
  std::size_t lost_bytes_ = 0;
  bool is_finished_ = false;
  bool has_begun_ = false;  // a record may have been delivered

  // The current process as it is usually written, "*PROCESS\n", in the lowest bytes; longer ones match nothing.
  std::uint64_t process_line_ = 1;
  std::uint64_t process_mask_ = 0;
  std::size_t process_line_bytes_ = 0;
  FixedDigits time_digits_;
};

}  // namespace weft::otf
