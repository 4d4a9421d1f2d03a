// SPDX-License-Identifier: BSD-3-Clause
// What the processes of a run recorded as LiTL becomes one archive, with a mapping beside it that says what the codes
// mean.
#pragma once

#include <string>

#include "base/result.hpp"

namespace weft::recording {

// PATH.trace from the traces in the directory PATH, which is removed; those of processes that were killed are valid,
// too.
Result<> complete_litl_run(const std::string& path);

}  // namespace weft::recording
