// SPDX-License-Identifier: BSD-3-Clause
// The headers of a LiTL file: which layout a file has, and headers to and from bytes.
#pragma once

#include <array>
#include <optional>

#include "base/bytes.hpp"
#include "formats/litl/records.hpp"

namespace weft::litl {

// The layout of a file, told by where its first process says its body begins; nothing if these are not the bytes of a
// LiTL trace. The beginning of the file is enough.
std::optional<Layout> layout_of(Bytes file);
inline constexpr std::size_t layout_sniff_bytes = 144 + 280;

// Texts are borrowed from `from`, which must be as long as the header.
GeneralHeader parse_general(Bytes from);
ProcessHeader parse_process(Bytes from, const Layout& layout);
ThreadPair parse_pair(const std::byte* from, const Layout& layout);

// In the standard layout. Texts that are too long are cut, so that a NUL ends them.
std::array<std::byte, standard_layout.general_bytes> encode(const GeneralHeader& header);
std::array<std::byte, standard_layout.process_bytes()> encode(const ProcessHeader& header);
std::array<std::byte, standard_layout.pair_bytes()> encode(const ThreadPair& pair);

// What uname says of this machine, as the general header holds it.
std::string_view system_text(std::array<char, sysinfo_chars>& storage);

}  // namespace weft::litl
