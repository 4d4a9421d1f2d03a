// SPDX-License-Identifier: BSD-3-Clause
// IndexFile: the shell of what Weft keeps beside a trace to find parts of it: a checksum, what the trace looked like,
// and a compressed body of numbers and texts. Whoever has an index says what the body is; docs/cutting.md tells the
// bytes. A shell that is damaged, or of a trace that has changed since, is not opened.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"

namespace weft {

// What tells whether files are still those that were looked at. Reading all of them would take what an index saves.
struct Fingerprint {
  std::uint64_t size = 0;      // of all files
  std::uint64_t modified = 0;  // the latest, in nanoseconds
  std::uint64_t checksum = 0;  // of size and time of every file, and of the first and last 64 KiB of the first one

  static Result<Fingerprint> of(std::span<const std::string> files);
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

// Numbers, seven bits a byte, the lowest first, and texts: their length and their bytes.
class IndexPen {
 public:
  explicit IndexPen(std::vector<std::byte>& out) : out_(out) {}

  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out_.push_back(static_cast<std::byte>(value | 0x80));
    out_.push_back(static_cast<std::byte>(value));
  }
  void text(std::string_view text);

 private:
  std::vector<std::byte>& out_;
};

// What is not there is 0, and remembered.
class IndexCursor {
 public:
  explicit IndexCursor(Bytes bytes) : left_(bytes) {}

  std::uint64_t number();
  // Of things that take a byte at least.
  std::uint64_t count();
  std::string_view text();

  bool has_failed() const { return has_failed_; }
  std::size_t left() const { return left_.size(); }

 private:
  Bytes left_;
  bool has_failed_ = false;
};

struct IndexFile {
  std::string kind;  // of the body
  Fingerprint fingerprint;
  std::vector<std::byte> body;

  std::vector<std::byte> encoded() const;
  // An error if it is damaged, or not of this kind.
  static Result<IndexFile> decode(Bytes bytes, std::string_view kind);
};

// Where the index of a trace is, that is known by this file.
std::string index_path(const std::string& trace);

// An error says why it cannot be used, Errc::not_found that there is none. `files` are those of the trace.
Result<IndexFile> read_index_file(const std::string& trace, std::string_view kind, std::span<const std::string> files);

// What an index says that cannot be.
inline Error bad_index() { return Error{Errc::corrupt, "does not hold what an index holds"}; }

}  // namespace weft
