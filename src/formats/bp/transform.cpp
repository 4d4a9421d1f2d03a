// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/transform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>

#include "base/bzip2_stream.hpp"
#include "base/zlib_stream.hpp"

namespace weft::bp {

namespace {

// Output grows with what really comes out: what a file says it will be is not trusted.
constexpr std::size_t step_bytes = std::size_t{1} << 20;

constexpr int best_level = 9;  // of bzip2, which hardly differ in speed

constexpr KnownTransform all_transforms[] = {
    {"none", "No data transform"},
    {"identity", "The data as they are, stored as a transform stores them"},
    {"zlib", "Compression by zlib; zlib:1 (fast) to zlib:9 (small)"},
    {"bzip2", "Compression by bzip2; bzip2:1 to bzip2:9"},
};

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

std::span<const KnownTransform> known_transforms() { return all_transforms; }

Result<WantedTransform> parse_transform(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const std::string_view parameters = colon == text.npos ? "" : text.substr(colon + 1);
  if (std::ranges::find(all_transforms, name, &KnownTransform::name) == std::end(all_transforms))
    return Error{
        Errc::unsupported, fmt::format("there is no transform '{}'; known are none, identity, zlib, bzip2", name)};
  WantedTransform wanted;
  if (name == "none") return wanted;
  wanted.method = name;
  // Of zlib and bzip2 the first parameter that is a number is the level; keys of other libraries mean nothing to them.
  const std::string_view first = parameters.substr(0, parameters.find(','));
  const std::size_t equals = first.find('=');
  const std::string_view number = equals == first.npos ? first : first.substr(equals + 1);
  int level = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), level);
  if (error == std::errc() && end == number.data() + number.size() && level >= 1 && level <= 9) wanted.level = level;
  return wanted;
}

Result<TransformedBlock> transform(const WantedTransform& wanted, Bytes elements, ByteOrder order) {
  TransformedBlock block;
  bool is_packed = true;
  if (wanted.method == "zlib") {
    is_packed = append_zlib_stream(elements, wanted.level ? wanted.level : usual_level, block.bytes);
  } else if (wanted.method == "bzip2") {
    is_packed = append_bzip2_stream(elements, wanted.level ? wanted.level : best_level, block.bytes);
  } else if (wanted.method == "identity") {
    block.bytes.assign(elements.begin(), elements.end());
    return block;
  } else {
    return Error{Errc::unsupported, fmt::format("there is no transform '{}'", wanted.method)};
  }
  // What does not get smaller is stored as it is.
  if (!is_packed || block.bytes.size() >= elements.size()) {
    is_packed = false;
    block.bytes.assign(elements.begin(), elements.end());
  }
  ByteSink metadata(order);
  metadata.put(static_cast<std::uint64_t>(elements.size()));
  metadata.put(static_cast<std::uint8_t>(is_packed));
  block.metadata = std::move(metadata).take();
  return block;
}

}  // namespace weft::bp
