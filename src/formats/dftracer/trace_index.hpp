// SPDX-License-Identifier: BSD-3-Clause
// TraceIndex: what lies where in a trace file, kept beside it, so that a part of it can be read alone. It holds the
// file's metadata, which records all over the file refer to. docs/formats/dftracer.md (18.4) tells the bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/index_file.hpp"
#include "base/result.hpp"
#include "formats/dftracer/line_counts.hpp"
#include "formats/dftracer/selection.hpp"
#include "formats/dftracer/text_piece.hpp"

namespace weft::dftracer {

struct IndexedStretch {
  Stretch place = {};                    // but for what `within` and the next one tell
  std::optional<GzipEntry> within = {};  // a member it begins in
  LineCounts lines = {};
  Times times = {};                            // of records that can be left out
  bool is_always_needed = false;               // there are others, besides metadata
  std::vector<std::uint32_t> categories = {};  // of records that can be left out, ascending

  // Goes on with the one behind it.
  void join(const IndexedStretch& next);
};

// A record of metadata.
struct IndexedLine {
  std::uint64_t stretch = 0;  // by number
  std::uint64_t offset = 0;   // in the (inflated) text of the file
  std::uint64_t line = 0;
  std::string text;
};

struct TraceIndex {
  Fingerprint fingerprint;
  bool is_document = false;
  bool adds_pid_to_tid = false;                  // see Block
  std::string host = {};                         // likewise
  std::uint64_t unit = 1000;                     // nanoseconds
  std::uint64_t first_time = ~std::uint64_t{0};  // of all events
  std::uint64_t first_span = ~std::uint64_t{0};  // of complete events, aggregates and begins
  std::vector<std::string> categories;
  std::vector<IndexedStretch> stretches;
  std::vector<IndexedLine> metadata;

  bool needs(const IndexedStretch& stretch, const Selection& selection) const;
  // Makes it no larger than so many bytes: forgets metadata, of which the parts are always needed then, those with most
  // of it first; then places within members, and places at all. False if even that is too large.
  bool shrink_to(std::uint64_t bytes);

  std::vector<std::byte> encoded() const;
  static Result<TraceIndex> decode(Bytes bytes);

 private:
  void forget_metadata(std::uint64_t bytes);
  bool join_stretches(bool (*may_join)(const IndexedStretch& stretch));
};

Result<> write_index(const std::string& trace, const TraceIndex& index);
// An error says why it cannot be used, Errc::not_found that there is none.
Result<TraceIndex> read_index(const std::string& trace);

}  // namespace weft::dftracer
