// SPDX-License-Identifier: BSD-3-Clause
// Spool: chunks of many threads on their way into a file where what belongs together must lie in one piece: appended to
// one temporary file in any order, and mapped into memory when all are there.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "base/file.hpp"
#include "base/forget_pages.hpp"

namespace weft {

class Spool {
 public:
  // Beside the file that will be made of it. Gone when the spool is.
  static Result<std::unique_ptr<Spool>> create(const std::string& output);
  ~Spool();

  struct Piece {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };
  // From any thread.
  Result<Piece> append(Bytes bytes);

  // No more pieces; from now on they can be read.
  Result<> finish();
  Bytes bytes(const Piece& piece) const { return mapped_.bytes().subspan(piece.offset, piece.size); }
  // What has been read takes no memory any more, until it is read again.
  void forget() const { forget_pages(mapped_.bytes()); }

 private:
  explicit Spool(File file) : file_(std::move(file)) {}

  File file_;
  std::mutex mutex_;
  std::uint64_t end_ = 0;
  MappedFile mapped_;
};

}  // namespace weft
