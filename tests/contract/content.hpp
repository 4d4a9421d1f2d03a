// SPDX-License-Identifier: BSD-3-Clause
// Content: everything an archive or a source holds, in an owned form that can be compared. A record is kept as its name
// and its little endian bytes; that those bytes tell records apart is what codec_test.cpp shows.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "formats/otf2/archive.hpp"
#include "formats/otf2/wire.hpp"
#include "model/source.hpp"

namespace weft::contract {

template <class R>
std::string bytes_of(const R& record) {
  std::string bytes(otf2::estimated_bytes<otf2::Estimate::exact>(record) + otf2::slack_bytes, '\0');
  auto* const begin = reinterpret_cast<std::byte*>(bytes.data());
  otf2::Encoder encoder(begin, ByteOrder::little);
  otf2::code(encoder, record);
  bytes.resize(static_cast<std::size_t>(encoder.position() - begin));
  return bytes;
}

inline std::string text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

struct Row {
  Ticks time = 0;
  std::string name;
  std::string bytes;
  friend bool operator==(const Row&, const Row&) = default;
};
using Rows = std::vector<Row>;

std::string bytes_of(std::span<const AttributeEntry> attributes);

template <class R>
Row row_of(Ticks time, const R& record, std::span<const AttributeEntry> attributes = {}) {
  return {time, std::string(R::schema.name), bytes_of(record) + bytes_of(attributes)};
}
template <>
Row row_of(Ticks time, const evt::Unknown& record, std::span<const AttributeEntry> attributes);
Row row_of(const Event& event);

// The first field of a record as the column of a batch shows it.
std::uint64_t first_field(const EventRecord& record);

// All rows of a stream. The columns must agree with the records behind them.
Rows rows_of(EventStream& stream);
Rows rows_of(Source& source, LocationRef location, const StreamOptions& options = {});

// Events as they are stored: neither mapped nor corrected.
Rows stored_rows(otf2::Archive& archive, LocationRef location);

// Any other file. `List` is one of the lists of records.hpp.
template <class List>
Rows rows_of(otf2::RecordStream& stream);

Rows rows_of(const Definitions& definitions);

struct Content {
  Rows definitions;
  std::map<std::uint64_t, Rows> local;
  std::map<std::uint64_t, Rows> events;
  std::map<std::uint64_t, Rows> snapshots;
  Rows markers;
  std::vector<Rows> thumbnails;
};

Content content_of(otf2::Archive& archive);

// Say where two lists of rows part.
testing::AssertionResult same_rows(const Rows& found, const Rows& expected);
testing::AssertionResult same_rows(
    const std::map<std::uint64_t, Rows>& found, const std::map<std::uint64_t, Rows>& expected);

Rows first_rows(const Rows& rows, std::size_t count);

// What a report holds, for messages of failed tests.
std::string text_of(const Report& report);

// Reads the files that hold neither global definitions nor events, for their damage alone.
void examine(Trace& trace);

// Opens, reads everything, and demands that nothing is damaged.
std::unique_ptr<otf2::Archive> open_clean(const std::string& path);

// Whether one of the sentences of a repair has `word` in it.
bool says(const std::vector<std::string>& sentences, std::string_view word);

}  // namespace weft::contract
