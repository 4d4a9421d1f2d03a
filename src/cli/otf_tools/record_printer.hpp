// SPDX-License-Identifier: BSD-3-Clause
// RecordPrinter: the visitor of otfprint. Numbers the records that are to be seen and writes their lines into a sink.
#pragma once

#include <bitset>

#include "base/text_sink.hpp"
#include "cli/otf_tools/key_value_text.hpp"
#include "cli/otf_tools/record_texts.hpp"
#include "formats/otf/record_reader.hpp"

namespace weft::cli::otf_tools {

enum class ShowValues : std::uint8_t { no, yes, with_bytes };

struct PrinterOptions {
  std::uint64_t first = 0;  // numbers of records, both included
  std::uint64_t last = ~std::uint64_t{0};
  ShowValues values = ShowValues::yes;
  std::bitset<68> hidden;  // by the ids of records
  bool silent = false;
};

// "(#NUMBER) ", what lines begin with. The next number is counted up in the text: as a number it would have to be taken
// apart for every line.
class LineNumber {
 public:
  static constexpr std::size_t room = 2 * decimal_room;

  void set(std::uint64_t number) {
    if (number == number_ + 1 && count_up()) [[likely]]
      number_ = number;
    else
      write(number_ = number);
  }
  // Writes into `room` bytes from `to` on.
  char* put(char* to) const {
    std::memcpy(to, text_, sizeof text_);
    return to + size_;
  }

 private:
  static constexpr std::string_view before = "(#", behind = ") ";

  bool count_up() {
    char* digit = text_ + size_ - behind.size() - 1;
    while (*digit == '9') *digit-- = '0';
    if (*digit == before.back()) return false;
    ++*digit;
    return true;
  }
  void write(std::uint64_t number) {
    char* const end = put_word(put_decimal(put_word(text_, before), number), behind);
    size_ = static_cast<std::size_t>(end - text_);
  }

  std::uint64_t number_ = 0;
  std::size_t size_ = 5;
  char text_[decimal_room + before.size() + behind.size()] = {'(', '#', '0', ')', ' '};
};

// A line behind its number: pieces go into the sink without asking for room one by one.
class PrintedLine {
 public:
  PrintedLine(TextSink& out, const LineNumber& number, const At& at, const CounterTypes& counters)
      : out_(out), number_(number), at_(at), counters_(counters) {}

  const CounterTypes& counters() const { return counters_; }

  template <class... Pieces>
  void operator()(const Pieces&... pieces) {
    char* to = number_.put(out_.room((most(pieces) + ... + LineNumber::room)));
    ((to = put(to, pieces)), ...);
    out_.wrote_to(to);
  }

 private:
  template <class Piece>
  static std::size_t most(const Piece& piece) {
    if constexpr (std::is_same_v<Piece, From>)
      return decimal_room;
    else
      return most_of(piece);
  }
  template <class Piece>
  char* put(char* to, const Piece& piece) const {
    if constexpr (std::is_same_v<Piece, From>)
      return put_decimal(to, piece == From::stream ? at_.stream : piece == From::time ? at_.time : at_.process);
    else
      return put_piece(to, piece);
  }

  TextSink& out_;
  const LineNumber& number_;
  const At& at_;
  const CounterTypes& counters_;
};

template <class R>
concept Shown = requires(PrintedLine& line, const R& record) {
  show(line, record);
};

class RecordPrinter {
 public:
  static constexpr bool stops_at_damage = true;

  RecordPrinter(const PrinterOptions& options, TextSink& out)
      : options_(options), out_(out), first_(options.first), behind_first_(options.last - options.first) {
    if (options.silent || options.first > options.last) first_ = ~std::uint64_t{0}, behind_first_ = 0;
  }

  // How many records there were.
  std::uint64_t count() const { return count_; }

  // False when no more are wanted, or the output cannot be written.
  template <Shown R>
  bool operator()(const At& at, const R& record) {
    if constexpr (std::is_same_v<R, DefCounter>) counters_[record.counter] = record.properties;
    if (options_.hidden[id_of<R>()]) return true;
    ++count_;
    if (count_ - first_ > behind_first_) [[unlikely]]
      return count_ <= options_.last;
    number_.set(count_);
    PrintedLine line(out_, number_, at, counters_);
    show(line, record);
    if constexpr (!is_shown_alone<R>)
      if (!at.values.empty() && options_.values != ShowValues::no) [[unlikely]]
        put_key_values(out_, at.values, options_.values == ShowValues::with_bytes);
    out_.put('\n');
    out_.flush_if_large();
    return !out_.failed();
  }

  bool unknown(const At& at, std::string_view text) { return (*this)(at, UnknownLine{text}); }

 private:
  template <class R>
  static consteval std::size_t id_of() {
    if constexpr (std::is_same_v<R, UnknownLine>)
      return 41;
    else
      return R::schema.id;
  }

  PrinterOptions options_;
  TextSink& out_;
  std::uint64_t first_;         // that is shown
  std::uint64_t behind_first_;  // how many more are
  std::uint64_t count_ = 0;
  LineNumber number_;
  CounterTypes counters_;
};

}  // namespace weft::cli::otf_tools
