// SPDX-License-Identifier: BSD-3-Clause
// RecordReader: the records of one file as typed values, one by one or all at once. A visitor is anything that can be
// called with (At, record) for the records it is interested in; it may return false to stop. It may also have
//   unknown(At, text)         lines that are no record, and what stands behind the last newline;
//   unknown_line(At, line)    the same lines with all that stands in them, in place of unknown();
//   wants(type_identity<R>)   whether lines of a record are looked at at all;
//   calls(At, span of Call)   enter and leave of one process, many at a time, in place of one by one;
//   damaged(text)             what is wrong with a line; reading stops there. Without it, damage becomes a finding;
//   stops_at_damage           and if this is true, reading stops at it, too.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <type_traits>

#include "formats/otf/keywords.hpp"
#include "formats/otf/line_reader.hpp"
#include "formats/otf/parse_line.hpp"
#include "formats/otf/rules.hpp"

namespace weft::otf {

// Where a record stands.
struct At {
  Ticks time;
  ProcessId process;
  StreamId stream;
  const KeyValues& values;
};

// What became of a line.
enum class Took : std::uint8_t { record, key_value, damaged, stopped };

template <class Kind>
class RecordReader : public LineReader {
 public:
  RecordReader(std::unique_ptr<TextSource> source, std::string path, StreamId stream, Options options, Report& report)
      : LineReader(std::move(source), std::move(path), timed(options), report), stream_(stream) {}

  StreamId stream() const { return stream_; }

  // The line that fetch() stopped at. One that is damaged is skipped; report_damage() makes a finding of it.
  template <class Visitor>
  Took take(Visitor& visitor) {
    const Taken taken = take_line(visitor, p_);
    p_ = taken.behind;
    return taken.took;
  }

  void report_damage() { report(line_damaged, std::move(damage_), damage_offset_); }

  template <class Visitor>
  bool goes_on_after_damage(Visitor& visitor) {
    if constexpr (requires { visitor.damaged(std::string_view()); }) {
      visitor.damaged(damage_);
      return false;
    } else {
      report_damage();
      return !requires { requires Visitor::stops_at_damage; };
    }
  }

  // The rest of a line whose keyword has been taken already, as a record of this type.
  template <class R, bool Older = false, class Visitor>
  Took take_rest(Visitor& visitor) {
    const Taken taken = take_record<LineOf<R, Older>>(*this, visitor, p_);
    p_ = taken.behind;
    return taken.took;
  }

  // The stream that is told for what follows.
  void set_stream(StreamId stream) { stream_ = stream; }

  // Everything from here on, or up to `until`, or `most` records. The number of records; damage becomes findings.
  template <class Visitor>
  std::uint64_t read(Visitor&& visitor, Ticks until = unknown_time, std::uint64_t most = ~std::uint64_t{0}) {
    std::uint64_t count = 0;
    has_stopped_ = false;
    const char* p = p_;
    while (count < most && (p = next_record(p)) != nullptr) {
      if (Kind::timed && time_ >= until) [[unlikely]]
        break;
      if (!is_wanted_) {
        p = behind_line(p);
        continue;
      }
      [[maybe_unused]] const char first = *p;
      const Taken taken = take_line(visitor, p);
      p = taken.behind;
      if (taken.took == Took::record) [[likely]] {
        ++count;
        if constexpr (takes_calls<Visitor>()) {
          if ((first == 'E' || first == 'L') && wants_calls(visitor)) {
            p = read_calls(visitor, p, until, most, count);
            if (has_stopped_) break;
          }
        }
        continue;
      }
      p_ = p;
      if (taken.took == Took::stopped) {
        has_stopped_ = true;
        break;
      }
      if (taken.took == Took::damaged && !goes_on_after_damage(visitor)) {
        has_stopped_ = true;
        break;
      }
    }
    if (p) p_ = p;
    return count;
  }

  // Whether the visitor ended the last read().
  bool has_stopped() const { return has_stopped_; }

