// SPDX-License-Identifier: BSD-3-Clause
// Printing the events of any source, as the options ask for.
#pragma once

#include <span>

#include "model/printer.hpp"
#include "model/trace.hpp"

namespace weft {

RecordPrinter::Style style_of(const PrintOptions& options);

// With their heading: in order of time, or location by location.
Result<> print_events(Source& source, std::span<const LocationRef> locations, const PrintOptions& options,
    RecordPrinter& printer, TextSink& out);

}  // namespace weft
