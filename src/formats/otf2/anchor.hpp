// SPDX-License-Identifier: BSD-3-Clause
// The anchor: the small file that names an OTF2 archive and says how to read the others (docs/formats/otf2.md,
// section 3).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "schema/enumeration.hpp"

namespace weft::otf2 {

WEFT_ENUM(FileSubstrate, std::uint8_t, undefined = 0, posix = 1, sion = 2, none = 3)
WEFT_ENUM(Compression, std::uint8_t, undefined = 0, none = 1, zlib = 2)

struct Anchor {
  ByteOrder order = ByteOrder::little;
  std::uint8_t anchor_format = 3;
  std::uint8_t trace_format = 2;
  std::array<std::uint8_t, 3> version = {3, 0, 2};
  std::uint64_t event_chunk_bytes = std::uint64_t{1} << 20;
  std::uint64_t definition_chunk_bytes = std::uint64_t{4} << 20;
  FileSubstrate substrate = FileSubstrate::posix;
  Compression compression = Compression::none;
  std::uint64_t number_of_locations = 0;
  std::uint64_t number_of_global_definitions = 0;
  std::string machine_name;
  std::string creator;
  std::string description;
  std::vector<std::pair<std::string, std::string>> properties;
  std::uint64_t trace_id = 0;
  std::uint32_t number_of_snapshots = 0;
  std::uint32_t number_of_thumbnails = 0;
};

inline constexpr std::uint64_t smallest_chunk = std::uint64_t{256} * 1024;
inline constexpr std::uint64_t largest_chunk = std::uint64_t{16} * 1024 * 1024;
inline constexpr std::uint64_t thumbnail_chunk = std::uint64_t{1} << 20;  // the anchor does not say it

// Reads an anchor of any version. `file` is what errors name. Does not judge substrate and compression.
Result<Anchor> parse_anchor(Bytes bytes, const std::string& file);

// Whether the rest of the archive can be read at all; the error says what to do.
Result<> check_readable(const Anchor& anchor, const std::string& file);

std::vector<std::byte> serialize_anchor(const Anchor& anchor);

// A new number that tells this trace from every other.
std::uint64_t invent_trace_id();

}  // namespace weft::otf2
