// SPDX-License-Identifier: BSD-3-Clause
// The key-values of a record as otfprint shows them, at the end of its line.
#pragma once

#include "base/text_sink.hpp"
#include "formats/otf/key_values.hpp"

namespace weft::cli::otf_tools {

void put_key_values(TextSink& out, const otf::KeyValues& values, bool with_bytes);

}  // namespace weft::cli::otf_tools
