// SPDX-License-Identifier: BSD-3-Clause
// Writing OTF2, the native face: typed records in, exactly the bytes of the format out. An ArchiveWriter makes the
// files; each file has a writer of its own, to be used by one thread at a time, several in parallel.
//
//   auto archive = ArchiveWriter::create("trace/stencil.otf2", {});
//   auto events = archive->events(LocationRef{0});
//   events.append(time, evt::Enter{region});
//   events.close();
//   archive->definitions().write(def::String{{0}, "main"});
//   archive->close();
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/otf2/anchor.hpp"
#include "formats/otf2/chunk_writer.hpp"
#include "formats/otf2/paths.hpp"
#include "formats/otf2/record_stream.hpp"

namespace weft::otf2 {

namespace detail {

Error too_large(const std::string& file, std::string_view record);
Error time_goes_back(const std::string& file, Ticks time, Ticks last);

// A length, to be filled in once the body is written: short or long form is chosen by the estimate alone.
template <class Body>
[[gnu::always_inline]] inline void put_with_length(Encoder& out, ByteOrder order, std::size_t estimate, Body&& body) {
  const bool is_long = length_field_bytes(estimate) == 9;
  std::byte* const field = out.position();
  out.put_byte(0xff);
  if (is_long) out.put_plain(std::uint64_t{0});
  std::byte* const begin = out.position();
  body();
  const auto length = static_cast<std::uint64_t>(out.position() - begin);
  if (is_long)
    store(field + 1, length, order);
  else
    *field = static_cast<std::byte>(length);
}

}  // namespace detail

// Files without times: definitions, markers and thumbnails. Compiled once per list, because encoders are large.
// `Chunks` is where records go: to disk chunk by chunk, or whatever else offers what ChunkWriter does.
template <class List, class Chunks = ChunkWriter>
class RecordWriter {
 public:
  explicit RecordWriter(Chunks out) : out_(std::move(out)) {}

  Result<> write(const AnyOf<List>& any);

  // A record as it was read: of an unknown type, or in the layout of an older version.
  Result<> write_raw(std::uint8_t id, Bytes body);

  // A record that was read from `body`, in the layout it had there. Bodies in another byte order are written anew.
  Result<> write_like(const AnyOf<List>& any, Bytes body, ByteOrder order);

  std::uint64_t records() const { return records_; }
  Result<> close() { return out_.finish(); }
  Chunks& chunks() { return out_; }

 private:
  // Definitions are measured closely, markers and thumbnails with all numbers at their largest.
  static constexpr Estimate estimate_mode = std::is_same_v<List, GlobalDefinitionRecords> ||
                                                    std::is_same_v<List, LocalDefinitionRecords>
                                                ? Estimate::definition
                                                : Estimate::worst_case;

  Result<> make_room(std::size_t estimate, std::string_view name);

  Chunks out_;
  std::uint64_t records_ = 0;
};

using GlobalDefinitionWriter = RecordWriter<GlobalDefinitionRecords>;
using LocalDefinitionWriter = RecordWriter<LocalDefinitionRecords>;
using MarkerWriter = RecordWriter<MarkerRecords>;
using ThumbnailWriter = RecordWriter<ThumbnailRecords>;

// Files with times and attribute lists: events and snapshots.
template <class List, class Chunks = ChunkWriter>
class TimedWriter {
 public:
  explicit TimedWriter(Chunks out) : out_(std::move(out)) {}

  // Times must not go back.
  template <class R>
  [[gnu::always_inline]] Result<> append(Ticks time, const R& record, std::span<const AttributeEntry> attributes = {}) {
    const std::size_t bytes = most_bytes_of(record);
    if (!has_room_for(time, bytes, attributes)) [[unlikely]]
      WEFT_TRY(make_room(time, needed_bytes(bytes, attributes), R::schema.name));
    if (!attributes.empty()) put_attributes(time, attributes);
    put(time, record);
    return {};
  }

