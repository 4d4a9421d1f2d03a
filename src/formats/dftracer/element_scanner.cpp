// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/element_scanner.hpp"

namespace weft::dftracer {

namespace {

constexpr std::size_t longest_name = 256;

}  // namespace

void ElementScanner::note_member() {
  if (last_text_ != "traceEvents" && members_.size() < longest_name) members_.push_back(last_text_);
}

void ElementScanner::open(char bracket, std::size_t at) {
  const std::size_t depth = open_.size();
  if (depth == 0) is_object_ = bracket == '{';
  if (is_object_ && depth == 1 && bracket == '[' && last_text_ == "traceEvents") is_in_events_ = true;
  const bool is_element = bracket == '{' && !is_in_element_ && (is_object_ ? is_in_events_ && depth == 2 : depth == 1);
  if (is_element) {
    is_in_element_ = true;
    element_at_ = at;
  }
  open_.push_back(bracket);
}

std::size_t ElementScanner::scan(std::string_view text, std::vector<Element>& found) {
  std::size_t at = resume_;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (is_in_text_) {
      if (is_escaped_) {
        is_escaped_ = false;
      } else if (c == '\\') {
        is_escaped_ = true;
      } else if (c == '"') {
        is_in_text_ = false;
      } else if (!is_in_element_ && last_text_.size() < longest_name) {
        last_text_.push_back(c);
      }
      continue;
    }
    switch (c) {
      case '"':
        is_in_text_ = true;
        if (!is_in_element_) last_text_.clear();
        break;
      case ':':
        if (is_object_ && open_.size() == 1) note_member();
        break;
      case '{':
      case '[':
        open(c, at);
        break;
      case '}':
      case ']': {
        if (open_.empty()) break;
        open_.pop_back();
        const std::size_t depth = is_object_ ? 2 : 1;
        if (is_in_element_ && open_.size() == depth) {
          is_in_element_ = false;
          found.push_back({static_cast<std::uint32_t>(element_at_), static_cast<std::uint32_t>(at + 1 - element_at_)});
        } else if (is_in_events_ && open_.size() == 1) {
          is_in_events_ = false;
        }
        break;
      }
      default:
        break;
    }
  }
  const std::size_t done = is_in_element_ ? element_at_ : text.size();
  resume_ = text.size() - done;
  element_at_ -= is_in_element_ ? done : 0;
  return done;
}

}  // namespace weft::dftracer
