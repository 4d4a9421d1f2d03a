// SPDX-License-Identifier: BSD-3-Clause
// Markers of OTF as those of the model, and back. A marker of OTF is a time of one process; its kind has a name and is
// an error, a warning or a hint.
#pragma once

#include "formats/otf/from_model.hpp"
#include "formats/otf/reader.hpp"
#include "model/loss_report.hpp"
#include "model/markers.hpp"

namespace weft::otf {

Result<> read_model_markers(TraceReader& reader, Markers& into);

Result<> write_model_markers(const Markers& markers, const FromModel& words, StreamWriter& out, LossReport& loss);

}  // namespace weft::otf
