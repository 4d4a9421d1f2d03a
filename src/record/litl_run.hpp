// SPDX-License-Identifier: BSD-3-Clause
// What the processes of a run recorded as LiTL becomes one archive, with a mapping beside it that says what the codes
// mean.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.hpp"

namespace weft::recording {

// A process that came to its end told all names in its trace; its definitions have this ending then, else ".part".
inline constexpr const char* told_ending = ".told";

// PATH.trace from the traces in the directory PATH, which is removed; those of processes that were killed are valid,
// too. A process that was alone has its trace moved, not copied.
Result<> complete_litl_run(const std::string& path);

// Whether nobody has done that yet; and the same into another place, where the run stays as it is. The number of
// processes is returned.
bool is_unfinished_litl_run(const std::string& path);
Result<std::size_t> gather_litl_run(const std::string& path, const std::string& output);

}  // namespace weft::recording
