// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/mend_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/utf8.hpp"
#include "formats/dftracer/characters.hpp"

namespace weft::dftracer {

namespace {

class Mender {
 public:
  Mender(std::string_view line, bool literal_backslashes, std::string& out)
      : line_(line), literal_backslashes_(literal_backslashes), out_(out) {}

  std::optional<Mend> run() {
    out_.clear();
    while (at_ < line_.size())
      if (!step()) return std::nullopt;
    if (!open_.empty() || out_.empty()) return std::nullopt;
    return mends_;
  }

 private:
  bool step() {
    const char c = line_[at_];
    if (c == '"') return text();
    if (is_digit(c)) return number();
    ++at_;
    switch (c) {
      case '{':
      case '[':
        open_.push_back(c);
        is_key_ = c == '{';
        break;
      case '}':
      case ']':
        if (open_.empty() || open_.back() != (c == '}' ? '{' : '[')) return false;
        open_.pop_back();
        is_key_ = false;
        break;
      case ':':
        is_key_ = false;
        break;
      case ',': {
        const char next = behind_blanks(at_);
        if (next == '}' || next == ']') {
          mends_ = mends_ | Mend::commas;
          return true;
        }
        is_key_ = !open_.empty() && open_.back() == '{';
        break;
      }
      default:
        break;
    }
    out_.push_back(c);
    return true;
  }

  // The next character that is no blank; NUL at the end.
  char behind_blanks(std::size_t at) const {
    while (at < line_.size() && is_blank(line_[at])) ++at;
    return at < line_.size() ? line_[at] : '\0';
  }

  // A letter glued to a whole number is left out.
  bool number() {
    while (at_ < line_.size() && is_digit(line_[at_])) out_.push_back(line_[at_++]);
    if (at_ < line_.size() && (line_[at_] == '.' || line_[at_] == 'e' || line_[at_] == 'E')) {
      while (at_ < line_.size() && (is_digit(line_[at_]) || is_letter(line_[at_]) || line_[at_] == '.' ||
                                       line_[at_] == '-' || line_[at_] == '+'))
        out_.push_back(line_[at_++]);
      return true;
    }
    while (at_ < line_.size() && is_letter(line_[at_])) {
      mends_ = mends_ | Mend::stray_text;
      ++at_;
    }
    return true;
  }

  // Whether a quote at `at` ends the text that began before it.
  bool closes(std::size_t at) const {
    const char next = behind_blanks(at + 1);
    if (is_key_) return next == ':';
    if (next == '}' || next == ']') return true;
    if (next != ',') return false;
    const std::size_t comma = line_.find(',', at + 1);
    if (open_.empty() || open_.back() == '[') return true;
    return is_key_at(comma + 1) || behind_blanks(comma + 1) == '}';
  }

  // Whether `"…":` stands there.
  bool is_key_at(std::size_t at) const {
    while (at < line_.size() && is_blank(line_[at])) ++at;
    if (at >= line_.size() || line_[at] != '"') return false;
    const std::size_t end = line_.find('"', at + 1);
    return end != std::string_view::npos && behind_blanks(end + 1) == ':';
  }

  bool text() {
    out_.push_back('"');
    ++at_;
    while (at_ < line_.size()) {
      const char c = line_[at_];
      if (c == '"') {
        if (closes(at_)) {
          out_.push_back('"');
          ++at_;
          return true;
        }
        mends_ = mends_ | Mend::quotes;
        out_.append("\\\"");
        ++at_;
      } else if (c == '\\') {
        backslash();
      } else if (static_cast<unsigned char>(c) < 0x20) {
        mends_ = mends_ | (c == '\n' ? Mend::broken : Mend::control);
        fmt::format_to(std::back_inserter(out_), "\\u{:04x}", static_cast<unsigned>(c));
        ++at_;
      } else {
        character();
      }
    }
    return false;
  }

  void backslash() {
    const char next = at_ + 1 < line_.size() ? line_[at_ + 1] : '\0';
    const bool is_escape = next != '\0' && std::string_view("\"\\/bfnrtu").find(next) != std::string_view::npos &&
                           (next != 'u' || has_four_digits(at_ + 2));
    if (is_escape && !(next == '"' && literal_backslashes_ && closes(at_ + 1))) {
      out_.append(line_.substr(at_, 2));
      at_ += 2;
      return;
    }
    mends_ = mends_ | Mend::quotes;
    out_.append("\\\\");
    ++at_;
  }

  bool has_four_digits(std::size_t at) const {
    const std::string_view digits = line_.substr(std::min(at, line_.size()), 4);
    return digits.size() == 4 && std::ranges::all_of(digits, is_hexadecimal);
  }

  void character() {
    const std::size_t size = utf8_length(line_.substr(at_));
    if (size == 0) {
      mends_ = mends_ | Mend::characters;
      fmt::format_to(std::back_inserter(out_), "\\udc{:02x}", static_cast<unsigned char>(line_[at_++]));
      return;
    }
    out_.append(line_.substr(at_, size));
    at_ += size;
  }

  std::string_view line_;
  bool literal_backslashes_;
  std::string& out_;
  std::size_t at_ = 0;
  std::string open_;  // brackets
  bool is_key_ = false;
  Mend mends_ = Mend::none;
};

}  // namespace

std::optional<Mend> mend_line(std::string_view line, bool literal_backslashes, std::string& out) {
  return Mender(line, literal_backslashes, out).run();
}

}  // namespace weft::dftracer
