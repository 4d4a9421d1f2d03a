// SPDX-License-Identifier: BSD-3-Clause
// The pieces that lines of otfprint are made of. Room for a line is asked for once: every piece knows the most it can
// take.
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>

#include "cli/otf_tools/put_text.hpp"
#include "formats/otf/line_schema.hpp"

namespace weft::cli::otf_tools {

using namespace std::string_view_literals;

// Of every counter, the properties that were defined last.
using CounterTypes = std::unordered_map<std::uint32_t, std::uint32_t>;

using Names = std::span<const std::string_view>;
inline constexpr std::size_t longest_name = 40;  // of all below, and of numbers that have none

// By number; an empty one is unknown.
inline constexpr std::string_view attribute_names[] = {"", "IsMPIRank", "IsPThread", "IsOMPThread", "IsCellSPUThread",
    "hasGroupCounters", "hasEnterLeaveRecords", "IsCommunicator", "IsCUDAThread", "IsMasterThread"};
inline constexpr std::string_view collective_names[] = {"", "BARRIER", "ONE2ALL", "ALL2ONE", "ALL2ALL"};
inline constexpr std::string_view value_type_names[] = {
    "CHAR", "INT8", "UINT8", "INT16", "UINT16", "INT32", "UINT32", "INT64", "UINT64", "FLOAT", "DOUBLE", "BYTE_ARRAY"};
inline constexpr std::string_view sample_point_names[] = {"SNAPSHOT", "SUMMARY", "INLINE_SNAPSHOT"};
inline constexpr std::string_view marker_names[] = {"", "ERROR", "WARNING", "HINT"};
inline constexpr std::string_view action_names[] = {
    "OPEN", "CLOSE", "READ", "WRITE", "SEEK", "UNLINK", "RENAME", "DUP", "SYNC", "LOCK", "UNLOCK"};
inline constexpr std::string_view flag_names[] = {"IOFAILED", "ASYNC", "COLL", "DIRECT", "SYNC", "ISREADLOCK"};
inline constexpr std::string_view counter_type_names[] = {"ACC", "ABS"};
inline constexpr std::string_view counter_scope_names[] = {"START", "POINT", "LAST", "NEXT"};
inline constexpr std::string_view variable_names[] = {
    "UNSIGNED8", "SIGNED8", "UNSIGNED4", "SIGNED4", "UNSIGNED2", "SIGNED2", "", "", "FLOAT", "DOUBLE"};

inline constexpr std::uint32_t action_bits = 0x1f;
inline constexpr std::uint32_t variable_bits = 0x1e0;

char* put_name(char* to, Names names, std::uint32_t value);

// Pieces of a line: how much room each may need, and how it is put there.

constexpr std::size_t most_of(std::string_view text) { return text.size() + "(null)"sv.size(); }
inline char* put_piece(char* to, std::string_view text) {
  return put_word(to, otf::is_absent(text) ? "(null)"sv : text);
}

template <std::size_t N>
constexpr std::size_t most_of(const char (&)[N]) {
  return N;
}
template <std::size_t N>
char* put_piece(char* to, const char (&word)[N]) {
  std::memcpy(to, word, N - 1);
  return to + N - 1;
}

constexpr std::size_t most_of(std::uint64_t) { return decimal_room; }
inline char* put_piece(char* to, std::uint64_t value) { return put_decimal(to, value); }

inline std::size_t most_of(const otf::Numbers& list) { return list.size() * decimal_room; }
char* put_piece(char* to, const otf::Numbers& list);

// A number by its name.
struct Named {
  Names names;
  std::uint32_t value;
};
constexpr std::size_t most_of(const Named&) { return longest_name; }
inline char* put_piece(char* to, const Named& named) { return put_name(to, named.names, named.value); }

struct NamedList {
  Names names;
  const otf::Numbers& values;
};
inline std::size_t most_of(const NamedList& list) { return list.values.size() * longest_name; }
char* put_piece(char* to, const NamedList& list);

// A stretch of bits by its name; where it stands is part of an unknown value.
struct Bits {
  Names names;
  std::uint32_t value;
  std::uint32_t mask;
};
constexpr std::size_t most_of(const Bits&) { return longest_name; }
char* put_piece(char* to, const Bits& bits);

struct FileFlags {
  std::uint32_t operation;
};
constexpr std::size_t most_of(const FileFlags&) { return (std::size(flag_names) + 1) * longest_name; }
char* put_piece(char* to, const FileFlags& flags);

// By the type that the counter was defined with.
struct CounterValue {
  const CounterTypes& counters;
  std::uint32_t counter;
  std::uint64_t value;
};
constexpr std::size_t most_of(const CounterValue&) { return longest_real; }
char* put_piece(char* to, const CounterValue& value);

// The 32 bits that the original has of a number.
constexpr std::uint32_t low_half(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

}  // namespace weft::cli::otf_tools
