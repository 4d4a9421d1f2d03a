// SPDX-License-Identifier: BSD-3-Clause
// What each library that has the recorder in it decides for itself: libweft-record asks the environment and begins with
// the first event (own_settings.cpp); drop-in libraries begin when their programs say so.
#pragma once

#include <optional>

#include "record/settings.hpp"

namespace weft::recording {

// Nothing if recording is not to begin yet; the next event asks again.
std::optional<SettingsReport> wanted_settings();

}  // namespace weft::recording