  // The same in parts, for those who keep what is rare out of the way of what is not: what has room is put, all else
  // appended. `most_bytes_of` is a record with its head, all numbers at their largest.
  template <class R>
  [[gnu::always_inline]] static std::size_t most_bytes_of(const R& record) {
    const std::size_t estimate = estimated_bytes<Estimate::worst_case>(record);
    return WireOf<List, R>::framing == Framing::bare ? 1 + estimate : 1 + length_field_bytes(estimate) + estimate;
  }
  [[gnu::always_inline]] bool has_room_for(
      Ticks time, std::size_t record_bytes, std::span<const AttributeEntry> attributes = {}) const {
    return time >= clock_.time && out_.fits_at_once(needed_bytes(record_bytes, attributes));
  }
  template <class R>
  [[gnu::always_inline]] void put(Ticks time, const R& record) {
    using W = WireOf<List, R>;
    Encoder encoder(out_.position(), out_.order());
    begin_record(encoder, time, W::id);
    if constexpr (W::framing == Framing::bare)
      code(encoder, record);
    else
      detail::put_with_length(
          encoder, out_.order(), estimated_bytes<Estimate::worst_case>(record), [&]() __attribute__((always_inline)) {
            code(encoder, record);
          });
    out_.advance_to(encoder.position());
  }

  // A record of an unknown type, as it was read.
  Result<> append_raw(Ticks time, std::uint8_t id, Bytes body, std::span<const AttributeEntry> attributes = {}) {
    const std::size_t bytes = 1 + length_field_bytes(body.size()) + body.size();
    if (!has_room_for(time, bytes, attributes)) WEFT_TRY(make_room(time, needed_bytes(bytes, attributes), "Unknown"));
    if (!attributes.empty()) put_attributes(time, attributes);
    Encoder encoder(out_.position(), out_.order());
    begin_record(encoder, time, id);
    detail::put_with_length(encoder, out_.order(), body.size(), [&] { encoder.put_bytes(body); });
    out_.advance_to(encoder.position());
    return {};
  }

  // Some records as they are stored in another file, in our byte order. False if there is no room for them.
  bool put_stored(Bytes records, std::uint64_t count, Ticks last_time) {
    if (!out_.fits_at_once(records.size())) return false;
    std::memcpy(out_.position(), records.data(), records.size());
    out_.advance_to(out_.position() + records.size());
    out_.count_events(count);
    clock_ = {last_time, false};
    return true;
  }

  // Ends the chunk before the next record, which will have `time`.
  Result<> next_chunk(Ticks time) {
    WEFT_TRY(out_.next_chunk());
    Encoder encoder(out_.position(), out_.order());
    put_time(encoder, time);
    out_.advance_to(encoder.position());
    // Chunks that were kept in memory may have been flushed on the way; the trace then says so.
    if constexpr (std::is_same_v<List, EventRecords> && requires { out_.take_end_of_flush(); })
      if (const std::optional<Ticks> end = out_.take_end_of_flush()) WEFT_TRY(append(time, evt::BufferFlush{{*end}}));
    return {};
  }

  Ticks last_time() const { return clock_.time; }
  std::uint64_t records() const { return out_.events(); }
  Result<> close() { return out_.finish(); }
  Chunks& chunks() { return out_; }
  const Chunks& chunks() const { return out_; }

  // What the next record depends on besides the chunks: kept and restored by writers that can go back.
  struct Clock {
    Ticks time = 0;
    bool is_written = false;  // by the head of a new chunk, for the record to come
  };
  Clock clock() const { return clock_; }
  void set_clock(Clock clock) { clock_ = clock; }

 private:
  static std::size_t needed_bytes(std::size_t record_bytes, std::span<const AttributeEntry> attributes) {
    constexpr std::size_t timestamp_bytes = 1 + 8;
    if (attributes.empty()) return timestamp_bytes + record_bytes;
    const std::size_t list = attribute_list_estimate(attributes.size());
    return timestamp_bytes + 1 + length_field_bytes(list) + list + record_bytes;
  }

