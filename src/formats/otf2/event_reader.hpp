// SPDX-License-Identifier: BSD-3-Clause
// EventReader: the events of one location, decoded straight from the bytes of the file into columns. Records with one
// field are read completely; of all others only the first field is, and the rest waits until somebody asks for the row.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "formats/otf2/chunk_window.hpp"
#include "formats/otf2/local_definitions.hpp"
#include "formats/otf2/record_stream.hpp"
#include "model/source.hpp"

namespace weft::otf2 {

class EventReader final : public EventStream, private RecordAccess {
 public:
  // `local` may be null: ids and times are then delivered as stored.
  EventReader(HandlePool& pool, std::string path, LocationRef location, std::uint64_t chunk_bytes,
      std::shared_ptr<const LocalDefinitions> local, const StreamOptions& options, Report& report);

  Result<> open();
  bool next(EventBatch& batch) override;

  // Goes to the chunk of an event, counted from 0: the next batch begins with the first event of that chunk. False if
  // there is no such event; nothing can then be read before going elsewhere. Batches of before are void.
  bool seek(std::uint64_t event);

  // The bytes that the last batch was read from, and their order. They follow those of the batch before if both are of
  // one chunk.
  Bytes stored() const { return {stored_begin_, stored_end_}; }
  ByteOrder order() const { return window_.order(); }
  // How many events were damaged, of those whose rows were read.
  std::uint64_t damaged() const { return damaged_; }

 private:
  enum class Stop { rows_full, need_more, chunk_end, file_end, damage };

  // How the first field of a kind is translated; not at all without `ids`.
  struct ValueMap {
    const IdMap* ids = nullptr;
    std::uint64_t mask = 0;
  };

  template <ByteOrder order>
  Stop decode();
  void adjust_rows();
  Stop decode_rows();
  bool next_chunk();
  void finish_chunk();
  bool read(std::uint32_t row, Kind kind, Event& event) override;
  template <class R>
  void adjust(R& record, std::uint32_t row);
  void report_damage(const std::byte* place, std::string message);

  ChunkWindow window_;
  LocationRef location_;
  std::shared_ptr<const LocalDefinitions> local_;  // shared: chunks of one location may be read in parallel
  ClockCorrection clock_;
  bool adjusted_;
  bool maps_values_ = false;
  std::array<ValueMap, EventTypes::size> value_maps_{};
  PartRange parts_;

  std::uint64_t next_chunk_;
  const std::byte* p_ = nullptr;  // where decoding goes on; null between chunks
  const std::byte* stored_begin_ = nullptr;
  const std::byte* stored_end_ = nullptr;
  std::size_t need_ = 1;      // bytes from p_ on that the next record is known to need
  Ticks time_ = 0;            // as stored, not corrected
  std::uint64_t events_ = 0;  // delivered so far
  std::uint64_t events_of_chunk_ = 0;

  std::size_t rows_;
  std::size_t size_ = 0;
  std::unique_ptr<Ticks[]> times_;
  std::unique_ptr<Kind[]> kinds_;
  std::unique_ptr<std::uint64_t[]> values_;
  std::unique_ptr<std::uint32_t[]> records_;
  // Corrected stop times of the BufferFlush rows in the batch: correcting depends on what was read before.
  std::vector<std::pair<std::uint32_t, Ticks>> stop_times_;
  Arena arena_;
  const char* damage_ = "";
  std::uint64_t damaged_ = 0;
  std::uint64_t reported_until_ = 0;  // in the file
};

}  // namespace weft::otf2
