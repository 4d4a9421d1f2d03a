// SPDX-License-Identifier: BSD-3-Clause
// What can be wrong with a DFTracer trace itself.
#pragma once

#include "model/rule.hpp"

namespace weft::dftracer {

inline constexpr Rule line_unreadable{"line-unreadable", "A line is no JSON object, and cannot be made one.",
    "Bytes were overwritten, or the file is no trace; the lines before and behind it are delivered."};
inline constexpr Rule line_mended{"line-mended", "A line is no valid JSON, but what was meant is clear.",
    "Recorders of this format do not escape texts; it is read as it was meant."};
inline constexpr Rule line_cut{"line-cut", "A file ends within a line.",
    "Its program died while writing, or the file was cut; all complete lines are delivered."};
inline constexpr Rule line_too_long{"object-too-long", "A line or object is longer than 64 MiB.",
    "The file is probably no trace; the line is left out."};
inline constexpr Rule record_unusable{"record-unusable", "An object lacks what its kind of record needs.",
    "A tool wrote it that we do not know; the object is left out."};
inline constexpr Rule time_too_large{"time-too-large", "A time is beyond what 64 bits of nanoseconds hold.",
    "The record is damaged, or its unit is not what the trace says; the record is left out."};
inline constexpr Rule gzip_cut{"gzip-cut", "A compressed file ends within a member.",
    "Its program died while writing, or the file was cut; what can be inflated is delivered."};
inline constexpr Rule gzip_damaged{"gzip-damaged", "Compressed bytes cannot be inflated.",
    "The rest of the member is lost; reading goes on at the next one."};
inline constexpr Rule gzip_garbage{
    "gzip-garbage", "Something that is not compressed stands behind a member.", "It is not read."};
inline constexpr Rule file_unreadable{
    "input-unreadable", "The system could not read all of a trace file.", "What was read before is delivered."};
inline constexpr Rule hash_undefined{"hash-undefined", "A hash has no definition in the trace.",
    "The file that defines it is missing, or was split off; the hash is shown instead of the name."};
inline constexpr Rule hash_ambiguous{
    "hash-ambiguous", "A hash stands for several names.", "Hashes of 16 bits collide; the first name is shown."};
inline constexpr Rule call_unmatched{"call-unmatched", "A begin or an end has no counterpart.",
    "Recording began late or ended early; ends without a begin are left out, begins last to the end of the track."};

inline constexpr Rule all_rules[] = {line_unreadable, line_mended, line_cut, line_too_long, record_unusable,
    time_too_large, gzip_cut, gzip_damaged, gzip_garbage, file_unreadable, hash_undefined, hash_ambiguous,
    call_unmatched};

}  // namespace weft::dftracer
