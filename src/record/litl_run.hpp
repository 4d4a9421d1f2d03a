// SPDX-License-Identifier: BSD-3-Clause
// What the processes of a run recorded as LiTL becomes one archive, with a mapping beside it that says what the codes
// mean.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.hpp"

namespace weft::recording {

// PATH.trace from the traces in the directory PATH, which is removed; those of processes that were killed are valid,
// too.
Result<> complete_litl_run(const std::string& path);

// Whether nobody has done that yet; and the same into another place, where the run stays as it is. The number of
// processes is returned.
bool is_unfinished_litl_run(const std::string& path);
Result<std::size_t> gather_litl_run(const std::string& path, const std::string& output);

}  // namespace weft::recording
