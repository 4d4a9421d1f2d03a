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
    if (is_in_scalar(c)) return scalar();
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

  static bool is_in_scalar(char c) { return is_digit(c) || is_letter(c) || c == '.' || c == '-' || c == '+'; }

  // A number or a word.
  bool scalar() {
    const std::size_t begin = at_;
    while (at_ < line_.size() && is_in_scalar(line_[at_])) ++at_;
    std::string_view token = line_.substr(begin, at_ - begin);
    if (is_json_number(token) || put_beyond_numbers(token)) {
      if (is_json_number(token)) out_.append(token);
      return true;
    }
    // A letter glued to a whole number is left out.
    const std::size_t digits = token.find_last_of("0123456789") + 1;
    const std::string_view behind = token.substr(digits);
    if (!behind.empty() && std::ranges::all_of(behind, is_letter) && is_json_number(token.substr(0, digits)) &&
        token.find_first_of(".eE") >= digits + 1) {
      mends_ = mends_ | Mend::stray_text;
      out_.append(token.substr(0, digits));
    } else if (!put_number(token)) {
      out_.append(token);
    }
    return true;
  }

  // What floating-point numbers can be without being numbers, however it is spelled: as texts, like all of Weft has it.
  bool put_beyond_numbers(std::string_view token) {
    const bool is_negative = token.starts_with('-');
    if (is_negative || token.starts_with('+')) token.remove_prefix(1);
    const auto is = [&](std::string_view word) {
      return std::ranges::equal(token, word, {}, [](char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; });
    };
    if (is("nan"))
      out_.append("\"nan\"");
    else if (is("inf") || is("infinity"))
      out_.append(is_negative ? "\"-inf\"" : "\"inf\"");
    else
      return false;
    mends_ = mends_ | Mend::numbers;
    return true;
  }

  // `1.`, `.5`, `007` and `+1` are numbers elsewhere.
  bool put_number(std::string_view token) {
    std::string number(token.starts_with('-') ? "-" : "");
    if (token.starts_with('-') || token.starts_with('+')) token.remove_prefix(1);
    std::size_t whole = std::min(token.find_first_not_of("0123456789"), token.size());
    const std::size_t zeros = std::min(token.find_first_not_of('0'), whole);
    if (zeros == whole) number.push_back('0');
    number.append(token.substr(zeros, whole - zeros));
    token.remove_prefix(whole);
    if (token.starts_with('.') && (token.size() == 1 || !is_digit(token[1]))) {
      if (whole == 0) return false;
      number.append(".0");
      token.remove_prefix(1);
    }
    number.append(token);
    if ((whole == 0 && !token.starts_with('.')) || !is_json_number(number)) return false;
    mends_ = mends_ | Mend::numbers;
    out_.append(number);
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
