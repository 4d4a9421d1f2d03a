// SPDX-License-Identifier: BSD-3-Clause
// Merging and splitting as LiTL does it, with what it says about it. For the library and for the tools.
#pragma once

#include <string>
#include <vector>

namespace weft::litl::compat {

// What cannot be done is said on standard error: false then.
bool merge_with_messages(const std::vector<std::string>& inputs, const std::string& output);
bool split_with_messages(const std::string& input, const std::string& directory);

}  // namespace weft::litl::compat
