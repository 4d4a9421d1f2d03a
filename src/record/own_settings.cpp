// SPDX-License-Identifier: BSD-3-Clause
#include "record/own_settings.hpp"

#include <weft/record.h>

#include <cstdlib>

extern "C" {

// Programs hold a copy of this variable, of the size it has here: the address sanitizer must not make it larger.
#if defined(__clang__)
__attribute__((no_sanitize("address")))
#endif
int weft_record_on = 1;
}

namespace weft::recording {

std::optional<SettingsReport> wanted_settings() { return read_settings(::getenv); }

}  // namespace weft::recording
