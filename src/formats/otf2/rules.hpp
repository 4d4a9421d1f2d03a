// SPDX-License-Identifier: BSD-3-Clause
// The kinds of damage an OTF2 reader reports. Names are what users see and look up with 'weft check --rules'.
#pragma once

#include <span>
#include <string_view>

#include "model/rule.hpp"

namespace weft::otf2 {

inline constexpr Rule file_missing{"file-missing", "A file of the archive is missing or cannot be opened.",
    "Restore the file, or let 'weft repair' make an archive of the rest."};
inline constexpr Rule file_empty{"file-empty", "A file of the archive has no content at all.",
    "The recorder was killed before it wrote anything there."};
inline constexpr Rule no_end_mark{"no-end-mark", "A file stops without the mark that ends it.",
    "It was cut, or its writer was killed; what precedes is intact. 'weft repair' closes it."};
inline constexpr Rule chunk_header{"chunk-header", "A chunk does not begin with a chunk header; it was skipped.",
    "The file was overwritten there, or the chunk size of the anchor is wrong."};
inline constexpr Rule chunk_events{"chunk-event-count", "A chunk holds other events than its header announces.",
    "Seeking by event number will miss; 'weft convert' writes correct headers."};
inline constexpr Rule record_overrun{
    "record-overrun", "A record's length runs past the end of its chunk.", "The rest of the chunk was skipped."};
inline constexpr Rule record_damaged{"record-damaged", "The fields of a record do not fit its type; it was skipped.",
    "Bytes were overwritten. Records around it are delivered."};
inline constexpr Rule unknown_record{"unknown-record", "A record of a type this version does not know; kept as it is.",
    "The trace was written by a newer version of its tool."};
inline constexpr Rule duplicate_mapping{
    "duplicate-mapping", "A location has two mapping tables of one type.", "The first one is used."};
inline constexpr Rule mapping_repeats{
    "mapping-repeats", "A mapping table has several entries for one local id.", "The last one is used."};
inline constexpr Rule clock_order{"clock-order", "Clock offsets of a location are not in order of time.",
    "The offsets before and after are used, this one begins no interval."};
inline constexpr Rule anchor_counts{"anchor-counts", "The anchor announces other numbers than the archive holds.",
    "'weft repair' writes an anchor with the right numbers."};
inline constexpr Rule duplicate_definition{
    "duplicate-definition", "Two definitions have the same id.", "The first one is used."};
inline constexpr Rule snapshot_frame{"snapshot-frame",
    "A snapshot has no start or no end, or a record lies outside of any snapshot.",
    "Tools start reading at a snapshot's start and take all up to its end for its content."};
inline constexpr Rule snapshot_count{"snapshot-count", "A snapshot holds other records than its start announces.",
    "Records were lost; what the snapshot says was going on is incomplete."};
inline constexpr Rule snapshot_time{"snapshot-time",
    "Snapshots are not in order of time, or a record does not fit the time of its snapshot.",
    "Finding the snapshot of a time will fail; 'otf2-snapshots' writes them anew."};
inline constexpr Rule snapshot_position{"snapshot-position",
    "A snapshot says to go on reading at an event that its location does not have.",
    "The events were cut or exchanged after the snapshot was taken; 'otf2-snapshots' writes it anew."};
inline constexpr Rule thumbnail_samples{"thumbnail-samples",
    "A thumbnail holds other samples than its header announces.", "Tools that trust the header will misread it."};

inline constexpr Rule all_rules[] = {file_missing, file_empty, no_end_mark, chunk_header, chunk_events, record_overrun,
    record_damaged, unknown_record, duplicate_mapping, mapping_repeats, clock_order, anchor_counts,
    duplicate_definition, snapshot_frame, snapshot_count, snapshot_time, snapshot_position, thumbnail_samples};

}  // namespace weft::otf2
