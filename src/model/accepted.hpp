// SPDX-License-Identifier: BSD-3-Clause
// Whether a conversion may keep what it has written: to be asked by everybody who writes a trace made of another one,
// when all losses and all damage are known and nothing has its final name.
#pragma once

#include "model/loss_report.hpp"
#include "model/report.hpp"

namespace weft {

// An error if `loss` is strict and something is lost, or `damage` says that there was more than could be read.
Result<> accepted(const Report& damage, const LossReport& loss);

}  // namespace weft
