// SPDX-License-Identifier: BSD-3-Clause
// Writing a trace of the model as lines of DFTracer, in one file.
#pragma once

#include <memory>
#include <string>

#include "formats/dftracer/line_pen.hpp"
#include "model/loss_report.hpp"
#include "model/source.hpp"

namespace weft::dftracer {

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, Version version, LossReport& loss);

}  // namespace weft::dftracer
