// SPDX-License-Identifier: BSD-3-Clause
// TextFeed: a trace file as blocks of whole lines, or of whole objects where it has no lines. Blocks come in order and
// may be asked for by several threads, which read and inflate in parallel where the file can be entered.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/dftracer/element_scanner.hpp"
#include "formats/dftracer/text_pieces.hpp"
#include "formats/dftracer/trace_index.hpp"

namespace weft::dftracer {

// Where an element of a block stands in its file, if not where it stands in the block.
struct LinePlace {
  std::uint64_t offset;
  std::uint64_t line;
};

struct Block {
  std::uint64_t number = 0;            // within the file
  std::uint64_t offset = 0;            // of its text in the (inflated) file
  std::uint64_t first_line = 1;        // of the file
  std::optional<std::uint64_t> entry;  // where in the file one can begin to read with this block
  std::optional<GzipEntry> within;     // if that is within a member
  bool is_document = false;            // objects are in `elements`; otherwise there is one on each line
  bool is_last = false;
  std::uint64_t nanoseconds = 1000;      // of a unit of time
  bool adds_pid_to_tid = false;          // whoever wrote the file did
  std::string_view host;                 // of records that name none: its hash or name; lives as long as the feed
  std::string_view text;                 // with line_padding bytes behind it
  std::vector<Element> elements;         // of the text
  std::vector<LinePlace> origins;        // of the elements, or none
  const Selection* selection = nullptr;  // what is asked for, if not everything

  std::vector<char> buffer;  // what the text lies in
};

// What of a file is asked for, and where it lies, if that is known. Both live as long as the feed.
struct Asked {
  const Selection* selection = nullptr;
  const TraceIndex* index = nullptr;
  bool finds_entries = false;  // within members of gzip files, as an index has them
};

class TextFeed {
 public:
  TextFeed(std::string path, Report& report, const Asked& asked = {})
      : path_(std::move(path)), report_(report), asked_(asked) {}

  // The next block; false at the end, or if the file cannot be read, which is reported.
  bool next(Block& block);

  // How many there were, when there are no more.
  std::uint64_t blocks();
  // Of the file, so far.
  std::uint64_t bytes_read();
  // Lines that were not read, because nothing on them was asked for.
  const LineCounts& lines_left_out() const { return lines_left_out_; }

  const std::string& path() const { return path_; }
  bool is_compressed() const { return is_compressed_; }
  std::uint64_t text_bytes() const { return text_bytes_; }
  const std::vector<std::string>& document_members() const { return scanner_.members(); }

 private:
  enum class State : std::uint8_t { unopened, reading, ended };
  enum class Form : std::uint8_t { unknown, lines, document };

  bool open();
  std::vector<Stretch> stretches();
  bool next_metadata(Block& block);
  bool take(TextPiece& piece, Block& block);
  void find_entry(TextPiece& piece, Block& block) const;
  void put_rest_before(TextPiece& piece);
  void find_unit(std::string_view text);
  void find_host(const Block& block);
  void tell_of_file(Block& block) const;
  std::size_t cut(Block& block, std::string_view text, bool at_end);

  std::string path_;
  Report& report_;
  const Asked asked_;
  std::mutex mutex_;
  State state_ = State::unopened;
  Form form_ = Form::unknown;
  std::vector<bool> is_left_out_;  // by stretch of the index
  std::size_t metadata_ = 0;       // of the index: the next line
  LineCounts lines_left_out_;
  std::unique_ptr<TextPieces> pieces_;
  std::uint64_t bytes_read_ = 0;
  std::size_t users_ = 0;  // of the pieces
  ElementScanner scanner_;
  std::string rest_;              // read already, but not a whole line yet
  std::uint64_t rest_lines_ = 0;  // newlines in it
  std::size_t enough_ = 0;        // bytes to have before a line is looked for again
  bool is_compressed_ = false;
  std::uint64_t nanoseconds_ = 1000;
  bool adds_pid_to_tid_ = false;
  std::string host_;
  std::uint64_t number_ = 0;
  std::uint64_t text_bytes_ = 0;  // that have been read
  std::uint64_t offset_ = 0;      // where they end
  std::uint64_t lines_ = 0;
};

}  // namespace weft::dftracer
