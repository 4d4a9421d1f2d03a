// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/messages.hpp"

#include <limits>

namespace weft::litl {

bool fits(const Meaning& meaning, const NativeEvent& event) {
  if (meaning.parameters.empty()) return false;
  if (event.type == EventType::regular) return meaning.parameters.size() == event.count;
  if (event.type != EventType::packed) return false;
  std::uint64_t bytes = 0;
  for (const NamedParameter& parameter : meaning.parameters) bytes += packed_bytes(parameter.type);
  return bytes == event.count && bytes <= most_event_bytes;
}

std::optional<Message> message_in(const Meaning& meaning, const NativeEvent& event) {
  if (!fits(meaning, event)) return std::nullopt;
  Message message;
  message.is_all = event.type == EventType::regular;
  each_value(meaning, event, [&](std::size_t i, const TypedValue& value) {
    const std::string& name = meaning.parameters[i].name;
    const std::uint64_t number = is_signed(value.type) ? static_cast<std::uint64_t>(value.as_signed()) : value.bits;
    if (name == peer_parameter)
      message.peer = number;
    else if (name == tag_parameter)
      message.tag = number;
    else if (name == size_parameter)
      message.size = number;
    else
      message.is_all = false;
  });
  if (message.tag > std::numeric_limits<std::uint32_t>::max()) message.is_all = false;
  return message;
}

}  // namespace weft::litl
