// SPDX-License-Identifier: BSD-3-Clause
// Elements and texts as bpdump writes them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/bytes.hpp"
#include "base/text_sink.hpp"
#include "formats/bp/characteristics.hpp"

namespace weft::cli::adios_tools {

// One of them; nothing if there are not enough bytes.
void put_dumped(TextSink& out, Bytes element, bp::DataType type, ByteOrder order);

// All of them, with ", " between.
void put_all_dumped(TextSink& out, Bytes elements, bp::DataType type, ByteOrder order);
void put_all_dumped(TextSink& out, std::span<const std::string_view> texts);

// "2:8:0,3", where the second one belongs to a local array.
void put_dimensions(TextSink& out, std::span<const bp::Dimension> dimensions);

}  // namespace weft::cli::adios_tools
