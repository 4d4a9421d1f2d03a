// SPDX-License-Identifier: BSD-3-Clause
// Selections of C programs to and from boxes and points of the codec.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "adios_selection.h"
#include "compat/adios/read/seen.hpp"
#include "formats/bp/box.hpp"

namespace weft::adios {

bp::Box box_of(const ADIOS_SELECTION_BOUNDINGBOX_STRUCT& box);

// The element at a place of a box, counted row by row; false if the box ends before.
bool coordinates_of(const bp::Box& box, std::uint64_t place, std::span<std::uint64_t> coordinates);

// The place of a block in the table of its variable; nothing where there is none of that number in the step, or in all
// that are seen.
std::optional<std::size_t> block_number(
    const ADIOS_SELECTION_WRITEBLOCK_STRUCT& block, const Seen& seen, std::size_t step);

// To be deleted by adios_selection_delete.
ADIOS_SELECTION* kept_box(const bp::Box& box);
ADIOS_SELECTION* kept_points(std::size_t rank, std::span<const std::uint64_t> coordinates);

// What a selection holds, but not itself.
void free_content(ADIOS_SELECTION& selection);

}  // namespace weft::adios
