// SPDX-License-Identifier: BSD-3-Clause
// A library that records, to be loaded and unloaded.
#include <weft/record.hpp>

extern "C" void plugin_works() { WEFT_FUNCTION(); }
