// SPDX-License-Identifier: BSD-3-Clause
// Thumbnails: for some times, the function that each process was in (docs/formats/otf.md, section 10.4). When samples
// are due, and the text file that has them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/otf/line_schema.hpp"

namespace weft::otf {

// Evenly spaced times of samples, and which of them is next.
class SampleTimes {
 public:
  // None if there is less than a tick from one to the next.
  static std::optional<SampleTimes> of(Ticks first, Ticks last, std::uint32_t count);

  std::uint32_t count() const { return count_; }

  // take(i) for each sample before this time that has not been taken.
  template <class Take>
  void take_before(Ticks time, Take&& take) {
    while (next_ < count_ && next_time_ < time) take_one(take);
  }
  template <class Take>
  void take_rest(Take&& take) {
    while (next_ < count_) take_one(take);
  }

 private:
  SampleTimes(double first, double step, std::uint32_t count) : first_(first), step_(step), count_(count) {}

  template <class Take>
  void take_one(Take&& take) {
    take(next_++);
    next_time_ = static_cast<Ticks>(first_ + next_ * step_);
  }

  double first_;
  double step_;
  std::uint32_t count_;
  std::uint32_t next_ = 0;
  Ticks next_time_ = static_cast<Ticks>(first_);
};

std::string thumbnail_path(std::string_view stub);
// Appends a line of the file: its first one, and that of a process.
void put_thumbnail_head(std::string& text, std::uint32_t samples, std::uint32_t processes);
void put_thumbnail_line(std::string& text, std::uint64_t process, std::span<const std::uint32_t> functions);

// The text of a thumbnail, line by line.
class ThumbnailText {
 public:
  // Nothing if it does not begin as one.
  static std::optional<ThumbnailText> of(std::string text);

  std::uint32_t samples() const { return samples_; }
  std::uint32_t processes() const { return processes_; }

  // The line of the next process, with all its samples; nothing if it is damaged, or there is none.
  struct Line {
    std::uint64_t process = 0;
    std::span<const std::uint32_t> functions;
  };
  std::optional<Line> next();
  // Behind a line there is another one, or the end.
  bool end_line() { return take('\n'); }
  // Whether nothing is left. If something is, a character of it is gone, as with the reference.
  bool end() { return at_ == text_.size() || !++at_; }

 private:
  std::optional<std::uint64_t> number();
  bool take(char c);

  std::string text_;
  std::size_t at_ = 0;
  std::uint32_t samples_ = 0;
  std::uint32_t processes_ = 0;
  std::vector<std::uint32_t> functions_;
};

}  // namespace weft::otf