  [[gnu::noinline]] Result<> make_room(Ticks time, std::size_t need, std::string_view name) {
    if (time < clock_.time) return detail::time_goes_back(out_.path(), time, clock_.time);
    if (out_.fits(need)) return {};
    WEFT_TRY(next_chunk(time));
    if (!out_.fits(need)) return detail::too_large(out_.path(), name);
    return {};
  }

  // The attributes of the next record, which will have the same time. With all its parts inside, so that the encoder's
  // position stays in a register.
  [[gnu::flatten]] void put_attributes(Ticks time, std::span<const AttributeEntry> attributes) {
    Encoder encoder(out_.position(), out_.order());
    put_time_if_new(encoder, time);
    encoder.put_byte(attribute_list_id);
    detail::put_with_length(encoder, out_.order(), attribute_list_estimate(attributes.size()), [&] {
      encoder.put_compressed(static_cast<std::uint32_t>(attributes.size()));
      for (const AttributeEntry& entry : attributes) code(encoder, entry);
    });
    out_.advance_to(encoder.position());
  }

  [[gnu::always_inline]] void put_time(Encoder& encoder, Ticks time) {
    encoder.put_byte(timestamp_id);
    encoder.put_plain(time);
    clock_ = {time, true};
  }

  // Equal times share one time stamp, except at time 0, where each event has its own.
  [[gnu::always_inline]] void put_time_if_new(Encoder& encoder, Ticks time) {
    if (time > clock_.time || (time == 0 && !clock_.is_written)) put_time(encoder, time);
  }

  [[gnu::always_inline]] void begin_record(Encoder& encoder, Ticks time, std::uint8_t id) {
    put_time_if_new(encoder, time);
    clock_.is_written = false;
    out_.count_event();
    encoder.put_byte(id);
  }

  Chunks out_;
  Clock clock_;
};

using EventWriter = TimedWriter<EventRecords>;
using SnapshotWriter = TimedWriter<SnapshotRecords>;

class ArchiveWriter {
 public:
  // Makes the directories of the archive, which must not exist yet. Counts in `anchor` are filled in by `close`.
  static Result<ArchiveWriter> create(const std::string& anchor_path, Anchor anchor);
  // For an archive whose directories and event files are there, and lack the rest.
  static Result<ArchiveWriter> complete(const std::string& anchor_path, Anchor anchor);

  EventWriter events(LocationRef location) const;
  SnapshotWriter snapshots(LocationRef location) const;
  LocalDefinitionWriter local_definitions(LocationRef location) const;
  MarkerWriter markers() const;
  ThumbnailWriter thumbnail(std::uint32_t number) const;
  GlobalDefinitionWriter& definitions() { return *definitions_; }

  // The anchor as it will be written; tools set counts of snapshots and thumbnails here.
  Anchor& anchor() { return anchor_; }
  const ArchivePaths& paths() const { return paths_; }

  template <class R>
  Result<> define(const R& record) {
    count(record);
    return definitions_->write(record);
  }

  // A definition in the layout it had in the file it was read from.
  template <class R>
  Result<> define_like(const R& record, Bytes body, ByteOrder order) {
    count(record);
    return definitions_->write_like(record, body, order);
  }

  // Finishes the global definitions, gives locations the files they lack unless told not to (the reference complains of
  // each that is missing), then writes the anchor: an archive without anchor is an unfinished one.
  enum class MissingFiles : bool { add, leave };
  Result<> close(MissingFiles missing = MissingFiles::add);

  // Removes all files written so far: what could not be finished should not look like a trace.
  void discard();

 private:
  ArchiveWriter(ArchivePaths paths, Anchor anchor);
  static Result<ArchivePaths> check_new(const std::string& anchor_path, const Anchor& anchor);
  Result<> add_missing_files() const;

  template <class R>
  void count(const R& record) {
    if constexpr (std::is_same_v<R, def::Location>) {
      ++anchor_.number_of_locations;
      locations_.push_back(record.self);
    }
  }

  ArchivePaths paths_;
  Anchor anchor_;
  std::vector<LocationRef> locations_;  // defined so far
  std::optional<GlobalDefinitionWriter> definitions_;
};

}  // namespace weft::otf2