  // Hands what stands behind the last newline to the visitor, after fetch() has said that the file ends.
  template <class Visitor>
  void take_tail(Visitor& visitor) {
    if constexpr (requires { visitor.unknown(at(), tail()); })
      if (!tail().empty()) visitor.unknown(at(), tail());
  }

 private:
  static constexpr std::size_t calls_at_once = 128;

  // Visitors of other kinds of files need not compile for events.
  template <class Visitor>
  static constexpr bool takes_calls() {
    if constexpr (std::is_same_v<Kind, EventFile>)
      return std::is_invocable_v<Visitor&, const At&, const Enter&> &&
             std::is_invocable_v<Visitor&, const At&, const Leave&>;
    return false;
  }

  template <class Visitor>
  static bool wants_calls(const Visitor& visitor) {
    if constexpr (requires { visitor.wants(std::type_identity<Enter>{}); })
      return visitor.wants(std::type_identity<Enter>{}) && visitor.wants(std::type_identity<Leave>{});
    return true;
  }

  // Calls that follow one another, in blocks. Behind the last one.
  template <class Visitor>
  const char* read_calls(Visitor& visitor, const char* p, Ticks until, std::uint64_t most, std::uint64_t& count) {
    Call calls[calls_at_once];
    std::size_t n;
    do {
      const std::size_t room = std::min<std::uint64_t>(calls_at_once, most - count);
      n = take_calls(p, until, {calls, room});
      if (n == 0) break;
      is_closed_ = false;
      const std::uint32_t behind = deliver_calls(visitor, {calls, n}, count);
      p += behind;
    } while (n == calls_at_once && !has_stopped_);
    return p;
  }

  // How far they were taken.
  template <class Visitor>
  std::uint32_t deliver_calls(Visitor& visitor, std::span<const Call> calls, std::uint64_t& count) {
    if constexpr (requires { visitor.calls(at(), calls); }) {
      visitor.calls(at(), calls);
      time_ = calls.back().time;
      count += calls.size();
    } else {
      for (const Call& call : calls) {
        time_ = call.time;
        const Took took = call.is_leave ? deliver(visitor, Leave{call.function})
                                        : deliver(visitor, Enter{call.function});
        has_stopped_ = took == Took::stopped;
        if (has_stopped_) return call.behind;
        ++count;
      }
    }
    return calls.back().behind;
  }

  struct Taken {
    const char* behind;
    Took took;
  };

  template <class Visitor>
  Taken take_line(Visitor& visitor, const char* start) {
    const char* p = start;
    std::uint8_t line;
    if (is_capital(*p) && !is_capital(p[1])) [[likely]] {
      line = keywords<Kind>.of_letter(*p++);
    } else {
      p = skip_blanks(p);
      const std::string_view word = word_at(p);
      line = keywords<Kind>.find(word);
      p += word.size();
    }
    is_closed_ = false;
    if (line == no_line) [[unlikely]]
      return take_other(visitor, start);
    // Most lines of event files are these: not called through the table, they are inlined.
    if constexpr (std::is_same_v<Kind, EventFile>) {
      if (line == LinesOf<Kind>::template index_of<LineOf<Enter, false>>())
        return take_record<LineOf<Enter, false>>(*this, visitor, p);
      if (line == LinesOf<Kind>::template index_of<LineOf<Leave, false>>())
        return take_record<LineOf<Leave, false>>(*this, visitor, p);
    }
    return takers<Visitor>(LinesOf<Kind>{})[line](*this, visitor, p);
  }

  // One function per line; called through a table, with the visitor inlined.
  template <class Visitor>
  using Taker = Taken (*)(RecordReader&, Visitor&, const char*);
  template <class Visitor, class... Lines>
  static const Taker<Visitor>* takers(TypeList<Lines...>) {
    static constexpr Taker<Visitor> table[] = {&RecordReader::template take_record<Lines, Visitor>...};
    return table;
  }

  static Options timed(Options options) {
    options.is_timed = Kind::timed;
    return options;
  }

  // In files without times, what is no record is told with the stream in place of the process (section 6.4).
  At at() const {
    if constexpr (Kind::timed)
      return {time_, process_, stream_, values_};
    else
      return {std::is_same_v<Kind, MarkerFile> ? 0 : unknown_time, stream_, stream_, values_};
  }

