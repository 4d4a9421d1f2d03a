// SPDX-License-Identifier: BSD-3-Clause
// The records of a LiTL file, each with its schema, and Layout: how many bytes things take in the variants of the
// format (docs/formats/litl.md, sections 2 to 5). Texts and lists are borrowed from whoever read or made the record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/code.hpp"
#include "schema/schema.hpp"

namespace weft::litl {

// Two things vary: the aligned variant pads the general header, and 32-bit builds have narrow words (times, thread ids,
// offsets, parameters). Everything else follows.
struct Layout {
  std::uint32_t general_bytes = 138;
  std::uint32_t word_bytes = 8;

  friend constexpr bool operator==(const Layout&, const Layout&) = default;

  constexpr std::uint32_t process_bytes() const { return 264 + 2 * word_bytes; }
  constexpr std::uint64_t header_bytes(std::uint64_t processes) const {
    return general_bytes + processes * process_bytes();
  }
  constexpr std::uint32_t pair_bytes() const { return 2 * word_bytes; }
  // Time, code and type, before the part that depends on the type.
  constexpr std::uint32_t event_bytes() const { return word_bytes + 5; }
  constexpr std::uint32_t mark_bytes() const { return event_bytes() + 1 + word_bytes; }
};

// What we write, and what the reference reads.
inline constexpr Layout standard_layout{};

inline constexpr std::uint32_t version_chars = 8;
inline constexpr std::uint32_t sysinfo_chars = 128;
inline constexpr std::uint32_t process_name_chars = 256;
inline constexpr std::uint32_t process_count_at = version_chars + sysinfo_chars;
inline constexpr std::uint32_t thread_count_at = process_name_chars;  // within a process header

// Pairs in a continuation table; one more slot holds the end or the link onward.
inline constexpr std::uint32_t pairs_per_table = 32;
inline constexpr std::uint64_t most_threads = 65535;
inline constexpr std::uint64_t most_processes = 65535;

// A mark is an event with this code, whatever its type.
inline constexpr std::uint32_t mark_code = 13;
// The largest event the reference reads.
inline constexpr std::uint64_t most_event_bytes = 65535;
// The reference reads a chunk and its mark into a buffer of this many bytes more than the recording buffer had.
inline constexpr std::uint64_t chunk_slack_bytes = 108;

enum class EventType : std::uint8_t { regular = 0, raw = 1, packed = 2, offset = 3 };

struct GeneralHeader {
  std::string_view version;
  std::string_view sysinfo;
  std::uint16_t processes{};

  static constexpr auto schema = record("GeneralHeader", "What a file begins with.",
      field<&GeneralHeader::version>("litl_ver", "Version of the library that wrote the trace."),
      field<&GeneralHeader::sysinfo>("sysinfo", "The machine: what uname says, joined by blanks."),
      field<&GeneralHeader::processes>("nb_processes", "Processes; more than one in an archive."));
};

struct ProcessHeader {
  std::string_view name;
  std::uint16_t threads{};
  std::uint16_t header_threads{};
  std::uint32_t buffer_bytes{};
  std::uint64_t body_bytes{};
  std::uint64_t base{};

  static constexpr auto schema = record("ProcessHeader", "A process: its name and where its body lies.",
      field<&ProcessHeader::name>("process_name", "File name the trace of the process was recorded under."),
      field<&ProcessHeader::threads>("nb_threads", "Threads of the process."),
      field<&ProcessHeader::header_threads>("header_nb_threads", "Pairs in the table at the beginning of the body."),
      field<&ProcessHeader::buffer_bytes>("buffer_size", "Size of the recording buffers."),
      field<&ProcessHeader::body_bytes>("trace_size", "Bytes of the body; 0 where the recorder left it open."),
      field<&ProcessHeader::base>("offset", "Where the body begins in the file."));
};

struct ThreadPair {
  std::uint64_t tid{};
  std::uint64_t offset{};

  static constexpr auto schema = record("ThreadPair", "A thread and its first chunk.",
      field<&ThreadPair::tid>("tid", "The thread's id; not unique, because ids of ended threads come again."),
      field<&ThreadPair::offset>("offset", "Its first chunk, from the base of the process; 0 if there is none."));
};

struct Regular {
  Code code;
  Sequence<std::uint64_t, std::uint8_t> parameters;

  static constexpr auto schema = record("Regular", "A code and some numbers.",
      field<&Regular::code>("code", "What happened, in the words of the program."),
      list<&Regular::parameters>("nb_params", "param", "The parameters."));
};

struct Raw {
  Code code;
  std::uint32_t size{};
  std::string_view text;

  static constexpr auto schema = record("Raw", "A code and a text.",
      field<&Raw::code>("code", "What happened, in the words of the program."),
      field<&Raw::size>("size", "Bytes of the text with the NUL that ends it."),
      field<&Raw::text>("data", "The text, without that NUL."));
};

struct Packed {
  Code code;
  Sequence<std::uint8_t, std::uint32_t> bytes;

  static constexpr auto schema = record("Packed", "A code and values of types that only the program knows.",
      field<&Packed::code>("code", "What happened, in the words of the program."),
      list<&Packed::bytes>("size", "param", "The bytes of the values."));
};

static_assert(well_formed(TypeList<GeneralHeader, ProcessHeader, ThreadPair, Regular, Raw, Packed>{}));

}  // namespace weft::litl
