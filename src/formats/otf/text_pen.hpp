// SPDX-License-Identifier: BSD-3-Clause
// TextPen: a pen that writes lines into a string (see put_line.hpp), and MemoryText, which reads them again.
#pragma once

#include <algorithm>
#include <string>

#include "formats/otf/put_line.hpp"
#include "formats/otf/text_source.hpp"

namespace weft::otf {

class TextPen {
 public:
  explicit TextPen(std::string& to) : to_(to) {}

  void word(std::string_view word) { to_ += word; }
  template <class T>
  void number(T value) {
    char digits[reserved_for<std::uint64_t> + 1];
    FastPen pen(digits);
    pen.number(value);
    to_.append(digits, static_cast<std::size_t>(pen.end() - digits));
  }
  void text(std::string_view text) {
    const std::size_t at = to_.size();
    to_.resize(at + text.size() + 2);
    put_text(to_.data() + at, text);
  }
  void character(char c) { to_ += c; }
  void bytes(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    for (const char c : bytes) {
      to_ += digits[static_cast<unsigned char>(c) >> 4];
      to_ += digits[static_cast<unsigned char>(c) & 15];
    }
  }

 private:
  std::string& to_;
};

class MemoryText final : public TextSource {
 public:
  explicit MemoryText(std::string text) : text_(std::move(text)) {}

  Result<std::size_t> read(std::span<char> into) override {
    const std::size_t count = text_.copy(into.data(), into.size(), at_);
    at_ += count;
    return count;
  }
  bool at_gap() override { return false; }
  Result<bool> seek(std::uint64_t position) override {
    at_ = std::min<std::size_t>(position, text_.size());
    return true;
  }
  std::uint64_t position() const override { return at_; }
  std::uint64_t file_bytes() const override { return text_.size(); }
  bool is_compressed() const override { return false; }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace weft::otf
