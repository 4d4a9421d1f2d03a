// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/common/tool.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "adios_version.h"

// The tool's: of a program without one it has no address.
#pragma weak adiost_tool

namespace weft::adios {

namespace {

// In the order of their numbers.
constexpr adiost_event_t events[] = {
#define WEFT_EVENT(event, type, id) event,
    FOREACH_ADIOST_EVENT(WEFT_EVENT)
#undef WEFT_EVENT
};

struct Callbacks {
  bool has_asked = false;
  bool has_ended = false;
  std::array<adiost_callback_t, std::size(events)> all{};

  // Null if there is no such event.
  adiost_callback_t* find(adiost_event_t event) {
    const auto found = std::ranges::lower_bound(events, event);
    return found == std::end(events) || *found != event ? nullptr : &all[static_cast<std::size_t>(found - events)];
  }
};

Callbacks& callbacks() {
  static Callbacks callbacks;
  return callbacks;
}

int set_callback(adiost_event_t event, adiost_callback_t callback) {
  adiost_callback_t* const place = callbacks().find(event);
  if (place) *place = callback;
  return place ? adiost_set_result_registration_success : adiost_set_result_registration_error;
}

// 1 if there is one, as ADIOS has it.
int get_callback(adiost_event_t event, adiost_callback_t* callback) {
  adiost_callback_t* const place = callbacks().find(event);
  if (!place || !*place) return 0;
  *callback = *place;
  return 1;
}

adiost_interface_fn_t look_up(const char* name) {
  if (std::string_view(name) == "adiost_set_callback") return reinterpret_cast<adiost_interface_fn_t>(&set_callback);
  if (std::string_view(name) == "adiost_get_callback") return reinterpret_cast<adiost_interface_fn_t>(&get_callback);
  return nullptr;
}

}  // namespace

adiost_callback_t callback_of(adiost_event_t event) noexcept { return *callbacks().find(event); }

void begin_watching() noexcept {
  constexpr unsigned interface_version = 20170202;  // what ADIOS 1.13.1 says
  if (std::exchange(callbacks().has_asked, true) || !adiost_tool) return;
  if (const adiost_initialize_t initialize = adiost_tool()) initialize(&look_up, ADIOS_VERSION, interface_version);
}

void end_watching() noexcept {
  const adiost_callback_t callback = callback_of(adiost_event_library_shutdown);
  if (callback && !std::exchange(callbacks().has_ended, true)) callback();
}

}  // namespace weft::adios
