// SPDX-License-Identifier: BSD-3-Clause
// The same record in the other dialect: letters or numbers for phases, with what only one of them has.
#pragma once

#include <string_view>

#include "base/text_sink.hpp"
#include "formats/dftracer/line_pen.hpp"
#include "formats/dftracer/record.hpp"

namespace weft::dftracer {

// The layer that version 1 calls by this category.
Layer layer_of(std::string_view category);

// Writes the record as a line of this version: as it stands in `text` if it is one already.
void retell(const Record& record, std::string_view text, Version version, TextSink& out);

}  // namespace weft::dftracer
