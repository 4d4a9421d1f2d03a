// SPDX-License-Identifier: BSD-3-Clause
// IoSpan: something with a beginning and an end, seen by whoever asks about input and output: a call, a computation, a
// step of an application. Formats feed spans to takers; the analysis of input and output takes them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

enum class IoClass : std::uint8_t { read, write, metadata, sync, process, other };

// What a call says about where in its file it works.
enum class IoPlacing : std::uint8_t {
  unknown,    // nothing
  at_offset,  // at `offset`, and the position stays
  follows,    // where the last one that follows ended
  moves,      // the position is `offset` now; nowhere known without one
  opens,      // at the beginning; nowhere known if it appends
  closes,
};

// How a span refers to its file: by name, or by a hash that is resolved when all names are known.
struct IoFile {
  std::uint64_t scope = 0;  // of a hash that may stand for something else in other processes
  bool is_hash = false;
  std::string_view text = {};  // empty: no file

  friend bool operator==(const IoFile&, const IoFile&) = default;
};

// Texts live until the call that hands over the span returns. Times are nanoseconds.
struct IoSpan {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t process = 0;
  std::uint64_t thread = 0;
  std::string_view host = {};  // a name or a hash; with `process` it names one process
  std::string_view category = {};
  std::string_view call = {};
  IoFile file = {};
  IoClass io_class = IoClass::other;  // if the category is one of calls to a file system
  IoPlacing placing = IoPlacing::unknown;
  bool is_open = false;                     // a successful one
  std::optional<std::uint64_t> bytes = {};  // that a read or write moved; never 0
  std::optional<std::uint64_t> offset = {};
};

// Many calls of one thread that are alike, folded into one record: only sums are known of them. `like` begins with the
// interval in which they began, and has neither an end nor a place in its file; its bytes are those of all together, if
// they are known.
struct IoFold {
  IoSpan like = {};
  std::uint64_t calls = 0;
  std::uint64_t time = 0;  // sum of durations
};

// Spans come in runs. Those of a stream are numbered from 0 without a gap, but may come in any order, and to several
// takers: one for each thread.
class IoSpanTaker {
 public:
  virtual ~IoSpanTaker() = default;
  virtual void take(const IoSpan& span) = 0;
  virtual void take(const IoFold& fold) = 0;
  virtual void end_run(std::size_t stream, std::uint64_t run, bool is_last) = 0;
};

// What a name was, once everything has been read.
struct IoName {
  std::string_view text;      // lives as long as the names and the file that was asked for
  bool is_hash = false;       // nobody said what it stands for
  bool is_ambiguous = false;  // there are others with this hash
};

class IoNames {
 public:
  virtual ~IoNames() = default;
  virtual IoName file(const IoFile& file) const = 0;
  virtual std::string process(std::string_view host, std::uint64_t process) const = 0;
};

// What is left to say when all spans have been taken.
struct IoSpansRead {
  std::unique_ptr<IoNames> names;
  std::uint64_t unmatched = 0;       // calls and operations of which only the begin or the end was found
  std::uint64_t names_left_out = 0;  // of files, for want of memory
};

}  // namespace weft
