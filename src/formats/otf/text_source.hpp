// SPDX-License-Identifier: BSD-3-Clause
// TextSource: the text of one file, in order, wherever it comes from: plain, or inflated, possibly ahead of the reader
// on a thread of its own. For LineReader, which cuts it into lines.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/file.hpp"
#include "formats/otf/paths.hpp"
#include "model/report.hpp"

namespace weft::otf {

class TextSource {
 public:
  virtual ~TextSource() = default;

  // The next bytes of text; fewer than asked for at the end, and before a gap.
  virtual Result<std::size_t> read(std::span<char> into) = 0;
  // Whether the last read stopped at a gap: what follows is not the continuation of what came before.
  virtual bool at_gap() = 0;

  // Continues at this byte of the file; compressed files at the first chunk that begins there or behind. False if
  // there is none.
  virtual Result<bool> seek(std::uint64_t position) = 0;

  virtual std::uint64_t position() const = 0;    // in the file
  virtual std::uint64_t file_bytes() const = 0;  // its size
  virtual bool is_compressed() const = 0;
};

// `ahead`: compressed text may be inflated by another thread before it is asked for.
Result<std::unique_ptr<TextSource>> open_text(HandlePool& pool, FoundFile file, Report& report, bool ahead);
// Memory outlives the source.
Result<std::unique_ptr<TextSource>> open_text(Bytes memory, bool is_compressed, Report& report);

}  // namespace weft::otf
