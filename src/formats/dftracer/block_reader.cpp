// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/block_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "formats/dftracer/characters.hpp"
#include "formats/dftracer/rules.hpp"

namespace weft::dftracer {

namespace {

constexpr std::size_t shown_bytes = 60;
constexpr int most_joined_lines = 8;
constexpr std::size_t bytes_ahead = std::size_t{32} << 10;  // they and their tokens stay near the processor

std::string sentence(Mend mends) {
  std::string text;
  const auto say = [&](Mend mend, std::string_view what) {
    if (has(mends, mend)) text.append(text.empty() ? "" : ", ").append(what);
  };
  say(Mend::quotes, "a quote or backslash that is not escaped");
  say(Mend::stray_text, "a letter behind a number");
  say(Mend::commas, "a comma behind the last member");
  say(Mend::control, "a control character in a text");
  say(Mend::characters, "bytes that are no UTF-8");
  say(Mend::broken, "a newline in a text");
  say(Mend::numbers, "a number as JSON does not have it");
  return text.empty() ? "what it should not have around it" : text;
}

}  // namespace

void BlockReader::report(const Rule& rule, const Place& place, std::string message) {
  if (place.line) message = fmt::format("line {}: {}", place.line, message);
  report_.add({rule.name, std::move(message), *path_, place.offset});
}

BlockReader::Place BlockReader::place_of_element(std::size_t number) const {
  const Element& element = block_->elements[number];
  const std::string_view text = block_->text.substr(element.begin, element.size);
  if (block_->origins.empty()) return {block_->offset + element.begin, 0, text};
  return {block_->origins[number].offset, block_->origins[number].line, text};
}

bool BlockReader::parse(const Place& place) {
  place_ = place;
  if ((is_ahead_ && parser_.parse_ahead(place.text, record_)) || parser_.parse(place.text, record_)) {
    ++counts_.objects;
    return true;
  }
  if (parse_mended(place)) return true;
  if (place.line == 0) report_unreadable(place);
  return false;
}

bool BlockReader::parse_mended(const Place& place) {
  for (const bool literal_backslashes : {false, true}) {
    const auto mends = mend_line(place.text, literal_backslashes, mended_);
    if (!mends) continue;
    const std::size_t size = mended_.size();
    mended_.append(line_padding, ' ');
    place_ = {place.offset, place.line, std::string_view(mended_).substr(0, size)};
    if (!parser_.parse(place_.text, record_)) continue;
    report(line_mended, place, fmt::format("found {}", sentence(*mends)));
    ++counts_.objects;
    ++counts_.mended;
    return true;
  }
  return false;
}

void BlockReader::report_unreadable(const Place& place) {
  ++counts_.unreadable;
  const auto end = static_cast<std::size_t>(place.text.data() - block_->text.data()) + place.text.size();
  const bool is_in_last_line = place.line != 0 && block_->text.find('\n', end) == std::string_view::npos;
  const bool is_cut = block_->is_last && is_in_last_line;
  report(is_cut ? line_cut : line_unreadable, place,
      fmt::format("expected a JSON object, found '{}{}'", place.text.substr(0, shown_bytes),
          place.text.size() > shown_bytes ? "..." : ""));
}

// A text with a newline in it breaks its object into several lines.
bool BlockReader::join_lines(std::size_t& at, Place place) {
  const std::string_view text = block_->text;
  const auto begin = static_cast<std::size_t>(place.text.data() - text.data());
  std::size_t end = at;
  for (int joined = 1; joined <= most_joined_lines && end < text.size(); ++joined) {
    if (text.substr(end).starts_with("{\"")) return false;
    end = std::min(text.find('\n', end), text.size());
    place.text = text.substr(begin, end - begin);
    end = std::min(end + 1, text.size());
    while (!place.text.empty() && is_around_objects(place.text.back())) place.text.remove_suffix(1);
    if (!place.text.ends_with('}') || !parse_mended(place)) continue;
    counts_.joined += static_cast<std::uint64_t>(joined);
    line_ += static_cast<std::uint64_t>(joined);
    at = end;
    return true;
  }
  return false;
}

// Looks at the lines from there on, and answers where they end.
std::size_t BlockReader::look_ahead(std::size_t at) {
  const std::string_view text = block_->text;
  const std::size_t newline = at + bytes_ahead < text.size() ? text.find('\n', at + bytes_ahead) : text.npos;
  const std::size_t end = newline == text.npos ? text.size() : newline + 1;
  is_ahead_ = parser_.look_ahead(text.substr(at, end - at));
  return end;
}

// A line that is an object and nothing else but a comma needs no look for its end: the object has one.
bool BlockReader::next_usual_line(std::size_t& at) {
  const std::string_view text = block_->text;
  const char* const begin = text.data() + at;
  const char* const end = parser_.parse_ahead(begin, record_);
  if (!end) return false;
  const auto behind = static_cast<std::size_t>(end - text.data());
  const std::size_t newline = behind + (behind < text.size() && *end == ',' ? 1 : 0);
  if (newline < text.size() && text[newline] != '\n') return false;
  place_ = {block_->offset + at, line_++, text.substr(at, behind - at)};
  ++counts_.objects;
  at = std::min(newline + 1, text.size());
  return true;
}

bool BlockReader::next_line(std::size_t& at) {
  const std::string_view text = block_->text;
  if (is_ahead_ && text[at] == '{' && next_usual_line(at)) return true;
  const char* const begin = text.data() + at;
  const auto* const newline = static_cast<const char*>(std::memchr(begin, '\n', text.size() - at));
  const char* last = newline ? newline : text.data() + text.size();
  at = static_cast<std::size_t>(last - text.data()) + (newline ? 1 : 0);
  const char* first = begin;
  while (first < last && is_around_objects(*first)) ++first;
  while (first < last && is_around_objects(last[-1])) --last;
  const std::uint64_t line = line_++;
  if (first == last) {
    ++counts_.brackets;
    return false;
  }
  const Place place{block_->offset + static_cast<std::uint64_t>(first - text.data()), line,
      {first, static_cast<std::size_t>(last - first)}};
  if (parse(place)) return true;
  if (last[-1] != '}' && *first == '{' && join_lines(at, place)) return true;
  report_unreadable(place);
  return false;
}

}  // namespace weft::dftracer
