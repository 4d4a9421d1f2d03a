// SPDX-License-Identifier: BSD-3-Clause
// Pieces of JSON text for printing many records fast. Cold paths use a JSON library.
#pragma once

#include <string_view>

#include "base/text_sink.hpp"

namespace weft {

// A JSON string. Bytes that are not valid UTF-8 become \udcXX, so that no byte is lost and the output stays valid.
void put_json_string(TextSink& out, std::string_view text);

// A JSON number; what JSON has no number for becomes the text "nan", "inf" or "-inf".
void put_json_real(TextSink& out, double value);

}  // namespace weft
