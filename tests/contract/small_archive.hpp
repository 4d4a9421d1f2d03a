// SPDX-License-Identifier: BSD-3-Clause
// A small archive that holds every kind of record and every kind of file, to be damaged in all ways; and a plain walk
// over the frames of its files, which says what a reader can be asked to deliver of a damaged one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::contract {

inline constexpr std::uint64_t small_locations = 2;

// Writes it as DIRECTORY/small.otf2 and answers that path.
std::string write_small_archive(const std::string& directory);

// The files of the small archive, relative to its directory.
std::vector<std::string> small_files();

// Where the records of a file of one chunk end, by framing alone: id, length, body, and in files with times the time
// stamps and attribute lists before a record. The ten events without length hold one compressed number.
struct Frames {
  std::vector<std::size_t> record_ends;
  std::vector<std::size_t> resume_points;  // where a reader stands when what follows is cut: behind a record or time
  std::size_t end_mark = 0;                // offset of the byte 02
};

Frames frames_of(const std::string& file, bool is_timed, bool is_events);

}  // namespace weft::contract
