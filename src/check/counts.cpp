// SPDX-License-Identifier: BSD-3-Clause
#include "check/counts.hpp"

namespace weft::check {

void check_event_count(const Definitions& definitions, LocationRef location, std::uint64_t events, Findings& findings) {
  constexpr std::uint64_t unknown = ~std::uint64_t{0};
  const auto* definition = definitions.find<def::Location>(location);
  if (!definition || definition->number_of_events == events || definition->number_of_events == unknown) return;
  findings.add(event_count, [&] {
    return fmt::format("its definition announces {} events, there are {}", definition->number_of_events, events);
  });
}

}  // namespace weft::check
