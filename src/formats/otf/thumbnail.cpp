// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/thumbnail.hpp"

#include <charconv>

#include "formats/otf/text_pen.hpp"

namespace weft::otf {

std::optional<SampleTimes> SampleTimes::of(Ticks first, Ticks last, std::uint32_t count) {
  if (count == 0 || first >= last || last - first < count) return std::nullopt;
  return SampleTimes(static_cast<double>(first), static_cast<double>(last - first) / count, count);
}

std::string thumbnail_path(std::string_view stub) { return std::string(stub) + ".thumb"; }

void put_thumbnail_head(std::string& text, std::uint32_t samples, std::uint32_t processes) {
  TextPen pen(text);
  pen.word("0:");
  pen.number(samples);
  pen.character(',');
  pen.number(processes);
  pen.character('\n');
}

void put_thumbnail_line(std::string& text, std::uint64_t process, std::span<const std::uint32_t> functions) {
  TextPen pen(text);
  pen.number(process);
  pen.character(':');
  for (const std::uint32_t function : functions) {
    pen.number(function);
    pen.character(',');
  }
  pen.character('\n');
}

std::optional<ThumbnailText> ThumbnailText::of(std::string text) {
  ThumbnailText thumbnail;
  thumbnail.text_ = std::move(text);
  if (!thumbnail.take('0') || !thumbnail.take(':')) return std::nullopt;
  const auto samples = thumbnail.number();
  if (!samples || !thumbnail.take(',')) return std::nullopt;
  const auto processes = thumbnail.number();
  if (!processes) return std::nullopt;
  thumbnail.samples_ = static_cast<std::uint32_t>(*samples);
  thumbnail.processes_ = static_cast<std::uint32_t>(*processes);
  return thumbnail;
}

std::optional<ThumbnailText::Line> ThumbnailText::next() {
  functions_.clear();
  const auto process = number();
  if (!process || !take(':')) return std::nullopt;
  for (std::uint32_t i = 0; i < samples_; ++i) {
    const auto function = number();
    if (!function || !take(',')) return std::nullopt;
    functions_.push_back(static_cast<std::uint32_t>(*function));
  }
  return Line{*process, functions_};
}

// Blanks and new lines may precede it, and 0x.
std::optional<std::uint64_t> ThumbnailText::number() {
  const std::size_t begin = text_.find_first_not_of(" \t\n\v\f\r", at_);
  if (begin == std::string::npos) return std::nullopt;
  at_ = begin;
  if (text_.compare(at_, 2, "0x") == 0) at_ += 2;
  std::uint64_t value = 0;
  constexpr int hexadecimal = 16;
  const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value, hexadecimal);
  if (error != std::errc{}) return std::nullopt;
  at_ = static_cast<std::size_t>(end - text_.data());
  return value;
}

bool ThumbnailText::take(char c) {
  if (at_ == text_.size() || text_[at_] != c) return false;
  ++at_;
  return true;
}

}  // namespace weft::otf
