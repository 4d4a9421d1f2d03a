// SPDX-License-Identifier: BSD-3-Clause
// The kinds of damage a LiTL reader reports. Names are what users see and look up with 'weft check --rules'.
#pragma once

#include "model/rule.hpp"

namespace weft::litl {

inline constexpr Rule process_body{"process-body", "A process header points to a body that cannot be there.",
    "The events of that process are lost; all others are delivered."};
inline constexpr Rule process_size{"process-size", "The size of a process in an archive is not that of its body.",
    "The archive was cut, or made by a tool with an error; 'litl_split' would lose events. 'weft repair' corrects it."};
inline constexpr Rule process_name{"process-name", "The name of a process is empty or cannot be a file name.",
    "The archive cannot be split into files named after the processes."};
inline constexpr Rule pair_table{"pair-table", "A table of threads is cut, too full, or linked to a wrong place.",
    "Threads beyond it are lost; 'weft repair' writes the tables anew."};
inline constexpr Rule thread_count{"thread-count", "A process announces another number of threads than it has.",
    "The reference reads memory it never filled; 'weft repair' corrects the number."};
inline constexpr Rule thread_without_chunk{"thread-without-chunk", "A thread has no chunk: it never wrote anything.",
    "Its program ended without finishing the trace; the reference cannot read such a file. 'weft repair' mends it."};
inline constexpr Rule chunk_link{"chunk-link", "A thread's next chunk lies outside of the process or before this one.",
    "The events from there on are lost; its program died while writing, or bytes were overwritten."};
inline constexpr Rule chunk_unterminated{"chunk-unterminated", "A chunk stops without the mark that ends it.",
    "The file was cut, or its program died or paused while writing; what precedes is intact. 'weft repair' ends it."};
inline constexpr Rule chunk_shared{"chunk-shared", "The chunks of several threads overlap.",
    "Links were overwritten; a thread is read only as far as the bytes of its process go."};
inline constexpr Rule chunk_empty{"chunk-empty", "A chunk without events follows another one.",
    "The reference shows its mark as an event with code d; 'weft repair' leaves it out."};
inline constexpr Rule chunk_too_large{"chunk-too-large",
    "A chunk is larger than the recording buffer that is announced.",
    "The reference reads past its memory; 'weft repair' announces a larger buffer."};
inline constexpr Rule event_damaged{"event-damaged",
    "An event has a type that does not exist, or runs past its process.",
    "Bytes were overwritten; the thread is delivered up to this event."};
inline constexpr Rule event_too_large{"event-too-large", "An event is larger than the 65535 bytes the reference reads.",
    "Weft prints and repairs it whole; translated to another format it keeps its first 65535 bytes."};
inline constexpr Rule map_damaged{"map-damaged", "A line of the mapping file cannot be understood.",
    "The line is left out: its code stays without a name. docs/formats/litl.md says how a line is written."};

inline constexpr Rule all_rules[] = {process_body, process_size, process_name, pair_table, thread_count,
    thread_without_chunk, chunk_link, chunk_unterminated, chunk_shared, chunk_empty, chunk_too_large, event_damaged,
    event_too_large, map_damaged};

}  // namespace weft::litl
