// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_tools/value_rows.hpp"

#include <algorithm>

#include "cli/adios_tools/slice.hpp"

namespace weft::cli::adios_tools {

ValueRows::ValueRows(TextSink& out, const ListOptions& options, const bp::Box& slice, bp::DataType type)
    : out_(out), options_(options), slice_(slice), type_(type), is_text_(options.texts && bp::bytes_of(type) == 1) {
  for (std::size_t d = 0; d < slice.rank; ++d)
    widths_[d] = slice.count[d] ? digits_of(slice.start[d] + slice.count[d] - 1) : 1;
  if (is_text_ && slice.rank) line_size_ = slice.count[slice.rank - 1];
}

// "    (i,j)    "
void ValueRows::put_indices() {
  if (!options_.indices || slice_.rank == 0) return;
  std::array<std::uint64_t, bp::most_dimensions> place{};
  std::uint64_t rest = done_;
  for (std::size_t d = slice_.rank; d > 0; --d) {
    place[d - 1] = slice_.start[d - 1] + rest % slice_.count[d - 1];
    rest /= slice_.count[d - 1];
  }
  out_.put("    (");
  for (std::size_t d = 0; d < slice_.rank; ++d) {
    if (d) out_.put(',');
    out_.number_right(place[d], widths_[d]);
  }
  out_.put(")    ");
}

void ValueRows::begin_value() {
  if (in_row_ == 0) put_indices();
}

void ValueRows::end_value() {
  ++done_;
  const bool is_full = ++in_row_ == options_.columns;
  out_.put(is_full ? '\n' : ' ');
  if (is_full) in_row_ = 0;
  out_.flush_if_large();
}

void ValueRows::put(Bytes elements, ByteOrder order) {
  if (is_text_) return put_characters(text_of(elements));
  const std::size_t bytes = bp::bytes_of(type_);
  for (std::size_t at = 0; at + bytes <= elements.size(); at += bytes) {
    begin_value();
    options_.value_text.put(out_, elements.data() + at, type_, order);
    end_value();
  }
}

void ValueRows::put(std::string_view text) {
  begin_value();
  put_plain_text(out_, text);
  end_value();
}

void ValueRows::put_characters(std::string_view characters) {
  while (!characters.empty()) {
    const std::string_view some = characters.substr(0, static_cast<std::size_t>(line_size_ - line_.size()));
    line_ += some;
    characters.remove_prefix(some.size());
    if (line_.size() == line_size_) put_line();
  }
}

// A line that ends with a zero is a text of C, any other one may have been filled up with blanks. Where there is a zero
// in the middle of such a line, the text before it stands on the right.
void ValueRows::put_line() {
  put_indices();
  const std::size_t blanks = line_.back() == ' ' ? line_.size() - 1 - line_.find_last_not_of(' ') : 0;
  std::string_view text(line_);
  text.remove_suffix(blanks);
  const std::size_t width = line_.back() == '\0' ? 0 : text.size();
  text = text.substr(0, text.find('\0'));
  out_.put('"');
  if (text.size() < width) out_.pad(width - text.size());
  out_.put(text), out_.put('"');
  if (blanks) out_.put(" + "), out_.number(blanks), out_.put(" spaces");
  out_.put('\n');
  out_.flush_if_large();
  done_ += line_.size();
  line_.clear();
}

void ValueRows::finish() {
  if (in_row_) out_.put('\n');
  in_row_ = 0;
}

}  // namespace weft::cli::adios_tools
