// SPDX-License-Identifier: BSD-3-Clause
// Mapping: what the codes of a LiTL trace mean, which the trace itself does not say. Read from the text file TRACE.map
// beside the trace when there is one; written there when a trace of another format becomes a LiTL trace. One line a
// code, as docs/formats/litl.md describes:
//
//   0x301 enter main
//   0x401 leave main
//   0x20  event residual f64:norm
//   0x30  send  halo i32:peer i32:tag u64:size
//   0x40  marker "time step" u32:number
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/enums.hpp"
#include "model/report.hpp"

namespace weft::litl {

enum class Role : std::uint8_t { enter, leave, event, send, receive, marker };
constexpr bool is_message(Role role) { return role == Role::send || role == Role::receive; }
constexpr bool is_region(Role role) { return role == Role::enter || role == Role::leave; }
// What shares its names: an event that is a marker as well stays the event that it is.
constexpr Role naming(Role role) { return role == Role::marker ? Role::event : role; }

// What parameters of messages are called: whom it goes to or comes from, which is needed, and two more.
inline constexpr std::string_view peer_parameter = "peer";
inline constexpr std::string_view tag_parameter = "tag";
inline constexpr std::string_view size_parameter = "size";

// One value of an event: its type in a packed event, its sign in a regular one.
struct NamedParameter {
  Type type = Type::uint64;
  std::string name;
  friend bool operator==(const NamedParameter&, const NamedParameter&) = default;
};

struct Meaning {
  Role role = Role::event;
  std::string name;
  std::vector<NamedParameter> parameters;
  friend bool operator==(const Meaning&, const Meaning&) = default;
};

using Mapping = std::map<std::uint32_t, Meaning>;  // by code

// Lines that cannot be understood are reported and left out.
Mapping parse_mapping(std::string_view text, const std::string& file, Report& report);
std::string mapping_text(const Mapping& mapping);

inline std::string mapping_path(const std::string& trace) { return trace + ".map"; }
// Empty when there is no such file.
Mapping read_mapping(const std::string& trace, Report& report);

// The bytes a value of this type takes in a packed event; 0 for types that are not numbers.
std::uint32_t packed_bytes(Type type);

}  // namespace weft::litl
