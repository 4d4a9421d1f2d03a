// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/text_feed.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "formats/dftracer/characters.hpp"
#include "formats/dftracer/count_newlines.hpp"
#include "formats/dftracer/known_hashes.hpp"
#include "formats/dftracer/line_parser.hpp"
#include "formats/dftracer/rules.hpp"
#include "formats/dftracer/time_unit.hpp"

namespace weft::dftracer {

namespace {

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
    end = text.rfind('\n', before - 1);  // those between have the same before them
  }
  return last == std::string_view::npos ? 0 : last + 1;
}

// Recorders up to those that defined hashes in records of their own phase: such a record, or the name of the host where
// all later ones have its hash.
bool is_of_old_recorder(std::string_view text) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  return has("\"ph\":\"H\"") || (has("\"hostname\":") && !has("\"hhash\":"));
}

// The object that a place in the text of a block belongs to, as far as its line goes.
std::string_view object_around(const Block& block, std::size_t place) {
  if (block.is_document) {
    const auto behind = std::ranges::upper_bound(block.elements, place, {}, &Element::begin);
    if (behind == block.elements.begin()) return {};
    return block.text.substr(std::prev(behind)->begin, std::prev(behind)->size);
  }
  std::size_t begin = block.text.rfind('\n', place) + 1;  // 0 if there is none
  std::size_t end = std::min(block.text.find('\n', place), block.text.size());
  while (begin < end && is_around_objects(block.text[begin])) ++begin;
  while (begin < end && is_around_objects(block.text[end - 1])) --end;
  return block.text.substr(begin, end - begin);
}

// Places stay what they are.
void blank_byte_order_mark(TextPiece& piece) {
  if (!piece.text().starts_with(byte_order_mark)) return;
  std::fill_n(piece.buffer.begin() + static_cast<std::ptrdiff_t>(piece.begin), byte_order_mark.size(), ' ');
}

}  // namespace

// Those that are needed of an indexed file.
std::vector<Stretch> TextFeed::stretches() {
  if (!asked_.index) return {Stretch{}};
  form_ = asked_.index->is_document ? Form::document : Form::lines;
  nanoseconds_ = asked_.index->unit;
  adds_pid_to_tid_ = asked_.index->adds_pid_to_tid;
  host_ = asked_.index->host;
  std::vector<Stretch> needed;
  for (const IndexedStretch& stretch : asked_.index->stretches) {
    if (stretch.within && !needed.empty() && !is_left_out_.back()) needed.back().text_end = stretch.place.text_begin;
    const bool is_needed = !asked_.selection || asked_.index->needs(stretch, *asked_.selection);
    is_left_out_.push_back(!is_needed);
    if (!is_needed) {
      lines_left_out_.add(stretch.lines);
      continue;
    }
    needed.push_back(stretch.place);
    needed.back().within = stretch.within ? &*stretch.within : nullptr;
  }
  return needed;
}

bool TextFeed::open() {
  auto pieces = TextPieces::open(path_, stretches(), asked_.finds_entries, report_);
  if (!pieces) {
    report_.add({file_unreadable.name, pieces.error().message, path_});
    return false;
  }
  pieces_ = std::move(pieces).take();
  is_compressed_ = pieces_->is_compressed();
  return true;
}

// How much of the text is the block.
std::size_t TextFeed::cut(Block& block, std::string_view text, bool at_end) {
  if (form_ == Form::unknown) form_ = is_document(text) ? Form::document : Form::lines;
  if (form_ == Form::document) return scanner_.scan(text, block.elements);
  return at_end ? text.size() : end_of_lines(text);
}

void TextFeed::put_rest_before(TextPiece& piece) {
  if (rest_.size() > TextPiece::head) {
    std::vector<char> longer(TextPiece::head + rest_.size() + piece.size + line_padding);
    std::ranges::copy(piece.text(), longer.begin() + static_cast<std::ptrdiff_t>(TextPiece::head + rest_.size()));
    std::ranges::copy(rest_, longer.begin() + TextPiece::head);
    piece.buffer = std::move(longer);
    piece.begin = TextPiece::head;
  } else {
    piece.begin -= rest_.size();
    std::ranges::copy(rest_, piece.buffer.begin() + static_cast<std::ptrdiff_t>(piece.begin));
  }
  piece.size += rest_.size();
  piece.lines += rest_lines_;
  rest_.clear();
  rest_lines_ = 0;
}

// Where one can begin to read with the block that begins with what is left and the piece.
void TextFeed::find_entry(TextPiece& piece, Block& block) const {
  block.entry.reset();
  block.within.reset();
  if (form_ == Form::document) return;
  if (!is_compressed_) {
    block.entry = offset_;
  } else if (piece.within && rest_.size() <= piece.within->head) {
    block.entry = piece.entry;
    block.within = std::move(piece.within);
    block.within->head = rest_.size();
  } else if (!piece.within && rest_.empty()) {
    block.entry = piece.entry;
  }
}

