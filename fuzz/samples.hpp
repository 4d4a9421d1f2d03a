// SPDX-License-Identifier: BSD-3-Clause
// Files with records of every type, filled in from their schema: what seeds and the fixed parts of fuzzed archives are
// made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/bytes.hpp"

namespace weft::fuzzing {

enum class FileKind { global_definitions, local_definitions, events, snapshots, markers, thumbnails };
enum class Values { zero, ordinary, largest };

struct SampleOptions {
  std::uint64_t chunk_bytes = 16384;
  ByteOrder order = ByteOrder::little;
  Values values = Values::ordinary;
  // Which of the record types, by their place in the list of the format.
  std::size_t first = 0;
  std::size_t last = ~std::size_t{0};  // one past the end
};

// How many types of records such a file can have.
std::size_t record_types(FileKind kind);

// One record of each type, in the order of their ids. In files with times, every third has attributes.
void write_samples(FileKind kind, const std::string& path, const SampleOptions& options);

}  // namespace weft::fuzzing
