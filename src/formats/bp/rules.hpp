// SPDX-License-Identifier: BSD-3-Clause
// The kinds of damage a BP reader reports. Names are what users see and look up with 'weft check --rules'.
#pragma once

#include "model/rule.hpp"

namespace weft::bp {

inline constexpr Rule index_damaged{"bp-index-damaged", "An index in the footer is cut or overwritten.",
    "The process groups that are whole are read instead; 'weft repair' builds a new footer from them."};
inline constexpr Rule block_unreadable{"bp-block-unreadable",
    "The index describes a block or a value in a way that cannot be understood.",
    "It is left out; 'weft repair' builds a new footer from the process groups."};
inline constexpr Rule block_shape{"bp-block-shape", "A block has other dimensions than the rest of its variable.",
    "It is left out; the writer changed the definition of the variable between steps."};
inline constexpr Rule payload_outside{"bp-payload-outside", "The data of a block lie outside of their file.",
    "The file was cut, or its index is overwritten; these data are lost."};
inline constexpr Rule sub_file_missing{"bp-sub-file-missing", "A sub-file cannot be read.",
    "The directory FILE.dir must stand beside FILE; the data in this sub-file are lost."};
inline constexpr Rule transform_failed{"bp-transform-failed", "A compressed block cannot be unpacked.",
    "Its bytes were overwritten, or its method is none that Weft knows; the message says which."};
inline constexpr Rule group_damaged{"bp-group-damaged", "A process group is not where the index says, or is damaged.",
    "Bytes were overwritten; its data may still be right, since they are found by the index."};
inline constexpr Rule index_differs{"bp-index-differs", "The index says something else than a process group.",
    "Readers believe the index; 'weft repair' builds a new one from the process groups."};
inline constexpr Rule statistics_differ{"bp-statistics-differ", "Stored statistics are not those of the data.",
    "Data or statistics were overwritten, or the writer computed them wrongly: ADIOS does after leading NaNs."};

inline constexpr Rule all_rules[] = {index_damaged, block_unreadable, block_shape, payload_outside, sub_file_missing,
    transform_failed, group_damaged, index_differs, statistics_differ};

}  // namespace weft::bp
