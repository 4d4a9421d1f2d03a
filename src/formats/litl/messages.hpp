// SPDX-License-Identifier: BSD-3-Clause
// What the parameters of a mapped event are: values with names and types, and, where the mapping calls the event a
// message, whom it went to or came from.
#pragma once

#include <cstdint>
#include <optional>

#include "formats/litl/event.hpp"
#include "formats/litl/mapping.hpp"
#include "model/values.hpp"

namespace weft::litl {

// Whether the event has just the values that its line of the mapping names.
bool fits(const Meaning& meaning, const NativeEvent& event);

// The values of an event that fits: visit(i, value) for every parameter of its line.
template <class Visit>
void each_value(const Meaning& meaning, const NativeEvent& event, Visit&& visit) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < meaning.parameters.size(); ++i) {
    const Type type = meaning.parameters[i].type;
    if (event.type == EventType::regular) {
      visit(i, TypedValue{is_signed(type) ? Type::int64 : Type::uint64, event.parameter(i)});
      continue;
    }
    const std::uint32_t bytes = packed_bytes(type);
    std::uint64_t bits = 0;
    std::memcpy(&bits, event.data + at, bytes);
    visit(i, TypedValue{type, bits});
    at += bytes;
  }
}

struct Message {
  std::uint64_t peer = 0;  // a process, by its place in the file
  std::uint64_t tag = 0;
  std::uint64_t size = 0;
  bool is_all = false;  // nothing else is in the event: a regular one whose tag has 32 bits
};

// Nothing where the event does not fit its line, which is one of a message.
std::optional<Message> message_in(const Meaning& meaning, const NativeEvent& event);

// The words of a regular event that says this, as its line of the mapping has them.
template <class Visit>
void each_word(const Meaning& meaning, const Message& message, Visit&& visit) {
  for (const NamedParameter& parameter : meaning.parameters)
    visit(parameter.name == peer_parameter   ? message.peer
          : parameter.name == tag_parameter  ? message.tag
          : parameter.name == size_parameter ? message.size
                                             : 0);
}

}  // namespace weft::litl
