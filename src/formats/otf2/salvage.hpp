// SPDX-License-Identifier: BSD-3-Clause
// Making sense of an archive whose anchor is gone: where its files are and how large its chunks were.
#pragma once

#include <optional>
#include <string>

#include "formats/otf2/anchor.hpp"
#include "formats/otf2/paths.hpp"

namespace weft::otf2 {

// Like ArchivePaths::find, but the anchor may be missing: its name, or a directory holding definitions or events, will
// do.
Result<ArchivePaths> find_remains(const std::string& path);

// The distance between chunk headers in a file that counts events, or one that does not; nothing if it has one chunk
// only.
enum class Counts : bool { no, yes };
Result<std::optional<std::uint64_t>> find_chunk_bytes(const std::string& path, Counts counts);

// An anchor with the chunk sizes found in the files.
Result<Anchor> reconstruct_anchor(const ArchivePaths& paths);

}  // namespace weft::otf2
