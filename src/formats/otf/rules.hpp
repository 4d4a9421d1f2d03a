// SPDX-License-Identifier: BSD-3-Clause
// The kinds of damage an OTF reader reports. Names are what users see and look up with 'weft check --rules'.
#pragma once

#include "model/rule.hpp"

namespace weft::otf {

inline constexpr Rule master_line{"master-line", "A line of the master file maps nothing, or what is mapped already.",
    "The line is left out; processes that no line maps are not read."};
inline constexpr Rule line_damaged{"line-damaged", "A line does not have the fields of its record.",
    "Bytes were overwritten, or the file was edited by hand; the lines before and behind it are delivered."};
inline constexpr Rule line_too_long{
    "line-too-long", "A line is longer than 100 MiB.", "The file is probably no OTF; the line is left out."};
inline constexpr Rule line_unknown{"line-unknown", "A line is no record that is known.",
    "A newer library wrote it, or it is damaged; the lines before and behind it are delivered."};
inline constexpr Rule file_cut{"file-cut", "A file ends within a line, or without the lines that close it.",
    "Its program died while writing, or the file was cut; all complete lines are delivered."};
inline constexpr Rule state_missing{"state-missing", "A file has records but no time and process for them.",
    "Records before the first time and process lines cannot be placed and are left out."};
inline constexpr Rule state_damaged{"state-damaged", "A line with a time or a process has more than its number.",
    "Bytes were overwritten; the number that the line begins with is taken."};
inline constexpr Rule compressed_damaged{"compressed-damaged", "Compressed bytes cannot be inflated.",
    "Records up to the next chunk are lost; what precedes and follows is delivered."};
inline constexpr Rule compressed_cut{"compressed-cut", "A compressed file ends within a chunk.",
    "Its program died while writing, or the file was cut; what can be inflated is delivered."};
inline constexpr Rule file_unreadable{
    "file-unreadable", "The system could not read all of a file.", "What was read before is delivered."};

inline constexpr Rule stream_missing{"stream-missing", "The master file names a stream that has no events.",
    "A file was not copied, or its program died; the other streams are read."};
inline constexpr Rule process_unmapped{"process-unmapped", "Events of a process stand in a stream that is not its own.",
    "The master file was damaged or edited; these events are not read."};
inline constexpr Rule process_undefined{"process-undefined", "A process has events but no definition.",
    "Definitions were lost; the process is shown without a name."};

inline constexpr Rule all_rules[] = {master_line, line_damaged, line_too_long, line_unknown, file_cut, state_missing,
    state_damaged, compressed_damaged, compressed_cut, file_unreadable, stream_missing, process_unmapped,
    process_undefined};

}  // namespace weft::otf