// Makes a block of the piece; false if it takes more of them.
bool TextFeed::take(TextPiece& piece, Block& block) {
  if (piece.starts) {
    offset_ = piece.starts->text_begin;
    lines_ = piece.starts->lines_before;
  }
  if (offset_ == 0 && rest_.empty()) blank_byte_order_mark(piece);
  if (rest_.size() + piece.size < enough_ && !piece.is_last) {
    rest_.append(piece.text());
    rest_lines_ += piece.lines;
    return false;
  }
  find_entry(piece, block);
  put_rest_before(piece);
  const std::string_view text = piece.text();
  block.elements.clear();
  block.origins.clear();
  const std::size_t taken = cut(block, text, piece.is_last);
  const bool is_too_long = taken == 0 && !piece.is_last && text.size() > longest_line;
  if (is_too_long) {
    report_.add({line_too_long.name, "expected the end of a line", path_, offset_});
  } else {
    rest_ = text.substr(taken);
    rest_lines_ = count_newlines(rest_);
  }
  if (taken == 0 && !piece.is_last && !is_too_long) {
    enough_ = 2 * text.size();
    return false;
  }
  enough_ = 0;
  if (piece.is_last) {
    const bool is_cut = form_ == Form::document && !std::ranges::all_of(rest_, is_blank);
    if (is_cut) report_.add({line_cut.name, "expected the end of an object", path_, offset_ + taken});
    rest_.clear();
    rest_lines_ = 0;
  }
  block.number = number_++;
  block.offset = offset_;
  block.first_line = lines_ + 1;
  block.is_document = form_ == Form::document;
  block.is_last = piece.is_last_of_all;
  block.text = text.substr(0, is_too_long ? 0 : taken);
  block.buffer = std::move(piece.buffer);  // which stays where it is
  offset_ += is_too_long ? text.size() : taken;
  text_bytes_ += is_too_long ? text.size() : taken;
  lines_ += piece.lines - rest_lines_;
  return true;
}

// The unit of time stands among the first records, and all that follow need it: it is looked for before they are read.
void TextFeed::find_unit(std::string_view text) {
  const auto quoted = [](std::string_view word) { return std::string("\"").append(word).append("\""); };
  const std::size_t name = text.find(quoted(unit_argument));
  if (name == std::string_view::npos) return;
  const std::string_view line = text.substr(name, std::min(text.find('\n', name), text.size()) - name);
  for (const TimeUnit& unit : time_units)
    if (line.find(quoted(unit.name)) != std::string_view::npos) nanoseconds_ = unit.nanoseconds;
}

// The first that is defined, or else the first that a record names.
void TextFeed::find_host(const Block& block) {
  LineParser parser;
  Record record;
  for (const std::string_view word : {"\"HH\"", "\"hhash\"", "\"hostname\""}) {
    const std::size_t place = block.text.find(word);
    if (place == std::string_view::npos || !parser.parse(object_around(block, place), record)) continue;
    const auto definition = record.name == "HH" ? definition_of(record) : std::nullopt;
    if (definition)
      host_ = definition->hash;
    else if (const Value* const host = host_of(record))
      host_ = host->text;
    if (!host_.empty()) return;
  }
}

void TextFeed::tell_of_file(Block& block) const {
  block.nanoseconds = nanoseconds_;
  block.adds_pid_to_tid = adds_pid_to_tid_;
  block.host = host_;
}

// Records need the metadata of what is left out. It comes first.
bool TextFeed::next_metadata(Block& block) {
  constexpr std::size_t enough_bytes = std::size_t{1} << 20;
  const auto count = asked_.index ? asked_.index->metadata.size() : 0;
  if (metadata_ == count) return false;  // the buffer stays as it is, for what is read next
  block.elements.clear();
  block.origins.clear();
  block.buffer.clear();
  for (; metadata_ < count && block.buffer.size() < enough_bytes; ++metadata_) {
    const IndexedLine& line = asked_.index->metadata[metadata_];
    if (!is_left_out_[line.stretch]) continue;
    block.elements.push_back(
        {static_cast<std::uint32_t>(block.buffer.size()), static_cast<std::uint32_t>(line.text.size())});
    block.origins.push_back({line.offset, line.line});
    block.buffer.insert(block.buffer.end(), line.text.begin(), line.text.end());
    block.buffer.push_back('\n');
  }
  if (block.elements.empty()) return false;
  const std::size_t size = block.buffer.size();
  block.buffer.resize(size + line_padding);
  block.text = {block.buffer.data(), size};
  block.number = number_++;
  block.offset = block.origins.front().offset;
  block.first_line = block.origins.front().line;
  block.entry.reset();
  block.within.reset();
  block.is_document = true;
  block.is_last = false;
  return true;
}

std::uint64_t TextFeed::bytes_read() {
  const std::lock_guard lock(mutex_);
  return bytes_read_;
}

std::uint64_t TextFeed::blocks() {
  const std::lock_guard lock(mutex_);
  return number_;
}

bool TextFeed::next(Block& block) {
  std::unique_lock lock(mutex_);
  if (state_ == State::unopened) state_ = open() ? State::reading : State::ended;
  if (state_ == State::ended) return false;
  block.selection = asked_.selection;
  tell_of_file(block);
  if (next_metadata(block)) return true;
  ++users_;
  TextPiece piece;
  piece.buffer = std::move(block.buffer);
  bool is_taken = false;
  while (!is_taken && pieces_->next(lock, piece)) is_taken = take(piece, block);
  if (!is_taken) state_ = State::ended;
  bytes_read_ = pieces_->bytes_read();
  if (--users_ == 0 && state_ == State::ended) pieces_.reset();
  if (!is_taken) return false;
  if (block.number == 0 && !asked_.index) {
    find_unit(block.text);
    adds_pid_to_tid_ = is_of_old_recorder(block.text);
    find_host(block);
  }
  tell_of_file(block);
  return true;
}

}  // namespace weft::dftracer
