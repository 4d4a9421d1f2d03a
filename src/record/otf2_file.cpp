// SPDX-License-Identifier: BSD-3-Clause
#include "record/otf2_file.hpp"

#include <cstring>

#include "formats/otf2/chunk_writer.hpp"
#include "formats/otf2/record_stream.hpp"
#include "record/whole_writes.hpp"

namespace weft::recording {

std::byte* Otf2File::begin_chunk(std::byte* chunk) const noexcept {
  return otf2::put_chunk_head(chunk, ByteOrder::little, 0);
}

// The numbers of events are known only now: chunks before this one may have been lost or overwritten.
int Otf2File::write(std::byte* chunk, std::size_t bytes, std::uint32_t events, Ending ending) noexcept {
  otf2::put_chunk_head(chunk, ByteOrder::little, events_ + 1);
  otf2::put_last_event(chunk, ByteOrder::little, events_ + events);
  // Behind what is complete the thread may be writing already, so the end of an unfinished chunk comes from elsewhere.
  std::byte end[] = {std::byte{otf2::end_of_file}, std::byte{otf2::end_of_buffer}};
  iovec parts[] = {{chunk, bytes}, {end, bytes + sizeof end <= chunk_bytes_ ? sizeof end : 1}};
  std::size_t count = 2;
  if (ending == Ending::full) {
    std::memset(chunk + bytes, otf2::end_of_chunk, chunk_bytes_ - bytes);
    parts[0].iov_len = chunk_bytes_;
    count = 1;
  }
  const int error = write_whole(path_, std::span(parts).first(count), bytes_);
  if (error == 0 && ending != Ending::so_far) {
    bytes_ += chunk_bytes_;
    events_ += events;
  }
  return error;
}

}  // namespace weft::recording