  template <class Line, class Visitor>
  static Taken take_record(RecordReader& self, Visitor& visitor, const char* p) {
    using Record = typename Line::Record;
    if constexpr (requires { visitor.wants(std::type_identity<Record>{}); }) {
      if (!visitor.wants(std::type_identity<Record>{})) return self.drop_line(p);
    }
    if constexpr (!std::is_invocable_v<Visitor&, const At&, const Record&>) {
      return self.drop_line(p);
    } else {
      // In event files, what begins with T but not with the T of a number is a snapshot.
      if constexpr (std::is_same_v<Record, RMAPut>)
        if (p[-1] == 'T' && word_at(p - 1).size() == 1 && !is_hex(*skip_blanks(p)))
          return self.take_other(visitor, p - 1);
      Record record;
      if (!parse_fields<Line::layout>(p, record, self.scratch_)) [[unlikely]]
        return self.take_damage(p, Line::layout.name);
      return {self.behind_line(p), self.deliver(visitor, record)};
    }
  }

  template <class Visitor, class Record>
  Took deliver(Visitor& visitor, const Record& record) {
    bool goes_on = true;
    if constexpr (std::is_same_v<std::invoke_result_t<Visitor&, const At&, const Record&>, bool>)
      goes_on = visitor(at(), record);
    else
      visitor(at(), record);
    if (!values_.empty()) values_.clear();
    return goes_on ? Took::record : Took::stopped;
  }

  Taken drop_line(const char* p, Took took = Took::record) {
    values_.clear();
    return {behind_line(p), took};
  }

  // Key-values, empty lines, and what is no record.
  template <class Visitor>
  Taken take_other(Visitor& visitor, const char* p) {
    p = skip_blanks(p);
    const std::string_view word = word_at(p);
    if (word == "K" || word == "KEY") {
      p += word.size();
      if (!take_key_value(p, values_, scratch_)) return take_damage(p, "key-value");
      return {behind_line(p), Took::key_value};
    }
    if (*p == '\n') return drop_line(p);
    const std::string_view line{p, static_cast<std::size_t>(line_end(p, limit_) - p)};
    const std::string_view text = without_prefix(line);
    bool goes_on = true;
    if constexpr (requires { visitor.unknown_line(at(), line); }) {
      visitor.unknown_line(at(), line);
    } else if constexpr (requires { visitor.unknown(at(), text); }) {
      if constexpr (std::is_same_v<decltype(visitor.unknown(at(), text)), bool>)
        goes_on = visitor.unknown(at(), text);
      else
        visitor.unknown(at(), text);
    } else {
      report(line_unknown, fmt::format("expected a record, found '{}'", shortened(text)), offset_of(p));
    }
    return drop_line(p, goes_on ? Took::record : Took::stopped);
  }

  [[gnu::noinline]] Taken take_damage(const char* p, std::string_view name) {
    const std::string_view rest(p, static_cast<std::size_t>(line_end(p, limit_) - p));
    damage_ = fmt::format("{}: expected {}, found '{}'", name, scratch_.expected, shortened(rest));
    damage_offset_ = offset_of(p);
    return drop_line(p, Took::damaged);
  }

  static std::string_view shortened(std::string_view text) { return text.substr(0, 40); }

  // Lines that are no record are handed out without what made them lines of this kind of file.
  static std::string_view without_prefix(std::string_view text) {
    if (!Kind::long_prefix.empty() && text.starts_with(Kind::long_prefix)) return text.substr(Kind::long_prefix.size());
    if (!Kind::short_prefix.empty() && text.starts_with(Kind::short_prefix))
      return text.substr(Kind::short_prefix.size());
    if (std::is_same_v<Kind, EventFile> && text.starts_with(SnapshotFile::short_prefix))
      return text.substr(SnapshotFile::short_prefix.size());
    return text;
  }

  StreamId stream_;
  ParseScratch scratch_;
  std::string damage_;
  std::uint64_t damage_offset_ = 0;
  bool has_stopped_ = false;
};

}  // namespace weft::otf
