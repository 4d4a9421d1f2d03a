// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/chunk_writer.hpp"

#include <cstring>

#include "formats/otf2/chunk_window.hpp"
#include "formats/otf2/record_stream.hpp"

namespace weft::otf2 {

namespace {
constexpr std::size_t first_event_at = 2;
constexpr std::size_t last_event_at = 10;
}  // namespace

std::byte* put_chunk_head(std::byte* chunk, ByteOrder order, std::uint64_t first_event) {
  chunk[0] = std::byte{chunk_header_id};
  chunk[1] = order == ByteOrder::little ? std::byte{0x42} : std::byte{0x23};
  store(chunk + first_event_at, first_event, order);
  return chunk + chunk_header_bytes;
}

void put_last_event(std::byte* chunk, ByteOrder order, std::uint64_t last_event) {
  store(chunk + last_event_at, last_event, order);
}

ChunkWriter::ChunkWriter(std::string path, std::uint64_t chunk_bytes, ByteOrder order)
    : path_(std::move(path)),
      chunk_bytes_(static_cast<std::size_t>(chunk_bytes)),
      order_(order),
      buffer_(std::make_unique_for_overwrite<std::byte[]>(chunk_bytes_ + slack_bytes)),
      end_(buffer_.get() + chunk_bytes_) {
  begin_chunk();
}

void ChunkWriter::begin_chunk() { p_ = put_chunk_head(buffer_.get(), order_, events_ + 1); }

Result<> ChunkWriter::write_out(std::size_t bytes) {
  put_last_event(buffer_.get(), order_, events_);
  if (!file_) {
    file_ = WEFT_TRY(File::create(path_));
    file_->send_early();
  }
  return file_->append({buffer_.get(), bytes});
}

Result<> ChunkWriter::next_chunk() {
  std::memset(p_, end_of_chunk, static_cast<std::size_t>(end_ - p_));
  WEFT_TRY(write_out(chunk_bytes_));
  begin_chunk();
  return {};
}

Result<> ChunkWriter::finish() {
  if (finished_) return {};
  finished_ = true;
  *p_++ = std::byte{end_of_file};
  // The second mark is for tradition; when the chunk has no room for it, readers do without.
  if (p_ < end_) *p_++ = std::byte{end_of_buffer};
  WEFT_TRY(write_out(static_cast<std::size_t>(p_ - buffer_.get())));
  buffer_.reset();
  return file_->close();
}

}  // namespace weft::otf2
