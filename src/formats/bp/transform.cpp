// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/transform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/bzip2_stream.hpp"
#include "base/zlib_stream.hpp"

namespace weft::bp {

namespace {

// Output grows with what really comes out: what a file says it will be is not trusted.
constexpr std::size_t step_bytes = std::size_t{1} << 20;

template <class Stream>
Result<std::vector<std::byte>> unpack(Stream& stream, Bytes in, std::uint64_t bytes, std::string_view method) {
  std::vector<std::byte> all;
  while (all.size() < bytes) {
    const std::size_t used = all.size();
    all.resize(static_cast<std::size_t>(std::min<std::uint64_t>(bytes, std::max(2 * used, step_bytes))));
    std::span<std::byte> room = std::span(all).subspan(used);
    while (!room.empty()) {
      const std::size_t before = room.size() + in.size();
      const auto step = stream.inflate(in, room);
      const bool goes_on = step == Stream::Step::more && room.size() + in.size() < before;
      if (!goes_on && !room.empty())
        return Error{Errc::corrupt,
            fmt::format("expected {} bytes in a {} stream, found {}", bytes, method, all.size() - room.size())};
    }
  }
  return all;
}

// What zlib and bzip2 say of themselves.
struct PackedSize {
  std::uint64_t bytes = 0;
  bool is_packed = false;
};

Result<PackedSize> packed_size(const Transform& transform, std::uint64_t bytes, ByteOrder order) {
  Cursor in(transform.metadata, order);
  PackedSize size;
  size.bytes = in.get<std::uint64_t>();
  size.is_packed = in.get<std::uint8_t>() != 0;
  if (in.failed() || size.bytes != bytes)
    return Error{Errc::corrupt, fmt::format("expected a {} block of {} bytes, found metadata that say {}",
                                    transform.method, bytes, size.bytes)};
  return size;
}

Result<std::vector<std::byte>> copy_of(Bytes stored, std::uint64_t bytes) {
  if (stored.size() != bytes)
    return Error{Errc::corrupt, fmt::format("expected {} bytes of a block, found {}", bytes, stored.size())};
  return std::vector(stored.begin(), stored.end());
}

}  // namespace

Result<std::vector<std::byte>> undo_transform(
    const Transform& transform, Bytes stored, std::uint64_t bytes, ByteOrder order) {
  if (transform.method == "identity") return copy_of(stored, bytes);
  if (transform.method == "zlib") {
    if (!WEFT_TRY(packed_size(transform, bytes, order)).is_packed) return copy_of(stored, bytes);
    Inflater stream;
    return unpack(stream, stored, bytes, transform.method);
  }
  if (transform.method == "bzip2") {
    if (!WEFT_TRY(packed_size(transform, bytes, order)).is_packed) return copy_of(stored, bytes);
    Bunzip2 stream;
    if (!stream.is_available())
      return Error{Errc::unsupported, "blocks packed with bzip2 need a Weft that was built with libbz2"};
    return unpack(stream, stored, bytes, transform.method);
  }
  return Error{Errc::unsupported,
      fmt::format("blocks transformed by '{}' cannot be read; known are identity, zlib, bzip2", transform.method)};
}

}  // namespace weft::bp
