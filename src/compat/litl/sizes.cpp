// SPDX-License-Identifier: BSD-3-Clause
#include <litl_tools.h>

#include <cstdio>
#include <cstdlib>

#include "formats/litl/event.hpp"

using weft::litl::encoded_bytes;
using weft::litl::EventType;

extern "C" {

litl_size_t __litl_get_reg_event_size(litl_data_t nb_params) {
  return static_cast<litl_size_t>(encoded_bytes(EventType::regular, nb_params));
}

// The reference ends programs that ask for a type that does not exist: there is no answer to give.
litl_size_t __litl_get_event_size(litl_type_t type, int param_size) {
  const auto number = static_cast<unsigned>(type);
  if (number > LITL_TYPE_OFFSET) {
    std::fprintf(stderr, "Unknown event type %u!\n", number);
    std::abort();
  }
  return static_cast<litl_size_t>(
      encoded_bytes(static_cast<EventType>(type), static_cast<std::uint64_t>(std::int64_t{param_size})));
}

litl_size_t __litl_get_gen_event_size(litl_t* event) {
  const bool is_sized = event->type == LITL_TYPE_RAW || event->type == LITL_TYPE_PACKED;
  return __litl_get_event_size(
      event->type, is_sized ? static_cast<int>(event->parameters.raw.size) : int{event->parameters.regular.nb_params});
}
}
