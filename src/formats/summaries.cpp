// SPDX-License-Identifier: BSD-3-Clause
#include "formats/summaries.hpp"

#include "formats/otf/format.hpp"

namespace weft {

bool makes_its_own(const Format& format, std::string_view kind) {
  return &format == &otf::format && (kind == "snapshot record" || kind == "statistics record");
}

}  // namespace weft
