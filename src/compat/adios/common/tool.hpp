// SPDX-License-Identifier: BSD-3-Clause
// Tools that watch a program use ADIOS (adiost_callback_api.h): calls of the interface are told to those that a tool
// set callbacks for. Where there is none, a call costs one look at a table.
#pragma once

#include <utility>

#include "adiost_callback_api.h"

namespace weft::adios {

// Asks the tool of the program, if there is one, what it wants to see. Calls that begin something do so; the first
// asks.
void begin_watching() noexcept;
// Tells it, once, that the library is done.
void end_watching() noexcept;

// Null if nobody wants to know.
adiost_callback_t callback_of(adiost_event_t event) noexcept;

template <adiost_event_t event>
struct CallbackOf;
#define WEFT_CALLBACK_OF(event, type, id) \
  template <>                             \
  struct CallbackOf<event> {              \
    using Type = type;                    \
  };
FOREACH_ADIOST_EVENT(WEFT_CALLBACK_OF)
#undef WEFT_CALLBACK_OF

// `arguments(tell)` calls `tell` with what the callback is given behind the type of the event.
template <adiost_event_t event, class Arguments>
void tell_tool(adiost_event_type_t type, Arguments&& arguments) {
  if (const auto callback = reinterpret_cast<typename CallbackOf<event>::Type>(callback_of(event)))
    arguments([&](auto... values) { callback(type, values...); });
}

// Tells that a call begins, and when this goes, that it ends. The arguments of the end are those of then.
template <adiost_event_t event, class Arguments>
class Watching {
 public:
  explicit Watching(Arguments arguments) : arguments_(std::move(arguments)) {
    tell_tool<event>(adiost_event_enter, arguments_);
  }
  ~Watching() { tell_tool<event>(adiost_event_exit, arguments_); }
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;

 private:
  Arguments arguments_;
};
template <adiost_event_t event, class Arguments>
Watching<event, Arguments> watching(Arguments arguments) {
  return Watching<event, Arguments>(std::move(arguments));
}

}  // namespace weft::adios
