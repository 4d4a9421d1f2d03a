// SPDX-License-Identifier: BSD-3-Clause
// RecordStream: the records of a definition, marker, thumbnail or snapshot file one after the other, as raw bytes or as
// typed records. Damage is reported and skipped. Event files have a faster reader of their own (event_reader.hpp).
#pragma once

#include <cstdint>

#include "formats/otf2/chunk_window.hpp"
#include "formats/otf2/records.hpp"
#include "formats/otf2/rules.hpp"
#include "model/batch.hpp"

namespace weft::otf2 {

// Record ids every kind of file shares.
inline constexpr std::uint8_t end_of_chunk = 0;
inline constexpr std::uint8_t end_of_buffer = 1;
inline constexpr std::uint8_t end_of_file = 2;
inline constexpr std::uint8_t chunk_header_id = 3;
inline constexpr std::uint8_t timestamp_id = 5;       // in event and snapshot files
inline constexpr std::uint8_t attribute_list_id = 6;  // in event and snapshot files

// One record, as it lies in the window; valid until the next one is asked for.
struct RawRecord {
  std::uint8_t id = 0;
  Ticks time = 0;    // in files that have times
  Bytes attributes;  // the body of the attribute list before the record, if there is one
  Bytes body;
  const std::byte* place = nullptr;
};

// The length field behind a record's id: false if it is not all there.
bool read_length(const std::byte*& p, const std::byte* end, ByteOrder order, std::uint64_t& length);

// The entries of an attribute list. False if it is damaged.
bool decode_attributes(Bytes body, ByteOrder order, Arena& arena, std::span<AttributeEntry>& entries);

// One record of any type in a list of Wire entries.
template <class List>
using AnyOf = AnyRecord<RecordsOf<List>>;

// A record of `List` from its bytes. False if they do not fit. Compiled once per list, because decoders are large.
template <class List>
bool decode_record(const RawRecord& raw, ByteOrder order, Arena& arena, AnyOf<List>& record);

enum class Timed : bool { no, yes };

class RecordStream {
 public:
  RecordStream(HandlePool& pool, std::string path, std::uint64_t chunk_bytes, Timed timed, Report& report)
      : window_(pool, std::move(path), chunk_bytes, window_bytes, report), timed_(timed) {}

  Result<> open();
  bool next(RawRecord& record);

  // The next record is the first of this chunk.
  void go_to_chunk(std::uint64_t chunk) {
    p_ = nullptr;
    next_chunk_ = chunk;
    time_ = 0;
  }

  // Calls visit(record as its own type), or unknown(raw) for ids not in `List`. For files with times, visit gets
  // (time, attributes, record).
  template <class List, class Visit, class Unknown>
  void decode(const RawRecord& raw, Visit&& visit, Unknown&& unknown);

  // All records that are left.
  template <class List, class Visit, class Unknown>
  void each(Visit&& visit, Unknown&& unknown);

  ChunkWindow& window() { return window_; }

 private:
  enum class Step { record, again, end };
  static constexpr std::size_t window_bytes = std::size_t{1} << 20;

  bool next_chunk();
  bool fetch(const std::byte* from, std::size_t need);
  Step step(RawRecord& record);

  ChunkWindow window_;
  Timed timed_;
  const std::byte* p_ = nullptr;
  std::uint64_t next_chunk_ = 0;
  Ticks time_ = 0;
  Arena arena_;
};

template <class List, class Visit, class Unknown>
void RecordStream::decode(const RawRecord& raw, Visit&& visit, Unknown&& unknown) {
  if (place_of_id<List>[raw.id] == no_record) return unknown(raw);
  arena_.clear();
  std::span<AttributeEntry> attributes;
  if (!raw.attributes.empty() && !decode_attributes(raw.attributes, window_.order(), arena_, attributes))
    window_.report(record_damaged, raw.place, "an attribute list is damaged; its record is delivered without it");
  AnyOf<List> any;
  if (!decode_record<List>(raw, window_.order(), arena_, any))
    return window_.report(record_damaged, raw.place, "the fields of a record do not fit its type");
  any.visit([&](const auto& record) {
    if constexpr (requires { visit(raw.time, attributes, record); })
      visit(raw.time, attributes, record);
    else
      visit(record);
  });
}

template <class List, class Visit, class Unknown>
void RecordStream::each(Visit&& visit, Unknown&& unknown) {
  RawRecord raw;
  while (next(raw)) decode<List>(raw, visit, unknown);
}

}  // namespace weft::otf2
