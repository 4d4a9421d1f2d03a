// SPDX-License-Identifier: BSD-3-Clause
// Slice: the part of a variable that bpls was asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/result.hpp"
#include "base/text_sink.hpp"
#include "formats/bp/box.hpp"

namespace weft::cli::adios_tools {

struct Slice {
  bp::Box box;
  bool is_whole = true;
};

// What `start` and `count` mean for an array of these sizes: negative starts count from the end, a count of -1 is all
// that is left, and so is what is not said.
Result<Slice> slice_of(std::span<const std::uint64_t> sizes, std::span<const std::int64_t> start,
    std::span<const std::int64_t> count, const std::string& name);

// The same for a block, which need not have all that is asked for. Nothing if it has nothing of it.
std::optional<Slice> clipped_slice_of(
    std::span<const std::uint64_t> sizes, std::span<const std::int64_t> start, std::span<const std::int64_t> count);

// "    slice (0:3, 2:2)"
void put_slice(TextSink& out, char comment, const Slice& slice);

std::size_t digits_of(std::uint64_t number);

}  // namespace weft::cli::adios_tools
