// SPDX-License-Identifier: BSD-3-Clause
// LineBuffer: text on its way to a file, plain or compressed. It is emptied when the next element might not fit, at
// exactly the places where the reference would do so: in compressed files every emptying is a chunk that can be seen
// (docs/formats/otf.md, section 7.2).
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.hpp"
#include "base/zlib_stream.hpp"
#include "formats/otf/put_line.hpp"

namespace weft::otf {

class LineBuffer {
 public:
  struct Options {
    std::size_t bytes = std::size_t{1} << 20;
    int level = 0;  // of compression; 0 is none
  };

  // Creates the file, or empties it.
  static Result<std::unique_ptr<LineBuffer>> create(HandlePool& pool, std::string path, Options options);

  // Room for `reserved` characters at hand, for a FastPen; null if there is not as much.
  char* room(std::size_t reserved) {
    if (used_ + reserved > memory_bytes_) [[unlikely]]
      return nullptr;
    return memory_.get() + used_;
  }
  void wrote_to(const char* end) { used_ = static_cast<std::size_t>(end - memory_.get()); }

  // A pen that makes room for every element. What is larger than the whole buffer is left out, and an error stays.
  void word(std::string_view word);
  template <class T>
  void number(T value) {
    if (!make_room(reserved_for<T>)) return;
    FastPen pen(memory_.get() + used_);
    pen.number(value);
    wrote_to(pen.end());
  }
  void text(std::string_view text);
  void character(char c) { word({&c, 1}); }
  void bytes(std::string_view bytes);

  // The first error since the last call.
  Result<> status() {
    if (!error_) [[likely]]
      return {};
    return *std::exchange(error_, std::nullopt);
  }
  bool failed() const { return error_.has_value(); }

  Result<> flush();
  // Empties the buffer for the last time.
  Result<> close();

  // What may be in memory before it is written; it can only grow.
  std::size_t capacity() const { return bytes_; }
  void grow_to(std::size_t bytes) { bytes_ = std::max(bytes_, bytes); }
  std::size_t used() const { return used_; }
  std::uint64_t text_bytes() const { return emptied_ + used_; }  // since the beginning of the file
  // Empties the buffer if there is less room. False, and an error, if there can never be as much.
  bool make_room(std::size_t reserved);

  const std::string& path() const { return file_.path(); }

 private:
  LineBuffer(HandlePool& pool, std::string path, Options options);
  void grow(std::size_t needed);
  Result<> write_out();

  PooledFile file_;
  std::size_t bytes_;
  std::size_t used_ = 0;
  std::uint64_t emptied_ = 0;
  std::size_t memory_bytes_ = 0;  // grows up to bytes_
  std::unique_ptr<char[]> memory_;
  std::optional<Deflater> deflater_;
  std::vector<std::byte> deflated_;
  bool has_written_ = false;
  std::optional<Error> error_;
};

}  // namespace weft::otf
