// SPDX-License-Identifier: BSD-3-Clause
#include "model/references.hpp"

#include <fmt/format.h>

namespace weft {

std::string broken_text(
    std::string_view record, std::string_view field, std::string_view space, std::uint64_t id, bool defined) {
  if (!defined) return fmt::format("{} names no {}", record, field);
  return fmt::format("{} names {} {} as its {}, which is not defined", record, space, id, field);
}

}  // namespace weft
