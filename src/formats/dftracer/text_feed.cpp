// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/text_feed.hpp"

#include <algorithm>
#include <cstring>

#include "formats/dftracer/characters.hpp"
#include "formats/dftracer/line_parser.hpp"
#include "formats/dftracer/rules.hpp"

namespace weft::dftracer {

namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::size_t longest_line = std::size_t{64} << 20;

// Whether a file is a document rather than lines: its first object does not end where its line does, or the file is one
// object with an array in it.
bool is_document(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && is_around_objects(text[at])) ++at;
  if (at == text.size() || text[at] != '{') return false;
  std::size_t depth = 0;
  bool is_in_text = false;
  for (std::size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    if (is_in_text) {
      if (c == '\\') ++i;
      if (c == '"') is_in_text = false;
      continue;
    }
    if (c == '"') is_in_text = true;
    if (c == '\n') return true;
    if (c == '[' && depth == 1 && text.substr(at, i - at).find("\"traceEvents\"") != std::string_view::npos)
      return true;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) {
      std::size_t behind = i + 1;
      while (behind < text.size() && (text[behind] == ',' || text[behind] == ']' || text[behind] == ' ')) ++behind;
      return behind < text.size() && text[behind] == '{';
    }
  }
  return false;
}

// Lines are not cut where a text with a newline in it would be: behind an object, if there is one.
std::size_t end_of_lines(std::string_view text) {
  std::size_t end = text.rfind('\n');
  const std::size_t last = end;
  while (end != std::string_view::npos && end > 0) {
    std::size_t before = end;
    while (before > 0 && (is_blank(text[before - 1]) || text[before - 1] == ',')) --before;
    if (before == 0 || text[before - 1] == '}' || text[before - 1] == '[' || text[before - 1] == ']') return end + 1;
    end = text.rfind('\n', end - 1);
  }
  return last == std::string_view::npos ? 0 : last + 1;
}

}  // namespace

bool TextFeed::open() {
  auto source = ByteSource::open(path_, report_);
  if (!source) {
    report_.add({file_unreadable.name, source.error().message, path_});
    return false;
  }
  source_ = std::move(source).take();
  is_compressed_ = source_->is_compressed();
  return true;
}

// How much of the first `size` bytes of the buffer is the block.
std::size_t TextFeed::cut(Block& block, std::size_t size, bool at_end) {
  const std::string_view text(block.buffer.data(), size);
  if (form_ == Form::unknown) form_ = is_document(text) ? Form::document : Form::lines;
  if (form_ == Form::document) return scanner_.scan(text, block.elements);
  return at_end ? size : end_of_lines(text);
}

void TextFeed::fill(Block& block) {
  block.elements.clear();
  std::size_t size = rest_.size();
  for (std::size_t wanted = block_bytes;; wanted *= 2) {
    wanted = std::max(wanted, 2 * size);
    block.buffer.resize(wanted + line_padding);
    if (!rest_.empty()) std::memcpy(block.buffer.data(), rest_.data(), rest_.size());
    rest_.clear();
    const std::size_t read = source_->read(std::span(block.buffer).subspan(size, wanted - size));
    size += read;
    const bool at_end = size < wanted;
    const std::size_t taken = cut(block, size, at_end);
    const bool is_too_long = taken == 0 && !at_end && size > longest_line;
    if (taken == 0 && !at_end && !is_too_long) continue;
    const char* const data = block.buffer.data();
    if (is_too_long)
      report_.add({line_too_long.name, "expected the end of a line", path_, text_bytes_});
    else
      rest_.assign(data + taken, data + size);
    if (at_end) {
      const bool is_cut = form_ == Form::document &&
                          std::any_of(rest_.begin(), rest_.end(), [](char c) { return !is_blank(c); });
      if (is_cut) report_.add({line_cut.name, "expected the end of an object", path_, text_bytes_ + taken});
      state_ = State::ended;
      source_.reset();
    }
    block.text = {data, is_too_long ? 0 : taken};
    block.is_document = form_ == Form::document;
    block.is_last = at_end;
    text_bytes_ += is_too_long ? size : taken;
    return;
  }
}

// The unit of time stands among the first records, and all that follow need it: it is looked for before they are read.
void TextFeed::find_unit(std::string_view text) {
  const std::size_t name = text.find("\"time_metric\"");
  if (name == std::string_view::npos) return;
  const std::string_view line = text.substr(name, std::min(text.find('\n', name), text.size()) - name);
  if (line.find("\"NS\"") != std::string_view::npos) nanoseconds_ = 1;
  if (line.find("\"MS\"") != std::string_view::npos) nanoseconds_ = 1'000'000;
  if (line.find("\"SEC\"") != std::string_view::npos) nanoseconds_ = 1'000'000'000;
}

bool TextFeed::next(Block& block) {
  const std::lock_guard lock(mutex_);
  if (state_ == State::unopened) state_ = open() ? State::reading : State::ended;
  if (state_ == State::ended) return false;
  block.number = number_++;
  block.offset = text_bytes_;
  block.first_line = lines_ + 1;
  fill(block);
  if (block.number == 0) find_unit(block.text);
  block.nanoseconds = nanoseconds_;
  lines_ += static_cast<std::uint64_t>(std::count(block.text.begin(), block.text.end(), '\n'));
  return true;
}

}  // namespace weft::dftracer
