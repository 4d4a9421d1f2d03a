// SPDX-License-Identifier: BSD-3-Clause
// Everything weft says about its own use, from the tables of the verbs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/verb.hpp"

namespace weft::cli {

std::string overview(const std::vector<Verb>& verbs);  // weft --help
std::string help(const Verb& verb);                    // weft help VERB

// Writes man pages ("man"), shell completions ("completions") into a directory, or one page of Markdown ("markdown").
Result<> generate(const std::vector<Verb>& verbs, std::string_view what, const std::string& where);

}  // namespace weft::cli
