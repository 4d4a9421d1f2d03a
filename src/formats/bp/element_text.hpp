// SPDX-License-Identifier: BSD-3-Clause
// Elements, texts and statistics as people and programs read them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/text_sink.hpp"
#include "formats/bp/statistics.hpp"

namespace weft::bp {

// The shortest text that reads back as the same number; complex ones as (re,im), in JSON as [re,im]. What JSON has no
// number for becomes a text.
void put_element(TextSink& out, const std::byte* element, DataType type, ByteOrder order, bool json);

// In double quotes, on one line.
void put_quoted(TextSink& out, std::string_view text, bool json);

// A number of statistics, which is a whole one where the type is.
void put_bound(TextSink& out, long double number, DataType type, bool json);

// "2, 3", with something else between them where that is asked for.
std::string sizes_text(std::span<const std::uint64_t> sizes, std::string_view between = ", ");

// "3 / 7", with average and deviation where they are known: "3 / 7 / 5.2 / 0.3".
std::string statistics_text(const Statistics& statistics, DataType type);

}  // namespace weft::bp
