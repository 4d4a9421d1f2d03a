// SPDX-License-Identifier: BSD-3-Clause
// What otf2-print shows of the anchor and of thumbnails.
#pragma once

#include "base/text_sink.hpp"
#include "cli/otf2_tools/print_steps.hpp"
#include "formats/otf2/archive.hpp"

namespace weft::cli::otf2_tools {

void print_anchor(const otf2::Anchor& anchor, PrintSteps& steps, TextSink& out);

// Headers, and samples if they are asked for. The reference's tool cannot read thumbnails: it shows a heading only.
void print_thumbnails(otf2::Archive& archive, bool samples, TextSink& out);

}  // namespace weft::cli::otf2_tools
