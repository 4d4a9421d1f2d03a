// SPDX-License-Identifier: BSD-3-Clause
// The list of formats, and how a path finds its own.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "model/data_file.hpp"
#include "model/trace.hpp"

namespace weft {

std::span<const Format* const> all_formats();

// Formats of viewers and scripts have `create` alone: they can only be written.
bool can_be_read(const Format& format);

// The format of an existing trace, by content.
Result<const Format*> format_of(const std::string& path);

// The format a new trace of this name should have; `name` ("otf2") wins over the ending of the path.
Result<const Format*> format_for(const std::string& path, const std::string& name);

// Whether a property or an attribute of this name says in the words of its format what holds only beside the
// definitions that the trace was read with: whoever gives definitions other ids leaves it out.
bool is_own_word(std::string_view name);
// Whether events of the parameter of this name define what events behind them mean.
bool is_defining_parameter(std::string_view name);

// Files of data are no traces. The format of one that exists, by content; nothing if it is none.
std::span<const DataFormat* const> all_data_formats();
const DataFormat* data_format_of(const std::string& path);
// The format that a new file of data should have; nothing if its name or `name` ("bp") is not one of theirs.
const DataFormat* data_format_for(const std::string& path, const std::string& name);

Result<std::unique_ptr<Trace>> open_trace(const std::string& path);
// To describe it: where only its events tell how many there are, that is not found out, and they cannot be read.
Result<std::unique_ptr<Trace>> open_trace_briefly(const std::string& path);

}  // namespace weft
