// SPDX-License-Identifier: BSD-3-Clause
// Recovery of a lost footer: process groups are found in the bytes of a file, and an index is built from what they say
// (docs/formats/bp.md, section 19). That of a metadata file is built from its sub-files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/result.hpp"
#include "formats/bp/index_builder.hpp"
#include "formats/bp/process_group.hpp"
#include "model/trace.hpp"

namespace weft::bp {

// The version and byte order in which the first process group makes sense. Nothing if it does in none.
std::optional<Layout> guess_layout(Bytes file);

struct Salvage {
  Layout layout;
  IndexBuilder index;
  std::uint64_t groups = 0;
  std::uint64_t end = 0;            // of the last group
  std::uint64_t skipped_bytes = 0;  // between groups
  std::uint64_t left_bytes = 0;     // behind the last one, which begin no group
  std::uint64_t left_out = 0;       // blocks and values that fit to none before
  std::uint32_t sub_files = 0;      // where they have the groups
};

// What a process group does not say of itself.
struct PlacedGroup {
  std::uint64_t offset = 0;
  std::uint32_t process = 0;
  std::uint32_t file_index = 0;
};

// Adds to an index what a process group says of itself, as one that lies at `place`. How many of its blocks and values
// did not fit to those before.
std::uint64_t index_group(IndexBuilder& index, const ProcessGroup& group, const PlacedGroup& place);

// All process groups of a file, in the order of time. `known` is what the footer says, where there is one; `path` tells
// which sub-file it is, if it is one.
Result<Salvage> salvage(Bytes file, const std::string& path, std::optional<Footer> known);

// The same for a file whose footer may be there, damaged or lost, and for a metadata file, of which nothing need be
// left but its sub-files.
Result<Salvage> salvage_file(Bytes file, const std::string& path);

// A file that may be damaged: also a metadata file that is gone, of which there are no bytes, if it has sub-files.
Result<MappedFile> open_damaged(const std::string& path);

// Writes to `out` all process groups of `in` and a footer for them. `in` is not changed. Sub-files stay where they are:
// those of `out` are links to them. Without success nothing is left of `out`.
Result<RepairReport> repair_file(const std::string& in, const std::string& out, const RepairOptions& options);

}  // namespace weft::bp
