// SPDX-License-Identifier: BSD-3-Clause
// The sink that writes OTF.
#pragma once

#include <memory>
#include <string>

#include "model/loss_report.hpp"
#include "model/source.hpp"

namespace weft::otf {

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, LossReport& loss);

}  // namespace weft::otf
